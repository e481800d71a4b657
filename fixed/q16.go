package fixed

import "math"

// Q16 is a signed fixed-point number with 16 integer and 16 fractional bits, held as value * 65536 in an int32.
// It spans [-32768, 32767.9999847412109375] in steps of 1/65536, "one ulp" below. The zero value is 0.
//
// The operators +, -, ==, < and unary - do the right thing on Q16; * and / do not (they work on the raw integers).
type Q16 int32

// fracBits is the number of fractional bits of a Q16.
const fracBits = 16

// fracMask selects the fractional bits of a raw value.
const fracMask = 1<<fracBits - 1

// The constants are the nearest Q16 to what they name.
const (
	Q16One    Q16 = 1 << fracBits       // 1
	Q16Half   Q16 = 1 << (fracBits - 1) // 0.5
	Q16Eps    Q16 = 1                   // one ulp, 1/65536
	Q16Max    Q16 = math.MaxInt32       // the largest value, 32768 - 1/65536
	Q16Min    Q16 = math.MinInt32       // the smallest value, -32768
	Q16Pi     Q16 = 205887              // pi = 3.14159...
	Q16HalfPi Q16 = 102944              // pi/2
	Q16Tau    Q16 = 411775              // 2*pi, a full turn
)

// FromRaw returns the Q16 whose value is raw/65536.
func FromRaw(raw int32) Q16 { return Q16(raw) }

// Raw returns the value times 65536: the integer that holds it.
func (a Q16) Raw() int32 { return int32(a) }

// FromInt returns n as a Q16. An n below -32768 or above 32767 saturates to Q16Min or Q16Max.
func FromInt(n int) Q16 {
	switch {
	case n > math.MaxInt16:
		return Q16Max
	case n < math.MinInt16:
		return Q16Min
	}
	return Q16(n) << fracBits
}

// Add returns a + b; it wraps modulo 65536, as the operator + does.
func (a Q16) Add(b Q16) Q16 { return a + b }

// Sub returns a - b; it wraps modulo 65536, as the operator - does.
func (a Q16) Sub(b Q16) Q16 { return a - b }

// Neg returns -a; it wraps: Neg of Q16Min is Q16Min.
func (a Q16) Neg() Q16 { return -a }

// Abs returns the absolute value of a. It is never negative: Abs of Q16Min saturates to Q16Max.
func (a Q16) Abs() Q16 {
	if a >= 0 {
		return a
	}
	return a.NegSat()
}

// Mul returns a * b rounded toward minus infinity; it wraps modulo 65536.
//
// Because it floors, the product of two values of one ulp is 0 but that of one ulp and minus one ulp is minus one ulp.
func (a Q16) Mul(b Q16) Q16 { return Q16((int64(a) * int64(b)) >> fracBits) }

// MulRound returns a * b rounded to nearest, ties away from zero; it wraps modulo 65536. It is symmetric: negating
// either factor negates the product.
func (a Q16) MulRound(b Q16) Q16 { return Q16(roundShift(int64(a)*int64(b), fracBits)) }

// Div returns a / b rounded toward zero. It never panics: a quotient out of range saturates to Q16Max or Q16Min by
// its sign, division by zero saturates by the sign of a, and 0/0 is 0.
func (a Q16) Div(b Q16) Q16 {
	q, _ := a.DivOK(b)
	return q
}

// DivRound returns a / b rounded to nearest, ties away from zero; out of range and at zero it does as Div does.
func (a Q16) DivRound(b Q16) Q16 {
	if b == 0 {
		return overZero(a)
	}
	return sat(roundQuo(int64(a)<<fracBits, int64(b)))
}

// Rem returns a - b*n for the n that truncates a/b toward zero. It is exact, has the sign of a, and is 0 if b is 0.
func (a Q16) Rem(b Q16) Q16 {
	if b == 0 {
		return 0
	}
	return a % b
}

// Mod returns a - b*n for the n that floors a/b. It is exact, lies in [0, b) for b > 0 and (b, 0] for b < 0, and is
// 0 if b is 0.
func (a Q16) Mod(b Q16) Q16 {
	r := a.Rem(b)
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}

// Sqrt returns the square root of a rounded toward zero, exactly; it is 0 for a negative a.
func (a Q16) Sqrt() Q16 {
	r, _ := a.SqrtOK()
	return r
}

// sat clamps an integer in units of one ulp to the range of Q16.
func sat(v int64) Q16 {
	return Q16(min(max(v, math.MinInt32), math.MaxInt32))
}

// overZero is a / 0: saturated by the sign of a, and 0 for a = 0.
func overZero(a Q16) Q16 {
	switch {
	case a > 0:
		return Q16Max
	case a < 0:
		return Q16Min
	}
	return 0
}

// roundShift returns v / 2^n rounded to nearest, ties away from zero. |v| must not exceed 2^63 - 2^(n-1).
func roundShift(v int64, n uint) int64 {
	half := int64(1) << (n - 1)
	if v < 0 {
		return -((half - v) >> n)
	}
	return (v + half) >> n
}

// roundQuo returns num / den rounded to nearest, ties away from zero. |num| and |den| must be below 2^62; den must
// not be 0.
func roundQuo(num, den int64) int64 {
	q, r := num/den, num%den
	if 2*abs64(r) < abs64(den) {
		return q
	}
	if (num < 0) != (den < 0) {
		return q - 1
	}
	return q + 1
}

// abs64 is |v| for v above the smallest int64.
func abs64(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}
