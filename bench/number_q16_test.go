package main

import (
	"math"
	"testing"

	"example.com/backstep/fixed"
)

func BenchmarkQ16(b *testing.B) {
	runCompared(b,
		pitted("MulAdd", "float64", mulQ16, mulFloat),
		pitted("Div", "float64", divQ16, divFloat),
		pitted("Sqrt", "float64", sqrtQ16, sqrtFloat),
		compared{"BodyStep", benchBodySteps},
		pitted("Sin", "math", eachQ16(fixed.Sin), eachFloat(math.Sin)),
		pitted("Cos", "math", eachQ16(fixed.Cos), eachFloat(math.Cos)),
		pitted("Tan", "math", eachQ16(fixed.Tan), eachFloat(math.Tan)),
		pitted("Atan2", "math", atan2Q16, pairsOfFloats(math.Atan2)),
		pitted("Exp", "math", eachQ16(smallExpQ16), eachFloat(smallExp)),
		pitted("Log", "math", eachQ16(logQ16), eachFloat(logOfSize)),
		pitted("Normalize", "float64", normalizeQ16, normalizeFloat),
	)
}

//go:noinline
func mulQ16() (sum fixed.Q16) {
	for i, a := range operands {
		sum += a.Mul(operands[calls-1-i])
	}
	return sum
}

//go:noinline
func divQ16() (sum fixed.Q16) {
	for i, a := range operands {
		sum += a.Div(operands[calls-1-i])
	}
	return sum
}

//go:noinline
func sqrtQ16() (sum fixed.Q16) {
	for _, a := range operands {
		sum += (a & fixed.Q16Max).Sqrt()
	}
	return sum
}

//go:noinline
func atan2Q16() (sum fixed.Q16) {
	for i, a := range operands {
		sum += fixed.Atan2(a, operands[calls-1-i])
	}
	return sum
}

//go:noinline
func normalizeQ16() (sum fixed.Q16) {
	for i, a := range operands {
		sum += fixed.Vec2{X: a, Y: operands[calls-1-i]}.Normalize().X
	}
	return sum
}

// eachQ16 is a kernel of a function too large to be inlined.
func eachQ16(f func(fixed.Q16) fixed.Q16) func() fixed.Q16 {
	return func() (sum fixed.Q16) {
		for _, a := range operands {
			sum += f(a)
		}
		return sum
	}
}

func smallExpQ16(a fixed.Q16) fixed.Q16 { return fixed.Exp(a >> 13) } // |a| <= 4
func logQ16(a fixed.Q16) fixed.Q16      { return fixed.Log(a & fixed.Q16Max) }
