package fixed

// Floor returns the largest integer not above a.
func (a Q16) Floor() Q16 { return a &^ fracMask }

// Ceil returns the smallest integer not below a. Above 32767 that integer is out of range and Ceil returns Q16Max.
func (a Q16) Ceil() Q16 { return sat(int64(a.CeilInt()) << fracBits) }

// Round returns the integer nearest to a, ties away from zero. From 32767.5 on that integer is out of range and Round
// returns Q16Max.
func (a Q16) Round() Q16 { return sat(int64(a.RoundInt()) << fracBits) }

// Trunc returns a without its fraction: the nearest integer toward zero.
func (a Q16) Trunc() Q16 { return Q16(a.Int()) << fracBits }

// Frac returns a - a.Floor(), in [0, 1) for negative values too: Frac of -0.25 is 0.75.
func (a Q16) Frac() Q16 { return a & fracMask }

// Int returns a as an integer, truncated toward zero as Go's conversions are. It is exact for every a.
func (a Q16) Int() int32 { return int32(a / Q16One) }

// FloorInt returns Floor as an integer.
func (a Q16) FloorInt() int32 { return int32(a >> fracBits) }

// CeilInt returns the smallest integer not below a, up to 32768. It is exact for every a.
func (a Q16) CeilInt() int32 { return int32((int64(a) + fracMask) >> fracBits) }

// RoundInt returns the integer nearest to a, ties away from zero, up to 32768. It is exact for every a.
func (a Q16) RoundInt() int32 { return int32(roundShift(int64(a), fracBits)) }

// Sign returns -1, 0 or 1 by the sign of a.
func (a Q16) Sign() int {
	switch {
	case a > 0:
		return 1
	case a < 0:
		return -1
	}
	return 0
}

// Min returns the lesser of a and b.
func (a Q16) Min(b Q16) Q16 { return min(a, b) }

// Max returns the greater of a and b.
func (a Q16) Max(b Q16) Q16 { return max(a, b) }

// Clamp returns a limited to [lo, hi]; if lo > hi it returns hi.
func (a Q16) Clamp(lo, hi Q16) Q16 { return min(max(a, lo), hi) }

// Lerp returns a + (b-a)*t rounded toward minus infinity, exactly a at t = 0 and exactly b at t = 1. For t in [0, 1]
// it lies between a and b whatever their distance; a t outside extrapolates and wraps modulo 65536.
func (a Q16) Lerp(b, t Q16) Q16 {
	// |b-a| < 2^32 and |t| <= 2^31, so that the product stays below 2^63.
	return a + Q16(((int64(b)-int64(a))*int64(t))>>fracBits)
}
