package sim

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// Processes are killed and start again: everybody is back in its seat, on one
// frame for all, on the history that follows from the inputs; those who stay wait
// no longer than it takes to notice a death.
func TestRejoin(t *testing.T) {
	total, _ := runSeeds(t, 140, func(seed uint64) (Plan, string, func(*world) error) {
		p, c := rejoinPlan(seed)
		return p, c.name, c.check
	})
	if total.Conflicts+total.Desyncs > 0 || total.Home == 0 {
		t.Errorf("%d inputs in conflict, %d desyncs, %d were back", total.Conflicts, total.Desyncs, total.Home)
	}
}

// runSeeds plays what each seed plans, checks it when it is over, and adds up.
func runSeeds(t *testing.T, standard int, plan func(seed uint64) (Plan, string, func(*world) error)) (total Report, count int) {
	first, count := seeds(standard)
	for i := range uint64(count) {
		seed := first + i
		p, name, check := plan(seed)
		w := mustWorld(t, &p)
		err := w.run()
		total.Add(w.report())
		if err == nil {
			err = check(w)
		}
		if err != nil {
			t.Errorf("seed %d, %s: %v\n%v", seed, name, err, &p)
		}
	}
	t.Log(total)
	return total, count
}

// returning is one way of going and coming back.
type returning struct {
	name  string
	kick  int // who is sent away and tries to come back, -1 = nobody
	waits time.Duration
	plan  func(d dice, p *Plan, at time.Duration)
}

// outage is a process that is dead for a time.
func (p *Plan) outage(host int, at, length time.Duration) {
	p.Faults = append(p.Faults, Fault{Kind: Kill, At: at, A: host}, Fault{Kind: Restart, At: at + length, A: host})
}

// returnings are drawn from evenly. Each is told a time at which the match runs.
var returnings = []returning{
	{name: "at any moment", plan: func(d dice, p *Plan, at time.Duration) {
		p.outage(d.IntN(len(p.Hosts)), at, d.span(0, pick(d, 100*ms, 3*time.Second)))
	}},
	{name: "in the first frames", plan: func(d dice, p *Plan, at time.Duration) {
		p.outage(d.IntN(len(p.Hosts)), begun(*p)+d.span(0, pick(d, 20*ms, 60*ms, 300*ms)), d.span(0, 2*time.Second))
	}},
	{name: "a minute later", plan: func(d dice, p *Plan, at time.Duration) {
		p.outage(d.IntN(len(p.Hosts)), at, d.span(5*time.Second, 60*time.Second))
	}},
	{name: "two at once", plan: func(d dice, p *Plan, at time.Duration) {
		for _, h := range d.Perm(len(p.Hosts))[:2] {
			p.outage(h, at+d.span(0, 400*ms), d.span(0, 3*time.Second))
		}
	}},
	{name: "everybody in turn", plan: func(d dice, p *Plan, at time.Duration) {
		for i, h := range d.Perm(len(p.Hosts)) {
			p.outage(h, at+time.Duration(i)*6*time.Second, d.span(0, 2*time.Second))
		}
	}},
	{name: "dead again", plan: func(d dice, p *Plan, at time.Duration) {
		h := d.IntN(len(p.Hosts))
		for range d.between(2, 4) {
			dead := d.span(0, 1500*ms)
			p.outage(h, at, dead)
			at += dead + d.span(0, 2500*ms)
		}
	}},
	{name: "its sponsor dies", plan: func(d dice, p *Plan, at time.Duration) {
		dead := d.span(0, 1500*ms)
		p.outage(len(p.Hosts)-1, at, dead)
		p.Faults = append(p.Faults, Fault{Kind: Kill, At: at + dead + d.span(0, 3*time.Second), A: 0})
	}},
	{name: "its sponsor comes back too", plan: func(d dice, p *Plan, at time.Duration) {
		dead := d.span(0, 1500*ms)
		p.outage(len(p.Hosts)-1, at, dead)
		p.outage(0, at+dead+d.span(0, 3*time.Second), d.span(0, 1500*ms))
	}},
	{name: "links are missing", plan: func(d dice, p *Plan, at time.Duration) {
		h := d.IntN(len(p.Hosts))
		p.outage(h, at, d.span(0, 2*time.Second))
		missing := other(d, p, h)
		for _, f := range []Fault{{A: h, B: missing}, {A: missing, B: h}} {
			f.Kind, f.At, f.For = Cut, at, p.Heal-at
			p.Faults = append(p.Faults, f)
		}
	}},
	{name: "with a large state", plan: func(d dice, p *Plan, at time.Duration) {
		p.StateBytes = pick(d, 50_000, 200_000, 500_000)
		p.ChecksumEvery = 60
		p.outage(d.IntN(len(p.Hosts)), at, d.span(0, 2*time.Second))
	}},
	{name: "in a pause", plan: func(d dice, p *Plan, at time.Duration) {
		h := d.IntN(len(p.Hosts))
		p.outage(h, at, d.span(0, 2*time.Second))
		p.Faults = append(p.Faults, Fault{Kind: Pause, At: at - d.span(0, 500*ms), A: other(d, p, h)},
			Fault{Kind: Resume, At: at + d.span(0, 6*time.Second), A: other(d, p, h)})
	}},
	{name: "after a goodbye", plan: func(d dice, p *Plan, at time.Duration) {
		h := d.IntN(len(p.Hosts))
		p.Faults = append(p.Faults, Fault{Kind: Leave, At: at, A: h}, Fault{Kind: Restart, At: at + d.span(0, 3*time.Second), A: h})
	}},
	{name: "who was sent away", plan: func(d dice, p *Plan, at time.Duration) {
		p.Faults = append(p.Faults, Fault{Kind: Kick, At: at, A: 0, B: 1}, Fault{Kind: Restart, At: at + d.span(0, 3*time.Second), A: 1})
	}},
}

