package fixed

import "math"

// AddSat returns a + b, saturated to the range of Q16.
func (a Q16) AddSat(b Q16) Q16 { return sat(int64(a) + int64(b)) }

// SubSat returns a - b, saturated to the range of Q16.
func (a Q16) SubSat(b Q16) Q16 { return sat(int64(a) - int64(b)) }

// MulSat returns a * b rounded toward minus infinity, saturated to the range of Q16.
func (a Q16) MulSat(b Q16) Q16 { return sat((int64(a) * int64(b)) >> fracBits) }

// NegSat returns -a, saturated: NegSat of Q16Min is Q16Max.
func (a Q16) NegSat() Q16 {
	if a == Q16Min {
		return Q16Max
	}
	return -a
}

// AddOK returns what Add returns, and whether that is the true sum.
func (a Q16) AddOK(b Q16) (Q16, bool) { return fits(int64(a) + int64(b)) }

// SubOK returns what Sub returns, and whether that is the true difference.
func (a Q16) SubOK(b Q16) (Q16, bool) { return fits(int64(a) - int64(b)) }

// NegOK returns what Neg returns, and whether that is the true negative: false for Q16Min alone.
func (a Q16) NegOK() (Q16, bool) { return -a, a != Q16Min }

// AbsOK returns what Abs returns, and whether that is the true absolute value: false for Q16Min alone.
func (a Q16) AbsOK() (Q16, bool) { return a.Abs(), a != Q16Min }

// MulOK returns what Mul returns, and whether the floored product was in range.
func (a Q16) MulOK(b Q16) (Q16, bool) { return fits((int64(a) * int64(b)) >> fracBits) }

// DivOK returns what Div returns, and whether b is not zero and the truncated quotient was in range.
//
// The quotient of float64s, cut to an integer, is exact: the numerator has 47 bits, and a quotient that is no integer is
// further from one than it is rounded, by a factor of at least 32 (1/|b| against 2^-5/|b|).
func (a Q16) DivOK(b Q16) (Q16, bool) {
	quotient := float64(int64(a)<<fracBits) / float64(b)
	switch {
	case quotient > math.MinInt32-1 && quotient < math.MaxInt32+1:
		return Q16(int64(quotient)), true
	case quotient > 0: // b = 0 gives infinities,
		return Q16Max, false
	case quotient < 0:
		return Q16Min, false
	}
	return 0, false // and NaN for 0/0
}

// SqrtOK returns what Sqrt returns, and whether a is not negative.
//
// The root of an integer below 2^52 that float64s give, cut to an integer, is exact: below an integer k the true root is at
// least 1/(2k) off.
func (a Q16) SqrtOK() (Q16, bool) {
	if a < 0 {
		return 0, false
	}
	return Q16(int64(math.Sqrt(float64(a) * (1 << fracBits)))), true
}

// fits wraps v, in units of one ulp, to a Q16 and reports whether nothing was lost.
func fits(v int64) (Q16, bool) {
	q := Q16(v)
	return q, int64(q) == v
}
