package sim

// drawUse draws how the match is configured and used beyond the plainest: from
// a stream of its own, so that the rest of a seed's plan stays as it is.
func drawUse(d dice, p *Plan) {
	if d.chance(0.25) {
		p.SaveEvery = d.between(2, 12)
	}
	if p.Window >= 6 && d.chance(0.15) {
		p.SendEvery = d.between(2, p.Window/3)
		p.SendEvery = min(p.SendEvery, 4)
	}
	p.Majority = d.chance(0.2)
	if p.Barrier = d.chance(0.15); p.Barrier {
		for i := range p.Hosts {
			p.Hosts[i].Load = d.span(0, min(pick(d, 200*ms, 2500*ms), p.Heal-p.Hosts[i].Start))
		}
	}
	for i := range p.Hosts {
		if d.chance(0.08) { // a slow machine, or a screen faster than the match
			p.Hosts[i].Stretch = pick(d, -500, -300, 200, 1000)
		}
	}
	drawPauses(d, p)
	for range d.between(0, 2) {
		f := Fault{Kind: pick(d, Reopen, Rerate), At: d.span(0, p.Heal), A: d.IntN(len(p.Hosts))}
		if f.Kind == Rerate {
			f.N = d.between(-100, 300)
		}
		p.Faults = append(p.Faults, f)
	}
	if len(p.Hosts) > 1 && d.chance(0.06) {
		f := Fault{Kind: LinkLost, At: d.span(0, p.Heal), A: d.IntN(len(p.Hosts))}
		f.B = other(d, p, f.A)
		p.Faults = append(p.Faults, f)
	}
	if d.chance(0.12) {
		p.Faults = append(p.Faults, Fault{Kind: Rematch, At: d.span(1000*ms, p.Heal), N: d.between(0, 300)})
	}
}

func drawPauses(d dice, p *Plan) {
	if !d.chance(0.2) {
		return
	}
	for range d.between(1, 4) {
		at := d.span(0, p.Heal)
		p.Faults = append(p.Faults, Fault{Kind: Pause, At: at, A: d.IntN(p.Players)})
		if d.chance(0.9) {
			p.Faults = append(p.Faults, Fault{Kind: Resume, At: d.span(at, p.Heal), A: d.IntN(p.Players)})
		}
	}
}

// drawWatchers draws who looks on, and what happens to them. Nothing here
// changes what the players do.
func drawWatchers(d dice, p *Plan) {
	if !d.chance(0.25) {
		return
	}
	if d.chance(0.4) {
		p.FeedMemory = d.between(1000, 5000)
	}
	if d.chance(0.2) {
		p.FeedLag = d.between(1, 60)
	}
	for i := range d.between(1, 4) {
		v := Watcher{Of: d.IntN(len(p.Hosts) + i), Join: d.span(0, p.Heal), CatchUp: pick(d, 0, 2, 10, 60)}
		if v.Policy = drawPolicy(d, pick(d, 0.1, 0.4, 1)); d.chance(0.3) {
			v.PPM, v.Stretch = d.between(-1000, 1000), d.between(-50, 50)
		}
		p.Watchers = append(p.Watchers, v)
	}
	for range d.between(0, 4) {
		f := Fault{Kind: pick(d, Doze, Doze, Vanish, Dismiss), At: d.span(0, p.Heal), A: d.IntN(len(p.Watchers))}
		if f.Kind == Doze || f.Kind == Vanish && d.chance(0.7) {
			f.For = min(d.span(50*ms, pick(d, 400*ms, 4000*ms)), p.Heal-f.At)
		}
		p.Faults = append(p.Faults, f)
	}
}

// drawRenewal draws who comes back into its seats, whose state goes wrong, and
// who begins to watch with a state.
func drawRenewal(d dice, p *Plan) {
	for _, f := range p.Faults {
		if f.Kind == Kill && d.chance(0.6) {
			p.Faults = append(p.Faults, Fault{Kind: Restart, At: d.span(f.At, p.Heal), A: f.A})
		}
	}
	for d.chance(0.1) {
		p.Faults = append(p.Faults, Fault{Kind: Restart, At: d.span(0, p.Heal), A: d.IntN(len(p.Hosts))})
	}
	if d.chance(0.08) {
		p.StateBytes = pick(d, 1, 100, 3000, 30000)
	}
	if len(p.Hosts) > 1 && p.ChecksumEvery > 0 && d.chance(0.15) {
		p.Explain, p.OnDesync = d.chance(0.7), pick(d, Tell, Halt, Resync, Resync, Resync)
		for range d.between(1, 2) {
			p.Faults = append(p.Faults, Fault{Kind: Corrupt, At: d.span(0, p.Heal), A: d.IntN(len(p.Hosts)), N: d.IntN(len(flaws))})
		}
	}
	for i := range p.Watchers {
		p.Watchers[i].FromNow = d.chance(0.3)
	}
}
