package fixed

import (
	"flag"
	"math"
	"testing"
)

// exhaustive makes the error sweeps visit every Q16 and every root instead of a dense sample: some minutes.
var exhaustive = flag.Bool("exhaustive", false, "sweep all 2^32 angles and all roots")

// ulpsOff is the distance of got from the exact value, in ulps.
func ulpsOff(got Q16, exact float64) float64 { return math.Abs(float64(got) - exact*65536) }

// eachAngle calls f with four turns around zero, both ends of the range, and a stride through the rest.
func eachAngle(f func(a Q16)) {
	stride := int64(9973)
	if *exhaustive {
		stride = 1
	}
	for a := int64(Q16Min); a <= int64(Q16Max); a += stride {
		f(Q16(a))
	}
	for a := -2 * Q16Tau; a <= 2*Q16Tau; a++ {
		f(a)
	}
	for d := Q16(0); d < 1000; d++ {
		f(Q16Min + d)
		f(Q16Max - d)
	}
}

func TestSinAndCosStayWithinTheStatedError(t *testing.T) {
	var worst float64
	var worstAngle Q16
	note := func(a, got Q16, exact float64) {
		if off := ulpsOff(got, exact); off > worst {
			worst, worstAngle = off, a
		}
	}
	eachAngle(func(a Q16) {
		note(a, Sin(a), math.Sin(a.Float64()))
		note(a, Cos(a), math.Cos(a.Float64()))
	})
	t.Logf("worst error %.5f ulp at raw angle %d", worst, worstAngle)
	if worst > maxTrigError {
		t.Errorf("error %.5f ulp at raw angle %d, want at most %v", worst, worstAngle, maxTrigError)
	}
}

func TestSineIsOddCosineEvenAndBothBounded(t *testing.T) {
	eachAngle(func(a Q16) {
		sin, cos := SinCos(a)
		if sin != Sin(a) || cos != Cos(a) {
			t.Fatalf("SinCos(%d) = %d, %d, Sin %d, Cos %d", a, sin, cos, Sin(a), Cos(a))
		}
		if sin < -Q16One || sin > Q16One || cos < -Q16One || cos > Q16One {
			t.Fatalf("SinCos(%d) = %d, %d (raw), outside [-1, 1]", a, sin, cos)
		}
		if a != Q16Min && (Sin(-a) != -sin || Cos(-a) != cos) {
			t.Fatalf("at %d: sin %d cos %d, at its negative sin %d cos %d (raw)", a, sin, cos, Sin(-a), Cos(-a))
		}
	})
}

func TestSineRisesOverTheFirstQuarter(t *testing.T) {
	for a := Q16(0); a+1 < Q16HalfPi; a++ { // Q16HalfPi itself lies just past the top
		if Sin(a) > Sin(a+1) {
			t.Fatalf("Sin(%d) = %d, Sin(%d) = %d (raw)", a, Sin(a), a+1, Sin(a+1))
		}
	}
}

func TestSineAndCosineOfKnownAngles(t *testing.T) {
	tests := []struct{ a, sin, cos Q16 }{
		{0, 0, Q16One},
		{Q16HalfPi, Q16One, 0},
		{-Q16HalfPi, -Q16One, 0},
		{Q16Pi, 0, -Q16One},
		{Q16Tau, 0, Q16One},
		{Ratio(314159265, 600000000), 32768, 56756}, // pi/6: 1/2, sqrt(3)/2
	}
	for _, tt := range tests {
		if sin, cos := SinCos(tt.a); sin != tt.sin || cos != tt.cos {
			t.Errorf("SinCos(%v) = %d, %d, want %d, %d (raw)", tt.a, sin, cos, tt.sin, tt.cos)
		}
	}
}

// eachDirection calls f with a ring of points at every radius from one ulp to the corner of the range, and all edges.
func eachDirection(f func(y, x Q16)) {
	eachPair(f)
	for _, radius := range []float64{1, 2, 7, 100, 65536, 1 << 20, 1 << 30, math.MaxInt32} {
		for i := range 50_000 {
			sin, cos := math.Sincos(float64(i) * 2 * math.Pi / 50_000)
			f(Q16(math.Round(radius*sin)), Q16(math.Round(radius*cos)))
		}
	}
}

func TestAtan2StaysWithinTheStatedError(t *testing.T) {
	var worst float64
	eachDirection(func(y, x Q16) {
		got := Atan2(y, x)
		off := ulpsOff(got, math.Atan2(float64(y), float64(x)))
		worst = max(worst, off)
		if off > maxTrigError {
			t.Fatalf("Atan2(%d, %d) = %d (raw), off by %.5f ulp, want at most %v", y, x, got, off, maxTrigError)
		}
		if y != Q16Min && y != 0 && Atan2(-y, x) != -got {
			t.Fatalf("Atan2(%d, %d) = %d, of -y %d (raw)", y, x, got, Atan2(-y, x))
		}
	})
	t.Logf("worst error %.5f ulp", worst)
}

func TestAtan2OnTheAxes(t *testing.T) {
	for _, r := range []Q16{1, Q16One, Q16Max} {
		tests := []struct{ y, x, want Q16 }{
			{0, r, 0}, {r, 0, Q16HalfPi}, {0, -r, Q16Pi}, {-r, 0, -Q16HalfPi}, {r, r, 51472}, {-r, -r, -154416},
		}
		for _, tt := range tests {
			if got := Atan2(tt.y, tt.x); got != tt.want {
				t.Errorf("Atan2(%d, %d) = %d, want %d (raw)", tt.y, tt.x, got, tt.want)
			}
		}
	}
	if got := Atan2(0, 0); got != 0 {
		t.Errorf("Atan2(0, 0) = %d, want 0", got)
	}
}

// The tables are generated with math/big; a float64 is precise enough to confirm every entry.
func TestTablesHoldTheFunctionsTheyName(t *testing.T) {
	for i := range sinTable {
		x := float64(min(i, 1024)) / 1024
		if want := uint32(math.Round(math.Sin(x*math.Pi/2) * (1 << 30))); sinTable[i] != want {
			t.Errorf("sinTable[%d] = %d, want %d", i, sinTable[i], want)
		}
		if want := uint32(math.Round(math.Atan(x) * (1 << 30))); atanTable[i] != want {
			t.Errorf("atanTable[%d] = %d, want %d", i, atanTable[i], want)
		}
	}
	if want := uint64(math.Round((1 << 47) / math.Pi)); turnsPerUlp != want {
		t.Errorf("turnsPerUlp = %d, want %d", uint64(turnsPerUlp), want)
	}
}
