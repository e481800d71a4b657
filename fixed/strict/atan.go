package strict

import "math"

// Atan2 returns the angle of the point (x, y) in radians, in [-pi, pi], off by less than 0.53 ulp, by less than 1.03 where
// it is subnormal. In all special cases it is as math.Atan2.
func Atan2(y, x float64) float64 {
	if x != x || y != y {
		return math.NaN()
	}
	// In which eighth of the turn a point lies is what a branch predictor cannot guess, so the bits of the comparisons
	// look up what the angle is measured from and in which direction. Bits of positive numbers are ordered as these are.
	ax, ay := math.Float64bits(math.Abs(x)), math.Float64bits(math.Abs(y))
	steep := (ax - ay) >> 63
	var a pair
	switch {
	case ax != ay:
		a = atanQuotient(math.Float64frombits(min(ax, ay)), math.Float64frombits(max(ax, ay)))
	case ax != 0: // infinities too
		a = atanTable[64]
	}
	from := eighths[math.Float64bits(x)>>63<<1|steep]
	sum := addPair(from.base.hi, float64(from.direction*a.hi))
	sum.lo += from.base.lo + float64(from.direction*a.lo)
	return math.Copysign(sum.hi+sum.lo, y)
}

// eighths is, by the sign of x and whether |y| > |x|, from where an angle is measured.
var eighths = [4]struct {
	base      pair
	direction float64
}{
	{pair{0, 0}, 1},
	{pair{piHi / 2, piLo / 2}, -1},
	{pair{piHi, piLo}, -1},
	{pair{piHi / 2, piLo / 2}, 1},
}

// atanQuotient is the arctangent of num/den for 0 <= num < den, in two parts whose sum is it: that of the nearest 64th,
// c, from the table, and that of the rest, u = (q-c) / (1 + q*c), from its series. q-c is exact; what q itself rounds off
// and what u is less than q-c are small.
func atanQuotient(num, den float64) pair {
	q := num / den
	if q < 0x1p-54 { // also beside an infinity
		return pair{q, 0}
	}
	switch { // or the parts of the products leave the range
	case den < 0x1p-500:
		num, den = float64(num*0x1p600), float64(den*0x1p600)
	case den > 0x1p1000:
		num, den = float64(num*0x1p-600), float64(den*0x1p-600)
	}
	at, steps := roundInt(float64(q * 64))
	c := float64(steps * (1.0 / 64))
	v := q - c
	part := float64(q * c)
	// One division serves for both num/den = q + off and part/(1+part).
	inverse := 1 / float64(den*(1+part))
	back := mulPair(q, den)
	off := float64(float64(((num-back.hi)-back.lo)*inverse) * (1 + part))
	part = float64(float64(part*den) * inverse)
	less := float64(v * part)
	u := v - less
	square := float64(u * u)
	series := -1.0/7 + float64(square*(1.0/9))
	series = 1.0/5 + float64(square*series)
	series = -1.0/3 + float64(square*series)
	series = float64(float64(square*u) * series)
	entry := atanTable[at]
	sum := addPair(entry.hi, v)
	sum.lo += entry.lo + ((off - float64(off*part)) + (series - less))
	return sum
}