// begun is when everybody plays, if nothing happens before.
func begun(p Plan) time.Duration {
	w, err := newWorld(&p)
	for err == nil && !w.allRun() && w.now < p.Heal {
		err = w.advanceTo(w.now + ms)
	}
	return w.now
}

func rejoinPlan(seed uint64) (Plan, returning) {
	d := newDice(seed, 37)
	hosts := pick(d, 2, 3, 3, 4, 5, 8)
	c := returnings[seed%uint64(len(returnings))]
	switch c.name {
	case "its sponsor dies", "its sponsor comes back too", "links are missing":
		hosts = max(hosts, 3)
	case "with a large state", "a minute later":
		hosts = min(hosts, 3)
	case "two at once":
		hosts = max(hosts, 3) // somebody must stay
	}
	p := badPlan(seed, d, hosts)
	p.Timeout, p.Notify = pick(d, 1500*ms, 3*time.Second), 500*ms
	at := begun(p) + d.span(500*ms, 2500*ms)
	p.Heal = at + 12*time.Second
	if c.name == "everybody in turn" || c.name == "its sponsor comes back too" {
		p.Timeout = 1500 * ms
		p.Heal = at + time.Duration(hosts)*6*time.Second + 6*time.Second
	}
	c.kick = -1
	if c.name == "who was sent away" {
		c.kick = 1
	}
	c.plan(d, &p, at)
	for _, f := range p.Faults {
		p.Heal = max(p.Heal, f.At+time.Second)
	}
	// Who dies while a death is being noticed is noticed after it.
	deaths := map[int]bool{}
	for _, f := range p.Faults {
		if f.Kind == Kill {
			deaths[f.A] = true
		}
	}
	c.waits = p.Timeout*time.Duration(min(max(len(deaths), 1), 2)) + 1500*ms
	p.inOrder()
	return p, c
}

func (c *returning) check(w *world) error {
	for _, h := range w.hosts {
		switch {
		case h.id == c.kick:
			if !h.Rejoining() && h.State() == rollback.Running {
				return fmt.Errorf("host %d was sent away and is back", h.id)
			}
			continue
		case h.killed:
			continue
		case h.State() != rollback.Running || h.Rejoining():
			return fmt.Errorf("host %d is not back: %v, frame %d, %v", h.id, h.State(), h.Frame(), h.Err())
		case h.life == 0 && h.mostWait > c.waits:
			return fmt.Errorf("host %d stood still for %v", h.id, h.mostWait)
		}
		for _, o := range w.hosts {
			if o.killed || o == h || o.id == c.kick || h.gaveUp(o) == false {
				continue
			}
			return fmt.Errorf("host %d does not play with host %d", h.id, o.id)
		}
	}
	return c.oneFrame(w)
}

// oneFrame asks that all who saw a player come back saw it with the same frame.
func (c *returning) oneFrame(w *world) error {
	for _, h := range w.hosts {
		for _, r := range h.events.returns {
			for _, o := range w.hosts {
				of := w.plan.owner(r.player)
				saw := slices.Contains(o.events.returns, r)
				came := o.life > 0 && o.feed.from >= r.frame // after that
				if !saw && !came && !o.killed && o.id != of && o.State() == rollback.Running {
					return fmt.Errorf("host %d has player %d back with frame %d, host %d has %v", h.id, r.player, r.frame, o.id, o.events.returns)
				}
			}
		}
	}
	return nil
}

// A process that dies and comes back again and again costs those who stay nothing:
// what was made for it is let go.
func TestReturnsKeepNoMemory(t *testing.T) {
	p := plainPlan(41, 3, memnet.Policy{Delay: 20 * ms, Loss: 0.02})
	p.StateBytes, p.Timeout, p.Notify, p.Heal = 50_000, 800*ms, 300*ms, time.Hour
	for i := range 30 {
		p.outage(1+i%2, time.Duration(3+4*i)*time.Second, 500*ms)
	}
	w := mustWorld(t, &p)
	w.mustAdvance(t, 26*time.Second)
	before := heap()
	w.mustAdvance(t, 100*time.Second)
	pressed := 0
	for _, lives := range w.ledgers[0].pressed {
		for _, life := range lives {
			pressed += 16 * cap(life.entries)
		}
	}
	states := 64 * cap(w.ledgers[0].root.states) // and who was present, and what stood still
	grown := heap() - before
	t.Logf("%d bytes more, the ledger holds %d", grown, pressed+states)
	if grown > pressed+states+256<<10 {
		t.Errorf("%d bytes more after 25 returns, of which %d are the ledger's", grown, pressed+states)
	}
	if r := w.report(); r.Home < 28 || r.Desyncs > 0 {
		t.Errorf("%v", r)
	}
	runtime.KeepAlive(w)
}
