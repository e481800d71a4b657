package fixed

import "math"

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
