package strict

import "math"

// logEntry is an entry of logTable.
type logEntry struct {
	scale    float64
	minusLog pair
}

// Log returns the natural logarithm of x, off by less than 0.53 ulp. As math.Log it is -Inf at 0 and NaN below.
func Log(x float64) float64 {
	switch {
	case x != x || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	}
	whole, r := logParts(x)
	sum := addPair(whole.hi, r)
	square := float64(r * r)
	return sum.hi + (sum.lo + (whole.lo + float64(square*(-0.5+float64(r*logSeries(r))))))
}

// logParts splits the logarithm of a finite x > 0 into a part from the tables and log(1+r), with |r| <= 2^-8. The upper
// word of the first is exact, at least as large as r or 0, and r is exact too: x = 2^e * m with 1 <= m < 2, and m times
// the scale of its interval is 1+r. A scale has 9 fractional bits and m has 52, so that what is left below 2^-8 fits.
func logParts(x float64) (whole pair, r float64) {
	e := 0
	if x < 0x1p-1022 {
		x, e = float64(x*0x1p64), -64
	}
	b := math.Float64bits(x)
	e += int(b>>52) - 1023
	m := math.Float64frombits(b&(1<<52-1) | 1023<<52)
	entry := logTable[b>>44&255]
	upper := upperHalf(m)
	r = (float64(upper*entry.scale) - 1) + float64((m-upper)*entry.scale)
	exponent := float64(e)
	return pair{
		float64(exponent*ln2Hi) + entry.minusLog.hi,
		float64(exponent*ln2Lo) + entry.minusLog.lo,
	}, r
}

// logSeries is 1/3 - r/4 + r^2/5 ..., so that log(1+r) = r - r^2/2 + r^3 * logSeries(r).
func logSeries(r float64) float64 {
	s := -1.0/8 + float64(r*(1.0/9))
	s = 1.0/7 + float64(r*s)
	s = -1.0/6 + float64(r*s)
	s = 1.0/5 + float64(r*s)
	s = -1.0/4 + float64(r*s)
	return 1.0/3 + float64(r*s)
}
