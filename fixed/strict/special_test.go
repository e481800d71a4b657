package strict

import (
	"math"
	"testing"
)

// specials are the values at which functions branch.
var specials = []float64{
	math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1.5, -1.5, 0x1p52 + 1, -0x1p52 - 1, 0x1p53, -0x1p53,
	math.MaxFloat64, -math.MaxFloat64, 0x1p-1074, -0x1p-1074, 0x1p-1022, 709, 710, 711, -745, -746, 1e300, 0x1p-27, 0x1p14,
}

// same reports that math's result has the same meaning: both NaN, equal and of one sign, or near each other.
func same(got, want float64) bool {
	switch {
	case got != got:
		return want != want && math.Float64bits(got) == math.Float64bits(math.NaN())
	case math.Signbit(got) != math.Signbit(want):
		return false
	case got == want:
		return true
	}
	return math.Abs(got-want) <= 1e-13*math.Abs(want)+0x1p-1074 && !math.IsInf(got, 0)
}

// subnormal arguments are where math itself is wrong on some targets.
func subnormal(x float64) bool { return x != 0 && math.Abs(x) < 0x1p-1022 }

func TestSpecialCasesAreThoseOfMath(t *testing.T) {
	for _, x := range specials {
		sin, cos := Sincos(x)
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"Sin", Sin(x), math.Sin(x)}, {"Cos", Cos(x), math.Cos(x)}, {"Tan", Tan(x), math.Tan(x)}, {"Exp", Exp(x), math.Exp(x)},
			{"Log", Log(x), math.Log(x)}, {"Sincos", sin, Sin(x)}, {"Sincos", cos, Cos(x)},
		} {
			if !same(c.got, c.want) && !subnormal(x) {
				t.Errorf("%s(%v) = %v (%#x), math says %v", c.name, x, c.got, math.Float64bits(c.got), c.want)
			}
		}
		for _, y := range specials {
			for _, c := range []struct {
				name      string
				got, want float64
			}{{"Atan2", Atan2(x, y), math.Atan2(x, y)}, {"Pow", Pow(x, y), math.Pow(x, y)}, {"Hypot", Hypot(x, y), math.Hypot(x, y)}} {
				if !same(c.got, c.want) && !subnormal(x) && !subnormal(y) {
					t.Errorf("%s(%v, %v) = %v (%#x), math says %v", c.name, x, y, c.got, math.Float64bits(c.got), c.want)
				}
			}
		}
	}
}

func TestExactResultsAreExact(t *testing.T) {
	for k := -1074; k <= 1023; k++ {
		if got, want := Pow(2, float64(k)), math.Ldexp(1, k); got != want {
			t.Errorf("2^%d = %v, want %v", k, got, want)
		}
	}
	power := 1.0
	for k := range 23 { // 10^22 is the last that a float64 holds
		if got := Pow(10, float64(k)); got != power {
			t.Errorf("10^%d = %v, want %v", k, got, power)
		}
		power *= 10
	}
	for i := 1.0; i < 2000; i++ {
		if got := Pow(i, 2); got != i*i {
			t.Errorf("%v^2 = %v", i, got)
		}
		if got := Hypot(3*i, 4*i); got != 5*i {
			t.Errorf("Hypot(%v, %v) = %v", 3*i, 4*i, got)
		}
	}
	if Atan2(-0x1p-1074, -2) != -math.Pi || Log(0x1p-1074) != -744.4400719213812 {
		t.Error("a subnormal argument gives another result")
	}
	if Exp(0) != 1 || Log(1) != 0 || Cos(0) != 1 || Atan2(1, 1) != math.Pi/4 || Atan2(0, -1) != math.Pi {
		t.Error("a value that everybody knows is not exact")
	}
}

func TestNothingAllocates(t *testing.T) {
	sink := 0.5
	if n := testing.AllocsPerRun(100, func() {
		sink += Sin(sink) + Cos(1e300) + Tan(sink) + Exp(-sink) + Log(2) + Pow(1.5, 0.5) + Atan2(sink, 1) + Hypot(3, 4)
	}); n != 0 {
		t.Errorf("the functions allocate %v times", n)
	}
}
