package mathfunc

import (
	"math"
	"math/cmplx"
)

func angle(x, y float64) float64 {
	return math.Atan2(y, x) + math.Hypot(x, y) // want `mathfunc: math.Atan2 gives other bits on other targets: use fixed point` `mathfunc: math.Hypot`
}

func all(x float64) float64 {
	f := math.Sin            // want `mathfunc: math.Sin gives`
	_, cos := math.Sincos(x) // want `mathfunc: math.Sincos`
	x = math.Pow(x, cos)     // want `mathfunc: math.Pow`
	x = math.Cbrt(x)         // want `mathfunc: math.Cbrt`
	return f(math.Exp(x))    // want `mathfunc: math.Exp`
}

func size(z complex128) float64 { return cmplx.Abs(z) } // want `mathfunc: cmplx.Abs gives other bits on other targets: compute with two real numbers`

func larger(x, y float64) float64 { return math.Max(x, y) } // want `mathfunc: math.Max gives other values for a signalling NaN on riscv64: use the built-in function`
