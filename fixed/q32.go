package fixed

import (
	"math"
	"math/bits"
)

// Q32 is a signed fixed-point number with 32 integer and 32 fractional bits, held as value * 2^32 in an int64.
// It spans [-2147483648, 2147483648 - 2^-32] in steps of 2^-32, "one ulp" below. The zero value is 0.
//
// The operators +, -, ==, < and unary - do the right thing on Q32; * and / do not (they work on the raw integers).
type Q32 int64

// q32FracBits is the number of fractional bits of a Q32.
const q32FracBits = 32

// q32FracMask selects the fractional bits of a raw value.
const q32FracMask = 1<<q32FracBits - 1

// The constants are the nearest Q32 to what they name.
const (
	Q32One    Q32 = 1 << q32FracBits       // 1
	Q32Half   Q32 = 1 << (q32FracBits - 1) // 0.5
	Q32Eps    Q32 = 1                      // one ulp, 2^-32
	Q32Max    Q32 = math.MaxInt64          // the largest value, 2^31 - 2^-32
	Q32Min    Q32 = math.MinInt64          // the smallest value, -2^31
	Q32Pi     Q32 = 13493037705            // pi = 3.14159...
	Q32HalfPi Q32 = 6746518852             // pi/2
	Q32Tau    Q32 = 26986075409            // 2*pi, a full turn
)

// Q32FromRaw returns the Q32 whose value is raw / 2^32.
func Q32FromRaw(raw int64) Q32 { return Q32(raw) }

// Raw returns the value times 2^32: the integer that holds it.
func (a Q32) Raw() int64 { return int64(a) }

// Q32FromInt returns n as a Q32. An n below -2^31 or above 2^31-1 saturates to Q32Min or Q32Max.
func Q32FromInt(n int) Q32 {
	switch {
	case n > math.MaxInt32:
		return Q32Max
	case n < math.MinInt32:
		return Q32Min
	}
	return Q32(n) << q32FracBits
}

// Add returns a + b; it wraps modulo 2^32, as the operator + does.
func (a Q32) Add(b Q32) Q32 { return a + b }

// Sub returns a - b; it wraps modulo 2^32, as the operator - does.
func (a Q32) Sub(b Q32) Q32 { return a - b }

// Neg returns -a; it wraps: Neg of Q32Min is Q32Min.
func (a Q32) Neg() Q32 { return -a }

// Abs returns the absolute value of a. It is never negative: Abs of Q32Min saturates to Q32Max.
func (a Q32) Abs() Q32 {
	if a >= 0 {
		return a
	}
	return a.NegSat()
}

// Mul returns a * b rounded toward minus infinity; it wraps modulo 2^32.
//
// Because it floors, the product of two values of one ulp is 0 but that of one ulp and minus one ulp is minus one ulp.
func (a Q32) Mul(b Q32) Q32 {
	// Of the 128-bit product only bits 32 to 95 are wanted. With a in halves, the upper one times b is whole already;
	// so is the lower one times the upper half of b; and only the product of the lower halves is cut.
	al, bl := uint64(a)&q32FracMask, uint64(b)&q32FracMask
	return a>>q32FracBits*b + Q32(al)*(b>>q32FracBits) + Q32(al*bl>>q32FracBits)
}

// MulRound returns a * b rounded to nearest, ties away from zero; it wraps modulo 2^32. It is symmetric: negating
// either factor negates the product.
func (a Q32) MulRound(b Q32) Q32 { return mulQ32(a, b).roundQ32() }

// Div returns a / b rounded toward zero. It never panics: a quotient out of range saturates to Q32Max or Q32Min by
// its sign, division by zero saturates by the sign of a, and 0/0 is 0.
func (a Q32) Div(b Q32) (q Q32) {
	if dividesWide { // as in DivOK, or it would not be inlined
		q, _ = divideWide(a, b)
	} else {
		q, _ = divideHalves(a, b)
	}
	return q
}

// DivRound returns a / b rounded to nearest, ties away from zero; out of range and at zero it does as Div does.
func (a Q32) DivRound(b Q32) Q32 {
	q, ok := a.DivOK(b)
	if !ok {
		return q
	}
	rest := a<<q32FracBits - q*b // it wraps, but is less than |b|
	if m, den := rest.magnitude(), b.magnitude(); m < den-m {
		return q
	}
	if a^b < 0 {
		return q.AddSat(-1)
	}
	return q.AddSat(1)
}

// Rem returns a - b*n for the n that truncates a/b toward zero. It is exact, has the sign of a, and is 0 if b is 0.
func (a Q32) Rem(b Q32) Q32 {
	if b == 0 {
		return 0
	}
	return a % b
}

// Mod returns a - b*n for the n that floors a/b. It is exact, lies in [0, b) for b > 0 and (b, 0] for b < 0, and is
// 0 if b is 0.
func (a Q32) Mod(b Q32) Q32 {
	r := a.Rem(b)
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}

// Sqrt returns the square root of a rounded toward zero, exactly; it is 0 for a negative a.
func (a Q32) Sqrt() Q32 {
	r, _ := a.SqrtOK()
	return r
}

// magnitude is |a|, also for Q32Min.
func (a Q32) magnitude() uint64 {
	sign := a >> 63
	return uint64((a ^ sign) - sign)
}

// satMagnitude gives a magnitude in ulps its sign, saturated; ok reports that it was in range.
func satMagnitude(m uint64, negative bool) (q Q32, ok bool) {
	switch {
	case negative && m <= 1<<63:
		return Q32(-m), true
	case negative:
		return Q32Min, false
	case m >= 1<<63:
		return Q32Max, false
	}
	return Q32(m), true
}

// quoNearest is num * 2^32 / den rounded to nearest, ties up, or the largest uint64 if that is too large for one or den
// is 0.
func quoNearest(num, den uint64) uint64 {
	hi, lo := num>>q32FracBits, num<<q32FracBits
	if hi >= den {
		return math.MaxUint64
	}
	q, r := bits.Div64(hi, lo, den)
	if r >= den-r && q != math.MaxUint64 { // 2r >= den without overflow
		q++
	}
	return q
}
