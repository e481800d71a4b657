package fixed

// Floor returns the largest integer not above a.
func (a Q32) Floor() Q32 { return a &^ q32FracMask }

// Ceil returns the smallest integer not below a. Above 2^31-1 that integer is out of range and Ceil returns Q32Max.
func (a Q32) Ceil() Q32 { return wholeQ32(a.CeilInt()) }

// Round returns the integer nearest to a, ties away from zero. From 2^31-0.5 on that integer is out of range and Round
// returns Q32Max.
func (a Q32) Round() Q32 { return wholeQ32(a.RoundInt()) }

// Trunc returns a without its fraction: the nearest integer toward zero.
func (a Q32) Trunc() Q32 { return Q32(a.Int()) << q32FracBits }

// Frac returns a - a.Floor(), in [0, 1) for negative values too: Frac of -0.25 is 0.75.
func (a Q32) Frac() Q32 { return a & q32FracMask }

// Int returns a as an integer, truncated toward zero as Go's conversions are. It is exact for every a.
func (a Q32) Int() int64 { return int64(a / Q32One) }

// FloorInt returns Floor as an integer.
func (a Q32) FloorInt() int64 { return int64(a >> q32FracBits) }

// CeilInt returns the smallest integer not below a, up to 2^31. It is exact for every a.
func (a Q32) CeilInt() int64 {
	if a.Frac() != 0 {
		return a.FloorInt() + 1
	}
	return a.FloorInt()
}

// RoundInt returns the integer nearest to a, ties away from zero, up to 2^31. It is exact for every a.
func (a Q32) RoundInt() int64 {
	if up := a.Frac(); up > Q32Half || up == Q32Half && a >= 0 {
		return a.FloorInt() + 1
	}
	return a.FloorInt()
}

// wholeQ32 is n, from -2^31 to 2^31, saturated.
func wholeQ32(n int64) Q32 {
	if n >= 1<<31 {
		return Q32Max
	}
	return Q32(n) << q32FracBits
}

// Sign returns -1, 0 or 1 by the sign of a.
func (a Q32) Sign() int {
	switch {
	case a > 0:
		return 1
	case a < 0:
		return -1
	}
	return 0
}

// Min returns the lesser of a and b.
func (a Q32) Min(b Q32) Q32 { return min(a, b) }

// Max returns the greater of a and b.
func (a Q32) Max(b Q32) Q32 { return max(a, b) }

// Clamp returns a limited to [lo, hi]; if lo > hi it returns hi.
func (a Q32) Clamp(lo, hi Q32) Q32 { return min(max(a, lo), hi) }

// Lerp returns a + (b-a)*t rounded toward minus infinity, exactly a at t = 0 and exactly b at t = 1. For t in [0, 1]
// it lies between a and b whatever their distance; a t outside extrapolates and wraps modulo 2^32.
func (a Q32) Lerp(b, t Q32) Q32 {
	// b-a may need 65 bits; its fraction and its whole part, which borrows from it, do not. The rest is as in Mul.
	fraction := b.Frac() - a.Frac()
	whole := b>>q32FracBits - a>>q32FracBits + fraction>>q32FracBits
	fraction &= q32FracMask
	low := uint64(fraction) * uint64(t.Frac()) >> q32FracBits
	return a + whole*t + fraction*(t>>q32FracBits) + Q32(low)
}
