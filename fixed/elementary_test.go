package fixed

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"example.com/backstep/fixed/internal/bigmath"
)

// The tests below measure errors against math/big, on random arguments of all magnitudes and on all edges.

// samples is the number of random arguments of a sweep.
func samples() int {
	if *exhaustive {
		return 1_000_000
	}
	return 4000
}

// sweep calls f with all edges and with random values of all magnitudes.
func sweep(f func(a Q32)) {
	for _, a := range edgesQ32 {
		f(a)
	}
	r := rand.New(rand.NewPCG(21, 22))
	for range samples() {
		f(drawQ32(r))
	}
}

// drawQ32 is a random value whose magnitude is random too.
func drawQ32(r *rand.Rand) Q32 { return Q32(int64(r.Uint64()) >> r.UintN(64)) }

func bigQ32(a Q32) *big.Float { return bigmath.Int(int64(a), 32) }

// offQ32 and offQ16 are the distance of got from the exact value, in ulps; a result out of range must have saturated.
func offQ32(got Q32, exact *big.Float) float64 {
	return offRaw(int64(got), math.MinInt64, math.MaxInt64, bigmath.Scale(exact, 32))
}

func offQ16(got Q16, exact *big.Float) float64 {
	return offRaw(int64(got), math.MinInt32, math.MaxInt32, bigmath.Scale(exact, 16))
}

func offRaw(got, lo, hi int64, exact *big.Float) float64 {
	low, high := bigmath.Int(lo, 0), bigmath.Int(hi, 0)
	if exact.Cmp(high) > 0 {
		exact = high
	} else if exact.Cmp(low) < 0 {
		exact = low
	}
	d, _ := bigmath.Sub(bigmath.Int(got, 0), exact).Float64()
	return math.Abs(d)
}

// worst keeps the largest error of a function and where it was.
type worst struct {
	name  string
	bound float64 // in ulps
	off   float64
	at    [2]Q32
}

func (w *worst) note(off float64, at ...Q32) {
	if off > w.off {
		w.off = off
		copy(w.at[:], at)
	}
}

func (w *worst) check(t *testing.T) {
	t.Helper()
	t.Logf("%s: worst error %.5f ulp at %d", w.name, w.off, w.at)
	if w.off > w.bound || w.off < 0.3 {
		t.Errorf("%s: worst error %.5f ulp at raw %d, want at most %v and a sweep that comes near it", w.name, w.off, w.at, w.bound)
	}
}

func TestNarrowSinCosAndAtan2StayWithinTheStatedError(t *testing.T) {
	sin, cos, atan := worst{name: "Sin", bound: maxTrigError}, worst{name: "Cos", bound: maxTrigError}, worst{name: "Atan2", bound: maxTrigError}
	last := Q16One
	check := func(a Q16) {
		x, wide := bigmath.Int(int64(a), 16), a.Q32()
		sin.note(offQ16(Sin(a), bigmath.Sin(x)), wide)
		cos.note(offQ16(Cos(a), bigmath.Cos(x)), wide)
		if a != 0 || last != 0 {
			atan.note(offQ16(Atan2(a, last), bigmath.Atan2(x, bigmath.Int(int64(last), 16))), wide, last.Q32())
		}
		last = a
	}
	for _, a := range edges {
		check(a)
	}
	r := rand.New(rand.NewPCG(27, 28))
	for range samples() {
		check(Q16(int32(r.Uint32()) >> r.UintN(32))) // of any magnitude, and anywhere in the range
		check(Q16(r.Uint32()))
	}
	sin.check(t)
	cos.check(t)
	atan.check(t)
}

func TestQ32SinCosAndAtan2StayWithinTheStatedError(t *testing.T) {
	sin, cos, atan := worst{name: "Q32Sin", bound: maxTrigErrorQ32}, worst{name: "Q32Cos", bound: maxTrigErrorQ32}, worst{name: "Q32Atan2", bound: maxTrigErrorQ32}
	last := Q32One
	sweep(func(a Q32) {
		x := bigQ32(a)
		sin.note(offQ32(Q32Sin(a), bigmath.Sin(x)), a)
		cos.note(offQ32(Q32Cos(a), bigmath.Cos(x)), a)
		if s, c := Q32SinCos(a); s != Q32Sin(a) || c != Q32Cos(a) || a != Q32Min && (Q32Sin(-a) != -s || Q32Cos(-a) != c) {
			t.Fatalf("Q32SinCos(%d) = %d, %d is not Q32Sin and Q32Cos, or not odd and even", a, s, c)
		}
		if a != 0 || last != 0 {
			atan.note(offQ32(Q32Atan2(a, last), bigmath.Atan2(x, bigQ32(last))), a, last)
			atan.note(offQ32(Q32Atan2(last, a), bigmath.Atan2(bigQ32(last), x)), last, a)
		}
		last = a
	})
	sin.check(t)
	cos.check(t)
	atan.check(t)
	if got := Q32Atan2(0, 0); got != 0 {
		t.Errorf("Q32Atan2(0, 0) = %v, want 0", got)
	}
}

