package fixed

// Exp returns e to the power of a, off by at most 0.51 ulp. From about 10.4 on that is out of range and Exp returns
// Q16Max.
func Exp(a Q16) Q16 {
	q, _ := ExpOK(a)
	return q
}

// ExpOK returns what Exp returns, and whether the power was in range.
func ExpOK(a Q16) (Q16, bool) { return exponential(a.Q32()).q16(false) }

// Log returns the natural logarithm of a, off by at most 0.51 ulp. Log of 0 is Q16Min, that of a negative number is 0.
func Log(a Q16) Q16 {
	q, _ := LogOK(a)
	return q
}

// LogOK returns what Log returns, and whether a is positive.
func LogOK(a Q16) (Q16, bool) {
	r, negative := logarithm(a.Q32())
	q, _ := r.q16(negative)
	return q, a > 0
}

// Pow returns x to the power of y, off by at most 0.51 ulp, by these rules:
//
//   - x^0 is 1, also for x = 0;
//   - 0^y is 0 for y > 0 and saturates to Q16Max for y < 0;
//   - a negative x has powers for whole y only, negative ones for odd y; for other y the result is 0;
//   - a power out of range saturates by its sign.
func Pow(x, y Q16) Q16 {
	q, _ := PowOK(x, y)
	return q
}

// PowOK returns what Pow returns, and whether the power is defined and was in range.
func PowOK(x, y Q16) (Q16, bool) {
	r, negative, defined := power(x.Q32(), y.Q32())
	q, ok := r.q16(negative)
	return q, ok && defined
}

// Q32Exp returns e to the power of a, off by at most 0.51 ulp. From about 21.5 on that is out of range and Q32Exp
// returns Q32Max.
func Q32Exp(a Q32) Q32 {
	q, _ := Q32ExpOK(a)
	return q
}

// Q32ExpOK returns what Q32Exp returns, and whether the power was in range.
func Q32ExpOK(a Q32) (Q32, bool) { return exponential(a).q32(false) }

// Q32Log returns the natural logarithm of a, off by at most 0.51 ulp. Q32Log of 0 is Q32Min, that of a negative number
// is 0.
func Q32Log(a Q32) Q32 {
	q, _ := Q32LogOK(a)
	return q
}

// Q32LogOK returns what Q32Log returns, and whether a is positive.
func Q32LogOK(a Q32) (Q32, bool) {
	r, negative := logarithm(a)
	q, _ := r.q32(negative)
	return q, a > 0
}

// Q32Pow returns x to the power of y by the rules of Pow. It is off the true power p by at most 0.51 ulp + |p| * 2^-56:
// by less than one ulp for powers up to 2^22, and by at most 128 ulp at the end of the range.
func Q32Pow(x, y Q32) Q32 {
	q, _ := Q32PowOK(x, y)
	return q
}

// Q32PowOK returns what Q32Pow returns, and whether the power is defined and was in range.
func Q32PowOK(x, y Q32) (Q32, bool) {
	r, negative, defined := power(x, y)
	q, ok := r.q32(negative)
	return q, ok && defined
}
