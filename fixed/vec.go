package fixed

import (
	"math"
	"math/bits"
)

// product is a * b exactly, in units of 2^-32; |product| <= 2^62.
func product(a, b Q16) int64 { return int64(a) * int64(b) }

// square is a * a exactly, in units of 2^-32, at most 2^62: the sum of three fits a uint64 but not an int64.
func square(a Q16) uint64 { return uint64(product(a, a)) }

// sumFloor is (a + b + c) / 65536 rounded toward minus infinity. The sum itself could overflow, so the whole parts and
// the fractions are added apart.
func sumFloor(a, b, c int64) int64 {
	fractions := a&fracMask + b&fracMask + c&fracMask
	return a>>fracBits + b>>fracBits + c>>fracBits + fractions>>fracBits
}

// lenSat is the root of a LenSq as a Q16.
func lenSat(lenSq uint64) Q16 {
	return Q16(min(Isqrt64(lenSq), math.MaxInt32))
}

// normalizer divides components by their vector's length. All are first shifted left until the largest has 31 bits,
// so that the truncated length is exact to 30 bits even for a vector of a few ulps.
type normalizer struct {
	shift  uint
	length int64 // of the shifted vector; 0 for the zero vector
}

func newNormalizer(x, y, z Q16) normalizer {
	largest := max(abs64(int64(x)), abs64(int64(y)), abs64(int64(z)))
	if largest == 0 {
		return normalizer{}
	}
	shift := uint(max(0, 31-bits.Len64(uint64(largest)))) // Q16Min has 32 bits already
	lenSq := square(x<<shift) + square(y<<shift) + square(z<<shift)
	return normalizer{shift, int64(Isqrt64(lenSq))}
}

// scale is a component of the unit vector.
func (n normalizer) scale(a Q16) Q16 {
	if n.length == 0 {
		return 0
	}
	return Q16(roundQuo(int64(a<<n.shift)<<fracBits, n.length))
}
