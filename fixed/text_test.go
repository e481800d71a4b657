package fixed

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
)

func TestStringIsExactAndParsesBack(t *testing.T) {
	check := func(a Q16) {
		s := a.String()
		value, ok := new(big.Rat).SetString(s)
		if !ok || value.Cmp(big.NewRat(int64(a), 65536)) != 0 {
			t.Fatalf("String of raw %d = %q, not its value", a, s)
		}
		if back, err := ParseQ16(s); err != nil || back != a {
			t.Fatalf("ParseQ16(%q) = %d, %v, want %d (raw)", s, back, err, a)
		}
	}
	for _, a := range edges {
		check(a)
	}
	for frac := Q16(0); frac < Q16One; frac += 7 {
		check(frac)
		check(-frac)
		check(Q16Max - frac)
		check(Q16Min + frac)
	}
}

func TestStringForms(t *testing.T) {
	tests := []struct {
		a    Q16
		want string
	}{
		{0, "0"}, {Q16One, "1"}, {-Q16Half, "-0.5"}, {Q16One + Q16Half, "1.5"}, {1, "0.0000152587890625"},
		{Q16Max, "32767.9999847412109375"}, {Q16Min, "-32768"}, {FromInt(-100), "-100"},
	}
	for _, tt := range tests {
		if got := tt.a.String(); got != tt.want {
			t.Errorf("String of raw %d = %q, want %q", tt.a, got, tt.want)
		}
	}
}

func TestParseRoundsToNearest(t *testing.T) {
	tests := []struct {
		s    string
		want Q16
	}{
		{"0", 0}, {"-0", 0}, {"+1.5", Q16One + Q16Half}, {".5", Q16Half}, {"-.5", -Q16Half}, {"5.", FromInt(5)},
		{"0.1", 6554}, {"-0.1", -6554}, {"9.9", 648806}, {"000012.50", FromInt(12) + Q16Half},
		{"0.00000762939453125", 1},       // half an ulp: away from zero
		{"-0.00000762939453125", -1},     // the same
		{"0.00000762939453124999999", 0}, // a hair below
		{"0.99999999999999999999999999999999", Q16One},
		{"32767.99998", Q16Max},
		{"-32768.0000001", Q16Min},
		{"0." + strings.Repeat("0", 1000) + "1", 0},
	}
	for _, tt := range tests {
		if got, err := ParseQ16(tt.s); err != nil || got != tt.want {
			t.Errorf("ParseQ16(%q) = %d, %v, want %d (raw)", tt.s, got, err, tt.want)
		}
	}
}

func TestParseRefusals(t *testing.T) {
	tests := []struct {
		s    string
		want error
	}{
		{"", ErrSyntax}, {"-", ErrSyntax}, {".", ErrSyntax}, {"+.", ErrSyntax}, {"1e3", ErrSyntax}, {"1_000", ErrSyntax},
		{" 1", ErrSyntax}, {"1 ", ErrSyntax}, {"--1", ErrSyntax}, {"1.2.3", ErrSyntax}, {"NaN", ErrSyntax}, {"0x10", ErrSyntax},
		{"\u0661", ErrSyntax}, {"1,5", ErrSyntax},
		{"32768", ErrRange}, {"-32769", ErrRange}, {"32767.99999999", ErrRange}, {"-32768.00001", ErrRange},
		{"99999999999999999999999999", ErrRange}, {"-" + strings.Repeat("9", 1000), ErrRange},
	}
	for _, tt := range tests {
		got, err := ParseQ16(tt.s)
		if got != 0 || !errors.Is(err, tt.want) {
			t.Errorf("ParseQ16(%q) = %d, %v, want 0, %v", tt.s, got, err, tt.want)
		}
		if len(err.Error()) > 200 {
			t.Errorf("the error for %d bytes of text has %d", len(tt.s), len(err.Error()))
		}
	}
	_, err := ParseQ16("40000")
	if got, want := err.Error(), `fixed: out of range: ParseQ16("40000")`; got != want {
		t.Errorf("error reads %q, want %q", got, want)
	}
}

func TestFromFloat(t *testing.T) {
	tests := []struct {
		x    float64
		want Q16
		err  error
	}{
		{0, 0, nil}, {math.Copysign(0, -1), 0, nil}, {1.5, Q16One + Q16Half, nil}, {0.1, 6554, nil}, {-0.1, -6554, nil},
		{-32768, Q16Min, nil}, {32768 - 1.0/65536, Q16Max, nil}, {-32768 - 1.0/262144, Q16Min, nil},
		{0.5 / 65536, 1, nil}, {-0.5 / 65536, -1, nil}, {math.SmallestNonzeroFloat64, 0, nil},
		{32768, 0, ErrRange}, {-32769, 0, ErrRange}, {1e300, 0, ErrRange}, {math.MaxFloat64, 0, ErrRange},
		{math.Inf(1), 0, ErrRange}, {math.Inf(-1), 0, ErrRange}, {math.NaN(), 0, ErrNaN},
	}
	for _, tt := range tests {
		if got, err := FromFloat(tt.x); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("FromFloat(%v) = %d, %v, want %d, %v (raw)", tt.x, got, err, tt.want, tt.err)
		}
	}
	_, err := FromFloat(40000)
	var convert *ConvertError
	if !errors.As(err, &convert) || convert.Func != "FromFloat" || convert.Value != "40000" {
		t.Errorf("FromFloat(40000) gives %#v, want a *ConvertError naming both", err)
	}
}

func TestFloat64IsExact(t *testing.T) {
	eachPair(func(a, _ Q16) {
		if back, err := FromFloat(a.Float64()); err != nil || back != a {
			t.Fatalf("FromFloat of Float64 of raw %d = %d, %v", a, back, err)
		}
	})
}

func FuzzParseQ16(f *testing.F) {
	for _, s := range []string{"", "-", "1.5", "-32768", "0.0000152587890625", "9.99999999999999999", "1e9", "+.5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ParseQ16(s)
		if err != nil {
			if got != 0 {
				t.Fatalf("ParseQ16(%q) = %d with error %v", s, got, err)
			}
			return
		}
		value, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatalf("ParseQ16(%q) = %d, want an error", s, got)
		}
		off := value.Sub(value, big.NewRat(int64(got), 65536))
		if off.Abs(off).Cmp(big.NewRat(1, 131072)) > 0 {
			t.Fatalf("ParseQ16(%q) = %d, off by %v", s, got, off)
		}
	})
}
