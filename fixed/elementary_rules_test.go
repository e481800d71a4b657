package fixed

import (
	"math"
	"testing"

	"example.com/backstep/fixed/internal/bigmath"
)

func TestLogOfWhatHasNone(t *testing.T) {
	tests := []struct{ a, want Q32 }{{0, Q32Min}, {-1, 0}, {Q32Min, 0}, {-Q32One, 0}}
	for _, tt := range tests {
		got, ok := Q32LogOK(tt.a)
		half, halfOK := LogOK(Q16(tt.a >> 32))
		if got != tt.want || ok || Q32Log(tt.a) != got || halfOK || tt.a == 0 && half != Q16Min || tt.a < 0 && half != 0 {
			t.Errorf("Q32LogOK(%d) = %d, %t, LogOK %d, %t, want %d, false", tt.a, got, ok, half, halfOK, tt.want)
		}
	}
}

func TestPowRules(t *testing.T) {
	tests := []struct {
		x, y, want float64
		ok         bool
	}{
		{0, 0, 1, true}, {-3, 0, 1, true}, {0, 2, 0, true}, {0, 0.5, 0, true}, {0, -1, math.Inf(1), false},
		{2, 10, 1024, true}, {2, -3, 0.125, true}, {-2, 3, -8, true}, {-2, 4, 16, true}, {-2, -3, -0.125, true},
		{-2, 0.5, 0, false}, {4, 0.5, 2, true}, {4, -0.5, 0.5, true}, {9, 1.5, 27, true}, {1, 30000, 1, true}, {-1, 30001, -1, true},
		{-1, -30000, 1, true}, {0.5, 30000, 0, true}, {2, 30000, math.Inf(1), false}, {-2, 30001, math.Inf(-1), false},
		{10, 4, 10000, true}, {1.5, 1, 1.5, true},
	}
	for _, tt := range tests {
		x, y := mustQ32(t, tt.x), mustQ32(t, tt.y)
		want, want16 := Q32Max, Q16Max
		switch {
		case math.IsInf(tt.want, -1):
			want, want16 = Q32Min, Q16Min
		case !math.IsInf(tt.want, 1):
			want = mustQ32(t, tt.want)
			want16 = want.Q16()
		}
		if got, ok := Q32PowOK(x, y); got != want || ok != tt.ok || Q32Pow(x, y) != got {
			t.Errorf("Q32PowOK(%v, %v) = %v, %t, want %v, %t", tt.x, tt.y, got, ok, want, tt.ok)
		}
		if got, ok := PowOK(x.Q16(), y.Q16()); got != want16 || ok != tt.ok || Pow(x.Q16(), y.Q16()) != got {
			t.Errorf("PowOK(%v, %v) = %v, %t, want %v, %t", tt.x, tt.y, got, ok, want16, tt.ok)
		}
	}
	if got, ok := Q32PowOK(Q32FromInt(-2), Q32FromInt(31)); got != Q32Min || !ok {
		t.Errorf("(-2)^31 = %v, %t, want the smallest value, true", got, ok)
	}
	if got, ok := Q32PowOK(Q32FromInt(2), Q32FromInt(31)); got != Q32Max || ok {
		t.Errorf("2^31 = %v, %t, want the largest value, false", got, ok)
	}
}

func mustQ32(t *testing.T, x float64) Q32 {
	t.Helper()
	q, err := Q32FromFloat(x)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestKnownValues(t *testing.T) {
	tests := []struct {
		name      string
		got, want Q32
	}{
		{"Q32Sin(0)", Q32Sin(0), 0}, {"Q32Cos(0)", Q32Cos(0), Q32One}, {"Q32Sin(pi/2)", Q32Sin(Q32HalfPi), Q32One},
		{"Q32Cos(pi)", Q32Cos(Q32Pi), -Q32One}, {"Q32Tan(0)", Q32Tan(0), 0}, {"Q32Exp(0)", Q32Exp(0), Q32One},
		{"Q32Log(1)", Q32Log(Q32One), 0}, {"Q32Atan2(0, 1)", Q32Atan2(0, Q32One), 0}, {"Q32Atan2(0, -1)", Q32Atan2(0, -1), Q32Pi},
		{"Q32Atan2(1, 0)", Q32Atan2(1, 0), Q32HalfPi}, {"Q32Atan2(-1, 0)", Q32Atan2(-1, 0), -Q32HalfPi},
		{"Q32Tan(pi/2)", Q32Tan(Q32HalfPi), Q32Max}, {"Q32Exp of the smallest", Q32Exp(Q32Min), 0}, {"Q32Exp of the largest", Q32Exp(Q32Max), Q32Max},
		{"Tan(0)", Tan(0).Q32(), 0}, {"Tan(pi/2)", Tan(Q16HalfPi).Q32(), Q16Min.Q32()}, {"Exp(0)", Exp(0).Q32(), Q32One},
		{"Exp(1)", Exp(Q16One).Q32(), 178145 << 16}, {"Log(1)", Log(Q16One).Q32(), 0}, {"Log(e)", Log(178145).Q32(), Q32One},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s = %d, want %d (raw)", tt.name, tt.got, tt.want)
		}
	}
	if _, ok := TanOK(Q16HalfPi); ok {
		t.Error("TanOK(pi/2) reports a tangent in range")
	}
}

// The tables are recomputed here, entry by entry.
func TestQ32TablesHoldTheFunctionsTheyName(t *testing.T) {
	for i, got := range atanQ62 {
		if want := bigmath.Nearest(bigmath.Scale(bigmath.Atan(bigmath.Int(int64(i), 8)), 62)); want.Uint64() != got {
			t.Errorf("atanQ62[%d] = %d, want %v", i, got, want)
		}
	}
	for i, got := range tanQ63 {
		angle := bigmath.Mul(bigmath.Pi(), bigmath.Int(int64(i), 9))
		if want := bigmath.Nearest(bigmath.Scale(bigmath.Tan(angle), 63)); want.Uint64() != got {
			t.Errorf("tanQ63[%d] = %d, want %v", i, got, want)
		}
	}
	for i, got := range exp2Table {
		v := bigmath.Scale(bigmath.Exp(bigmath.Mul(bigmath.Ln2(), bigmath.Int(int64(i), 8))), 127)
		want := bigmath.Nearest(v)
		if low := want.Uint64(); low != got[1] || want.Rsh(want, 64).Uint64() != got[0] {
			t.Errorf("exp2Table[%d] = %d", i, got)
		}
	}
	for i, got := range log2Table {
		v := bigmath.Quo(bigmath.Log(bigmath.Int(int64(128+i), 8)), bigmath.Ln2())
		want := bigmath.Nearest(bigmath.Scale(v.Neg(v), 120))
		if low := want.Uint64(); low != got.lo || want.Rsh(want, 64).Int64() != got.hi {
			t.Errorf("log2Table[%d] = %v", i, got)
		}
	}
	for i := range 256 {
		for _, part := range []float64{0, 0.25, 0.5, 1} {
			c := sinCubics[i]
			got := float64(c.c0) + part*(float64(c.c1)+part*(float64(c.c2)+part*float64(c.c3)))
			if want := math.Sin((float64(i) + part) / 256 * math.Pi / 2); math.Abs(got/(1<<48)-want) > 1e-12 {
				t.Errorf("sinCubics[%d] at %v = %v, want %v", i, part, got/(1<<48), want)
			}
		}
	}
}
