package rng

import (
	"math/bits"

	"example.com/backstep/fixed"
)

// XorShift is the xorshift64* generator (Vigna 2016): period 2^64 - 1, its whole state in S. Keep it in the game's
// saved state. Every S is valid; S = 0, which the recurrence could never leave, stands for a fixed state of its own,
// so the zero value works.
type XorShift struct{ S uint64 }

// zeroState is what S = 0 stands for.
const zeroState = gamma

// NewXorShift returns a generator for a seed. Neighbouring seeds give unrelated streams, which neighbouring values of
// S do not.
func NewXorShift(seed uint64) XorShift { return XorShift{mix(seed + gamma)} }

// Uint64 returns the next 64 random bits. The upper bits are the better ones; the lowest is a linear recurrence.
func (r *XorShift) Uint64() uint64 {
	s := r.S
	if s == 0 {
		s = zeroState
	}
	s ^= s >> 12
	s ^= s << 25
	s ^= s >> 27
	r.S = s
	return s * 2685821657736338717
}

// Below returns a number in [0, n), each with equal probability; n = 0 gives 0. It takes one draw, and another with
// probability below n / 2^64, to drop the draws that would favour some numbers (Lemire 2019).
func (r *XorShift) Below(n uint64) uint64 {
	v, low := bits.Mul64(r.Uint64(), n)
	for low < n && low < -n%n {
		v, low = bits.Mul64(r.Uint64(), n)
	}
	return v
}

// Range returns an integer in [lo, hi], each with equal probability; hi <= lo gives lo.
func (r *XorShift) Range(lo, hi int64) int64 {
	n, all := span(lo, hi)
	if all {
		return int64(r.Uint64())
	}
	return lo + int64(r.Below(n))
}

// Unit returns a Q16 in [0, 1), each of the 65,536 with equal probability.
func (r *XorShift) Unit() fixed.Q16 { return unit(r.Uint64()) }

// Between returns a Q16 in [lo, hi], each with equal probability; hi <= lo gives lo.
func (r *XorShift) Between(lo, hi fixed.Q16) fixed.Q16 {
	return fixed.Q16(r.Range(int64(lo), int64(hi)))
}

// Chance returns true with probability p: never for p <= 0, always for p >= 1. It always takes one draw.
func (r *XorShift) Chance(p fixed.Q16) bool { return r.Unit() < p }
