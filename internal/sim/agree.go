package sim

import (
	"errors"
	"fmt"
	"slices"

	"example.com/backstep/rollback"
)

// agree compares the hosts pair by pair at the end. Two of which neither gave
// the other up have one history, and say the same of everybody who left it.
func (w *world) agree() error {
	for i, a := range w.hosts {
		if err := w.plausible(a); err != nil {
			return fmt.Errorf("host %d: %w", a.id, err)
		}
		for _, b := range w.hosts[i+1:] {
			if a.killed || b.killed || a.ledger != b.ledger || a.gaveUp(b) || b.gaveUp(a) {
				continue
			}
			if err := w.pairAgrees(a, b); err != nil {
				return fmt.Errorf("hosts %d and %d: %w", a.id, b.id, err)
			}
		}
	}
	for _, v := range w.viewers {
		if err := w.sees(v); err != nil {
			return fmt.Errorf("watcher %d: %w", v.id, err)
		}
	}
	return w.undivided()
}

// undivided checks that two sides of a partition do not both play on where only
// a majority may.
func (w *world) undivided() error {
	if !w.plan.Majority || slices.ContainsFunc(w.plan.Faults, func(f Fault) bool { return f.Kind == Kick || f.Kind == Leave || f.Kind == LinkLost }) {
		return nil
	}
	for i, a := range w.hosts {
		for _, b := range w.hosts[i+1:] {
			if w.running(a) && w.running(b) && a.State() == rollback.Running && b.State() == rollback.Running && a.gaveUp(b) && b.gaveUp(a) {
				return fmt.Errorf("hosts %d and %d gave each other up, and both play on", a.id, b.id)
			}
		}
	}
	return nil
}

func (w *world) pairAgrees(a, b *host) error {
	if x, y := a.feed.branch, b.feed.branch; x != nil && y != nil && !x.leadsTo(y, a.feed.next) && !y.leadsTo(x, b.feed.next) {
		return fmt.Errorf("one has %v, the other %v", x, y)
	}
	for p := range w.plan.Players {
		end, left := a.events.ends[p]
		other, too := b.events.ends[p]
		switch {
		case left && too && end != other && end != unknown && other != unknown:
			return fmt.Errorf("player %d ended after frame %d for one, %d for the other", p, end, other)
		case left != too && w.lively(a) && w.lively(b):
			return fmt.Errorf("player %d left for one (%v, frame %d), not for the other", p, left, max(end, other))
		}
	}
	return nil
}

// plausible checks what one host says of those who left, and why it ended.
func (w *world) plausible(h *host) error {
	for p, end := range h.events.ends {
		if slices.Contains(h.events.returns, comeback{p, end + 1}) {
			continue // lost again before its first frame
		}
		if err := h.feed.endsAt(p, end); err != nil {
			return err
		}
	}
	if err := h.ledger.untold(); err != nil {
		return err
	}
	switch e := &h.events; {
	case len(e.ends) > 0 && !w.plan.mayLose():
		return fmt.Errorf("gave up players %v, nothing in the plan explains it", e.ends)
	case e.closed != nil && !h.left && !w.plan.mayLose():
		return fmt.Errorf("%v, nothing in the plan explains it", e.closed)
	case len(e.desyncs) > 0 && !w.plan.has(Corrupt):
		return fmt.Errorf("%d desyncs: %w", len(e.desyncs), e.desyncs[0])
	case h.killed:
	case h.feed.gap > 0 && e.feedLost == 0:
		return fmt.Errorf("feed went on at frame %d without an event", h.feed.gap)
	case h.State() == rollback.Closed && e.closed == nil:
		return errors.New("closed without an event")
	}
	return nil
}

// endsAt compares the end of a player by event with the feed, as far as it got.
func (s *feed) endsAt(p int, end rollback.Frame) error {
	switch gone := s.present>>p&1 == 0; {
	case s.branch == nil || end == unknown: // it does not know where the player went
	case gone && s.ends[p] != end:
		return fmt.Errorf("player %d ended after frame %d in the feed, %d in the event", p, s.ends[p], end)
	case !gone && s.next > end+1:
		return fmt.Errorf("player %d ended after frame %d, still present in frame %d", p, end, s.next-1)
	}
	return nil
}

// mayLose tells whether anything in the plan can cost somebody a peer. Losses in
// bursts, narrow links and several faults in a row can as well as a long one.
func (p *Plan) mayLose() bool {
	if p.Hostile || p.Timeout < 1500*ms || p.OnDesync == Halt && p.has(Corrupt) {
		return true
	}
	for _, l := range p.Links {
		if rough(l.Policy) {
			return true
		}
	}
	total := Fault{Kind: Cut}
	for _, f := range p.Faults {
		if f.mayLose(p.Timeout) || f.Kind == Repolicy && rough(f.Policy) {
			return true
		}
		if f.Kind == Cut || f.Kind == Partition || f.Kind == Hold || f.Kind == Stall {
			total.For += f.For
		}
	}
	return total.mayLose(p.Timeout)
}
