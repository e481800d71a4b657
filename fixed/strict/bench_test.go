package strict

import (
	"math"
	"math/rand/v2"
	"testing"
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

// compare reports ns/call of both functions and their ratio.
func compare(b *testing.B, own, reference func() float64) {
	var times [2]float64
	for i, c := range []struct {
		name string
		run  func() float64
	}{{"math", reference}, {"strict", own}} {
		b.Run(c.name, func(b *testing.B) {
			var sink float64
			for b.Loop() {
				sink = c.run()
			}
			_ = sink
			times[i] = float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(len(arguments))
			b.ReportMetric(times[i], "ns/call")
			if times[0] > 0 && i == 1 {
				b.ReportMetric(times[1]/times[0], "x-math")
			}
		})
	}
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
