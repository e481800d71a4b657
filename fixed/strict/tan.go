package strict

import "math"

// Tan returns the tangent of x radians, off by less than 0.56 ulp for every x. As math.Tan it is NaN for infinities.
func Tan(x float64) float64 {
	if math.Abs(x) < 0x1p-27 {
		return x
	}
	if !finite(x) {
		return math.NaN()
	}
	n, r := reduce(x)
	at := uint(n + quarter/2) // the table begins an eighth turn below zero
	t := tanPair(tanTable[at&63], r)
	if at&64 == 0 {
		return t.hi + t.lo
	}
	// A quarter turn on the tangent is the negative reciprocal. One step of division corrects it.
	t = addPair(t.hi, t.lo)
	inverse := -1 / t.hi
	back := mulPair(inverse, t.hi)
	left := (1 + back.hi) + (back.lo + float64(inverse*t.lo))
	return inverse + float64(inverse*left)
}

// tanPair is the tangent of an angle whose tangent is t and a rest r, unevenly in two parts whose sum is it, by the theorem
// of addition in a form in which the large terms are exact: t + u + u*t*(t+u)/(1-t*u) for u, the tangent of r.
func tanPair(t, r pair) pair {
	square := float64(r.hi * r.hi)
	more := 17.0/315 + float64(square*(62.0/2835))
	more = 2.0/15 + float64(square*more)
	more = 1.0/3 + float64(square*more)
	more = float64(float64(square*r.hi) * more) // tan r - r
	u := r.hi + more
	tu := float64(t.hi * u)
	cross := float64(tu*(t.hi+u)) / (1 - tu)
	sum := addPair(t.hi, r.hi)
	sum.lo += (t.lo + r.lo) + (more + cross)
	return sum
}
