package strict

import (
	"math"
	"math/bits"
)

// reduce splits a finite x into n steps of pi/128 and a rest r of about half a step at most; n may be off by whole turns.
func reduce(x float64) (n int, r pair) {
	const small = 1 << 14 // up to here n has 20 bits, so that products with 33 are exact
	size := math.Abs(x)
	if size < small {
		n, steps := roundInt(float64(x * stepsPerRadian))
		first := x - float64(steps*stepHi) // exact
		second := float64(steps * stepMid)
		r.hi = first - second
		r.lo = ((first - r.hi) - second) - float64(steps*stepLo)
		return n, addPair(r.hi, r.lo)
	}
	n, r = reduceLarge(math.Float64bits(size))
	if x < 0 {
		return -n, pair{-r.hi, -r.lo}
	}
	return n, r
}

// reduceLarge is reduce for the bits of a positive x from 2^14 on, in integers (Payne and Hanek 1983): of the product of
// x and 1/(2*pi) only the fraction matters, so only those bits of 1/(2*pi) that reach it are multiplied.
func reduceLarge(x uint64) (n int, r pair) {
	m := x&(1<<52-1) | 1<<52
	skip := uint(x>>52) - 1075 + 64 // bits before those that count; the table begins with 64 zeros
	word, shift := skip/64, skip%64
	var c [3]uint64
	for i := range c {
		c[i] = turnsPerRadian[word+uint(i)]<<shift | turnsPerRadian[word+uint(i)+1]>>1>>(63-shift)
	}
	// The fraction of the turn in 128 bits; a third word only carries.
	carry, _ := bits.Mul64(m, c[2])
	hi, lo := bits.Mul64(m, c[1])
	lo, over := bits.Add64(lo, carry, 0)
	_, low := bits.Mul64(m, c[0])
	hi += low + over

	n = int((hi + 1<<55) >> 56) // 256 steps to the turn
	hi -= uint64(n) << 56
	negative := int64(hi) < 0
	if negative {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
	}
	r = radians(hi, lo)
	if negative {
		return n, pair{-r.hi, -r.lo}
	}
	return n, r
}

// radians converts a fraction of a turn of 128 bits, at most half a step, to radians.
func radians(hi, lo uint64) pair {
	zeros := bits.LeadingZeros64(hi)
	if hi == 0 {
		zeros = 64 + bits.LeadingZeros64(lo)
		hi, lo = lo, 0
	}
	places := uint(zeros % 64)
	hi = hi<<places | lo>>1>>(63-places)
	hi, lo = bits.Mul64(hi, tauQ61) // times 2^-(125+zeros)
	unit := power2(-125 - zeros + 75)
	rest := hi&(1<<11-1)<<42 | lo>>22
	return pair{float64(float64(int64(hi>>11)) * unit), float64(float64(int64(rest)) * float64(unit*0x1p-53))}
}
