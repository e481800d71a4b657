package fixed

import "math/bits"

// exponential is e^a.
func exponential(a Q32) real {
	switch {
	case a > 22<<q32FracBits:
		return hugeReal()
	case a < -23<<q32FracBits:
		return real{} // less than half an ulp of either type
	}
	// |a| * log2(e) with 122 fractional bits, and 5 before them.
	m := a.magnitude()
	hi, lo := bits.Mul64(m, log2eLo)
	hi += m * log2eHi
	return exp2(a < 0, int(hi>>58), hi<<6|lo>>58, lo<<6)
}

// logarithm is the natural logarithm of a; that of 0 is minus infinity, that of a negative number 0.
func logarithm(a Q32) (r real, negative bool) {
	switch {
	case a == 0:
		return hugeReal(), true
	case a < 0:
		return real{}, false
	}
	l := log2(uint64(a))
	if l.hi < 0 {
		l, negative = l.neg(), true
	}
	m, _ := bits.Mul64(uint64(l.hi), ln2Q64)
	return real{m, 56}, negative
}

// power is the magnitude of x^y and its sign; defined tells that there is one.
func power(x, y Q32) (r real, negative, defined bool) {
	switch {
	case y == 0:
		return real{1, 0}, false, true
	case x == 0 && y < 0:
		return hugeReal(), false, false
	case x == 0:
		return real{}, false, true
	case x < 0 && y.Frac() != 0:
		return real{}, false, false
	}
	negative = x < 0 && y.FloorInt()&1 != 0
	l, m := log2(x.magnitude()), y.magnitude()
	below := (l.hi < 0) != (y < 0) // the power is below 1
	if l.hi < 0 {
		l = l.neg()
	}
	// m * l in three words has 152 fractional bits, 24 of them in the highest word.
	carry, low := bits.Mul64(m, l.lo)
	high, mid := bits.Mul64(m, uint64(l.hi))
	mid, c := bits.Add64(mid, carry, 0)
	high += c
	switch whole := high >> 24; {
	case whole < 64:
		return exp2(below, int(whole), high<<40|mid>>24, mid<<40|low>>24), negative, true
	case below:
		return real{}, negative, true
	}
	return hugeReal(), negative, true
}

// exp2 is 2 to the power of k + f, or of -(k + f), for a fraction f of 128 bits and k < 64. The upper 8 bits of the
// fraction choose a factor from the table, and the next 64 give a factor 1 + p by its series.
func exp2(below bool, k int, hi, lo uint64) real {
	if below {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, borrow = bits.Sub64(0, hi, borrow)
		k = -k - int(borrow)
	}
	t := hi<<8 | lo>>56
	sum := exp2Series[len(exp2Series)-1]
	for i := len(exp2Series) - 2; i >= 0; i-- {
		sum, _ = bits.Mul64(sum, t)
		sum = exp2Series[i] + sum>>8
	}
	p, _ := bits.Mul64(t, sum) // 72 fractional bits
	factor := exp2Table[hi>>56]
	moreHi, moreLo := bits.Mul64(factor[0], p)
	_, carry := bits.Add64(factor[1], moreHi<<56|moreLo>>8, 0)
	m, over := bits.Add64(factor[0], moreHi>>8, carry)
	if over != 0 { // the fraction was 1 but for its last bits
		return real{1 << 63, 62 - k}
	}
	return real{m, 63 - k}
}

// log2 is the binary logarithm of m / 2^32 with 120 fractional bits, for 0 < m <= 2^63. It is off by at most 2^-61 of
// itself, next to 1 too: there the whole and the table's part cancel exactly, and the series has no constant term.
func log2(m uint64) wide {
	zeros := bits.LeadingZeros64(m)
	m <<= zeros
	// n/256 is near 1/m, so that m * n/256 = 1 + z with |z| < 2^-7.
	den := m>>55<<1 + 1 // the middle of the interval, in 512ths
	n := (1<<17 + den/2) / den
	z := int64(m >> 1 * n) // 70 fractional bits; the 1 is beyond the word. The lowest bit of m is 0 but for 2^63.
	sum := log2Series[len(log2Series)-1]
	for i := len(log2Series) - 2; i >= 0; i-- {
		sum = log2Series[i] + mulWide(sum, z).hi>>6
	}
	series := mulWide(z, sum) // 132 fractional bits
	series = wide{series.hi >> 12, uint64(series.hi)<<52 | series.lo>>12}
	whole := int64(63-q32FracBits-zeros) << 56
	return log2Table[n-128].add(series).add(wide{whole, 0})
}
