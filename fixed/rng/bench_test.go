package rng

import (
	"math/rand/v2"
	"testing"
)

//go:noinline
func drawKernel() (sum uint64) {
	for frame := range int64(1024) {
		sum += Draw(1, 2, frame, 3)
	}
	return sum
}

//go:noinline
func askKernel(a Asker) (sum uint64) {
	for frame := range int64(1024) {
		s := a.At(frame, 3)
		sum += s.Uint64()
	}
	return sum
}

//go:noinline
func streamKernel(r *XorShift) (sum uint64) {
	for range 1024 {
		sum += r.Uint64()
	}
	return sum
}

//go:noinline
func belowKernel(r *XorShift) (sum uint64) {
	for range 1024 {
		sum += r.Below(6)
	}
	return sum
}

//go:noinline
func pcgKernel(r *rand.PCG) (sum uint64) {
	for range 1024 {
		sum += r.Uint64()
	}
	return sum
}

// BenchmarkRNG compares with a draw of math/rand/v2's PCG in the same run.
func BenchmarkRNG(b *testing.B) {
	stream, pcg := NewXorShift(1), rand.NewPCG(1, 2)
	var base float64
	for _, c := range []struct {
		name string
		run  func() uint64
	}{
		{"PCG", func() uint64 { return pcgKernel(pcg) }},
		{"Draw", drawKernel},
		{"Asker", func() uint64 { return askKernel(Key{1}.Of(2)) }},
		{"XorShift", func() uint64 { return streamKernel(&stream) }},
		{"Below", func() uint64 { return belowKernel(&stream) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var sink uint64
			for b.Loop() {
				sink = c.run()
			}
			_ = sink
			call := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / 1024
			b.ReportMetric(call, "ns/call")
			if c.name == "PCG" {
				base = call
			} else if base > 0 {
				b.ReportMetric(call/base, "x-PCG")
			}
		})
	}
}
