package main

import (
	"math"
	"testing"

	"example.com/backstep/fixed"
)

func BenchmarkQ32(b *testing.B) {
	runCompared(b,
		pitted("MulAdd", "float64", mulQ32, mulFloat),
		pitted("Div", "float64", divQ32, divFloat),
		pitted("Sqrt", "float64", sqrtQ32, sqrtFloat),
		pitted("Sin", "math", eachQ32(fixed.Q32Sin), eachFloat(math.Sin)),
		pitted("Cos", "math", eachQ32(fixed.Q32Cos), eachFloat(math.Cos)),
		pitted("Tan", "math", eachQ32(fixed.Q32Tan), eachFloat(math.Tan)),
		pitted("Atan2", "math", atan2Q32, pairsOfFloats(math.Atan2)),
		pitted("Exp", "math", eachQ32(smallExpQ32), eachFloat(smallExp)),
		pitted("Log", "math", eachQ32(logQ32), eachFloat(logOfSize)),
		pitted("Pow", "math", powQ32, pairsOfFloats(powOfSize)),
	)
}

//go:noinline
func mulQ32() (sum fixed.Q32) {
	for i, a := range operandsQ32 {
		sum += a.Mul(operandsQ32[calls-1-i])
	}
	return sum
}

//go:noinline
func divQ32() (sum fixed.Q32) {
	for i, a := range operandsQ32 {
		sum += a.Div(operandsQ32[calls-1-i])
	}
	return sum
}

//go:noinline
func sqrtQ32() (sum fixed.Q32) {
	for _, a := range operandsQ32 {
		sum += (a & fixed.Q32Max).Sqrt()
	}
	return sum
}

//go:noinline
func atan2Q32() (sum fixed.Q32) {
	for i, a := range operandsQ32 {
		sum += fixed.Q32Atan2(a, operandsQ32[calls-1-i])
	}
	return sum
}

//go:noinline
func powQ32() (sum fixed.Q32) {
	for i, a := range operandsQ32 {
		sum += fixed.Q32Pow(a&fixed.Q32Max, operandsQ32[calls-1-i]>>31)
	}
	return sum
}

// eachQ32 is a kernel of a function too large to be inlined.
func eachQ32(f func(fixed.Q32) fixed.Q32) func() fixed.Q32 {
	return func() (sum fixed.Q32) {
		for _, a := range operandsQ32 {
			sum += f(a)
		}
		return sum
	}
}

func smallExpQ32(a fixed.Q32) fixed.Q32 { return fixed.Q32Exp(a >> 29) } // |a| <= 4
func logQ32(a fixed.Q32) fixed.Q32      { return fixed.Q32Log(a & fixed.Q32Max) }
