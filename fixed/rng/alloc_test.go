package rng

import (
	"testing"

	"example.com/backstep/fixed"
)

func TestNothingAllocates(t *testing.T) {
	r := NewXorShift(1)
	var sink uint64
	if n := testing.AllocsPerRun(100, func() {
		s := Key{1}.Split(2).At(3, 4, 5)
		sink += Draw(1, 2, 3, 4) + s.Below(10) + uint64(s.Between(0, fixed.Q16One)) + r.Below(10) + uint64(r.Range(-3, 3))
	}); n != 0 {
		t.Errorf("the draws allocate %v times", n)
	}
}

func BenchmarkDraw(b *testing.B) {
	benchmark(b, func(frame int64) uint64 { return Draw(1, 2, frame, 3) })
}

func BenchmarkXorShiftBelow(b *testing.B) {
	r := NewXorShift(1)
	benchmark(b, func(int64) uint64 { return r.Below(6) })
}

// benchmark reports ns/call over 1,024 calls a loop, to keep b.Loop's bookkeeping out of the figure.
func benchmark(b *testing.B, draw func(frame int64) uint64) {
	var sink uint64
	for b.Loop() {
		for frame := range int64(1024) {
			sink += draw(frame)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024, "ns/call")
	_ = sink
}
