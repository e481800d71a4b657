package fixed

import (
	"math/bits"
	"strconv"
)

// String returns a exactly, in decimal without an exponent: "-1.5", "0.0000152587890625". ParseQ16 reads it back.
func (a Q16) String() string {
	var buf [24]byte // sign, 5 digits, point, 16 digits
	return string(a.AppendDecimal(buf[:0]))
}

// AppendDecimal appends what String returns to dst; it does not allocate if dst has room for 23 bytes.
func (a Q16) AppendDecimal(dst []byte) []byte {
	return appendDecimal(dst, a < 0, uint64(abs64(int64(a))), fracBits)
}

// appendDecimal appends m, which has the given number of fractional bits, at most 60, and a sign.
func appendDecimal(dst []byte, negative bool, m uint64, bits uint) []byte {
	if negative {
		dst = append(dst, '-')
	}
	dst = strconv.AppendUint(dst, m>>bits, 10)
	mask := uint64(1)<<bits - 1
	m &= mask
	if m != 0 {
		dst = append(dst, '.')
	}
	// Each step takes one factor of two out of the denominator, so that as many digits as bits end it.
	for ; m != 0; m &= mask {
		m *= 10
		dst = append(dst, '0'+byte(m>>bits))
	}
	return dst
}

// ParseQ16 reads a decimal number: an optional sign, digits, and an optional point with digits, at least one digit in
// all. It returns the nearest Q16, ties away from zero, so what String wrote comes back unchanged. The error is a
// *ConvertError: ErrSyntax for any other text, ErrRange for a value that rounds to outside [Q16Min, Q16Max]; the Q16
// is then 0.
func ParseQ16(s string) (Q16, error) {
	m, negative, err := parseDecimal(s, fracBits)
	if err != nil {
		return 0, parseError("ParseQ16", s, err)
	}
	signed := int64(m)
	if negative {
		signed = -signed
	}
	q, ok := fits(signed)
	if !ok {
		return 0, parseError("ParseQ16", s, ErrRange)
	}
	return q, nil
}

// String returns a exactly, in decimal without an exponent: "-1.5", "0.00000000023283064365386962890625". ParseQ32 reads
// it back.
func (a Q32) String() string {
	var buf [48]byte // sign, 10 digits, point, 32 digits
	return string(a.AppendDecimal(buf[:0]))
}

// AppendDecimal appends what String returns to dst; it does not allocate if dst has room for 44 bytes.
func (a Q32) AppendDecimal(dst []byte) []byte {
	return appendDecimal(dst, a < 0, a.magnitude(), q32FracBits)
}

// ParseQ32 reads a decimal number as ParseQ16 does and returns the nearest Q32, ties away from zero, so what String wrote
// comes back unchanged. The error is a *ConvertError: ErrSyntax for any other text, ErrRange for a value that rounds to
// outside [Q32Min, Q32Max]; the Q32 is then 0.
func ParseQ32(s string) (Q32, error) {
	m, negative, err := parseDecimal(s, q32FracBits)
	if err != nil {
		return 0, parseError("ParseQ32", s, err)
	}
	q, ok := satMagnitude(m, negative)
	if !ok {
		return 0, parseError("ParseQ32", s, ErrRange)
	}
	return q, nil
}

// parseDecimal reads a sign and digits with an optional point, as a magnitude in units of 2^-bits rounded to nearest. An
// integer part of 2^31 or more, which no type holds, becomes a magnitude of at least 2^(31+bits) and at most 2^(32+bits).
func parseDecimal(s string, bits uint) (m uint64, negative bool, err error) {
	const tooLarge = 1<<31 + 1
	s, negative = cutSign(s)
	whole, i := uint64(0), 0
	for ; i < len(s) && isDigit(s[i]); i++ {
		whole = min(whole*10+uint64(s[i]-'0'), tooLarge)
	}
	count := i
	if i < len(s) && s[i] == '.' {
		i++
		n := digitCount(s[i:])
		m = roundFraction(s[i:i+n], bits)
		i, count = i+n, count+n
	}
	if count == 0 || i != len(s) {
		return 0, false, ErrSyntax
	}
	return whole<<bits + m, negative, nil
}

// cutSign splits a leading + or - from s.
func cutSign(s string) (rest string, negative bool) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:], s[0] == '-'
	}
	return s, false
}

// roundFraction is 0.digits in units of 2^-n, rounded to nearest, ties up, for n up to 33. The halves between units are
// multiples of 10^-(n+1), so digits after the thirty-fourth cannot change on which side of one the number is.
func roundFraction(digits string, n uint) uint64 {
	const limb = 17 // digits; their power of ten leaves room for a carry
	upper := leadingDigits(digits, limb)
	lower := leadingDigits(digits[min(limb, len(digits)):], limb)
	hi, lo := bits.Mul64(lower, 2<<n)
	carry, _ := bits.Div64(hi, lo, pow10Limb)
	hi, lo = bits.Mul64(upper, 2<<n)
	lo, over := bits.Add64(lo, carry, 0)
	halves, _ := bits.Div64(hi+over, lo, pow10Limb)
	return (halves + 1) / 2
}

// pow10Limb is 10^17.
const pow10Limb = 100_000_000_000_000_000

// leadingDigits is the first n digits as an integer, as if zeros followed.
func leadingDigits(digits string, n int) (v uint64) {
	for i := range n {
		v *= 10
		if i < len(digits) {
			v += uint64(digits[i] - '0')
		}
	}
	return v
}

func digitCount(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// parseError quotes at most 64 bytes of s.
func parseError(name, s string, err error) error {
	return &ConvertError{name, strconv.Quote(s[:min(len(s), 64)]), err}
}
