package savestate

import (
	"math/bits"
	"strconv"
)

// Ring keeps the saved states of the latest frames in slots that it owns and
// reuses: frame f lives in slot f mod n. A slot is labelled with the frame it
// holds, so a state is found exactly or not at all; asking for a frame that
// was overwritten, discarded or never saved answers false rather than the
// nearest neighbour.
//
// Two frames less than n apart never share a slot. A session that may roll
// back W frames from its current frame therefore needs W+1 slots, and one
// that saves only every k-th frame needs W+k.
//
// No method allocates. A Ring is not safe for concurrent use.
type Ring[S any] struct {
	slots  []S
	labels []Frame // labels[i] is the frame held by slots[i], or NoFrame
	newest Frame   // greatest label
	held   int     // labels other than NoFrame

	last      Frame // looked up last, and its slot
	lastIndex int
	recip     uint64 // 2^64 / n, rounded up, for a remainder without a division
}

// NewRing returns an empty ring of n slots; fewer than one is one.
func NewRing[S any](n int) *Ring[S] {
	n = max(n, 1)
	r := &Ring[S]{slots: make([]S, n), labels: make([]Frame, n), last: NoFrame, lastIndex: n - 1}
	r.recip = ^uint64(0)/uint64(n) + 1
	r.Reset()
	return r
}

// index maps a frame that is not negative to its slot. Frames are mostly
// looked up one after another, which needs no remainder.
func (r *Ring[S]) index(f Frame) int {
	if f != r.last+1 {
		return r.remainder(f)
	}
	if i := r.lastIndex + 1; i < len(r.slots) {
		return i
	}
	return 0
}

// remainder is f mod n. The fraction f/n - floor(f/n), as 64 bits, times n is
// the remainder, exactly where f and n have 32 bits (Lemire, Kaser and Kurz,
// "Faster remainder by direct computation", 2019).
func (r *Ring[S]) remainder(f Frame) int {
	n := uint64(len(r.slots))
	if (uint64(f)|n)>>32 != 0 {
		return int(uint64(f) % n)
	}
	hi, _ := bits.Mul64(r.recip*uint64(f), n)
	return int(hi)
}

// Slot claims the slot of frame f for overwriting, labels it f and returns
// it. It still holds the bytes of whatever was saved there before, for the
// saver to reuse; that older frame is gone. Slot panics if f is negative,
// because there is no state before frame 0.
func (r *Ring[S]) Slot(f Frame) *S {
	if f < 0 {
		panic("savestate: Ring.Slot of frame " + strconv.FormatInt(int64(f), 10))
	}
	i := r.index(f)
	r.last, r.lastIndex = f, i
	old := r.labels[i]
	r.labels[i] = f
	if f > r.newest && old != NoFrame {
		r.newest = f // the common case: the oldest state makes room
	} else {
		r.relabelled(old, f)
	}
	return &r.slots[i]
}

// relabelled brings the counts up to date after a slot that held old got f.
func (r *Ring[S]) relabelled(old, f Frame) {
	switch {
	case old == NoFrame:
		r.held++
		r.newest = max(r.newest, f)
	case f >= r.newest:
		r.newest = f
	case old == r.newest:
		r.newest = r.newestBelow(old)
	}
}

// Get returns the saved state of exactly frame f.
func (r *Ring[S]) Get(f Frame) (*S, bool) {
	if f < 0 {
		return nil, false
	}
	i := r.index(f)
	if r.labels[i] != f {
		return nil, false
	}
	return &r.slots[i], true
}

// Has reports whether the state of exactly frame f is held.
func (r *Ring[S]) Has(f Frame) bool {
	return f >= 0 && r.labels[r.index(f)] == f
}

// Newest returns the greatest frame held, or NoFrame.
func (r *Ring[S]) Newest() Frame { return r.newest }

// Oldest returns the least frame held, or NoFrame.
func (r *Ring[S]) Oldest() Frame {
	oldest := NoFrame
	for _, f := range r.labels {
		if f != NoFrame && (oldest == NoFrame || f < oldest) {
			oldest = f
		}
	}
	return oldest
}

// NewestAtOrBefore returns the greatest frame held that is not after f, and
// its state: where a rollback to f starts when not every frame is saved.
func (r *Ring[S]) NewestAtOrBefore(f Frame) (Frame, *S, bool) {
	if s, ok := r.Get(f); ok {
		return f, s, true
	}
	if f < 0 {
		return NoFrame, nil, false
	}
	if f < r.newest {
		f = r.newestBelow(f)
	} else {
		f = r.newest
	}
	s, ok := r.Get(f)
	return f, s, ok
}

// Discard forgets the states of all frames greater than after. A rollback
// calls it with the frame it loads, so that nothing of the abandoned timeline
// is found until it is saved again.
func (r *Ring[S]) Discard(after Frame) {
	if r.newest <= after {
		return
	}
	if after = max(after, NoFrame); r.newest-after < Frame(len(r.slots)) {
		for f := after + 1; f <= r.newest; f++ {
			r.forget(r.remainder(f), after)
		}
	} else {
		for i := range r.labels {
			r.forget(i, after)
		}
	}
	if r.newest = after; !r.Has(after) {
		r.newest = r.newestBelow(after)
	}
}

// Reset forgets every state and keeps the slots.
func (r *Ring[S]) Reset() {
	for i := range r.labels {
		r.labels[i] = NoFrame
	}
	r.newest, r.held = NoFrame, 0
}

// Len returns how many states are held.
func (r *Ring[S]) Len() int { return r.held }

// Cap returns how many slots there are.
func (r *Ring[S]) Cap() int { return len(r.slots) }

// forget empties slot i if it holds a frame after the given one.
func (r *Ring[S]) forget(i int, after Frame) {
	if r.labels[i] > after {
		r.labels[i] = NoFrame
		r.held--
	}
}

// newestBelow returns the greatest label less than f, or NoFrame.
func (r *Ring[S]) newestBelow(f Frame) Frame {
	newest := NoFrame
	for _, l := range r.labels {
		if l < f && l > newest {
			newest = l
		}
	}
	return newest
}
