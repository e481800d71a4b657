package fixed

// Shift returns a * 2^n for every n, where Go's operators << and >> panic for a negative count: for n > 0 it wraps modulo
// 65536, so that nothing is left from 32 on; for n < 0 it rounds toward minus infinity, so that from -31 on 0 is left, or
// minus one ulp of a negative a.
func (a Q16) Shift(n int) Q16 {
	if n < 0 {
		return a >> uint(-n)
	}
	return a << uint(n)
}

// ShiftSat returns a * 2^n rounded toward minus infinity, saturated to the range of Q16.
func (a Q16) ShiftSat(n int) Q16 {
	q, ok := a.ShiftOK(n)
	if ok {
		return q
	}
	return overZero(a)
}

// ShiftOK returns what Shift returns, and whether the floored product was in range.
func (a Q16) ShiftOK(n int) (Q16, bool) {
	q := a.Shift(n)
	return q, n <= 0 || q>>uint(n) == a
}

// Shift returns a * 2^n for every n, where Go's operators << and >> panic for a negative count: for n > 0 it wraps modulo
// 2^32, so that nothing is left from 64 on; for n < 0 it rounds toward minus infinity, so that from -63 on 0 is left, or
// minus one ulp of a negative a.
func (a Q32) Shift(n int) Q32 {
	if n < 0 {
		return a >> uint(-n)
	}
	return a << uint(n)
}

// ShiftSat returns a * 2^n rounded toward minus infinity, saturated to the range of Q32.
func (a Q32) ShiftSat(n int) Q32 {
	q, ok := a.ShiftOK(n)
	if ok {
		return q
	}
	return boundQ32(a < 0)
}

// ShiftOK returns what Shift returns, and whether the floored product was in range.
func (a Q32) ShiftOK(n int) (Q32, bool) {
	q := a.Shift(n)
	return q, n <= 0 || q>>uint(n) == a
}
