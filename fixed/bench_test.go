package fixed

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The operands are random, so that no branch predictor and no constant folding helps; a kernel sums over all of them.
// The float64 operands are the values of the Q32s.
var (
	operands    = draws(func(r *rand.Rand) Q16 { return Q16(r.Uint32()) })
	operandsQ32 = draws(func(r *rand.Rand) Q32 { return Q32(r.Uint64()) })
	floats      = draws(func(r *rand.Rand) float64 { return Q32(r.Uint64()).Float64() })
)

func draws[T any](draw func(r *rand.Rand) T) (v [1024]T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range v {
		v[i] = draw(r)
	}
	return v
}

// fastest is the shortest time of a run of a kernel so far: what others do on the machine only makes runs longer.
type fastest time.Duration

// timed runs a kernel once. Kernels are never inlined, which distorts small ones.
func timed[T any](best *fastest, kernel func() T) {
	start := time.Now()
	kernel()
	*best = min(*best, fastest(time.Since(start)))
}

// perCall is the nanoseconds of one of the 1,024 calls of a run.
func (f fastest) perCall() float64 { return float64(f) / float64(len(operands)) }

// benchmark reports a kernel's time per call.
func benchmark[T any](b *testing.B, kernel func() T) {
	own := fastest(math.MaxInt64)
	for b.Loop() {
		timed(&own, kernel)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(own.perCall(), "ns/call")
}

// compare runs two kernels in turn and reports both and how many times as long as the reference the first one takes.
func compare[T, R any](b *testing.B, kernel func() T, reference func() R) {
	own, base := fastest(math.MaxInt64), fastest(math.MaxInt64)
	for b.Loop() {
		timed(&own, kernel)
		timed(&base, reference)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(own.perCall(), "ns/call")
	b.ReportMetric(base.perCall(), "ns/float64")
	b.ReportMetric(own.perCall()/base.perCall(), "ratio")
}

func BenchmarkQ16MulAdd(b *testing.B)    { compare(b, mulKernel, floatMulKernel) }
func BenchmarkQ16Div(b *testing.B)       { compare(b, divKernel, floatDivKernel) }
func BenchmarkQ16Sqrt(b *testing.B)      { compare(b, sqrtKernel, floatSqrtKernel) }
func BenchmarkQ16Sin(b *testing.B)       { compare(b, sinKernel, floatKernel(math.Sin)) }
func BenchmarkQ16Cos(b *testing.B)       { compare(b, cosKernel, floatKernel(math.Cos)) }
func BenchmarkQ16Atan2(b *testing.B)     { compare(b, atan2Kernel, floatAtan2Kernel) }
func BenchmarkQ16Tan(b *testing.B)       { compare(b, kernelQ16(Tan), floatKernel(math.Tan)) }
func BenchmarkQ16Exp(b *testing.B)       { compare(b, kernelQ16(smallExp), floatKernel(smallFloatExp)) }
func BenchmarkQ16Log(b *testing.B)       { compare(b, kernelQ16(absLog), floatKernel(absFloatLog)) }
func BenchmarkQ16Normalize(b *testing.B) { benchmark(b, normalizeKernel) }

func BenchmarkQ32MulAdd(b *testing.B) { compare(b, mulKernelQ32, floatMulKernel) }
func BenchmarkQ32Div(b *testing.B)    { compare(b, divKernelQ32, floatDivKernel) }
func BenchmarkQ32Sqrt(b *testing.B)   { compare(b, sqrtKernelQ32, floatSqrtKernel) }
func BenchmarkQ32Sin(b *testing.B)    { compare(b, sinKernelQ32, floatKernel(math.Sin)) }
func BenchmarkQ32Cos(b *testing.B)    { compare(b, cosKernelQ32, floatKernel(math.Cos)) }
func BenchmarkQ32Atan2(b *testing.B)  { compare(b, atan2KernelQ32, floatAtan2Kernel) }
func BenchmarkQ32Tan(b *testing.B)    { compare(b, kernelQ32(Q32Tan), floatKernel(math.Tan)) }
func BenchmarkQ32Exp(b *testing.B)    { compare(b, kernelQ32(smallExpQ32), floatKernel(smallFloatExp)) }
func BenchmarkQ32Log(b *testing.B)    { compare(b, kernelQ32(absLogQ32), floatKernel(absFloatLog)) }
func BenchmarkQ32Pow(b *testing.B)    { compare(b, powKernelQ32, floatPowKernel) }
