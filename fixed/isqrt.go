package fixed

import "math"

// Isqrt64 returns the square root of x rounded toward zero. It is exact for every x and equal on every target.
//
// The floating-point root is only an estimate: it is within one of the answer, and the two integer comparisons settle
// which of the three candidates is right, so nothing of the float's rounding reaches the result.
func Isqrt64(x uint64) uint32 {
	r := uint64(int64(math.Sqrt(float64(x))))
	if r > math.MaxUint32 { // x near 2^64 rounds up to 2^64, whose root is 2^32
		r = math.MaxUint32
	}
	if r*r > x {
		return uint32(r - 1)
	}
	// x - r*r >= 2r+1 is (r+1)^2 <= x without its overflow at r = 2^32-1.
	if x-r*r > 2*r && r < math.MaxUint32 {
		return uint32(r + 1)
	}
	return uint32(r)
}
