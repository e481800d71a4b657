package rng

import (
	"testing"

	"example.com/backstep/fixed"
)

func TestNothingAllocates(t *testing.T) {
	r, c := NewXorShift(1), NewCosmetic(1)
	var sink uint64
	if n := testing.AllocsPerRun(100, func() {
		s := Key{1}.Split(2).At(3, 4, 5)
		sink += Draw(1, 2, 3, 4) + s.Below(10) + uint64(s.Between(0, fixed.Q16One)) + r.Below(10) + uint64(r.Range(-3, 3)) + uint64(c.Pick(3))
	}); n != 0 {
		t.Errorf("the draws allocate %v times", n)
	}
}
