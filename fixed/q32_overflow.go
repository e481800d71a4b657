package fixed

import "math"

// AddSat returns a + b, saturated to the range of Q32.
func (a Q32) AddSat(b Q32) Q32 {
	if sum, ok := a.AddOK(b); ok {
		return sum
	}
	return boundQ32(a < 0) // a sum leaves the range on the side of both terms
}

// SubSat returns a - b, saturated to the range of Q32.
func (a Q32) SubSat(b Q32) Q32 {
	if diff, ok := a.SubOK(b); ok {
		return diff
	}
	return boundQ32(a < 0) // also for 0 - Q32Min
}

// MulSat returns a * b rounded toward minus infinity, saturated to the range of Q32.
func (a Q32) MulSat(b Q32) Q32 { return mulQ32(a, b).floor32().sat() }

// NegSat returns -a, saturated: NegSat of Q32Min is Q32Max.
func (a Q32) NegSat() Q32 {
	if a == Q32Min {
		return Q32Max
	}
	return -a
}

// AddOK returns what Add returns, and whether that is the true sum.
func (a Q32) AddOK(b Q32) (Q32, bool) {
	sum := a + b
	return sum, (a^sum)&(b^sum) >= 0 // lost only if the sum has the sign of neither
}

// SubOK returns what Sub returns, and whether that is the true difference.
func (a Q32) SubOK(b Q32) (Q32, bool) {
	diff := a - b
	return diff, (a^b)&(a^diff) >= 0
}

// NegOK returns what Neg returns, and whether that is the true negative: false for Q32Min alone.
func (a Q32) NegOK() (Q32, bool) { return -a, a != Q32Min }

// AbsOK returns what Abs returns, and whether that is the true absolute value: false for Q32Min alone.
func (a Q32) AbsOK() (Q32, bool) { return a.Abs(), a != Q32Min }

// MulOK returns what Mul returns, and whether the floored product was in range.
func (a Q32) MulOK(b Q32) (Q32, bool) {
	p := mulQ32(a, b).floor32()
	return Q32(p.lo), p.fits()
}

// DivOK returns what Div returns, and whether b is not zero and the truncated quotient was in range.
func (a Q32) DivOK(b Q32) (Q32, bool) {
	if dividesWide {
		return divideWide(a, b)
	}
	return divideHalves(a, b)
}

// overQ32 is a / b where b is 0 or the quotient out of range.
func overQ32(a, b Q32) Q32 {
	if a == 0 {
		return 0
	}
	return boundQ32(a^b < 0)
}

// boundQ32 is the end of the range on one side of zero.
func boundQ32(negative bool) Q32 {
	if negative {
		return Q32Min
	}
	return Q32Max
}

// SqrtOK returns what Sqrt returns, and whether a is not negative.
func (a Q32) SqrtOK() (Q32, bool) {
	if a < 0 {
		return 0, false
	}
	// The root of a * 2^32 in ulps, as in Isqrt64: the estimate is right or one too large. Of the remainder the low word
	// tells the sign, for it is smaller than 2^50.
	root := int64(math.Sqrt(float64(a)) * (1 << (q32FracBits / 2)))
	if int64(a)<<q32FracBits-root*root < 0 {
		root--
	}
	return Q32(root), true
}
