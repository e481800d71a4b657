package probe

import "math"

// function is one of package math, with the range that its arguments are drawn from.
type function struct {
	name   string
	lo, hi float64
	do     func(x, y float64) float64
}

func one(name string, lo, hi float64, f func(float64) float64) function {
	return function{name, lo, hi, func(x, _ float64) float64 { return f(x) }}
}

func mathFunctions() []function {
	return []function{
		one("Exp", -20, 20, math.Exp), one("Exp2", -20, 20, math.Exp2), one("Expm1", -20, 20, math.Expm1),
		one("Log", 0, 1000, math.Log), one("Log2", 0, 1000, math.Log2), one("Log10", 0, 1000, math.Log10), one("Log1p", 0, 1000, math.Log1p),
		{"Pow", 0, 20, math.Pow},
		one("Sin", -100, 100, math.Sin), one("Cos", -100, 100, math.Cos), one("Tan", -100, 100, math.Tan),
		one("Asin", -1, 1, math.Asin), one("Acos", -1, 1, math.Acos), one("Atan", -20, 20, math.Atan), {"Atan2", -20, 20, math.Atan2},
		one("Sinh", -20, 20, math.Sinh), one("Cosh", -20, 20, math.Cosh), one("Tanh", -20, 20, math.Tanh),
		one("Asinh", -20, 20, math.Asinh), one("Acosh", 1, 20, math.Acosh), one("Atanh", -1, 1, math.Atanh),
		{"Hypot", -100, 100, math.Hypot}, one("Cbrt", -1000, 1000, math.Cbrt),
		one("Gamma", 0, 20, math.Gamma), one("Erf", -3, 3, math.Erf), one("J0", 0, 50, math.J0),
	}
}

// exactFunctions have one right answer, and every target gives it.
func exactFunctions() []function {
	return []function{
		one("Sqrt", 0, 1000, math.Sqrt), one("Floor", -1000, 1000, math.Floor), one("Ceil", -1000, 1000, math.Ceil),
		one("Trunc", -1000, 1000, math.Trunc), one("Round", -1000, 1000, math.Round), one("RoundToEven", -1000, 1000, math.RoundToEven),
		{"Mod", -1000, 1000, math.Mod}, {"Remainder", -1000, 1000, math.Remainder},
		one("Frexp", -1000, 1000, func(x float64) float64 { f, _ := math.Frexp(x); return f }),
		{"x + y", -1000, 1000, func(x, y float64) float64 { return x + y }}, {"x * y", -1000, 1000, func(x, y float64) float64 { return x * y }},
		{"x / y", -1000, 1000, func(x, y float64) float64 { return x / y }},
		{"x / y, subnormal", -1000, 1000, func(x, y float64) float64 { return x * 0x1p-1060 / y }},
	}
}

func functions(n int) (out []computation) {
	for _, f := range append(mathFunctions(), exactFunctions()...) {
		out = append(out, computation{group: Math, name: f.name, run: func() []uint64 {
			in := newInputs(2)
			return of(n, func() uint64 { return bitsOf(f.do(in.between(f.lo, f.hi), in.between(f.lo, f.hi))) })
		}})
	}
	return out
}
