package strict

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"example.com/backstep/fixed/internal/bigmath"
)

// dense makes the sweeps a hundred times as dense: some minutes.
var dense = flag.Bool("dense", false, "measure errors on a hundred times as many arguments")

func samples() int {
	if *dense {
		return 300_000
	}
	return 3000
}

// off is the distance of got from the exact value in units in got's last place.
func off(got float64, exact *big.Float) float64 {
	_, e := math.Frexp(got)
	unit := max(e-53, -1074)
	d, _ := bigmath.Scale(bigmath.Sub(bigmath.Float(got), exact), -unit).Float64()
	return math.Abs(d)
}

// worst keeps the largest error of a function and where it was.
type worst struct {
	name              string
	normal, subnormal float64 // the stated bounds
	off, offTiny      float64
	at                [2]float64
}

func (w *worst) note(got float64, exact *big.Float, at ...float64) {
	d := off(got, exact)
	if math.Abs(got) < 0x1p-1022 {
		w.offTiny = max(w.offTiny, d)
		return
	}
	if d > w.off {
		w.off = d
		copy(w.at[:], at)
	}
}

func (w *worst) check(t *testing.T) {
	t.Helper()
	t.Logf("%s: worst error %.4f ulp at %x, %.4f where subnormal", w.name, w.off, w.at, w.offTiny)
	if w.off >= w.normal || w.off < 0.45 || w.offTiny > w.subnormal {
		t.Errorf("%s: worst error %.4f ulp at %x, %.4f where subnormal, want below %v, %v and a sweep that comes near",
			w.name, w.off, w.at, w.offTiny, w.normal, w.subnormal)
	}
}

// anyFloat is a finite float64 of any magnitude.
func anyFloat(r *rand.Rand) float64 {
	for {
		if x := math.Float64frombits(r.Uint64()); finite(x) {
			return x
		}
	}
}

// anglesOf calls f with angles of all magnitudes, many turns, and neighbours of the multiples of pi/256.
func anglesOf(f func(x float64)) {
	r := rand.New(rand.NewPCG(1, 2))
	for range samples() {
		f(anyFloat(r))
		f((2*r.Float64() - 1) * 4)
		f((2*r.Float64() - 1) * math.Exp2(float64(r.IntN(60)-30)))
	}
	for k := -600; k <= 600; k++ {
		x := float64(k) * math.Pi / 256
		f(x)
		f(math.Nextafter(x, 10))
		f(math.Nextafter(x, -10))
	}
	for _, x := range []float64{
		0x1p-27, 0x1p-26, 1 << 14, math.Nextafter(1<<14, 0), math.MaxFloat64, -math.MaxFloat64, 0x1p53, 1e22,
		0x1.6ac5b262ca1ffp+849, // as near to a multiple of pi/2 as a float64 comes
	} {
		f(x)
	}
}

func TestSinCosAndTanStayWithinTheStatedError(t *testing.T) {
	sin, cos, tan := worst{name: "Sin", normal: 0.53}, worst{name: "Cos", normal: 0.53}, worst{name: "Tan", normal: 0.56}
	anglesOf(func(x float64) {
		if math.Abs(x) < 0x1p-200 {
			return // the result is x, and the oracle loses digits
		}
		s, c := bigmath.Sin(bigmath.Float(x)), bigmath.Cos(bigmath.Float(x))
		sin.note(Sin(x), s, x)
		cos.note(Cos(x), c, x)
		tan.note(Tan(x), bigmath.Quo(s, c), x)
		if gotS, gotC := Sincos(x); gotS != Sin(x) || gotC != Cos(x) {
			t.Fatalf("Sincos(%x) = %x, %x, Sin %x, Cos %x", x, gotS, gotC, Sin(x), Cos(x))
		}
		if Sin(-x) != -Sin(x) || Cos(-x) != Cos(x) || Tan(-x) != -Tan(x) {
			t.Fatalf("at %x the sine is not odd, the cosine not even, or the tangent not odd", x)
		}
	})
	sin.check(t)
	cos.check(t)
	tan.check(t)
}

