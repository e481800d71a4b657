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
	m := uint64(abs64(int64(a)))
	if a < 0 {
		dst = append(dst, '-')
	}
	dst = strconv.AppendUint(dst, m>>fracBits, 10)
	m &= fracMask
	if m != 0 {
		dst = append(dst, '.')
	}
	// Each step takes one factor of two out of the denominator, so that 16 digits end it.
	for ; m != 0; m &= fracMask {
		m *= 10
		dst = append(dst, '0'+byte(m>>fracBits))
	}
	return dst
}

// ParseQ16 reads a decimal number: an optional sign, digits, and an optional point with digits, at least one digit in
// all. It returns the nearest Q16, ties away from zero, so what String wrote comes back unchanged. The error is a
// *ConvertError: ErrSyntax for any other text, ErrRange for a value that rounds to outside [Q16Min, Q16Max]; the Q16
// is then 0.
func ParseQ16(s string) (Q16, error) {
	digits, negative := cutSign(s)
	m, ok := parseMagnitude(digits)
	if !ok {
		return 0, parseError(s, ErrSyntax)
	}
	if negative {
		m = -m
	}
	q, ok := fits(m)
	if !ok {
		return 0, parseError(s, ErrRange)
	}
	return q, nil
}

// cutSign splits a leading + or - from s.
func cutSign(s string) (rest string, negative bool) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:], s[0] == '-'
	}
	return s, false
}

// parseMagnitude reads unsigned digits with an optional point, in ulps rounded to nearest. An integer part too large
// for any Q16 is held at a value that is out of range.
func parseMagnitude(s string) (ulps int64, ok bool) {
	const tooLarge = 1 << 20
	whole, i := int64(0), 0
	for ; i < len(s) && isDigit(s[i]); i++ {
		whole = min(whole*10+int64(s[i]-'0'), tooLarge)
	}
	count := i
	if i < len(s) && s[i] == '.' {
		i++
		n := digitCount(s[i:])
		ulps = fractionUlps(s[i : i+n])
		i, count = i+n, count+n
	}
	return whole<<fracBits + ulps, count > 0 && i == len(s)
}

// fractionUlps is 0.digits in ulps, rounded to nearest, ties up. The halves between ulps are multiples of 10^-17, so
// digits after the seventeenth cannot change on which side of one the number is.
func fractionUlps(digits string) int64 {
	var num, den uint64 = 0, 1
	for i := 0; i < min(len(digits), 17); i++ {
		num, den = num*10+uint64(digits[i]-'0'), den*10
	}
	hi, lo := bits.Mul64(num, 2*uint64(Q16One))
	halves, _ := bits.Div64(hi, lo, den) // below 2^17 since num < den
	return int64(halves+1) / 2
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
func parseError(s string, err error) error {
	return &ConvertError{"ParseQ16", strconv.Quote(s[:min(len(s), 64)]), err}
}
