package fixed

import (
	"math"
	"math/bits"
)

// divideHalves is DivOK where the processor has no division of 128 bits by 64: three times as fast as one in integers under
// wasm.
//
// The quotient is found in two halves as in long division by hand, each from a floating-point estimate that is off by less
// than 2^-19 before it is rounded to an integer. What a half leaves is computed in integers, which wrap but whose result
// fits: it is less than |b| * (1/2 + 2^-19). So the quotient is at most one too far from zero, and the sign of the rest
// tells.
func divideHalves(a, b Q32) (Q32, bool) {
	inverse := 1 / float64(b)
	estimate := float64(float64(a) * inverse)
	if !(math.Abs(estimate) < math.MaxInt32) { // b is 0, the quotient is out of range, or all but
		return divideWide(a, b)
	}
	upper := nearestInt(estimate)
	rest := int64(a) - upper*int64(b)
	lower := nearestInt(float64(float64(float64(rest)*inverse) * (1 << q32FracBits)))
	rest = rest<<q32FracBits - lower*int64(b)
	over := (rest ^ int64(a)) >> 63 & ((rest | -rest) >> 63) // -1 if the rest has not the sign of a
	away := (int64(a)^int64(b))>>63 | 1                      // from zero
	return Q32(upper<<q32FracBits + lower - away&over), true
}

// nearestInt returns x as an integer, to nearest, ties to even; |x| must be below 2^51. Adding 1.5 * 2^52 leaves the
// integer in the lower bits.
func nearestInt(x float64) int64 {
	const shift = 0x1.8p52
	return int64(math.Float64bits(x+shift)) - 0x4338<<48
}

// divideWide is DivOK by a division of 128 bits by 64.
func divideWide(a, b Q32) (Q32, bool) {
	num, den := a.magnitude(), b.magnitude()
	hi, lo := num>>q32FracBits, num<<q32FracBits
	if hi >= den { // the quotient needs more than 64 bits; so it does for b = 0
		return overQ32(a, b), false
	}
	q, _ := bits.Div64(hi, lo, den)
	return satMagnitude(q, a^b < 0)
}
