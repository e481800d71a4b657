package fixed

import (
	"math"
	"testing"
)

// The tests below are named after what went wrong in other fixed-point code.

func TestQuotientOneBitTooWideIsNotZero(t *testing.T) {
	tests := []struct {
		a, b, want Q16
		ok         bool
	}{
		{Q16One, -2, Q16Min, true},  // -32768 fits
		{Q16One, 2, Q16Max, false},  // +32768 does not
		{Q16One, -1, Q16Min, false}, // -65536 does not
		{Q16Min, -Q16One, Q16Max, false},
		{Q16Min, Q16One, Q16Min, true},
		{Q16Min, Q16Min, Q16One, true},
		{Q16Max, 1, Q16Max, false},
		{Q16Min, 1, Q16Min, false},
	}
	for _, tt := range tests {
		got, ok := tt.a.DivOK(tt.b)
		if got != tt.want || ok != tt.ok || tt.a.Div(tt.b) != tt.want {
			t.Errorf("DivOK(%d, %d) = %d, %t, Div %d, want %d, %t (raw)", tt.a, tt.b, got, ok, tt.a.Div(tt.b), tt.want, tt.ok)
		}
	}
}

func TestRoundingOfNegativesIsOneRule(t *testing.T) {
	if got := (-Q16One).Div(FromInt(2)); got != -Q16Half {
		t.Errorf("-1 / 2 = %d, want -32768 (raw)", got)
	}
	if got := (-Q16One - Q16Half).Mul(FromInt(2)); got != FromInt(-3) {
		t.Errorf("-1.5 * 2 = %v, want -3", got)
	}
	eachPair(func(a, b Q16) {
		if a.Div(b) != -(-a).Div(b) && inRange(a, b) {
			t.Fatalf("Div truncates, so it is odd: Div(%d, %d) = %d, Div(%d, %d) = %d", a, b, a.Div(b), -a, b, (-a).Div(b))
		}
		if b != 0 && b != Q16Min && a != Q16Min && a.Div(-b) != (-a).Div(b) {
			t.Fatalf("Div(%d, %d) = %d, Div(%d, %d) = %d", a, -b, a.Div(-b), -a, b, (-a).Div(b))
		}
		if a != Q16Min && (-a).MulRound(b) != -a.MulRound(b) {
			t.Fatalf("MulRound is odd: of -%d and %d got %d, of %d and %d got %d", a, b, (-a).MulRound(b), a, b, a.MulRound(b))
		}
	})
}

// inRange reports that a/b and -a/b both are.
func inRange(a, b Q16) bool {
	_, ok := a.DivOK(b)
	_, negOK := (-a).DivOK(b)
	return ok && negOK && a != Q16Min
}

func TestCarryBetweenPartialProductsIsKept(t *testing.T) {
	if got := Q16(648806).Mul(648806); got != 6423175 {
		t.Errorf("9.9 * 9.9 = %d, want 6423175 (raw)", got)
	}
	// Halves near 0xffff carry out of every partial product of a 16-bit multiplier.
	for a := int64(0xffc0); a < 0x1_0000; a++ {
		for b := int64(0x1_ffc0); b < 0x2_0000; b++ {
			want := Q16((a * b) / 65536)
			if got := Q16(a).Mul(Q16(b)); got != want {
				t.Fatalf("Mul(%d, %d) = %d, want %d (raw)", a, b, got, want)
			}
		}
	}
}

func TestRoundingAtTheEndsOfTheRangeDoesNotWrap(t *testing.T) {
	tests := []struct {
		a                       Q16
		floor, ceil, round, cut int32
	}{
		{math.MinInt32, -32768, -32768, -32768, -32768},
		{math.MinInt32 + 1, -32768, -32767, -32768, -32767},
		{-Q16One - Q16Half, -2, -1, -2, -1},
		{-32769, -1, 0, -1, 0},
		{-32768, -1, 0, -1, 0},
		{-32767, -1, 0, 0, 0},
		{-1, -1, 0, 0, 0},
		{0, 0, 0, 0, 0},
		{1, 0, 1, 0, 0},
		{32767, 0, 1, 0, 0},
		{32768, 0, 1, 1, 0},
		{Q16One, 1, 1, 1, 1},
		{32767 << 16, 32767, 32767, 32767, 32767},
		{32767<<16 + 1, 32767, 32768, 32767, 32767},
		{32767<<16 + 32768, 32767, 32768, 32768, 32767},
		{math.MaxInt32 - 1, 32767, 32768, 32768, 32767},
		{math.MaxInt32, 32767, 32768, 32768, 32767},
	}
	for _, tt := range tests {
		ints := [4]int32{tt.a.FloorInt(), tt.a.CeilInt(), tt.a.RoundInt(), tt.a.Int()}
		want := [4]int32{tt.floor, tt.ceil, tt.round, tt.cut}
		if ints != want {
			t.Errorf("FloorInt, CeilInt, RoundInt, Int of %d = %v, want %v", tt.a, ints, want)
		}
		values := [4]Q16{tt.a.Floor(), tt.a.Ceil(), tt.a.Round(), tt.a.Trunc()}
		for i, n := range want {
			if values[i] != FromInt(int(n)) { // FromInt(32768) is Q16Max
				t.Errorf("Floor, Ceil, Round, Trunc of %d = %d (raw), want the integers %v", tt.a, values, want)
			}
		}
		if tt.a.Floor()+tt.a.Frac() != tt.a || tt.a.Frac() < 0 || tt.a.Frac() >= Q16One {
			t.Errorf("Frac of %d = %d (raw)", tt.a, tt.a.Frac())
		}
	}
}

func TestRootsOfLargeValuesDoNotOverflow(t *testing.T) {
	tests := []struct{ a, want Q16 }{
		{0x40000000, 0x800000}, {0x50000000, 0x8F1BBC}, {0x61A80000, 0x9E1D27}, {0x64000000, 0xA00000},
		{0x7FFFFFFF, 0xB504F3}, {0, 0}, {1, 256}, {2, 362}, {Q16One, Q16One},
	}
	for _, tt := range tests {
		if got, ok := tt.a.SqrtOK(); got != tt.want || !ok || tt.a.Sqrt() != got {
			t.Errorf("SqrtOK(%#x) = %#x, %t, Sqrt %#x, want %#x (raw)", tt.a, got, ok, tt.a.Sqrt(), tt.want)
		}
	}
	for _, a := range []Q16{-1, -Q16One, Q16Min} {
		if got, ok := a.SqrtOK(); got != 0 || ok || a.Sqrt() != 0 {
			t.Errorf("SqrtOK(%d) = %d, %t, Sqrt %d, want 0, false", a, got, ok, a.Sqrt())
		}
	}
}
