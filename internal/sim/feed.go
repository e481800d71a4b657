package sim

import (
	"fmt"

	"example.com/backstep/rollback"
)

// feed follows one party's confirmed feed: each frame once, in order, true.
type feed struct {
	from    rollback.Frame // where it last began
	next    rollback.Frame
	branch  *branch // nil once frames were lost: presence can no longer be compared
	present uint16
	ends    [rollback.MaxPlayers]rollback.Frame // last frame of those who are absent
	gap     rollback.Frame                      // frames were lost before this one, and the event is owed; 0 = no
	seen    int
	blind   bool // content is not compared: somebody lies
	mended  rollback.Frame
	taken   *State // taken over as the state of frame mended
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
		if f < s.next || a.until[MuteFeed] == 0 && a.until[MuteEvents] == 0 {
			return fmt.Errorf("feed gives frame %d, want %d", f, s.next)
		}
		s.branch, s.gap, s.next = nil, f, f
	}
	if f > a.ConfirmedFrame() {
		return fmt.Errorf("feed gives frame %d, confirmed is %d", f, a.ConfirmedFrame())
	}
	before := s.present
	if s.branch == nil {
		before = present // who came back in what was missed is not known
	}
	if err := a.ledger.check(f, values, present, before); err != nil && !s.blind {
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
	return s.follow(a, f, values, present)
}

// follow compares what came of frame f with the truth.
func (s *feed) follow(a *party, f rollback.Frame, values []uint64, present uint16) error {
	var taken, after *State
	if s.taken != nil && f == s.mended {
		taken = s.taken
	}
	branch, truth, still := a.ledger.follow(s.branch, f, values, present, taken)
	s.branch = branch
	if still != a.Paused(f) {
		return fmt.Errorf("feed, frame %d: paused %v, the players' records say %v", f, a.Paused(f), still)
	}
	if s.taken != nil && f+1 == s.mended {
		after = s.taken
	}
	return a.game.compare(truth, after)
}

// compare checks the state that the game had after a frame that is now known,
// as played, and as checksummed if it was. Where a state was taken over after
// that frame, the game has that one.
func (w *watcher) compare(truth State, taken *State) error {
	if w.wrong.covers(truth.Frame) {
		return nil
	}
	got := w.history[truth.Frame%historyLen]
	if taken != nil {
		if got != truth && got != *taken {
			return fmt.Errorf("state of frame %d is %v, taken over was %v", truth.Frame, got, *taken)
		}
		return nil
	}
	if got != truth {
		return fmt.Errorf("state of frame %d is %v, offline it is %v", truth.Frame, got, truth)
	}
	if got := &w.sums[truth.Frame%historyLen]; got.Frame == truth.Frame && *got != truth {
		return fmt.Errorf("checksum taken of %v, frame %d offline is %v", *got, truth.Frame, truth)
	}
	return nil
}

// begin has the feed go on with frame f, on the history of whoever gave the state
// to begin with.
func (s *feed) begin(f rollback.Frame, from *feed) {
	s.from, s.next, s.gap, s.taken = f, f, 0, nil
	s.branch = from.branch.at(f)
	if from.taken != nil && from.mended == f {
		s.mended, s.taken = f, from.taken
	} else if s.branch != nil {
		if taken, ok := s.branch.taken[f]; ok {
			s.mended, s.taken = f, &taken
		}
	}
	s.present = 0
	if s.branch != nil && f > 0 {
		s.present = s.branch.presentIn(f - 1)
	} else if f == 0 {
		s.present = ^uint16(0)
	}
	for p := range s.ends {
		s.ends[p] = unknown
	}
}

// unknown is the end of a player who was absent before one came.
const unknown rollback.Frame = -2
