package strict

import "math"

// sinEntry is an entry of sinTable.
type sinEntry struct {
	sin         pair
	oneMinusCos float64
}

// quarter is a quarter turn in steps of pi/128.
const quarter = 64

// Sin returns the sine of x radians, off by less than 0.53 ulp for every x. As math.Sin it is NaN for infinities.
func Sin(x float64) float64 {
	if math.Abs(x) < 0x1p-27 {
		return x // keeps the sign of zero
	}
	if !finite(x) {
		return math.NaN()
	}
	n, r := reduce(x)
	s := sinPair(n, seriesOf(r))
	return s.hi + s.lo
}

// Cos returns the cosine of x radians, off by less than 0.53 ulp for every x. As math.Cos it is NaN for infinities.
func Cos(x float64) float64 {
	if !finite(x) {
		return math.NaN()
	}
	n, r := reduce(x)
	c := sinPair(n+quarter, seriesOf(r))
	return c.hi + c.lo
}

// Sincos returns Sin(x) and Cos(x).
func Sincos(x float64) (sin, cos float64) {
	if math.Abs(x) < 0x1p-27 {
		return x, 1
	}
	if !finite(x) {
		return math.NaN(), math.NaN()
	}
	n, r := reduce(x)
	rest := seriesOf(r)
	s, c := sinPair(n, rest), sinPair(n+quarter, rest)
	return s.hi + s.lo, c.hi + c.lo
}

// series is a rest of at most half a step and what its sine and cosine are beyond it and 1.
type series struct{ hi, lo, sin, cos float64 }

func seriesOf(r pair) series {
	square := float64(r.hi * r.hi)
	cube := float64(square * r.hi)
	odd := 1.0/120 - float64(square*(1.0/5040))
	even := 1.0/24 - float64(square*(1.0/720))
	return series{
		r.hi, r.lo,
		float64(cube * (float64(square*odd) - 1.0/6)),
		float64(square * (float64(square*even) - 0.5)),
	}
}

// sinPair is the sine of n steps and a rest, unevenly in two parts whose sum is it, by the theorem of addition with what
// the table holds of the steps: sin + r - (1-cos) * r + ... In this form the large terms are exact and only small ones are
// rounded.
func sinPair(n int, r series) pair {
	at := uint(n + quarter) // the table begins a quarter turn below zero
	entry := sinTable[at&127]
	sum := addPair(entry.sin.hi, r.hi)
	small := r.sin - float64(entry.oneMinusCos*(r.hi+r.sin))
	small += float64(entry.sin.hi * r.cos)
	sum.lo += (entry.sin.lo + r.lo) + small
	if at&128 != 0 {
		return pair{-sum.hi, -sum.lo}
	}
	return sum
}
