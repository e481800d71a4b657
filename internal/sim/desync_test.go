package sim

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// One field of one host's state goes wrong in one frame: everybody names that
// field at that frame, and who is alone; what is written of it tells who was right.
func TestDesyncReport(t *testing.T) {
	first, count := seeds(120)
	exact, sparse, late, lost, alone, halted := 0, 0, 0, 0, 0, 0
	for i := range uint64(count) {
		seed := first + i
		d := newDice(seed, 31)
		p := badPlan(seed, d, pick(d, 2, 2, 3, 4, 8))
		p.Explain, p.OnDesync = true, pick(d, Tell, Halt)
		far := d.chance(0.1)
		if far { // by the time that a state is asked for, it is gone
			p.farAway(d)
		}
		c := broken{host: d.IntN(len(p.Hosts)), frame: int64(d.between(1, 200)), flaw: p.flaw(d.IntN(len(flaws)))}
		w := c.world(t, &p)
		if !w.all(t, 30*time.Second, "report", func(h *host) bool { return len(h.events.reports) > 0 }) {
			continue
		}
		if p.OnDesync == Halt {
			halted++
			w.all(t, 5*time.Second, "end", func(h *host) bool { return h.State() == rollback.Closed })
		}
		for _, h := range w.hosts {
			r := h.events.reports[0]
			// The first frame that both hold may be gone before its state is asked for,
			// or be another for each of many who ask.
			if (far || !r.Exact) && r.Missing != "" {
				lost++
				continue
			}
			if err := c.check(h, r); err != nil {
				t.Errorf("seed %d, host %d of %d, host %d wrong in frame %d (%s): %v\n%v\n%v", seed, h.id, len(w.hosts), c.host, c.frame, c.flaw.path, err, r, &p)
			}
			switch {
			case r.Exact:
				exact++
			case r.Frame == r.OldestHeld:
				late++
			default:
				sparse++
			}
			alone += one(r.Desync.Alone() != 0)
		}
	}
	t.Logf("%d runs: %d reports exact, %d of sparse saves, %d of the oldest state held, %d of none; alone in %d, halted in %d runs",
		count, exact, sparse, late, lost, alone, halted)
	if 10*lost > exact+sparse+late {
		t.Errorf("%d reports name no field", lost)
	}
	if count >= 100 && (exact == 0 || sparse == 0 || late+lost == 0 || alone == 0 || halted == 0) {
		t.Error("some kind of report was never seen")
	}
}

// broken is what goes wrong in a run.
type broken struct {
	host  int
	frame int64
	flaw  flaw
}

func (c *broken) world(t *testing.T, p *Plan) *world {
	t.Helper()
	w := mustWorld(t, p)
	p.Faults = append(p.Faults, Fault{Kind: Corrupt, At: time.Hour, A: c.host}) // the ledger's checks know of it
	w.hosts[c.host].game.wrong = spoiled{c.frame, sound().to, c.flaw.do}
	return w
}

func (c *broken) check(h *host, r *rollback.DesyncReport) error {
	e := &h.events
	switch {
	case len(e.desyncs) != 1 || len(e.reports) != 1 || r.Desync != e.desyncs[0]:
		return fmt.Errorf("%d desyncs, %d reports", len(e.desyncs), len(e.reports))
	case e.plan.OnDesync == Halt && (e.closed == nil || e.closed.Reason != rollback.ReasonDesync || !errors.Is(h.Err(), e.desyncs[0])):
		return fmt.Errorf("ended with %v, %v", e.closed, h.Err())
	case r.Missing != "" || len(r.Fields) == 0 || len(r.Sections) == 0:
		return fmt.Errorf("nothing is named: %q", r.Missing)
	case int64(r.Frame) < c.frame || r.Exact && int64(r.Frame) != c.frame:
		return fmt.Errorf("names frame %d, exact %v", r.Frame, r.Exact)
	case !r.Exact && e.plan.SaveEvery <= 1 && r.Frame != r.OldestHeld:
		return fmt.Errorf("names frame %d, older ones are held: %d", r.Frame, r.OldestHeld)
	case int64(r.Frame) == c.frame && (len(r.Fields) != 1 || r.Fields[0].Path != c.flaw.path || r.Fields[0].A == r.Fields[0].B):
		return fmt.Errorf("names %v", r.Fields)
	case !strings.HasPrefix(c.flaw.path, "Scene."+r.Sections[0]):
		return fmt.Errorf("names sections %v", r.Sections)
	}
	d := r.Desync
	known := bits.OnesCount16(d.Agree | d.Differ)
	if n := e.plan.Players; n > 2 && known == n && d.Alone() != 1<<c.host {
		return fmt.Errorf("alone are %b of %b, %b", d.Alone(), d.Agree, d.Differ)
	}
	return c.rerun(h, r)
}

// rerun reads the bundle back and computes the step again.
func (c *broken) rerun(h *host, r *rollback.DesyncReport) error {
	b, err := rollback.ReadBundle(r.Bundle().Append(nil))
	if err != nil {
		return err
	}
	g, err := newWatcher(h.events.plan, 0)
	if err != nil {
		return err
	}
	again, err := rollback.RerunBundle(b, &game[uint16]{g, make([]uint64, h.events.plan.Players)}, nil)
	switch {
	case !r.Exact && errors.Is(err, rollback.ErrBundleState):
		return nil
	case err != nil:
		return err
	case r.Exact && (again.Frame != r.Frame || again.LikeOurs != (h.id != c.host) || again.LikeTheirs != (h.id == c.host)):
		return fmt.Errorf("run again: like ours %v, like theirs %v", again.LikeOurs, again.LikeTheirs)
	}
	return nil
}
