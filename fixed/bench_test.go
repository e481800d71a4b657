package fixed

import (
	"math/rand/v2"
	"testing"
)

// operands are random, so that no branch predictor and no constant folding helps; a kernel sums over all of them.
var operands = func() (v [1024]Q16) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range v {
		v[i] = Q16(r.Uint32())
	}
	return v
}()

// benchmark reports ns/op for one call of f: each kernel run makes 1,024. The loop over a kernel keeps b.Loop's own
// bookkeeping out of the figure.
func benchmark(b *testing.B, kernel func() Q16) {
	var sink Q16
	for b.Loop() {
		sink += kernel()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(operands)), "ns/call")
	_ = sink
}

//go:noinline
func mulKernel() (sum Q16) {
	for i, a := range operands {
		sum += a.Mul(operands[1023-i])
	}
	return sum
}

//go:noinline
func divKernel() (sum Q16) {
	for i, a := range operands {
		sum += a.Div(operands[1023-i])
	}
	return sum
}

//go:noinline
func sqrtKernel() (sum Q16) {
	for _, a := range operands {
		sum += (a & Q16Max).Sqrt()
	}
	return sum
}

//go:noinline
func sinKernel() (sum Q16) {
	for _, a := range operands {
		sum += Sin(a)
	}
	return sum
}

//go:noinline
func atan2Kernel() (sum Q16) {
	for i, a := range operands {
		sum += Atan2(a, operands[1023-i])
	}
	return sum
}

//go:noinline
func normalizeKernel() (sum Q16) {
	for i, a := range operands {
		sum += Vec2{a, operands[1023-i]}.Normalize().X
	}
	return sum
}

func BenchmarkMul(b *testing.B)       { benchmark(b, mulKernel) }
func BenchmarkDiv(b *testing.B)       { benchmark(b, divKernel) }
func BenchmarkSqrt(b *testing.B)      { benchmark(b, sqrtKernel) }
func BenchmarkSin(b *testing.B)       { benchmark(b, sinKernel) }
func BenchmarkAtan2(b *testing.B)     { benchmark(b, atan2Kernel) }
func BenchmarkNormalize(b *testing.B) { benchmark(b, normalizeKernel) }
