package fixed

import (
	"math"
	"testing"
)

func TestMulWrapsAndFloors(t *testing.T) {
	tests := []struct{ a, b, want Q16 }{
		{FromInt(256), FromInt(256), 0},
		{FromInt(182), FromInt(182), Q16(math.MinInt32 + (182*182-32768)<<16)}, // 33124 - 65536
		{Q16Eps, Q16Eps, 0},
		{-Q16Eps, Q16Eps, -1},
		{-Q16Eps, -Q16Eps, 0},
		{Q16Min, -Q16One, Q16Min},
	}
	for _, tt := range tests {
		if got := tt.a.Mul(tt.b); got != tt.want {
			t.Errorf("Mul(%d, %d) = %d, want %d (raw)", tt.a, tt.b, got, tt.want)
		}
	}
	if got := FromInt(182).Mul(FromInt(182)); got >= 0 {
		t.Errorf("182 * 182 = %v, want it negative", got)
	}
}

func TestDivisionByZeroSaturatesByTheNumerator(t *testing.T) {
	for _, a := range edges {
		want := map[int]Q16{-1: Q16Min, 0: 0, 1: Q16Max}[a.Sign()]
		quo, ok := a.DivOK(0)
		for name, got := range map[string]Q16{"Div": a.Div(0), "DivRound": a.DivRound(0), "DivOK": quo, "Ratio": Ratio(int(a), 0)} {
			if got != want {
				t.Errorf("%s(%d, 0) = %d, want %d (raw)", name, a, got, want)
			}
		}
		if ok {
			t.Errorf("DivOK(%d, 0) reports a true quotient", a)
		}
		if a.Rem(0) != 0 || a.Mod(0) != 0 {
			t.Errorf("Rem and Mod of %d by 0 = %d, %d, want 0, 0 (raw)", a, a.Rem(0), a.Mod(0))
		}
	}
}

func TestNegAndAbsAtTheSmallestValue(t *testing.T) {
	for _, a := range edges {
		neg, negOK := a.NegOK()
		abs, absOK := a.AbsOK()
		wantSat, wantAbs := -a, max(a, -a)
		if a == Q16Min {
			wantSat, wantAbs = Q16Max, Q16Max
		}
		if neg != -a || a.Neg() != -a || negOK != (a != Q16Min) || a.NegSat() != wantSat {
			t.Errorf("of %d: NegOK %d, %t, Neg %d, NegSat %d", a, neg, negOK, a.Neg(), a.NegSat())
		}
		if abs != wantAbs || a.Abs() != wantAbs || absOK != (a != Q16Min) {
			t.Errorf("of %d: AbsOK %d, %t, Abs %d, want %d", a, abs, absOK, a.Abs(), wantAbs)
		}
	}
}

func TestFromIntSaturates(t *testing.T) {
	tests := []struct {
		n    int
		want Q16
	}{
		{0, 0}, {1, Q16One}, {-1, -Q16One}, {32767, 32767 << 16}, {-32768, Q16Min},
		{32768, Q16Max}, {-32769, Q16Min}, {math.MaxInt, Q16Max}, {math.MinInt, Q16Min},
	}
	for _, tt := range tests {
		if got := FromInt(tt.n); got != tt.want {
			t.Errorf("FromInt(%d) = %d, want %d (raw)", tt.n, got, tt.want)
		}
	}
}

func TestRawIsTheValueIn65536ths(t *testing.T) {
	for _, a := range edges {
		if got := FromRaw(a.Raw()); got != a || a.Raw() != int32(a) {
			t.Errorf("FromRaw(Raw(%d)) = %d", a, got)
		}
	}
	if got := FromRaw(-98304); got != -Q16One-Q16Half {
		t.Errorf("FromRaw(-98304) = %v, want -1.5", got)
	}
}

func TestRatioOfLargeNumbers(t *testing.T) {
	tests := []struct {
		num, den int
		want     Q16
	}{
		{1, 3, 21845}, {2, 3, 43691}, {-2, 3, -43691}, {2, -3, -43691}, {1, 131072, 1}, {-1, 131072, -1}, {1, 131073, 0},
		{math.MaxInt, math.MaxInt, Q16One}, {math.MinInt, math.MinInt, Q16One}, {math.MinInt, 1, Q16Min},
		{math.MaxInt, 1, Q16Max}, {math.MinInt, math.MaxInt, -Q16One}, {math.MaxInt, -2, Q16Min}, {0, 5, 0}, {0, 0, 0},
		{32768, 1, Q16Max}, {-32768, 1, Q16Min}, {math.MinInt, -1, Q16Max},
	}
	for _, tt := range tests {
		if got := Ratio(tt.num, tt.den); got != tt.want {
			t.Errorf("Ratio(%d, %d) = %d, want %d (raw)", tt.num, tt.den, got, tt.want)
		}
	}
}

func TestConstantsAreNearest(t *testing.T) {
	for got, exact := range map[Q16]float64{Q16Pi: math.Pi, Q16HalfPi: math.Pi / 2, Q16Tau: 2 * math.Pi, Q16Half: 0.5, Q16One: 1} {
		if want := math.Round(exact * 65536); float64(got) != want {
			t.Errorf("constant %v = %d, want %v (raw)", exact, got, want)
		}
	}
}

func TestCompareAndClamp(t *testing.T) {
	eachEdgePair(func(a, b Q16) {
		if got := a.Min(b); got != min(a, b) {
			t.Fatalf("Min(%d, %d) = %d", a, b, got)
		}
		if got := a.Max(b); got != max(a, b) {
			t.Fatalf("Max(%d, %d) = %d", a, b, got)
		}
		lo, hi := min(a, b), max(a, b)
		for _, v := range edges {
			got := v.Clamp(lo, hi)
			if got < lo || got > hi || (v >= lo && v <= hi && got != v) {
				t.Fatalf("Clamp(%d, %d, %d) = %d", v, lo, hi, got)
			}
		}
	})
	if got := Q16One.Clamp(5, 3); got != 3 {
		t.Errorf("Clamp with lo > hi = %d, want hi", got)
	}
}

func TestLerpStaysBetweenItsEnds(t *testing.T) {
	eachPair(func(a, b Q16) {
		if a.Lerp(b, 0) != a || a.Lerp(b, Q16One) != b {
			t.Fatalf("Lerp(%d, %d) ends at %d and %d (raw)", a, b, a.Lerp(b, 0), a.Lerp(b, Q16One))
		}
		for _, part := range []Q16{1, Q16Half, Q16One - 1} {
			if got := a.Lerp(b, part); got < min(a, b) || got > max(a, b) {
				t.Fatalf("Lerp(%d, %d, %d) = %d (raw), not between", a, b, part, got)
			}
		}
	})
}
