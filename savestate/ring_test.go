package savestate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A full window needs one slot more than it has frames: with only W slots the
// frame that a rollback of full depth loads is already overwritten.
func TestRingHoldsAFullWindowAtEveryOffset(t *testing.T) {
	for window := 1; window <= 16; window++ {
		r := NewRing[Frame](window + 1)
		for current := range Frame(3*(window+1) + window) {
			*r.Slot(current) = current
			for f := max(0, current-Frame(window)); f <= current; f++ {
				if s, ok := r.Get(f); !ok || *s != f {
					t.Fatalf("window %d, current %d: state of %d is not held", window, current, f)
				}
			}
			if gone := current - Frame(window) - 1; r.Has(gone) {
				t.Fatalf("window %d, current %d: %d is still held", window, current, gone)
			}
		}
	}
}

// Each save overwrites the oldest state, and no more than n are ever held.
func TestRingOverwritesTheOldest(t *testing.T) {
	for n := 1; n <= 12; n++ {
		r := NewRing[Frame](n)
		for k := range Frame(10 * n) {
			*r.Slot(k) = k
			oldest := max(0, k-Frame(n)+1)
			if r.Oldest() != oldest || r.Newest() != k || r.Len() != int(k-oldest)+1 {
				t.Fatalf("%d slots after frame %d: oldest %d newest %d held %d, want %d %d %d",
					n, k, r.Oldest(), r.Newest(), r.Len(), oldest, k, k-oldest+1)
			}
		}
	}
}

func TestRingReusesSlotMemory(t *testing.T) {
	r := NewRing[[]byte](3)
	*r.Slot(4) = make([]byte, 2, 64)
	if s := r.Slot(7); cap(*s) != 64 {
		t.Errorf("slot of frame 7 has capacity %d, want the 64 that frame 4 left", cap(*s))
	}
}

func TestRingRefusesFramesNotHeld(t *testing.T) {
	r := NewRing[int](4)
	for f := Frame(10); f < 20; f++ {
		*r.Slot(f) = int(f)
	}
	for _, f := range []Frame{NoFrame, -2, -1 << 63, 0, 15, 20, 1 << 40, 1<<63 - 1} {
		if s, ok := r.Get(f); ok || s != nil || r.Has(f) {
			t.Errorf("frame %d is answered though it is not held", f)
		}
	}
	if _, _, ok := r.NewestAtOrBefore(15); ok {
		t.Error("a state not after 15 is answered, the oldest held is 16")
	}
	r.Reset()
	if r.Has(17) || r.Len() != 0 || r.Newest() != NoFrame || r.Oldest() != NoFrame {
		t.Error("after Reset something is held")
	}
}

func TestRingSlotOfNegativeFramePanics(t *testing.T) {
	defer func() {
		if got, want := recover(), "savestate: Ring.Slot of frame -1"; got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	NewRing[int](3).Slot(NoFrame)
}

// After a rollback nothing may report a saved frame newer than the loaded one.
func TestRingDiscardForgetsTheAbandonedTimeline(t *testing.T) {
	r := NewRing[int](8)
	for f := range Frame(20) {
		r.Slot(f)
	}
	r.Discard(14)
	if r.Newest() != 14 || r.Has(15) || r.Has(19) || !r.Has(14) || r.Len() != 3 {
		t.Errorf("after Discard(14): newest %d, %d held", r.Newest(), r.Len())
	}
	if f, _, ok := r.NewestAtOrBefore(18); !ok || f != 14 {
		t.Errorf("newest at or before 18 is %d, %v; want 14", f, ok)
	}
	r.Discard(NoFrame)
	if r.Len() != 0 || r.Newest() != NoFrame {
		t.Errorf("after Discard(NoFrame): newest %d, %d held", r.Newest(), r.Len())
	}
}

func TestRingKeepsSparseFramesForTheirWindow(t *testing.T) {
	for window := 1; window <= 16; window++ {
		for every := 1; every <= 12; every++ {
			r := NewRing[Frame](window + every)
			for current := range Frame(100) {
				if current%Frame(every) == 0 {
					*r.Slot(current) = current
				}
				for f := max(0, current-Frame(window)); f <= current; f++ {
					want := f - f%Frame(every)
					if got, s, ok := r.NewestAtOrBefore(f); !ok || got != want || *s != want {
						t.Fatalf("window %d, every %d, current %d: at or before %d is %d, want %d", window, every, current, f, got, want)
					}
				}
			}
		}
	}
}

func TestRingCountsFarFrames(t *testing.T) {
	r := NewRing[Frame](10)
	for _, base := range []Frame{1<<31 - 5, 1<<32 - 5, 1<<62 - 5} {
		for f := base; f < base+30; f++ {
			*r.Slot(f) = f
		}
		for f := base + 20; f < base+30; f++ {
			if s, ok := r.Get(f); !ok || *s != f {
				t.Errorf("state of %d is not held", f)
			}
		}
	}
}

// twin is the ring as a list: every state, the newest label of a slot wins.
type twin struct {
	n    int
	held []Frame
}

func (w *twin) slot(f Frame) {
	w.held = slices.DeleteFunc(w.held, func(g Frame) bool { return g%Frame(w.n) == f%Frame(w.n) })
	w.held = append(w.held, f)
	slices.Sort(w.held)
}

func (w *twin) atOrBefore(f Frame) Frame {
	best := NoFrame
	for _, g := range w.held {
		if g <= f {
			best = g
		}
	}
	return best
}

func TestRingEqualsListUnderRandomOperations(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		n := 1 + rnd.IntN(9)
		r, w := NewRing[Frame](n), &twin{n: n}
		for range 300 {
			f := Frame(rnd.IntN(40))
			switch rnd.IntN(10) {
			case 0:
				r.Discard(f)
				w.held = slices.DeleteFunc(w.held, func(g Frame) bool { return g > f })
			case 1:
				if rnd.IntN(8) == 0 {
					r.Reset()
					w.held = nil
				}
			default:
				*r.Slot(f) = f
				w.slot(f)
			}
			compareRing(t, seed, r, w, Frame(rnd.IntN(45)-2))
		}
	}
}

func compareRing(t *testing.T, seed uint64, r *Ring[Frame], w *twin, probe Frame) {
	t.Helper()
	if got, want := r.Has(probe), slices.Contains(w.held, probe); got != want {
		t.Fatalf("seed %d, held %v: Has(%d) = %v", seed, w.held, probe, got)
	}
	want := w.atOrBefore(probe)
	if f, s, ok := r.NewestAtOrBefore(probe); f != want || ok != (want != NoFrame) || ok && *s != f {
		t.Fatalf("seed %d, held %v: NewestAtOrBefore(%d) = %d, %v", seed, w.held, probe, f, ok)
	}
	oldest := NoFrame
	if len(w.held) > 0 {
		oldest = w.held[0]
	}
	if r.Len() != len(w.held) || r.Newest() != w.atOrBefore(1<<40) || r.Oldest() != oldest {
		t.Fatalf("seed %d, held %v: len %d newest %d oldest %d", seed, w.held, r.Len(), r.Newest(), r.Oldest())
	}
}
