package fixed

import "math/bits"

// Tan returns the tangent of a radians, off the true tangent by at most 0.51 ulp. No Q16 is a pole; tangents out of range,
// next to poles, saturate by their sign. Tan(-a) is -Tan(a), but for saturation exactly.
func Tan(a Q16) Q16 {
	q, _ := TanOK(a)
	return q
}

// TanOK returns what Tan returns, and whether the tangent was in range.
func TanOK(a Q16) (Q16, bool) {
	t, negative := tangent(a.Q32().magnitude())
	return t.q16(negative != (a < 0))
}

// Q32Tan returns the tangent of a radians, off the true tangent t by at most 0.51 ulp + |t| * 2^-61: by less than one ulp
// up to 2^28, by less than five near a pole. No Q32 is a pole; tangents out of range, next to poles, saturate by their
// sign. Q32Tan(-a) is -Q32Tan(a), but for saturation exactly.
func Q32Tan(a Q32) Q32 {
	q, _ := Q32TanOK(a)
	return q
}

// Q32TanOK returns what Q32Tan returns, and whether the tangent was in range.
func Q32TanOK(a Q32) (Q32, bool) {
	t, negative := tangent(a.magnitude())
	return t.q32(negative != (a < 0))
}

// tangent is the tangent of m ulps of a Q32. The angle is first brought into the first eighth of the turn, where a
// tangent is at most 1; in the others it is that one, its reciprocal, or the negative of either.
func tangent(m uint64) (t real, negative bool) {
	angle := phase128(m)
	negative = angle.hi>>62&1 != 0 // in the second and fourth quarter
	angle.hi &= quarterTurn - 1
	beyond := angle.hi >= quarterTurn/2
	if beyond {
		angle = wide{quarterTurn, 0}.add(angle.neg())
	}
	if k := (angle.hi + 1<<53) >> 54; k != 0 {
		return tangentFar(k, angle.add(wide{-k << 54, 0}), beyond != negative), negative
	}
	return tangentNear(angle, beyond != negative), negative
}

// phase128 converts m ulps of radians to a phase with 128 fractional bits instead of 64: next to a pole the tangent
// magnifies what the phase is off by.
func phase128(m uint64) wide {
	low, _ := bits.Mul64(m, turnsPerUlp0)
	hi, lo := bits.Mul64(m, turnsPerUlp1)
	lo, carry := bits.Add64(lo, low, 0)
	return wide{int64(hi + carry + m*turnsPerUlp2), lo}
}

// tangentNear is the tangent, or the cotangent, of an angle of at most 1/256 of an eighth turn, to 62 bits however small
// it is.
func tangentNear(angle wide, reciprocal bool) real {
	u := smallTangent(uint64(angle.hi), angle.lo)
	switch {
	case !reciprocal:
		return u
	case u.m == 0:
		return hugeReal()
	}
	inverse, _ := bits.Div64(1<<61, 0, u.m) // 2^125 / u.m
	return real{inverse, 125 - u.e}
}

// tangentFar is the tangent, or the cotangent, of k/128 of an eighth turn and a rest, by the theorem of addition.
func tangentFar(k int64, rest wide, reciprocal bool) real {
	base := tanQ63[k]
	negative := rest.hi < 0
	if negative {
		rest = rest.neg()
	}
	small := smallTangent(uint64(rest.hi), rest.lo)
	u := small.m >> (small.e - 63) // 63 fractional bits, as all below
	cross, _ := bits.Mul64(base, u<<1)
	num, den := base+u, 1<<63-cross
	if negative {
		num, den = base-u, 1<<63+cross
	}
	if reciprocal { // at most 330
		q, _ := bits.Div64(den>>10, den<<54, num)
		return real{q, 54}
	}
	q, _ := bits.Div64(num>>1, num<<63, den)
	return real{q, 63}
}

// smallTangent is the tangent of a phase of 128 bits of at most 2^117, to 62 bits however small it is: d + d^3/3 +
// 2d^5/15 + 17d^7/315. Its exponent is at least 71.
func smallTangent(hi, lo uint64) real {
	shift := bits.LeadingZeros64(hi)
	if hi == 0 {
		hi, lo, shift = lo, 0, 64+bits.LeadingZeros64(lo)
		hi <<= shift & 63
	} else {
		hi = hi<<shift | lo>>1>>(63-shift)
	}
	m, _ := bits.Mul64(hi, tauQ61) // in radians: m / 2^(61+shift)
	e := 61 + shift
	d := m >> (e - 64)
	square, _ := bits.Mul64(d, d)
	fourth, _ := bits.Mul64(square, square)
	sixth, _ := bits.Mul64(fourth, square)
	more, _ := bits.Mul64(m, square/3+fourth/15*2+sixth/315*17)
	return real{m + more, e}
}
