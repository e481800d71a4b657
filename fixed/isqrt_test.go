package fixed

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// bitwiseRoot is the schoolbook root, one bit at a time, in integers only.
func bitwiseRoot(x uint64) uint32 {
	var r uint64
	for bit := uint64(1) << 31; bit != 0; bit >>= 1 {
		if c := r | bit; c*c <= x {
			r = c
		}
	}
	return uint32(r)
}

// checkRoot does not call t.Helper: it runs billions of times under -exhaustive and the message names x.
func checkRoot(t *testing.T, x uint64) {
	r := uint64(Isqrt64(x))
	hi, next := bits.Mul64(r+1, r+1)
	if r*r > x || (hi == 0 && next <= x) {
		t.Fatalf("Isqrt64(%d) = %d, want %d", x, r, bitwiseRoot(x))
	}
}

// The float64 of such a square rounds to the square itself, so the bare float root is one too large.
func TestRootIsExactWhereTheFloatRootIsNot(t *testing.T) {
	if got := Isqrt64(4503599761588224 - 1); got != bitwiseRoot(4503599761588224-1) {
		t.Errorf("Isqrt64 below the first square that a float64 misjudges = %d", got)
	}
	misjudged := 0
	for k := uint64(math.MaxUint32); k > math.MaxUint32-1000; k-- {
		for _, x := range []uint64{k*k - 1, k * k, k*k + 1, k*k + 2*k} {
			checkRoot(t, x)
			if uint64(math.Sqrt(float64(x))) != uint64(bitwiseRoot(x)) {
				misjudged++
			}
		}
	}
	if misjudged == 0 {
		t.Error("the float root was right everywhere: the test covers no correction")
	}
}

// stepAfter is the distance from root k to the next to check.
func stepAfter(k uint64) uint64 {
	if *exhaustive {
		return 1
	}
	return 1 + k>>12
}

func TestRootAtSquaresOfEveryMagnitude(t *testing.T) {
	checkRoot(t, 0)
	checkRoot(t, math.MaxUint64)
	for k := uint64(1); k <= math.MaxUint32; k += stepAfter(k) {
		checkRoot(t, k*k-1)
		checkRoot(t, k*k)
		checkRoot(t, k*k+1)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		checkRoot(t, r.Uint64()>>r.UintN(64))
	}
}

func TestQ16RootIsTheFloorOfTheTrueRoot(t *testing.T) {
	stride := int64(1009)
	if *exhaustive {
		stride = 1
	}
	for a := int64(0); a <= int64(Q16Max); a += stride {
		r := int64(Q16(a).Sqrt())
		if scaled := a << 16; r*r > scaled || (r+1)*(r+1) <= scaled {
			t.Fatalf("Sqrt(%d) = %d (raw), not the floor of the root", a, r)
		}
	}
}
