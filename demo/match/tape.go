package match

import (
	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// What a tape keeps of a match that can be scrubbed.
const (
	TapeFrames = 60 * duel.FPS // a minute
	tapeBytes  = 4 << 20       // of their data at most
	frameBytes = 32            // of a Rewind beside its data, for each of its frames
)

// Tape is the states that this side has really had, of the frames that can never
// change again: the checksums of the newest KeptSums and, if that was asked for,
// all states of the last minute.
type Tape struct {
	plan   *savestate.Plan[duel.World]
	rewind *savestate.Rewind[duel.World] // nil if nobody scrubs
	next   rollback.Frame                // the first that was not looked at
	sums   [KeptSums]uint64
	of     [KeptSums]rollback.Frame // whose sums they are
}

func newTape(scrubbed bool) *Tape {
	t := &Tape{plan: newPlan(), next: 1}
	if scrubbed {
		var err error
		if t.rewind, err = savestate.NewRewind(newPlan(), savestate.RewindConfig{Frames: TapeFrames, Bytes: tapeBytes}); err != nil {
			panic(err) // the configuration is fixed
		}
	}
	return t
}

// newPlan is the plan of a world. The type is fixed, and the session has one of it.
func newPlan() *savestate.Plan[duel.World] {
	plan, err := savestate.PlanOf[duel.World]()
	if err != nil {
		panic(err)
	}
	return plan
}

// follow takes what has become final. A frame whose state is not held any more is
// left out.
func (t *Tape) follow(s *rollback.Session[duel.World, duel.Buttons]) {
	for ; t.next <= s.ConfirmedFrame(); t.next++ {
		if w, ok := s.Saved(t.next); ok {
			t.add(t.next, w)
		}
	}
}

func (t *Tape) add(f rollback.Frame, w *duel.World) {
	t.sums[f%KeptSums], t.of[f%KeptSums] = t.plan.Hash(w), f
	if t.rewind != nil {
		_ = t.rewind.Save(f, w) // one that is too large, which a world is not, is not kept
	}
}

// Sum is the checksum of the state of frame f, if it is kept.
func (t *Tape) Sum(f rollback.Frame) (uint64, bool) {
	if f < 1 || t.of[f%KeptSums] != f {
		return 0, false
	}
	return t.sums[f%KeptSums], true
}

// Span is the oldest and the newest frame that can be loaded, NoFrame without one.
func (t *Tape) Span() (oldest, newest rollback.Frame) {
	if t.rewind == nil {
		return rollback.NoFrame, rollback.NoFrame
	}
	return t.rewind.Oldest(), t.rewind.Newest()
}

// Load makes dst the state of the newest frame kept that is not after f, and
// returns which that is, or NoFrame.
func (t *Tape) Load(f rollback.Frame, dst *duel.World) rollback.Frame {
	if t.rewind == nil {
		return rollback.NoFrame
	}
	if f = t.rewind.AtOrBefore(f); f == rollback.NoFrame || !t.rewind.Load(f, dst) {
		return rollback.NoFrame
	}
	return f
}

// Memory is the bytes that the kept states take.
func (t *Tape) Memory() int {
	if t.rewind == nil {
		return 0
	}
	return t.rewind.Bytes() + frameBytes*t.rewind.Len()
}