func TestTanStaysWithinTheStatedError(t *testing.T) {
	narrow, wide := worst{name: "Tan", bound: maxError}, worst{name: "Q32Tan", bound: maxError}
	check := func(a Q32) {
		tan := bigmath.Tan(bigQ32(a))
		got, ok := Q32TanOK(a)
		slack, _ := bigmath.Scale(tan, 32-61).Float64()
		wide.note(offQ32(got, tan)-math.Abs(slack), a)
		if size, _ := tan.Float64(); ok != (math.Abs(size) < 1<<31) {
			t.Errorf("Q32TanOK(%d) reports %t, the tangent is %v", a, ok, size)
		}
		if half, in := a.Q16OK(); in {
			exact := bigmath.Tan(bigmath.Int(int64(half), 16))
			narrow.note(offQ16(Tan(half), exact), half.Q32())
		}
	}
	sweep(check)
	for pole := -5; pole <= 5; pole++ { // and the zeros between
		at := bigmath.Scale(bigmath.Mul(bigmath.Pi(), bigmath.Int(int64(pole), 1)), 32)
		nearest := Q32(bigmath.Nearest(at).Int64())
		for d := Q32(-20); d <= 20; d++ {
			check(nearest + d)
			check(nearest + d<<16)
		}
	}
	narrow.check(t)
	wide.check(t)
}

// maxError is the stated bound of the other functions, in ulps, beside the part that is relative.
const maxError = 0.51

func TestExpStaysWithinTheStatedError(t *testing.T) {
	narrow, wide := worst{name: "Exp", bound: maxError}, worst{name: "Q32Exp", bound: maxError}
	limit := bigmath.Scale(bigmath.Ln2(), 0)
	limit = bigmath.Mul(limit, bigmath.Int(31, 0))
	check := func(a Q32) {
		a %= 24 << 32
		exp := bigmath.Exp(bigQ32(a))
		got, ok := Q32ExpOK(a)
		wide.note(offQ32(got, exp), a)
		if ok != (bigQ32(a).Cmp(limit) < 0) {
			t.Errorf("Q32ExpOK(%d) reports %t", a, ok)
		}
		half := a.Q16()
		narrow.note(offQ16(Exp(half), bigmath.Exp(bigmath.Int(int64(half), 16))), half.Q32())
	}
	sweep(check)
	end, _ := bigmath.Scale(limit, 32).Int64()
	for d := Q32(-20); d <= 20; d++ {
		check(Q32(end) + d)
		check(-Q32(end) + d)
	}
	r := rand.New(rand.NewPCG(23, 24))
	for range samples() {
		check(Q32(r.Int64N(48<<32) - 24<<32))
	}
	narrow.check(t)
	wide.check(t)
}

func TestLogStaysWithinTheStatedError(t *testing.T) {
	narrow, wide := worst{name: "Log", bound: maxError}, worst{name: "Q32Log", bound: maxError}
	check := func(a Q32) {
		if a <= 0 {
			return
		}
		got, ok := Q32LogOK(a)
		wide.note(offQ32(got, bigmath.Log(bigQ32(a))), a)
		if half, _ := a.Q16OK(); half > 0 {
			narrow.note(offQ16(Log(half), bigmath.Log(bigmath.Int(int64(half), 16))), half.Q32())
		}
		if !ok {
			t.Errorf("Q32LogOK(%d) reports false", a)
		}
	}
	sweep(check)
	for d := Q32(-300); d <= 300; d++ {
		check(Q32One + d)
		check(Q32One + d<<16)
		check(Q32One + d<<24)
	}
	narrow.check(t)
	wide.check(t)
}

func TestPowStaysWithinTheStatedError(t *testing.T) {
	narrow, wide := worst{name: "Pow", bound: maxError}, worst{name: "Q32Pow", bound: maxError}
	r := rand.New(rand.NewPCG(25, 26))
	check := func(x Q32) {
		if x <= 0 {
			return
		}
		log := bigmath.Log(bigQ32(x))
		for _, y := range []Q32{exponentFor(r, log), drawQ32(r), Q32One, -Q32One, Q32Half} {
			exponent := bigmath.Mul(bigQ32(y), log)
			if size, _ := exponent.Float64(); math.Abs(size) > 1000 {
				continue
			}
			pow := bigmath.Exp(exponent)
			got, ok := Q32PowOK(x, y)
			slack, _ := bigmath.Scale(pow, 32-56).Float64()
			wide.note(offQ32(got, pow)-slack, x, y)
			if size, _ := pow.Float64(); size != 1<<31 && ok != (size < 1<<31) {
				t.Errorf("Q32PowOK(%d, %d) reports %t, the power is %v", x, y, ok, size)
			}
			if xq, yq := x.Q16(), y.Q16(); xq > 0 {
				narrow.note(offQ16(Pow(xq, yq), bigmath.Pow(bigQ32(xq.Q32()), bigQ32(yq.Q32()))), xq.Q32(), yq.Q32())
			}
		}
	}
	sweep(check)
	for d := Q32(-100); d <= 100; d++ {
		check(Q32One + d)
		check(Q32One + d<<16)
	}
	narrow.check(t)
	wide.check(t)
}

// exponentFor draws a y for which x^y is in range, or just out.
func exponentFor(r *rand.Rand, log *big.Float) Q32 {
	size, _ := log.Float64()
	limit := min(22/math.Abs(size), 1<<31-1)
	return Q32((2*r.Float64() - 1) * limit * (1 << 32))
}
