package fixed

import (
	"math"
	"math/bits"
)

// Isqrt64 returns the square root of x rounded toward zero. It is exact for every x and equal on every target.
//
// The floating-point root is only an estimate, and integers settle the rest. It is never too small: converting a square
// k*k to float64 is off by a relative 2^-53 at most, which halves under the root to less than half the step between
// float64s at k, so that the root rounds to k and, for x above k*k, to no less. It is at most one too large.
func Isqrt64(x uint64) uint32 {
	r := uint64(int64(math.Sqrt(float64(x))))
	r = min(r, math.MaxUint32) // x near 2^64 rounds up to 2^64, whose root is 2^32
	if r*r > x {
		r--
	}
	return uint32(r)
}

// Isqrt128 returns the square root of hi * 2^64 + lo rounded toward zero. It is exact and equal on every target.
//
// The upper half of the root is the root of the upper half. The lower half is one division of what remains by twice
// the upper half, as in long division by hand, and at most one too large (Zimmermann 1999).
func Isqrt128(hi, lo uint64) uint64 {
	if hi == 0 {
		return uint64(Isqrt64(lo))
	}
	shift := uint(bits.LeadingZeros64(hi)) &^ 1 // even, so that the root moves by half of it
	hi, lo = hi<<shift|lo>>1>>(63-shift), lo<<shift
	upper := uint64(Isqrt64(hi)) // in [2^31, 2^32)
	rest := hi - upper*upper     // at most 2*upper < 2^33
	lower, _ := bits.Div64(rest>>32, rest<<32|lo>>32, 2*upper)
	lower = min(lower, math.MaxUint32)
	root := upper<<32 + lower
	if squareHi, squareLo := bits.Mul64(root, root); squareHi > hi || squareHi == hi && squareLo > lo {
		root--
	}
	return root >> (shift / 2)
}
