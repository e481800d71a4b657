package fixed

import (
	"math"
	"math/big"
	"testing"
)

// shiftCounts are those from which nothing is left, and their neighbours, and the ends of int.
func shiftCounts() []int {
	counts := []int{math.MinInt, math.MinInt + 1, math.MinInt32, math.MaxInt32, math.MaxInt}
	for n := -70; n <= 70; n++ {
		counts = append(counts, n)
	}
	return counts
}

// shifted is raw * 2^n rounded toward minus infinity, for counts cut to what leaves the same of 64 bits.
func shifted(raw int64, n int) exact {
	v := big.NewInt(raw)
	if n < 0 {
		return exact{v.Rsh(v, uint(min(-max(n, -100), 100)))} // Rsh of a big.Int rounds so
	}
	return exact{v.Lsh(v, uint(min(n, 200)))}
}

func TestShiftEqualsTheOracleForEveryCount(t *testing.T) {
	for _, n := range shiftCounts() {
		for _, a := range edges {
			want := shifted(int64(a), n)
			got, ok := a.ShiftOK(n)
			if a.Shift(n) != want.wrapped() || got != want.wrapped() || ok != want.fits() || a.ShiftSat(n) != want.saturated() {
				t.Errorf("%d (raw) * 2^%d: Shift %d, ShiftOK %d, %t, ShiftSat %d, want %v", a, n, a.Shift(n), got, ok, a.ShiftSat(n), want)
			}
		}
		for _, a := range edgesQ32 {
			want := shifted(int64(a), n)
			got, ok := a.ShiftOK(n)
			if a.Shift(n) != want.wrappedQ32() || got != want.wrappedQ32() || ok != want.IsInt64() || a.ShiftSat(n) != want.saturatedQ32() {
				t.Errorf("%d (raw) * 2^%d: Shift %d, ShiftOK %d, %t, ShiftSat %d, want %v", a, n, a.Shift(n), got, ok, a.ShiftSat(n), want)
			}
		}
	}
}
