package fixed

//go:generate go run gen_tables.go

// maxTrigError is the stated bound of Sin, Cos and Atan2, in ulps: half an ulp is the final rounding, the rest is the
// chord between two entries of the table.
const maxTrigError = 0.52

// quarterTurn is a quarter of a turn as a phase: a phase is an angle in units of 2^-64 turn, so that wrapping of
// uint64 is the periodicity of the circle.
const quarterTurn = 1 << 62

// Sin returns the sine of a radians, off the true sine by at most 0.52 ulp. Sin(-a) is -Sin(a), exactly.
func Sin(a Q16) Q16 { return sinPhase(phase(a)) }

// Cos returns the cosine of a radians, off the true cosine by at most 0.52 ulp. Cos(-a) is Cos(a), exactly.
func Cos(a Q16) Q16 { return sinPhase(phase(a) + quarterTurn) }

// SinCos returns Sin(a) and Cos(a), in little more time than one of them takes.
func SinCos(a Q16) (sin, cos Q16) {
	p := phase(a)
	inQuarter := foldQuarter(p)
	return withSign(sinQuarter(inQuarter), p), withSign(sinQuarter(^inQuarter), p+quarterTurn)
}

// Atan2 returns the angle of the point (x, y) in radians, in [-Q16Pi, Q16Pi], off the true angle by at most 0.52 ulp.
// Atan2(0, 0) is 0. On the negative x axis it is Q16Pi.
func Atan2(y, x Q16) Q16 {
	ax, ay := abs64(int64(x)), abs64(int64(y))
	if ax == 0 && ay == 0 {
		return 0
	}
	angle := atanQ30(min(ax, ay), max(ax, ay))
	if ay > ax {
		angle = halfPiQ30 - angle
	}
	if x < 0 {
		angle = piQ30 - angle
	}
	if y < 0 {
		return -roundQ30(angle)
	}
	return roundQ30(angle)
}

// phase converts radians to a phase. The rounding of turnsPerUlp adds less than 2^-31 radians at the largest angle.
func phase(a Q16) uint64 { return uint64(int64(a)) * turnsPerUlp }

// sinPhase is the sine of a phase: the first quarter of the wave, mirrored in odd quarters and negated in the second
// half of the turn. Both are done with masks of all zeros or all ones, because the quarter of a random angle is what a
// branch predictor cannot guess.
func sinPhase(p uint64) Q16 { return withSign(sinQuarter(foldQuarter(p)), p) }

// foldQuarter is the phase within its quarter, or in odd quarters what is left of it, in units of 2^-64 quarters. The end
// of the quarter, which no uint64 holds, is one unit off.
func foldQuarter(p uint64) uint64 { return p<<2 ^ uint64(int64(p<<1)>>63) }

// sinQuarter is the sine of a phase within the first quarter.
func sinQuarter(inQuarter uint64) Q16 {
	at, part := inQuarter>>54, int64(uint32(inQuarter>>22))
	lo, hi := int64(sinTable[at]), int64(sinTable[at+1])
	return roundQ30(lo + ((hi-lo)*part)>>32)
}

// withSign is v for a phase in the first half of the turn, and else -v.
func withSign(v Q16, p uint64) Q16 {
	negative := Q16(int64(p) >> 63)
	return (v ^ negative) - negative
}

// atanQ30 is the arctangent of num/den with 30 fractional bits, for 0 <= num <= den <= 2^31 and den > 0.
func atanQ30(num, den int64) int64 {
	ratio := (uint64(num) << 32) / uint64(den)
	at, part := ratio>>22, int64(ratio&(1<<22-1))
	lo, hi := int64(atanTable[at]), int64(atanTable[at+1])
	return lo + ((hi-lo)*part)>>22
}

// roundQ30 rounds v >= 0 from 30 fractional bits to a Q16.
func roundQ30(v int64) Q16 { return Q16((v + 1<<13) >> 14) }
