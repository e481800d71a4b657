package main

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"example.com/backstep/fixed"
)

// The benchmarks of numbers compare with what a game would use instead: float64
// and package math, and PCG of math/rand/v2. Both kernels run in turn, the fastest
// run of each counts, for what others do on the machine only makes runs longer,
// and the ratio is reported as a metric: x-float64, x-math or x-pcg. No kernel is
// inlined, which distorts small ones.

// calls is how many operands a kernel goes through, and passes how often one
// measurement runs it: a browser's clock is coarse.
const (
	calls  = 1024
	passes = 10
)

// The operands are random, so that no branch predictor and no constant folding
// helps; a kernel sums over all of them. The floats are the values of the Q32s.
var (
	operands    = draws(func(r *rand.Rand) fixed.Q16 { return fixed.Q16(r.Uint32()) })
	operandsQ32 = draws(func(r *rand.Rand) fixed.Q32 { return fixed.Q32(r.Uint64()) })
	floats      = draws(func(r *rand.Rand) float64 { return fixed.Q32(r.Uint64()).Float64() })
)

func draws[T any](draw func(r *rand.Rand) T) (v [calls]T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range v {
		v[i] = draw(r)
	}
	return v
}

// quickest is the shortest time of a measurement so far.
type quickest time.Duration

func timeKernel[T any](best *quickest, kernel func() T) {
	start := time.Now()
	for range passes {
		kernel()
	}
	*best = min(*best, quickest(time.Since(start)))
}

// perCall is the nanoseconds of one of the n calls of a kernel.
func (q quickest) perCall(n int) float64 { return float64(q) / float64(n*passes) }

// against runs two kernels of n calls each and reports both, and how many times as
// long as the reference the first one takes.
func against[T, R any](b *testing.B, reference string, n int, kernel func() T, other func() R) {
	own, base := quickest(math.MaxInt64), quickest(math.MaxInt64)
	for b.Loop() {
		timeKernel(&own, kernel)
		timeKernel(&base, other)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(own.perCall(n), "ns/call")
	b.ReportMetric(base.perCall(n), "ns/"+reference)
	b.ReportMetric(own.perCall(n)/base.perCall(n), "x-"+reference)
}

// compared is a benchmark of a kernel of calls beside another.
type compared struct {
	name string
	run  func(b *testing.B)
}

func pitted[T, R any](name, reference string, kernel func() T, other func() R) compared {
	return compared{name, func(b *testing.B) { against(b, reference, calls, kernel, other) }}
}

func runCompared(b *testing.B, all ...compared) {
	for _, c := range all {
		b.Run(c.name, c.run)
	}
}
