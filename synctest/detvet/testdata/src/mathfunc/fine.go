package mathfunc

import (
	"math"
	"math/cmplx"
)

func exact(x, y float64) float64 {
	x = math.Sqrt(math.Abs(x)) + math.Floor(y) - math.Ceil(x) - math.Trunc(y)
	x = math.Mod(math.Round(x), 3)
	fraction, exponent := math.Frexp(x)
	x = math.Ldexp(fraction, exponent)
	if math.IsNaN(x) || math.IsInf(x, 1) || math.Signbit(y) {
		return math.Pi
	}
	return math.FMA(x, y, max(x, math.MaxFloat32)) + math.Copysign(x, y)
}

func bits(x float64, z complex128) (uint64, complex128) {
	return math.Float64bits(x), cmplx.Conj(z)
}
