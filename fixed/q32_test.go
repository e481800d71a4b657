package fixed

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"example.com/backstep/fixed/internal/bigmath"
)

func TestQ32ConstantsAreNearest(t *testing.T) {
	for got, exact := range map[Q32]*big.Float{
		Q32Pi: bigmath.Pi(), Q32HalfPi: bigmath.Scale(bigmath.Pi(), -1), Q32Tau: bigmath.Scale(bigmath.Pi(), 1),
		Q32Half: bigmath.Float(0.5), Q32One: bigmath.Float(1),
	} {
		if want := bigmath.Nearest(bigmath.Scale(exact, 32)); want.Cmp(intQ32(got)) != 0 {
			t.Errorf("constant %v = %d, want %v (raw)", exact.Text('g', 6), got, want)
		}
	}
}

func TestQ32FromIntSaturates(t *testing.T) {
	tests := []struct {
		n    int
		want Q32
	}{
		{0, 0}, {1, Q32One}, {-1, -Q32One}, {math.MaxInt32, math.MaxInt32 << 32}, {math.MinInt32, Q32Min},
		{math.MaxInt, exact{new(big.Int).Lsh(big.NewInt(math.MaxInt), 32)}.saturatedQ32()},
		{math.MinInt, exact{new(big.Int).Lsh(big.NewInt(math.MinInt), 32)}.saturatedQ32()},
	}
	for _, tt := range tests {
		if got := Q32FromInt(tt.n); got != tt.want {
			t.Errorf("Q32FromInt(%d) = %d, want %d (raw)", tt.n, got, tt.want)
		}
	}
}

func TestQ16ToQ32AndBackIsExact(t *testing.T) {
	for _, a := range edges {
		wide := a.Q32()
		if back, ok := wide.Q16OK(); back != a || !ok || wide.Float64() != a.Float64() {
			t.Errorf("raw %d became %d and then %d, %t", a, wide, back, ok)
		}
	}
	v := Vec3{Q16Min, 5, Q16Max}
	if got := v.Q32().Q16(); got != v {
		t.Errorf("%v became %v", v, got)
	}
	if got, w := (Vec2{Q16Min, 5}).Q32().Q16(), (Vec2{Q16Min, 5}); got != w {
		t.Errorf("%v became %v", w, got)
	}
	if got := Q32FromRaw(Q32Pi.Raw()); got != Q32Pi {
		t.Errorf("FromRaw of Raw of pi = %v", got)
	}
}

func TestQ32FromFloat(t *testing.T) {
	tests := []struct {
		x    float64
		want Q32
		err  error
	}{
		{0, 0, nil}, {math.Copysign(0, -1), 0, nil}, {1.5, Q32One + Q32Half, nil}, {0.1, 429496730, nil}, {-0.1, -429496730, nil},
		{-1 << 31, Q32Min, nil}, {1<<31 - 0x1p-22, Q32Max - 1023, nil}, {0x1p-33, 1, nil}, {-0x1p-33, -1, nil},
		{math.SmallestNonzeroFloat64, 0, nil}, {1 << 31, 0, ErrRange}, {-1<<31 - 1, 0, ErrRange}, {math.MaxFloat64, 0, ErrRange},
		{math.Inf(1), 0, ErrRange}, {math.Inf(-1), 0, ErrRange}, {math.NaN(), 0, ErrNaN},
	}
	for _, tt := range tests {
		if got, err := Q32FromFloat(tt.x); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("Q32FromFloat(%v) = %d, %v, want %d, %v (raw)", tt.x, got, err, tt.want, tt.err)
		}
	}
	eachPairQ32(func(a, _ Q32) {
		want, _ := bigQ32(a).Float64()
		if got := a.Float64(); got != want {
			t.Fatalf("Float64 of raw %d = %v, want %v", a, got, want)
		}
	})
}

func TestQ32StringIsExactAndParsesBack(t *testing.T) {
	eachPairQ32(func(a, _ Q32) {
		s := a.String()
		if back, err := ParseQ32(s); err != nil || back != a {
			t.Fatalf("ParseQ32(%q) = %d, %v, want %d (raw)", s, back, err, a)
		}
	})
	for _, a := range edgesQ32 {
		value, ok := new(big.Rat).SetString(a.String())
		if !ok || value.Cmp(new(big.Rat).SetFrac(intQ32(a), bigOneQ32)) != 0 {
			t.Errorf("String of raw %d = %q, not its value", a, a.String())
		}
	}
	for a, want := range map[Q32]string{
		0: "0", -Q32Half: "-0.5", 1: "0.00000000023283064365386962890625", Q32Min: "-2147483648",
		Q32Max: "2147483647.99999999976716935634613037109375",
	} {
		if got := a.String(); got != want {
			t.Errorf("String of raw %d = %q, want %q", a, got, want)
		}
	}
}

