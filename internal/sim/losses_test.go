package sim

import (
	"testing"
	"time"

	"example.com/backstep/transport/memnet"
)

// mourn plays a plan to its end and checks that everybody who is left knows of
// each host that is gone, and of nobody else.
func mourn(t *testing.T, p Plan, gone ...int) {
	t.Helper()
	p.inOrder()
	w := mustWorld(t, &p)
	if err := w.run(); err != nil {
		t.Errorf("%v\n%v", err, &p)
		return
	}
	lost := uint16(0)
	for _, g := range gone {
		lost |= 1 << g
	}
	for _, h := range w.hosts {
		if lost>>h.id&1 == 1 {
			continue
		}
		for _, o := range w.hosts {
			if h.gaveUp(o) != (lost>>o.id&1 == 1) {
				t.Errorf("host %d gave up host %d: %v\n%v", h.id, o.id, h.gaveUp(o), &p)
				return
			}
		}
	}
}

// bereaved is a match of which some will die soon: short timeouts, and every
// directed link with a delay of its own.
func bereaved(seed uint64, hosts int) (Plan, dice) {
	d := newDice(seed, 21)
	p := plainPlan(seed, hosts, memnet.Policy{Delay: 10 * ms})
	p.Timeout, p.Notify, p.Heal = 400*ms, 150*ms, 1800*ms
	for i := range p.Links {
		p.Links[i].Policy.Delay = d.span(5*ms, 60*ms)
	}
	return p, d
}

// dying is the death of a host whose last packets do not reach everybody.
func (p *Plan) dying(d dice, host int, at time.Duration) {
	p.Faults = append(p.Faults, Fault{Kind: Kill, At: at, A: host})
	for to := range p.Hosts {
		if to != host {
			before := d.span(0, min(150*ms, at))
			p.Faults = append(p.Faults, Fault{Kind: Cut, At: at - before, For: before + ms, A: host, B: to})
		}
	}
}

// While the loss of one host is being agreed, the one who sets its end dies: in
// every frame from the first loss until long after the agreement.
func TestArbiterDies(t *testing.T) {
	runs := 0
	for _, hosts := range []int{4, 5} {
		for tick := range 48 {
			p, d := bereaved(uint64(100*hosts+tick), hosts)
			at := 700 * ms
			p.dying(d, hosts-1, at)
			p.dying(d, 0, at+time.Duration(tick)*time.Second/60)
			mourn(t, p, 0, hosts-1)
			runs++
		}
	}
	// And the next one after it, while that is agreed.
	for tick := range 30 {
		p, d := bereaved(uint64(tick), 5)
		for i, host := range []int{4, 0, 1} {
			p.dying(d, host, 700*ms+time.Duration(i*(tick+1))*time.Second/60)
		}
		p.Heal = 2800 * ms
		mourn(t, p, 0, 1, 4)
		runs++
	}
	t.Logf("%d runs", runs)
}

// Of four to eight hosts one or two die: in the handshake, in the first frames,
// in mid-match, while somebody is stalled, while the match is paused.
func TestLossesAmongMany(t *testing.T) {
	for seed := range uint64(120) {
		hosts := 4 + int(seed)%5
		p, d := bereaved(seed, hosts)
		p.Window = d.between(1, 12)
		at := pick(d, d.span(20*ms, 200*ms), d.span(200*ms, 300*ms), d.span(500*ms, 900*ms))
		if d.chance(0.3) {
			p.Faults = append(p.Faults, Fault{Kind: Pause, At: max(at-100*ms, 0), A: d.IntN(hosts)})
		}
		gone := d.Perm(hosts)[:d.between(1, 2)]
		for _, g := range gone {
			p.dying(d, g, at)
		}
		if at < 500*ms { // some may not have begun: they wait for ever, or give everybody up
			if _, err := Run(p); err != nil {
				t.Errorf("seed %d: %v\n%v", seed, err, &p)
			}
			continue
		}
		mourn(t, p, gone...)
	}
}

// One says goodbye while another dies, some time before or after.
func TestLeaveBesideADeath(t *testing.T) {
	for step := -20; step <= 20; step++ {
		p, d := bereaved(uint64(50+step), 4)
		at := 900 * ms
		p.dying(d, 1, at)
		p.Faults = append(p.Faults, Fault{Kind: Leave, At: at + time.Duration(step)*25*ms, A: 3 * (step & 1)})
		mourn(t, p, 1, 3*(step&1))
	}
}

// A host that hears nobody while everybody hears it gives the others up; they
// drop it and go on.
func TestDeafHost(t *testing.T) {
	p, _ := bereaved(3, 4)
	p.Heal = 4 * time.Second
	for from := range 4 {
		if from != 2 {
			p.Faults = append(p.Faults, Fault{Kind: Cut, At: 700 * ms, For: p.Heal - 700*ms, A: from, B: 2})
		}
	}
	w := mustWorld(t, &p)
	w.mustAdvance(t, 3*time.Second)
	for _, h := range w.hosts {
		if h.id != 2 && (!h.gaveUp(w.hosts[2]) || h.ConfirmedFrame() < 100) {
			t.Errorf("host %d is at frame %d, gave the deaf one up: %v", h.id, h.ConfirmedFrame(), h.gaveUp(w.hosts[2]))
		}
	}
	if err := w.run(); err != nil {
		t.Error(err)
	}
}

// Who is silent for less than the timeout is not dropped, whatever the others
// suspected of each other meanwhile.
func TestSilenceBelowTheTimeout(t *testing.T) {
	for silence := 100 * ms; silence <= 350*ms; silence += 10 * ms {
		p, _ := bereaved(uint64(silence), 4)
		for to := range 3 {
			p.Faults = append(p.Faults, Fault{Kind: Cut, At: 900 * ms, For: silence - 60*ms, A: 3, B: to})
		}
		mourn(t, p)
	}
}

// The hello of one who has died comes again and again: the other gives it up
// when it would have without.
func TestHellosOfTheDead(t *testing.T) {
	var hello []byte
	p := plainPlan(3, 2, memnet.Policy{Delay: 10 * ms})
	p.Timeout, p.Notify = time.Second, 300*ms
	w := mustWorld(t, &p)
	w.alter = func(from, _ int, b []byte) []byte {
		const helloKind = 2
		if from == 0 && b[0] == helloKind {
			hello = append(hello[:0], b...)
		}
		return b
	}
	w.mustReach(t, time.Second, "running", w.allRun)
	w.mustAdvance(t, 200*ms)
	w.hosts[0].killed = true
	died := w.now
	other := w.hosts[1]
	w.mustReach(t, 5*time.Second, "given up", func() bool {
		other.injected = append(other.injected[:0], injection{0, hello})
		return other.gaveUp(w.hosts[0])
	})
	if took := w.now - died; took > p.Timeout+100*ms {
		t.Errorf("given up after %v of hellos, want %v", took, p.Timeout)
	}
}
