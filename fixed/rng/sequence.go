package rng

import (
	"math/bits"

	"example.com/backstep/fixed"
)

// Sequence is the SplitMix64 sequence from one keyed draw on: a local value to use up within the frame. Key.At makes it.
type Sequence struct{ state uint64 }

// Uint64 returns the next 64 random bits. A sequence passes every value once before it repeats.
func (s *Sequence) Uint64() uint64 {
	s.state += gamma
	return mix(s.state)
}

// Below returns a number in [0, n), each with equal probability; n = 0 gives 0. It is as XorShift.Below.
func (s *Sequence) Below(n uint64) uint64 {
	v, low := bits.Mul64(s.Uint64(), n)
	for low < n && low < -n%n {
		v, low = bits.Mul64(s.Uint64(), n)
	}
	return v
}

// Range returns an integer in [lo, hi], each with equal probability; hi <= lo gives lo.
func (s *Sequence) Range(lo, hi int64) int64 {
	n, all := span(lo, hi)
	if all {
		return int64(s.Uint64())
	}
	return lo + int64(s.Below(n))
}

// Unit returns a Q16 in [0, 1), each of the 65,536 with equal probability.
func (s *Sequence) Unit() fixed.Q16 { return unit(s.Uint64()) }

// Between returns a Q16 in [lo, hi], each with equal probability; hi <= lo gives lo.
func (s *Sequence) Between(lo, hi fixed.Q16) fixed.Q16 {
	return fixed.Q16(s.Range(int64(lo), int64(hi)))
}

// Chance returns true with probability p: never for p <= 0, always for p >= 1.
func (s *Sequence) Chance(p fixed.Q16) bool { return s.Unit() < p }

// span is the count of integers in [lo, hi], at least 1; all reports that it is 2^64, which n cannot hold.
func span(lo, hi int64) (n uint64, all bool) {
	if hi < lo {
		return 1, false
	}
	n = uint64(hi) - uint64(lo) + 1
	return n, n == 0
}

// unit keeps the upper 16 bits, the best ones of both generators.
func unit(x uint64) fixed.Q16 { return fixed.Q16(x >> 48) }
