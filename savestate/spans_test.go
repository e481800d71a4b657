package savestate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// overlapTwin compares each span with each other.
func overlapTwin(all []span) bool {
	for i, a := range all {
		for _, b := range all[:i] {
			if a.from < b.to && b.from < a.to {
				return true
			}
		}
	}
	return false
}

// Sets that lie apart, the same ones in another order, and ones that differ from
// them in a single span, a byte longer or given twice.
func TestOverlapsAsTheirTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var s spans
	found := [2]int{}
	sets := make([][]span, 40)
	for step := range 6000 {
		k := r.IntN(len(sets))
		all := slices.Clone(sets[k])
		switch r.IntN(5) {
		case 0: // a new set
			all = nil
			at := uintptr(r.Uint32()) + 1
			for range 1 + r.IntN(30) {
				size := uintptr(1 + r.IntN(500))
				all = append(all, span{at, at + size})
				at += size + uintptr(r.IntN(3)*r.IntN(100000))
			}
			sets[k] = all
		case 1:
			if n := len(all); n > 0 {
				i := r.IntN(n)
				all[i].to += uintptr(r.IntN(2))
				all[i].from -= uintptr(r.IntN(2))
			}
		case 2:
			if n := len(all); n > 0 {
				all = append(all, all[r.IntN(n)])
			}
		case 3:
			if n := len(all); n > 1 {
				all = slices.Delete(all, n/2, n/2+1)
			}
		}
		r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		s.reset()
		for _, p := range all {
			s.add(p.from, p.to-p.from)
		}
		got, want := s.overlap(), overlapTwin(all)
		if got != want {
			t.Fatalf("step %d: overlap is %v, want %v, of %v", step, got, want, all)
		}
		found[map[bool]int{true: 1}[got]]++
	}
	if found[0] < 1000 || found[1] < 1000 {
		t.Errorf("%d sets lay apart and %d overlapped: too few to tell", found[0], found[1])
	}
}
