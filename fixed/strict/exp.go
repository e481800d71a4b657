package strict

import "math"

// Exp returns e to the power of x, off by less than 0.52 ulp, by less than 1.02 where it is subnormal. As math.Exp it is
// +Inf beyond the largest float64 and 0 below the smallest.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return math.NaN()
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	return expPair(pair{x, 0})
}

// expPair is e^(x.hi + x.lo), for x.hi from -746 to 710. With n the nearest number of steps of ln(2)/128 it is 2^(n/128)
// times e^r, the first from the table and the second, with |r| < 0.0028, from its series.
func expPair(x pair) float64 {
	n, steps := roundInt(float64(x.hi * expStepsPerUnit))
	r := x.hi - float64(steps*expStepHi) // exact
	r += x.lo - float64(steps*expStepLo)
	series := 1.0/24 + float64(r*(1.0/120))
	series = 1.0/6 + float64(r*series)
	series = 1.0/2 + float64(r*series)
	more := r + float64(float64(r*r)*series) // e^r - 1
	factor := expTable[n&127]
	return scale(factor.hi+(factor.lo+float64(factor.hi*more)), n>>7)
}
