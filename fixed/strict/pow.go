package strict

import "math"

// Pow returns x to the power of y, off by less than 0.53 ulp, by less than 1.03 where it is subnormal. In all special
// cases it is as math.Pow: x^0 and 1^y are 1, also for NaN; of a negative x there are powers for whole y only.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	case math.IsInf(y, 0):
		return powInf(math.Abs(x), y > 0)
	}
	whole, odd := parity(y)
	negative := odd && math.Signbit(x)
	size := math.Abs(x)
	switch {
	case size == 0 || math.IsInf(size, 0):
		size = powEnd(size == 0, y)
	case x < 0 && !whole:
		return math.NaN()
	default:
		size = powFinite(size, y)
	}
	if negative {
		return -size
	}
	return size
}

// powInf is size to the power of plus or minus infinity.
func powInf(size float64, up bool) float64 {
	switch {
	case size == 1:
		return 1
	case (size > 1) == up:
		return math.Inf(1)
	}
	return 0
}

// powEnd is 0^y or Inf^y.
func powEnd(zero bool, y float64) float64 {
	if zero == (y < 0) {
		return math.Inf(1)
	}
	return 0
}

// parity tells whether a finite y is whole, and if so whether it is odd.
func parity(y float64) (whole, odd bool) {
	size := math.Abs(y)
	if !(size >= 0 && size < 1<<53) { // from there on all are even
		return true, false
	}
	n := int64(size)
	return float64(n) == size, float64(n) == size && n&1 != 0
}

// powFinite is x^y for finite x > 0 and y: the logarithm to some 68 bits, times y, and the exponential of that.
func powFinite(x, y float64) float64 {
	l := logPair(x)
	switch p := float64(y * l.hi); {
	case p > 710:
		return math.Inf(1)
	case p < -746:
		return 0
	}
	p := mulPair(y, l.hi)
	p.lo += float64(y * l.lo)
	return expPair(p)
}

// logPair is the natural logarithm of a finite x > 0, to some 68 bits.
func logPair(x float64) pair {
	whole, r := logParts(x)
	square := mulPair(r, r)
	first := addPair(whole.hi, r)
	second := addPair(first.hi, float64(-0.5*square.hi))
	lo := float64(float64(square.hi*r)*logSeries(r)) - float64(0.5*square.lo)
	return addPair(second.hi, second.lo+(first.lo+(whole.lo+lo)))
}
