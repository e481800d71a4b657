package fixed

import "math/bits"

// maxTrigErrorQ32 is the stated bound of Q32Sin, Q32Cos and Q32Atan2, in ulps: half an ulp is the final rounding, the
// rest is the cubic between two entries of the table.
const maxTrigErrorQ32 = 0.51

// Q32Sin returns the sine of a radians, off the true sine by at most 0.51 ulp. Q32Sin(-a) is -Q32Sin(a), exactly.
func Q32Sin(a Q32) Q32 {
	sign := a >> 63
	return (sinPhaseQ32(phaseQ32(a.magnitude())) ^ sign) - sign
}

// Q32Cos returns the cosine of a radians, off the true cosine by at most 0.51 ulp. Q32Cos(-a) is Q32Cos(a), exactly.
func Q32Cos(a Q32) Q32 { return sinPhaseQ32(phaseQ32(a.magnitude()) + quarterTurn) }

// Q32SinCos returns Q32Sin(a) and Q32Cos(a).
func Q32SinCos(a Q32) (sin, cos Q32) {
	p, sign := phaseQ32(a.magnitude()), a>>63
	return (sinPhaseQ32(p) ^ sign) - sign, sinPhaseQ32(p + quarterTurn)
}

// phaseQ32 converts m ulps of radians to a phase, off by less than 2 units at the largest angle.
func phaseQ32(m uint64) uint64 {
	hi, _ := bits.Mul64(m, turnsPerUlp1)
	return hi + m*turnsPerUlp2
}

// cubic is c0 + c1*t + c2*t^2 + c3*t^3, 48 fractional bits.
type cubic struct{ c0, c1, c2, c3 int64 }

// sinPhaseQ32 is the sine of a phase, mirrored and negated as sinPhase does it. Within the quarter a cubic stands for
// the wave. Only its linear term needs more bits than an int64 product has.
func sinPhaseQ32(p uint64) Q32 {
	odd, negative := uint64(int64(p<<1)>>63), Q32(int64(p)>>63)
	inQuarter := p & (quarterTurn - 1)
	inQuarter = (inQuarter ^ odd) - odd + quarterTurn&odd // itself, or quarterTurn less itself
	c := sinCubics[inQuarter>>54]
	t := inQuarter << 10 // 64 fractional bits
	t30 := int64(t >> 34)
	slope := c.c1 + ((c.c2+(c.c3*t30)>>30)*t30)>>30 // not negative: the wave rises
	rise, _ := bits.Mul64(uint64(slope), t)
	v := Q32((uint64(c.c0) + rise + 1<<15) >> 16) // 48 fractional bits to 32
	return (v ^ negative) - negative
}

// Q32Atan2 returns the angle of the point (x, y) in radians, in [-Q32Pi, Q32Pi], off the true angle by at most 0.51 ulp.
// Q32Atan2(0, 0) is 0. On the negative x axis it is Q32Pi.
func Q32Atan2(y, x Q32) Q32 {
	ax, ay := x.magnitude(), y.magnitude()
	if ax == 0 && ay == 0 {
		return 0
	}
	angle := atanRatio(min(ax, ay), max(ax, ay))
	if ay > ax {
		angle = halfPiQ62 - angle
	}
	if x < 0 {
		angle = piQ62 - angle
	}
	rounded := Q32((angle + 1<<29) >> 30)
	if y < 0 {
		return -rounded
	}
	return rounded
}

// atanRatio is the arctangent of num/den with 62 fractional bits, for 0 <= num <= den <= 2^63 and den > 0: that of the
// nearest 256th, k/256, from the table, and that of the rest, (num/den - k/256) / (1 + num/den * k/256), from its series.
func atanRatio(num, den uint64) uint64 {
	shift := uint(bits.LeadingZeros64(den))
	num, den = num<<shift>>10, den<<shift>>10 // den in [2^53, 2^54): room for the factor 256
	k := (num>>8 + den>>17) / (den >> 16)
	rest := int64(num<<8 - k*den)
	size, _ := bits.Div64(uint64(abs64(rest)), 0, den<<8+k*num) // at most 2^55, 64 fractional bits
	square, _ := bits.Mul64(size, size)
	cube, _ := bits.Mul64(square, size)
	size = (size - cube/3) >> 2
	if rest < 0 {
		return atanQ62[k] - size
	}
	return atanQ62[k] + size
}
