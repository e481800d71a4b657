package sim

import (
	"fmt"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// A state goes wrong and all take over one side's: one desync and one resync each,
// on the same frame, and no state differs from there on.
func TestResync(t *testing.T) {
	total, count := runSeeds(t, 150, func(seed uint64) (Plan, string, func(*world) error) {
		p, c := resyncPlan(seed)
		return p, c.name, c.check
	})
	if count >= 100 && (total.Resyncs == 0 || total.Home == 0 || total.WatchersEntered == 0 || total.Losses == 0) {
		t.Error("something never happened")
	}
}

// mending is one way in which a resync meets something else.
type mending struct {
	name   string
	one    bool // nothing but one state's flaw: everybody tells of one desync
	wrong  int
	orphan bool // somebody dies
}

func resyncPlan(seed uint64) (Plan, mending) {
	d := newDice(seed, 33)
	hosts := pick(d, 2, 3, 3, 4, 5, 8)
	p := badPlan(seed, d, hosts)
	p.OnDesync, p.Explain = Resync, d.chance(0.5)
	if p.StateBytes > 0 && d.chance(0.3) {
		p.StateBytes = 60000
	}
	p.Timeout, p.Notify = 2*time.Second, 500*ms
	at := d.span(500*ms, 3*time.Second)
	p.Heal = at + 12*time.Second
	wrong := d.IntN(hosts)
	p.Faults = append(p.Faults, Fault{Kind: Corrupt, At: at, A: wrong, N: d.IntN(len(flaws))})
	// When the record comes is not known beforehand: somewhere around it.
	soon := at + d.span(0, 2500*ms)
	c := mending{name: "alone", one: true, wrong: wrong}
	switch d.IntN(6) {
	case 1:
		c = mending{name: "somebody dies", wrong: wrong, orphan: true}
		p.Faults = append(p.Faults, Fault{Kind: Kill, At: soon, A: d.IntN(hosts)})
	case 2:
		c = mending{name: "the lowest dies", wrong: wrong, orphan: true}
		p.Faults = append(p.Faults, Fault{Kind: Kill, At: soon, A: 0})
	case 3:
		c = mending{name: "somebody comes back", wrong: wrong}
		p.Faults = append(p.Faults, Fault{Kind: Restart, At: soon - d.span(0, 2500*ms), A: d.IntN(hosts)})
	case 4:
		c = mending{name: "several at once", wrong: wrong}
		p.Faults = append(p.Faults, Fault{Kind: Corrupt, At: at + d.span(0, 300*ms), A: d.IntN(hosts), N: d.IntN(len(flaws))})
	case 5:
		c.name = "before an audience"
		for i := range 3 {
			p.Watchers = append(p.Watchers, Watcher{Of: d.IntN(hosts + i), Join: d.span(0, soon), FromNow: d.chance(0.5),
				Policy: memnet.Policy{Delay: d.span(0, 60*ms), Loss: d.share(0.2)}})
		}
	}
	p.inOrder()
	return p, c
}

// check looks at everybody who is left: a state that was wrong is mended.
func (c *mending) check(w *world) error {
	var at *rollback.Event
	for _, h := range w.hosts {
		e := &h.events
		switch {
		case h.killed || h.State() != rollback.Running:
			continue
		case h.game.wrong.is() && len(e.desyncs) <= len(e.resyncs) && w.find(func(o *host) bool { return there(o) && !o.game.wrong.is() && !o.gaveUp(h) && !h.gaveUp(o) }) != nil:
			return fmt.Errorf("host %d: what went wrong in frame %d is not mended: %d desyncs, %d resyncs", h.id, h.game.wrong.from, len(e.desyncs), len(e.resyncs))
		case c.one && (len(e.desyncs) > 1 || len(e.resyncs) != 1 || len(e.reports) > 1):
			return fmt.Errorf("host %d: %d desyncs, %d reports, %d resyncs", h.id, len(e.desyncs), len(e.reports), len(e.resyncs))
		case len(e.resyncs) == 0:
			continue
		}
		last := &e.resyncs[len(e.resyncs)-1]
		if at == nil {
			at = last
		}
		if last.Frame != at.Frame && c.one {
			return fmt.Errorf("host %d: resynced at frame %d, another at %d", h.id, last.Frame, at.Frame)
		}
		if n := w.plan.Players; n > 2 && c.one && last.Player == c.wrong {
			return fmt.Errorf("host %d: all took over the wrong state, of player %d", h.id, last.Player)
		}
	}
	for _, v := range w.viewers {
		if v.on != nil && v.game.wrong.is() {
			return fmt.Errorf("watcher %d: its states are wrong from frame %d on", v.id, v.game.wrong.from)
		}
	}
	return nil
}
