package match

import (
	"fmt"

	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// KeptSums is how many of the newest checksums a Record keeps.
const KeptSums = 1024

// Record is the match as confirmed, computed from the inputs alone. Only where a
// state replaces what the inputs have led to, when one comes into a match that goes
// on or all resync, it goes on with that one.
type Record struct {
	World   duel.World
	first   rollback.Frame // with a checksum
	next    rollback.Frame
	players int
	plan    *savestate.Plan[duel.World]
	sums    []uint64
}

func newRecord(players int) Record {
	return Record{players: players, plan: newPlan(), sums: make([]uint64, KeptSums)}
}

// add moves the record on by one confirmed frame. The world stands still on one
// that was paused.
func (r *Record) add(f rollback.Frame, in []rollback.Input[duel.Buttons], seed uint64, paused bool) error {
	if f != r.next {
		return fmt.Errorf("%w: frame %d follows %d", ErrUnfed, f, r.next-1)
	}
	if r.next++; !paused {
		step(&r.World, in, seed, r.players)
	}
	r.sums[r.next%KeptSums] = r.plan.Hash(&r.World)
	return nil
}

// enter makes w the state of frame f, with which the record goes on.
func (r *Record) enter(f rollback.Frame, w *duel.World) {
	if r.World = *w; f != r.next {
		r.first, r.next = f, f
	}
	r.sums[f%KeptSums] = r.plan.Hash(w)
}

// Frame is the frame whose state World is: how many frames are confirmed, paused
// ones among them.
func (r *Record) Frame() rollback.Frame { return r.next }

// played is the newest confirmed frame as the world counts, without pauses.
func (r *Record) played() rollback.Frame { return rollback.Frame(r.World.Frame) - 1 }

// Sum is the checksum of the state of frame f, if it is kept. Frame 0 has none.
func (r *Record) Sum(f rollback.Frame) (uint64, bool) {
	if f < max(1, r.first) || f > r.Frame() || f <= r.Frame()-KeptSums {
		return 0, false
	}
	return r.sums[f%KeptSums], true
}
