package sim

import (
	"time"

	"example.com/backstep/transport/memnet"
)

const ms = time.Millisecond

// Draw makes a plan of lo to hi players from a seed. Equal arguments give equal
// plans.
func Draw(seed uint64, lo, hi int) Plan {
	d := newDice(seed, 1)
	p := Plan{
		Seed: seed, Players: d.between(lo, hi),
		Window: drawWindow(d), Rate: pick(d, 60, 60, 60, 60, 30, 50, 120, 144, 20),
		InputBytes: d.between(1, 8), Predictor: Predictor(d.IntN(int(predictors))),
		ChecksumEvery: pick(d, 10, 10, 1, 3, 30, 0),
		Timeout:       pick(d, 800*ms, 1500*ms, 3000*ms, 5000*ms),
		Heal:          d.span(2000*ms, 7000*ms),
		Calm:          memnet.Policy{Delay: d.span(0, 25*ms)},
	}
	p.Notify = p.Timeout / time.Duration(d.between(2, 6))
	drawHosts(d, &p)
	for range p.Players {
		p.Seats = append(p.Seats, Seat{d.between(0, 6), Habit(d.IntN(int(habits))), d.between(1, 20)})
	}
	drawLinks(d, &p)
	drawFaults(d, &p)
	drawUse(newDice(seed, 8), &p)
	drawWatchers(newDice(seed, 9), &p)
	drawRenewal(newDice(seed, 10), &p)
	p.inOrder()
	return p
}

func drawWindow(d dice) int {
	switch n := d.IntN(20); {
	case n == 0:
		return 0
	case n < 4:
		return d.between(13, 60)
	}
	return d.between(1, 12)
}

// drawHosts splits the players over endpoints.
func drawHosts(d dice, p *Plan) {
	n := p.Players
	switch {
	case d.chance(0.03):
		n = 1
	case d.chance(0.4):
		n = d.between(min(2, p.Players), p.Players)
	}
	p.Hosts = make([]Host, n)
	for i, player := range d.Perm(p.Players) {
		h := i
		if i >= n {
			h = d.IntN(n)
		}
		p.Hosts[h].Seats = append(p.Hosts[h].Seats, player)
	}
	for i := range p.Hosts {
		drawClock(d, &p.Hosts[i])
	}
}

func drawClock(d dice, h *Host) {
	h.Start = d.span(0, 300*ms)
	if d.chance(0.1) {
		h.Start = d.span(0, 2000*ms)
	}
	h.Origin = d.span(0, 100*time.Hour) - 50*time.Hour
	if d.chance(0.5) {
		h.PPM = d.between(-1000, 1000)
	}
	if d.chance(0.3) {
		h.Stretch = d.between(-50, 50)
	}
	h.Paced, h.Hurries = d.chance(0.7), d.chance(0.5)
}

// drawLinks gives the run a climate, and each directed link its weather.
func drawLinks(d dice, p *Plan) {
	harsh := pick(d, 0.1, 0.4, 1)
	for from := range p.Hosts {
		for to := range p.Hosts {
			if from != to {
				p.Links = append(p.Links, Link{from, to, drawPolicy(d, harsh)})
			}
		}
	}
}

// drawPolicy draws what one directed link does. Harsh is from 0 (clean) to 1.
func drawPolicy(d dice, harsh float64) memnet.Policy {
	p := memnet.Policy{Delay: d.span(0, 80*ms)}
	if d.chance(0.3 * harsh) {
		p.Delay = d.span(80*ms, 400*ms)
	}
	if d.chance(0.7) {
		p.Jitter = d.span(0, 40*ms)
	}
	if d.chance(harsh) {
		p.Loss = d.share(pick(d, 0.05, 0.2, 0.4))
	}
	if d.chance(0.4 * harsh) {
		p.Duplicate = d.share(0.3)
	}
	if d.chance(0.4 * harsh) {
		p.Reorder = d.share(0.3)
	}
	if d.chance(0.3 * harsh) {
		p.Burst = memnet.Burst{GoodToBad: d.share(0.05), BadToGood: 0.1 + d.share(0.4), LossBad: 0.5 + d.share(0.5)}
	}
	if d.chance(0.15 * harsh) {
		p.HeadOfLine = d.span(30*ms, 300*ms)
	}
	if d.chance(0.15 * harsh) {
		p.BytesPerSecond, p.QueueBytes = d.between(4000, 40000), d.between(2000, 8000)
	}
	return p
}

// drawFaults draws what happens at which time. All of it is over at Heal.
func drawFaults(d dice, p *Plan) {
	for range d.between(0, 10) {
		if f, ok := drawFault(d, p); ok {
			p.Faults = append(p.Faults, f)
		}
	}
	if len(p.Hosts) > 1 && d.chance(0.3) {
		for range d.between(1, len(p.Hosts)-1) {
			p.Faults = append(p.Faults, drawEnd(d, p))
		}
	}
}

// drawEnd draws how a host leaves the match.
func drawEnd(d dice, p *Plan) Fault {
	f := Fault{Kind: pick(d, Leave, Kill, Kick), At: d.span(0, p.Heal), A: d.IntN(len(p.Hosts))}
	f.B = other(d, p, f.A)
	return f
}

func drawFault(d dice, p *Plan) (Fault, bool) {
	kind := pick(d, Cut, Partition, Hold, Repolicy, Stall, Redelay, MuteEvents, MuteFeed, Mutated, Truncated, Replayed, Foreign)
	f := Fault{Kind: kind, At: d.span(0, p.Heal), A: d.IntN(len(p.Hosts))}
	if kind == Redelay {
		f.A, f.N = d.IntN(p.Players), d.between(0, 6)
		return f, true
	}
	switch kind {
	case MuteEvents, MuteFeed:
		f.For = d.span(50*ms, 4000*ms)
	case Stall:
		f.For = d.span(50*ms, pick(d, 250*ms, 700*ms, 3000*ms))
	default:
		if len(p.Hosts) < 2 {
			return f, false
		}
		f.B = other(d, p, f.A)
		drawLinkFault(d, p, &f)
	}
	f.For = min(f.For, p.Heal-f.At)
	return f, true
}

func drawLinkFault(d dice, p *Plan, f *Fault) {
	switch f.Kind {
	case Cut, Partition, Hold:
		f.For = d.span(50*ms, p.Timeout/2)
		if d.chance(0.25) {
			f.For = d.span(p.Timeout/2, 2*p.Timeout)
		}
		f.N = d.between(1, 1<<(len(p.Hosts)-1)) // never nobody, never everybody with 2 or more
	case Repolicy:
		f.Policy = drawPolicy(d, pick(d, 0, 0.5, 1))
	default:
		f.N = d.between(1, 40)
	}
}

func other(d dice, p *Plan, a int) int {
	return (a + 1 + d.IntN(len(p.Hosts)-1)) % len(p.Hosts)
}