func TestParseQ32RoundsToNearestAndRefuses(t *testing.T) {
	const halfUlp = "0.000000000116415321826934814453125"
	tests := []struct {
		s    string
		want Q32
		err  error
	}{
		{"-0", 0, nil}, {"+1.5", Q32One + Q32Half, nil}, {".5", Q32Half, nil}, {"5.", 5 << 32, nil}, {"0.1", 429496730, nil},
		{halfUlp, 1, nil}, {"-" + halfUlp, -1, nil}, {halfUlp[:len(halfUlp)-1] + "4999999999", 0, nil},
		{halfUlp + "000000000000000000001", 1, nil}, {"0." + strings.Repeat("9", 80), Q32One, nil},
		{"-2147483648.0000000001", Q32Min, nil}, {"2147483647.9999999998", Q32Max, nil}, {"0." + strings.Repeat("0", 999) + "1", 0, nil},
		{"2147483648", 0, ErrRange}, {"2147483647.9999999999", 0, ErrRange}, {"-2147483648.0000000002", 0, ErrRange},
		{"-" + strings.Repeat("9", 1000), 0, ErrRange}, {"4294967296", 0, ErrRange}, {"18446744073709551616", 0, ErrRange},
		{"", 0, ErrSyntax}, {"-", 0, ErrSyntax}, {".", 0, ErrSyntax}, {"1e3", 0, ErrSyntax}, {"1.2.3", 0, ErrSyntax}, {" 1", 0, ErrSyntax},
	}
	for _, tt := range tests {
		if got, err := ParseQ32(tt.s); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("ParseQ32(%.80q) = %d, %v, want %d, %v (raw)", tt.s, got, err, tt.want, tt.err)
		}
	}
	_, err := ParseQ32("fast")
	var convert *ConvertError
	if !errors.As(err, &convert) || convert.Func != "ParseQ32" || convert.Value != `"fast"` {
		t.Errorf("the error is %#v, want a *ConvertError naming function and text", err)
	}
}

func FuzzParseQ32(f *testing.F) {
	for _, s := range []string{"", "-", "1.5", "-2147483648", "0.00000000023283064365386962890625", "1e9", "+.5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ParseQ32(s)
		if err != nil {
			if got != 0 {
				t.Fatalf("ParseQ32(%q) = %d with error %v", s, got, err)
			}
			return
		}
		value, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatalf("ParseQ32(%q) = %d, want an error", s, got)
		}
		off := value.Sub(value, new(big.Rat).SetFrac(intQ32(got), bigOneQ32))
		if off.Abs(off).Cmp(big.NewRat(1, 1<<33)) > 0 {
			t.Fatalf("ParseQ32(%q) = %d, off by %v", s, got, off)
		}
	})
}

func TestIsqrt128IsTheFloorOfTheTrueRoot(t *testing.T) {
	check := func(hi, lo uint64) {
		x := new(big.Int).SetUint64(hi)
		x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(lo))
		if got, want := Isqrt128(hi, lo), new(big.Int).Sqrt(x).Uint64(); got != want {
			t.Fatalf("Isqrt128(%d, %d) = %d, want %d", hi, lo, got, want)
		}
	}
	check(math.MaxUint64, math.MaxUint64)
	eachPairQ32(func(a, b Q32) {
		check(uint64(a), uint64(b))
		root := a.magnitude()
		square := new(big.Int).Mul(new(big.Int).SetUint64(root), new(big.Int).SetUint64(root))
		for _, d := range []int64{-1, 0, 1} {
			if x := new(big.Int).Add(square, big.NewInt(d)); x.Sign() >= 0 {
				check(new(big.Int).Rsh(x, 64).Uint64(), uint64(exact{x}.wrappedQ32()))
			}
		}
	})
}

func TestQ32SqrtIsTheFloorOfTheTrueRoot(t *testing.T) {
	check := func(a Q32) {
		want := big.NewInt(0)
		if a > 0 {
			want.Sqrt(want.Lsh(intQ32(a), 32))
		}
		if got, ok := a.SqrtOK(); got != Q32(want.Int64()) || ok != (a >= 0) || a.Sqrt() != got {
			t.Fatalf("SqrtOK(%d) = %d, %t, want %v (raw)", a, got, ok, want)
		}
	}
	eachPairQ32(func(a, b Q32) {
		check(a)
		root := Q32(Isqrt64(b.magnitude() & uint64(Q32Max))) // squares are where an estimate goes wrong
		check(root*root - 1)
		check(root * root)
		check(root*root + 1)
	})
	for root := Q32(3037000499); root > 3037000499-1000; root-- {
		check(root*root - 1)
		check(root * root)
	}
}
