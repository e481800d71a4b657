package fixed

import "math/bits"

// lenQ32 is the root of a LenSq as a Q32.
func lenQ32(hi, lo uint64) Q32 {
	q, _ := satMagnitude(Isqrt128(hi, lo), false)
	return q
}

// lenSqQ32 is x*x + y*y + z*z exactly, at most 3 * 2^126.
func lenSqQ32(x, y, z Q32) (hi, lo uint64) {
	var carry uint64
	for _, c := range [3]uint64{x.magnitude(), y.magnitude(), z.magnitude()} {
		h, l := bits.Mul64(c, c)
		lo, carry = bits.Add64(lo, l, 0)
		hi += h + carry
	}
	return hi, lo
}

// normalizerQ32 divides components by their vector's length. All are first shifted left until the largest has 63 bits,
// so that the truncated length is exact to 62 bits even for a vector of a few ulps.
type normalizerQ32 struct {
	shift  uint
	length uint64 // of the shifted vector; 0 for the zero vector
}

func newNormalizerQ32(x, y, z Q32) normalizerQ32 {
	largest := max(x.magnitude(), y.magnitude(), z.magnitude())
	if largest == 0 {
		return normalizerQ32{}
	}
	shift := uint(max(0, bits.LeadingZeros64(largest)-1)) // Q32Min has 64 bits already
	hi, lo := lenSqQ32(x<<shift, y<<shift, z<<shift)
	return normalizerQ32{shift, Isqrt128(hi, lo)}
}

// scale is a component of the unit vector.
func (n normalizerQ32) scale(a Q32) Q32 {
	if n.length == 0 {
		return 0
	}
	q, _ := satMagnitude(quoNearest(a.magnitude()<<n.shift, n.length), a < 0)
	return q
}
