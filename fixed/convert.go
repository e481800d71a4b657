package fixed

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
)

// Errors of the conversions; match them with errors.Is. The value returned is a *ConvertError that holds one of them.
var (
	ErrRange  = errors.New("fixed: out of range")
	ErrNaN    = errors.New("fixed: not a number")
	ErrSyntax = errors.New("fixed: not a decimal number")
)

// ConvertError says which value could not be converted to a fixed-point number, and why.
type ConvertError struct {
	Func  string // the function called: "FromFloat", "ParseQ16", "Q32FromFloat" or "ParseQ32"
	Value string // what it was given; a long text is cut to its first 64 bytes
	Err   error  // ErrRange, ErrNaN or ErrSyntax
}

// Error names the function, the value and the reason.
func (e *ConvertError) Error() string {
	return e.Err.Error() + ": " + e.Func + "(" + e.Value + ")"
}

// Unwrap returns the sentinel.
func (e *ConvertError) Unwrap() error { return e.Err }

// Ratio returns num/den rounded to nearest, ties away from zero: Ratio(1, 3) is a third. A quotient out of range
// saturates by its sign, den = 0 by the sign of num, and 0/0 is 0.
func Ratio(num, den int) Q16 {
	if num == 0 {
		return 0
	}
	m := ratioMagnitude(magnitude(num), magnitude(den))
	if (num < 0) != (den < 0) {
		return sat(-m)
	}
	return sat(m)
}

// magnitude is |n|, also for the smallest int.
func magnitude(n int) uint64 {
	if n < 0 {
		return -uint64(int64(n))
	}
	return uint64(n)
}

// ratioMagnitude is num * 65536 / den rounded to nearest, or some value from 2^32 on if it is at least that or den is 0.
func ratioMagnitude(num, den uint64) int64 {
	const tooLarge = 1 << 32
	hi, lo := bits.Mul64(num, uint64(Q16One))
	if hi >= den { // the quotient needs more than 64 bits; so it does for den = 0
		return tooLarge
	}
	q, r := bits.Div64(hi, lo, den)
	q = min(q, tooLarge)
	if r >= den-r { // 2r >= den without overflow
		q++
	}
	return int64(q)
}

// FromFloat returns the Q16 nearest to x, ties away from zero. It is for literals and configuration: a float that was
// computed may differ between machines, and so would the Q16. The error is a *ConvertError for NaN (ErrNaN) and for
// infinities and values that round to outside [Q16Min, Q16Max] (ErrRange); the Q16 is then 0.
func FromFloat(x float64) (Q16, error) {
	if x != x {
		return 0, &ConvertError{"FromFloat", "NaN", ErrNaN}
	}
	v := math.Round(x * 65536) // exact: a power of two moves the exponent only
	if v < math.MinInt32 || v > math.MaxInt32 {
		return 0, &ConvertError{"FromFloat", strconv.FormatFloat(x, 'g', -1, 64), ErrRange}
	}
	return Q16(v), nil
}

// Float64 returns a exactly. It is for drawing and logs; a simulation that computes on with it needs the care that
// every float needs.
func (a Q16) Float64() float64 { return float64(a) / 65536 }
