package fixed

import (
	"math"
	"math/bits"
)

// real is m / 2^e: an unsigned result before it is fitted into a Q16 or a Q32. Most have m >= 2^61, so that they carry
// more bits than either type.
type real struct {
	m uint64
	e int
}

// hugeReal is beyond the range of both types.
func hugeReal() real { return real{math.MaxUint64, 0} }

// ulps is the value in units of 2^-n, rounded to nearest, ties up; the largest uint64 stands for all from there on.
func (r real) ulps(n int) uint64 {
	shift := r.e - n
	switch {
	case shift > 64:
		return 0
	case shift > 0:
		return (r.m>>(shift-1) + 1) >> 1 // the bit below the unit decides
	case bits.LeadingZeros64(r.m) < -shift:
		return math.MaxUint64
	}
	return r.m << -shift
}

// q16 is the nearest Q16 with the given sign, saturated; ok reports that it was in range.
func (r real) q16(negative bool) (q Q16, ok bool) {
	v := int64(min(r.ulps(fracBits), 1<<32))
	if negative {
		v = -v
	}
	return sat(v), v == int64(Q16(v))
}

// q32 is the nearest Q32 with the given sign, saturated; ok reports that it was in range.
func (r real) q32(negative bool) (q Q32, ok bool) { return satMagnitude(r.ulps(q32FracBits), negative) }
