package strict

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The arguments are random and small, as a game's are: angles of a few turns, exponents of a few units.
var arguments = func() (v [1024]float64) {
	r := rand.New(rand.NewPCG(15, 16))
	for i := range v {
		v[i] = r.Float64()*20 - 10
	}
	return v
}()

//go:noinline
func kernel(f func(x float64) float64) (sum float64) {
	for _, x := range arguments {
		sum += f(x)
	}
	return sum
}

//go:noinline
func kernel2(f func(x, y float64) float64) (sum float64) {
	for i, x := range arguments {
		sum += f(x, arguments[1023-i])
	}
	return sum
}

// compare runs both functions' kernels in turn and reports the fastest run of each, for what others do on the machine only
// makes runs longer, and their ratio.
func compare(b *testing.B, own, reference func() float64) {
	best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for b.Loop() {
		for i, kernel := range [2]func() float64{own, reference} {
			start := time.Now()
			kernel()
			best[i] = min(best[i], time.Since(start))
		}
	}
	perCall := func(i int) float64 { return float64(best[i]) / float64(len(arguments)) }
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(perCall(0), "ns/call")
	b.ReportMetric(perCall(1), "ns/math")
	b.ReportMetric(perCall(0)/perCall(1), "ratio")
}

func compare1(b *testing.B, own, reference func(x float64) float64) {
	compare(b, func() float64 { return kernel(own) }, func() float64 { return kernel(reference) })
}

func compare2(b *testing.B, own, reference func(x, y float64) float64) {
	compare(b, func() float64 { return kernel2(own) }, func() float64 { return kernel2(reference) })
}

// positive makes of a function of any x one of |x|.
func positive(f func(x float64) float64) func(x float64) float64 {
	return func(x float64) float64 { return f(math.Abs(x)) }
}

func positive2(f func(x, y float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return f(math.Abs(x), y) }
}

func BenchmarkStrictSin(b *testing.B)   { compare1(b, Sin, math.Sin) }
func BenchmarkStrictCos(b *testing.B)   { compare1(b, Cos, math.Cos) }
func BenchmarkStrictTan(b *testing.B)   { compare1(b, Tan, math.Tan) }
func BenchmarkStrictExp(b *testing.B)   { compare1(b, Exp, math.Exp) }
func BenchmarkStrictLog(b *testing.B)   { compare1(b, positive(Log), positive(math.Log)) }
func BenchmarkStrictPow(b *testing.B)   { compare2(b, positive2(Pow), positive2(math.Pow)) }
func BenchmarkStrictAtan2(b *testing.B) { compare2(b, Atan2, math.Atan2) }
func BenchmarkStrictHypot(b *testing.B) { compare2(b, Hypot, math.Hypot) }
