package rng

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
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

// BenchmarkRNG compares with a draw of math/rand/v2's PCG, run in turn; the fastest run of each counts, for what others do
// on the machine only makes runs longer.
func BenchmarkRNG(b *testing.B) {
	stream, pcg := NewXorShift(1), rand.NewPCG(1, 2)
	for name, run := range map[string]func() uint64{
		"Draw":     drawKernel,
		"Asker":    func() uint64 { return askKernel(Key{1}.Of(2)) },
		"XorShift": func() uint64 { return streamKernel(&stream) },
		"Below":    func() uint64 { return belowKernel(&stream) },
	} {
		b.Run(name, func(b *testing.B) {
			best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				for i, kernel := range [2]func() uint64{run, func() uint64 { return pcgKernel(pcg) }} {
					start := time.Now()
					kernel()
					best[i] = min(best[i], time.Since(start))
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(best[0])/1024, "ns/call")
			b.ReportMetric(float64(best[1])/1024, "ns/PCG")
			b.ReportMetric(float64(best[0])/float64(best[1]), "ratio")
		})
	}
}
