package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/backstep/fixed/strict"
)

// The arguments are random and small, as a game's are: angles of a few turns,
// exponents of a few units.
var arguments = draws(func(r *rand.Rand) float64 { return r.Float64()*20 - 10 })

func BenchmarkStrict(b *testing.B) {
	runCompared(b,
		besideMath("Sin", strict.Sin, math.Sin),
		besideMath("Cos", strict.Cos, math.Cos),
		besideMath("Tan", strict.Tan, math.Tan),
		besideMath("Exp", strict.Exp, math.Exp),
		besideMath("Log", ofSize(strict.Log), ofSize(math.Log)),
		besideMath2("Pow", ofSize2(strict.Pow), ofSize2(math.Pow)),
		besideMath2("Atan2", strict.Atan2, math.Atan2),
		besideMath2("Hypot", strict.Hypot, math.Hypot),
	)
}

//go:noinline
func eachArgument(f func(x float64) float64) (sum float64) {
	for _, x := range arguments {
		sum += f(x)
	}
	return sum
}

//go:noinline
func eachTwoArguments(f func(x, y float64) float64) (sum float64) {
	for i, x := range arguments {
		sum += f(x, arguments[calls-1-i])
	}
	return sum
}

func besideMath(name string, own, other func(x float64) float64) compared {
	return pitted(name, "math", func() float64 { return eachArgument(own) }, func() float64 { return eachArgument(other) })
}

func besideMath2(name string, own, other func(x, y float64) float64) compared {
	return pitted(name, "math", func() float64 { return eachTwoArguments(own) }, func() float64 { return eachTwoArguments(other) })
}

// ofSize and ofSize2 make of a function of any x one of |x|.
func ofSize(f func(x float64) float64) func(x float64) float64 {
	return func(x float64) float64 { return f(math.Abs(x)) }
}

func ofSize2(f func(x, y float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return f(math.Abs(x), y) }
}