func TestAtan2StaysWithinTheStatedError(t *testing.T) {
	w := worst{name: "Atan2", normal: 0.53, subnormal: 1.03}
	check := func(y, x float64) {
		w.note(Atan2(y, x), bigmath.Atan2(bigmath.Float(y), bigmath.Float(x)), y, x)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range samples() {
		x := anyFloat(r)
		check(x*(2*r.Float64()-1), x)
		check(x, x*(2*r.Float64()-1))
		check(2*r.Float64()-1, 2*r.Float64()-1)
		check(r.Float64(), math.Copysign(math.Exp2(float64(r.IntN(140)-70)), r.Float64()-0.5))
		check(math.Nextafter(float64(r.IntN(130))/128, 2), 1)
	}
	for _, p := range [][2]float64{{1, math.MaxFloat64}, {0x1p-1074, 1}, {0x1p-1074, 0x1p-1073}, {-0x1p-1074, -3}, {0x1p-1000, 0x1p60}, {math.MaxFloat64, 0x1p1022}} {
		check(p[0], p[1])
		check(p[1], p[0])
	}
	w.check(t)
}

func TestExpStaysWithinTheStatedError(t *testing.T) {
	w := worst{name: "Exp", normal: 0.52, subnormal: 1.02}
	r := rand.New(rand.NewPCG(5, 6))
	check := func(x float64) {
		if exact := bigmath.Exp(bigmath.Float(x)); exact.MantExp(nil) <= 1023 {
			w.note(Exp(x), exact, x)
		}
	}
	for range samples() {
		check(r.Float64()*1455 - 745)
		check(2*r.Float64() - 1)
		check((2*r.Float64() - 1) * math.Exp2(-float64(r.IntN(60))))
	}
	for n := -1000; n < 1000; n++ { // the seams between two steps
		check((float64(n) + 0.5) * math.Ln2 / 128)
	}
	w.check(t)
}

// positiveFloats calls f with positive numbers of all magnitudes, and many around 1 and the seams of the table.
func positiveFloats(f func(x float64)) {
	r := rand.New(rand.NewPCG(7, 8))
	for range samples() {
		f(math.Abs(anyFloat(r)))
		f(math.Exp2(r.Float64()*40 - 20))
		f(1 + (2*r.Float64()-1)*math.Exp2(-float64(r.IntN(52)+1)))
	}
	for i := 256; i <= 1024; i++ {
		x := float64(i) / 512
		f(x)
		f(math.Nextafter(x, 0))
	}
	for _, x := range []float64{0x1p-1074, 0x1.fffffffffffffp-1023, 0x1p-1022, math.MaxFloat64} {
		f(x)
	}
}

func TestLogStaysWithinTheStatedError(t *testing.T) {
	w := worst{name: "Log", normal: 0.53}
	positiveFloats(func(x float64) {
		if x == 1 || x == 0 {
			return
		}
		w.note(Log(x), bigmath.Log(bigmath.Float(x)), x)
	})
	w.check(t)
}

func TestPowStaysWithinTheStatedError(t *testing.T) {
	w := worst{name: "Pow", normal: 0.53, subnormal: 1.03}
	r := rand.New(rand.NewPCG(9, 10))
	positiveFloats(func(x float64) {
		if x == 0 || x == 1 {
			return
		}
		log := bigmath.Log(bigmath.Float(x))
		size, _ := log.Float64()
		for _, y := range []float64{(r.Float64()*1455 - 745) / size, (2*r.Float64() - 1) * 3, float64(r.IntN(41) - 20), 0.5} {
			exact := bigmath.Exp(bigmath.Mul(bigmath.Float(y), log))
			if e := exact.MantExp(nil); finite(y) && e <= 1023 && e > -1074 {
				w.note(Pow(x, y), exact, x, y)
			}
		}
	})
	w.check(t)
}

func TestHypotStaysWithinTheStatedError(t *testing.T) {
	w := worst{name: "Hypot", normal: 0.7, subnormal: 1.2}
	r := rand.New(rand.NewPCG(11, 12))
	check := func(x, y float64) {
		bx, by := bigmath.Float(x), bigmath.Float(y)
		if exact := bigmath.Sqrt(bigmath.Add(bigmath.Mul(bx, bx), bigmath.Mul(by, by))); exact.MantExp(nil) <= 1023 {
			w.note(Hypot(x, y), exact, x, y)
		}
	}
	for range samples() {
		x := anyFloat(r)
		check(x, x*(2*r.Float64()-1))
		check(2*r.Float64()-1, 2*r.Float64()-1)
		check(1+r.Float64(), math.Exp2(-float64(r.IntN(60)))*r.Float64())
		check(x, anyFloat(r))
	}
	w.check(t)
}
