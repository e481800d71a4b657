package fixed

import (
	"math"
	"strconv"
)

// Q32 returns a as a Q32, exactly.
func (a Q16) Q32() Q32 { return Q32(a) << (q32FracBits - fracBits) }

// Q16 returns the Q16 nearest to a, ties away from zero, saturated to the range of Q16.
func (a Q32) Q16() Q16 {
	q, _ := a.Q16OK()
	return q
}

// Q16OK returns what Q16 returns, and whether the rounded value was in range.
func (a Q32) Q16OK() (Q16, bool) {
	const cut = q32FracBits - fracBits
	if a.magnitude() >= 1<<62 { // far outside, where rounding could overflow
		return sat(int64(a)), false
	}
	v := roundShift(int64(a), cut)
	return sat(v), v == int64(Q16(v))
}

// Q32Ratio returns num/den rounded to nearest, ties away from zero: Q32Ratio(1, 3) is a third. A quotient out of range
// saturates by its sign, den = 0 by the sign of num, and 0/0 is 0.
func Q32Ratio(num, den int) Q32 {
	if num == 0 {
		return 0
	}
	q, _ := satMagnitude(quoNearest(magnitude(num), magnitude(den)), (num < 0) != (den < 0))
	return q
}

// Q32FromFloat returns the Q32 nearest to x, ties away from zero. It is for literals and configuration: a float that was
// computed may differ between machines, and so would the Q32. The error is a *ConvertError for NaN (ErrNaN) and for
// infinities and values that round to outside [Q32Min, Q32Max] (ErrRange); the Q32 is then 0.
func Q32FromFloat(x float64) (Q32, error) {
	if x != x {
		return 0, &ConvertError{"Q32FromFloat", "NaN", ErrNaN}
	}
	v := math.Round(x * (1 << q32FracBits)) // exact: a power of two moves the exponent only
	if v < -(1<<63) || v >= 1<<63 {
		return 0, &ConvertError{"Q32FromFloat", strconv.FormatFloat(x, 'g', -1, 64), ErrRange}
	}
	return Q32(v), nil
}

// Float64 returns the float64 nearest to a: exactly a below 2^21, where 53 bits hold it. It is for drawing and logs; a
// simulation that computes on with it needs the care that every float needs.
func (a Q32) Float64() float64 { return float64(a) / (1 << q32FracBits) }
