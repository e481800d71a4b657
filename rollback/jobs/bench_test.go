package jobs

import (
	"fmt"
	"testing"
)

// BenchmarkPartition is a pass over 100,000 items in parts of 1,000, against the same pass in one loop.
func BenchmarkPartition(b *testing.B) {
	items := make([]uint64, 100_000)
	for i := range items {
		items[i] = mix(uint64(i), 7)
	}
	work := func(lo, hi int, out []int) []int {
		for i := lo; i < hi; i++ {
			h := items[i]
			for range 8 {
				h = mix(h, 3)
			}
			if h%16 == 0 {
				out = append(out, i)
			}
		}
		return out
	}
	b.Run("loop", func(b *testing.B) {
		var out []int
		for b.Loop() {
			out = work(0, len(items), out[:0])
		}
	})
	for _, workers := range []int{0, 1, 3} {
		b.Run(fmt.Sprintf("workers-%d", workers), func(b *testing.B) {
			p := NewPool(workers)
			defer p.Close()
			var m Partition[int]
			for b.Loop() {
				m.Run(p, len(items), 1000, work)
			}
		})
	}
}

// BenchmarkPoolRun is the cost of handing out 64 jobs that do nothing.
func BenchmarkPoolRun(b *testing.B) {
	p := NewPool(3)
	defer p.Close()
	nothing := func(int) {}
	for b.Loop() {
		p.Run(64, nothing)
	}
}

// BenchmarkScheduler is a frame with four requests made and four applied, whose answers take no time.
func BenchmarkScheduler(b *testing.B) {
	s, err := NewScheduler(Options{Delay: 8, Window: 8}, func(in uint64) uint64 { return in })
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var q Queue[uint64]
	frame := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		for range s.Due(&q, frame) {
		}
		for i := range uint64(4) {
			s.Request(&q, frame, uint64(frame)<<2|i)
		}
		frame++
	}
}
