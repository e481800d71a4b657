package fixed

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// nearMultiple is a numerator whose quotient by b is next to k ulps, where an estimate is easily one off: k and b have any
// magnitude, and the rest of the division is a few ulps or next to half of b. It is 0 if there is no such.
func nearMultiple(r *rand.Rand, b Q32) Q32 {
	k := drawQ32(r)
	hi, lo := bits.Mul64(k.magnitude(), b.magnitude())
	if hi>>31 != 0 {
		return 0
	}
	a := Q32(hi<<32|lo>>32) + Q32(r.IntN(5)-2)
	if r.IntN(2) == 0 {
		a += b >> 33
	}
	if r.IntN(2) == 0 {
		a = -a
	}
	return a
}

func TestQ32BothDivisionsAgreeNextToWholeQuotients(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	for _, a := range edgesQ32 {
		for _, b := range edgesQ32 {
			got, ok := divideHalves(a, b)
			if want, wantOK := divideWide(a, b); got != want || ok != wantOK {
				t.Errorf("%d / %d in halves is %d, %t, and in one %d, %t (raw)", a, b, got, ok, want, wantOK)
			}
		}
	}
	met := 0
	for range 500_000 {
		b := drawQ32(r)
		a := nearMultiple(r, b)
		got, ok := divideHalves(a, b)
		want, wantOK := divideWide(a, b)
		if got != want || ok != wantOK {
			t.Fatalf("%d / %d in halves is %d, %t, and in one %d, %t (raw)", a, b, got, ok, want, wantOK)
		}
		if a != 0 && ok {
			met++
		}
	}
	if met < 100_000 {
		t.Errorf("only %d quotients were in range", met)
	}
}

func TestQ32DivRoundNextToHalves(t *testing.T) {
	for _, tt := range []struct{ a, b, want Q32 }{
		{1, 2 * Q32One, 1}, {-1, 2 * Q32One, -1}, {1, -2 * Q32One, -1}, {-1, -2 * Q32One, 1},
		{1, 2*Q32One + 1, 0}, {-1, 2*Q32One + 1, 0}, {3, 2 * Q32One, 2}, {5, 2 * Q32One, 3}, {-5, 2 * Q32One, -3},
		{Q32Max, Q32Min, -Q32One}, {Q32Min, Q32Min, Q32One}, {Q32Min, Q32Max, -Q32One}, {1, Q32Min, 0}, {Q32Min, Q32One, Q32Min},
		{Q32Max, Q32One, Q32Max}, {Q32Max, Q32One - 1, Q32Max}, {Q32Min, Q32One + 1, Q32Min + Q32Half}, {Q32Min, Q32One - 1, Q32Min},
	} {
		if got := tt.a.DivRound(tt.b); got != tt.want {
			t.Errorf("DivRound(%d, %d) = %d, want %d (raw)", tt.a, tt.b, got, tt.want)
		}
	}
}
