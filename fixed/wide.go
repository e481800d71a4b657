package fixed

import "math/bits"

// wide is a signed 128-bit integer, as the exact product of two Q32 is, in units of 2^-64.
type wide struct {
	hi int64
	lo uint64
}

// mulWide is a * b exactly.
func mulWide(a, b int64) wide {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// A negative factor counts as itself plus 2^64 above.
	hi -= uint64(a>>63)&uint64(b) + uint64(b>>63)&uint64(a)
	return wide{int64(hi), lo}
}

// mulQ32 is a * b exactly, in units of 2^-64; |mulQ32| <= 2^126.
func mulQ32(a, b Q32) wide { return mulWide(int64(a), int64(b)) }

// add is w + v, modulo 2^128.
func (w wide) add(v wide) wide {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	return wide{w.hi + v.hi + int64(carry), lo}
}

// neg is -w, modulo 2^128.
func (w wide) neg() wide {
	lo, borrow := bits.Sub64(0, w.lo, 0)
	return wide{-w.hi - int64(borrow), lo}
}

// floor32 is w / 2^32 rounded toward minus infinity.
func (w wide) floor32() wide {
	return wide{w.hi >> q32FracBits, uint64(w.hi)<<q32FracBits | w.lo>>q32FracBits}
}

// sat clamps w, in units of one ulp, to the range of Q32.
func (w wide) sat() Q32 {
	switch {
	case w.fits():
		return Q32(w.lo)
	case w.hi < 0:
		return Q32Min
	}
	return Q32Max
}

// fits reports that w is an int64.
func (w wide) fits() bool { return w.hi == int64(w.lo)>>63 }

// roundQ32 is w / 2^32 rounded to nearest, ties away from zero, modulo 2^64.
func (w wide) roundQ32() Q32 {
	bias := int64(1) << (q32FracBits - 1)
	if w.hi < 0 {
		bias-- // a tie stays below
	}
	return Q32(w.add(wide{0, uint64(bias)}).floor32().lo)
}

// sumFloorQ32 is (a + b + c) / 2^32 rounded toward minus infinity. The sum itself could overflow, so the whole parts
// and the fractions are added apart.
func sumFloorQ32(a, b, c wide) wide {
	fractions := a.lo&q32FracMask + b.lo&q32FracMask + c.lo&q32FracMask
	whole := a.floor32().add(b.floor32()).add(c.floor32())
	return whole.add(wide{0, fractions >> q32FracBits})
}
