package fixed

import (
	"flag"
	"math"
	"testing"
)

// exhaustive makes the error sweeps visit every Q16 instead of a dense sample: about two minutes.
var exhaustive = flag.Bool("exhaustive", false, "sweep all 2^32 angles and all square roots")

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
