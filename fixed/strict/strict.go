package strict

import "math"

//go:generate go run gen_tables.go

// pair is a number in two float64s, hi + lo with lo at most half an ulp of hi or a rest below hi's last bits.
type pair struct{ hi, lo float64 }

// finite reports that x is neither infinite nor NaN.
func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// shift is 1.5 * 2^52, and shiftBits are its bits: adding it leaves the nearest integer in the low bits, for sums below 2^51.
const (
	shift     = 0x1.8p52
	shiftBits = 0x4338 << 48
)

// roundInt returns the integer nearest to x, ties to even, in both types; |x| must be below 2^31. It is no conversion, whose
// results out of range differ between targets.
func roundInt(x float64) (n int, whole float64) {
	sum := x + shift
	return int(int64(math.Float64bits(sum)) - shiftBits), sum - shift
}

// addPair returns a + b and what the sum rounds off, exactly, for |a| >= |b| or a = 0.
func addPair(a, b float64) pair {
	sum := a + b
	return pair{sum, b - (sum - a)}
}

// mulPair returns a * b and what the product rounds off, all but exactly, if neither overflows nor underflows.
func mulPair(a, b float64) pair {
	product := float64(a * b)
	ah, bh := upperHalf(a), upperHalf(b)
	al, bl := a-ah, b-bh
	rest := float64(ah*bh) - product
	rest += float64(ah * bl)
	rest += float64(al * bh)
	return pair{product, rest + float64(al*bl)}
}

// upperHalf cuts x to 26 bits, so that products of halves are exact.
func upperHalf(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1)) }

// power2 is 2^k for k from -1022 to 1023.
func power2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// scale is v * 2^k, rounded once, for 1/2 <= v <= 2 and any k between -2000 and 2000.
func scale(v float64, k int) float64 {
	switch {
	case k > 1000:
		v, k = float64(v*power2(1000)), min(k-1000, 1000)
	case k < -1000: // the first product is exact: its result is no subnormal
		v, k = float64(v*power2(-1000+60)), max(k+1000-60, -1000)
	}
	return float64(v * power2(k))
}
