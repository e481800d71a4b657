package sim

import (
	"fmt"

	"example.com/backstep/rollback"
)

// feed follows one party's confirmed feed: each frame once, in order, true.
type feed struct {
	next    rollback.Frame
	branch  *branch // nil once frames were lost: presence can no longer be compared
	present uint16
	ends    [rollback.MaxPlayers]rollback.Frame // last frame of those who are absent
	gap     rollback.Frame                      // frames were lost before this one, and the event is owed; 0 = no
	seen    int
	blind   bool // content is not compared: somebody lies
}

func (s *feed) drain(a *party) error {
	var fault error
	a.driver.confirmed(func(f rollback.Frame, values []uint64, present uint16) {
		if fault == nil {
			fault = s.take(a, f, values, present)
		}
	})
	if s.next <= a.ConfirmedFrame() && fault == nil {
		fault = fmt.Errorf("feed ends before frame %d, confirmed is %d", s.next, a.ConfirmedFrame())
	}
	return fault
}

func (s *feed) take(a *party, f rollback.Frame, values []uint64, present uint16) error {
	if f != s.next {
		if f < s.next || a.until[MuteFeed] == 0 {
			return fmt.Errorf("feed gives frame %d, want %d", f, s.next)
		}
		s.branch, s.gap, s.next = nil, f, f
	}
	if f > a.ConfirmedFrame() {
		return fmt.Errorf("feed gives frame %d, confirmed is %d", f, a.ConfirmedFrame())
	}
	if err := a.ledger.check(f, values, present, s.present); err != nil && !s.blind {
		return err
	}
	for p := range values {
		if gone := s.present &^ present; gone>>p&1 == 1 {
			s.ends[p] = f - 1
		}
	}
	s.next, s.present = f+1, present
	s.seen++
	if s.branch == nil || s.blind {
		return nil
	}
	var truth State
	var still bool
	s.branch, truth, still = a.ledger.follow(s.branch, f, values, present)
	if still != a.Paused(f) {
		return fmt.Errorf("feed, frame %d: paused %v, the players' records say %v", f, a.Paused(f), still)
	}
	return a.game.compare(truth)
}

// compare checks the state that the game had after a frame that is now known,
// as played, and as checksummed if it was.
func (w *watcher) compare(truth State) error {
	if got := w.history[truth.Frame%historyLen]; got != truth {
		return fmt.Errorf("state of frame %d is %x, offline it is %x", truth.Frame, got, truth)
	}
	if got := &w.sums[truth.Frame%historyLen]; got.Frame == truth.Frame && *got != truth {
		return fmt.Errorf("checksum taken of %x, frame %d offline is %x", *got, truth.Frame, truth)
	}
	return nil
}
