package fixed

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// edgesQ32 are the raw values at which fixed-point code goes wrong, those of the 32-bit halves among them.
var edgesQ32 = []Q32{
	Q32Min, Q32Min + 1, Q32Min + Q32Half, Q32Min + Q32One, -1 << 62, -1<<62 - 1, -46341 << 32, -Q32One - 1, -Q32One, -Q32One + 1,
	-Q32Half - 1, -Q32Half, -Q32Half + 1, -3, -2, -1, 0, 1, 2, 3, Q32Half - 1, Q32Half, Q32Half + 1, Q32One - 1, Q32One, Q32One + 1,
	2 * Q32One, 65536 << 32, 46341 << 32, Q32Pi, Q32HalfPi, Q32Tau, 0xffffffff, 0xffff0000ffff, 0x7fffffff80000000, 1 << 62,
	Q32Max - Q32One, Q32Max - Q32Half, Q32Max - 1, Q32Max,
}

// eachPairQ32 calls f with all pairs of edges and 100,000 random pairs of all magnitudes.
func eachPairQ32(f func(a, b Q32)) {
	for _, a := range edgesQ32 {
		for _, b := range edgesQ32 {
			f(a, b)
		}
	}
	r := rand.New(rand.NewPCG(31, 32))
	for range 100_000 {
		f(drawQ32(r), drawQ32(r))
	}
}

func intQ32(a Q32) *big.Int { return big.NewInt(int64(a)) }

var bigOneQ32 = big.NewInt(1 << 32)

// wrappedQ32 is the low 64 bits.
func (e exact) wrappedQ32() Q32 {
	low := new(big.Int).And(e.Int, new(big.Int).SetUint64(1<<64-1))
	return Q32(low.Uint64())
}

func (e exact) saturatedQ32() Q32 {
	if e.IsInt64() {
		return Q32(e.Int64())
	}
	return boundQ32(e.Sign() < 0)
}

type checkQ32 struct {
	name      string
	got, want Q32
}

// okQ32 is a check of a function that reports whether its result is true.
func okQ32(name string, want exact, fit Q32) func(Q32, bool) checkQ32 {
	return func(got Q32, ok bool) checkQ32 {
		if ok != want.IsInt64() {
			return checkQ32{name + ": report", got, ^got}
		}
		return checkQ32{name, got, fit}
	}
}

func checkPairQ32(t *testing.T, a, b Q32, checks ...checkQ32) {
	for _, c := range checks {
		if c.got != c.want {
			t.Fatalf("%s(%d, %d) = %d, want %d (raw)", c.name, a, b, c.got, c.want)
		}
	}
}

func TestQ32AddSubMulEqualTheOracle(t *testing.T) {
	eachPairQ32(func(a, b Q32) {
		sum := exact{new(big.Int).Add(intQ32(a), intQ32(b))}
		diff := exact{new(big.Int).Sub(intQ32(a), intQ32(b))}
		full := new(big.Int).Mul(intQ32(a), intQ32(b))
		product := floorQuo(full, bigOneQ32)
		checkPairQ32(t, a, b,
			checkQ32{"Add", a.Add(b), sum.wrappedQ32()},
			checkQ32{"AddSat", a.AddSat(b), sum.saturatedQ32()},
			checkQ32{"Sub", a.Sub(b), diff.wrappedQ32()},
			checkQ32{"SubSat", a.SubSat(b), diff.saturatedQ32()},
			checkQ32{"Mul", a.Mul(b), product.wrappedQ32()},
			checkQ32{"MulSat", a.MulSat(b), product.saturatedQ32()},
			checkQ32{"MulRound", a.MulRound(b), nearQuo(full, bigOneQ32).wrappedQ32()},
			okQ32("AddOK", sum, sum.wrappedQ32())(a.AddOK(b)),
			okQ32("SubOK", diff, diff.wrappedQ32())(a.SubOK(b)),
			okQ32("MulOK", product, product.wrappedQ32())(a.MulOK(b)),
		)
	})
}

func TestQ32DivAndRemaindersEqualTheOracle(t *testing.T) {
	eachPairQ32(func(a, b Q32) {
		if b == 0 {
			return // TestQ32DivisionByZeroSaturatesByTheNumerator
		}
		num := new(big.Int).Lsh(intQ32(a), 32)
		quo := truncQuo(num, intQ32(b))
		floored := floorQuo(intQ32(a), intQ32(b))
		mod := exact{floored.Mul(floored.Int, intQ32(b))}
		mod.Sub(intQ32(a), mod.Int)
		checkPairQ32(t, a, b,
			checkQ32{"Div", a.Div(b), quo.saturatedQ32()},
			checkQ32{"DivRound", a.DivRound(b), nearQuo(num, intQ32(b)).saturatedQ32()},
			checkQ32{"Rem", a.Rem(b), exact{new(big.Int).Rem(intQ32(a), intQ32(b))}.wrappedQ32()},
			checkQ32{"Mod", a.Mod(b), mod.wrappedQ32()},
			okQ32("DivOK", quo, quo.saturatedQ32())(a.DivOK(b)),
		)
		n, d := int(int32(a)), int(int32(b)) // an int has 32 bits on some targets
		if d != 0 {
			ratio := nearQuo(new(big.Int).Lsh(big.NewInt(int64(n)), 32), big.NewInt(int64(d)))
			checkPairQ32(t, a, b, checkQ32{"Q32Ratio", Q32Ratio(n, d), ratio.saturatedQ32()})
		}
	})
}

func TestQ32DivisionByZeroSaturatesByTheNumerator(t *testing.T) {
	for _, a := range edgesQ32 {
		want := map[int]Q32{-1: Q32Min, 0: 0, 1: Q32Max}[a.Sign()]
		quo, ok := a.DivOK(0)
		checkPairQ32(t, a, 0, checkQ32{"Div", a.Div(0), want}, checkQ32{"DivRound", a.DivRound(0), want}, checkQ32{"DivOK", quo, want},
			checkQ32{"Q32Ratio", Q32Ratio(a.Sign(), 0), want}, checkQ32{"Rem", a.Rem(0), 0}, checkQ32{"Mod", a.Mod(0), 0})
		if ok {
			t.Errorf("DivOK(%d, 0) reports a true quotient", a)
		}
	}
}

func TestQ32LerpEqualsTheOracle(t *testing.T) {
	check := func(a, b, mix Q32) {
		span := new(big.Int).Sub(intQ32(b), intQ32(a))
		want := floorQuo(span.Mul(span, intQ32(mix)), bigOneQ32)
		want.Add(want.Int, intQ32(a))
		if got := a.Lerp(b, mix); got != want.wrappedQ32() {
			t.Fatalf("Lerp(%d, %d, %d) = %d, want %d (raw)", a, b, mix, got, want.wrappedQ32())
		}
	}
	r := rand.New(rand.NewPCG(33, 34))
	eachPairQ32(func(a, b Q32) {
		check(a, b, drawQ32(r))
		check(a, b, edgesQ32[r.IntN(len(edgesQ32))])
		if a.Lerp(b, 0) != a || a.Lerp(b, Q32One) != b {
			t.Fatalf("Lerp(%d, %d) ends at %d and %d (raw)", a, b, a.Lerp(b, 0), a.Lerp(b, Q32One))
		}
	})
}

func TestQ32RoundingEqualsTheOracle(t *testing.T) {
	eachPairQ32(func(a, _ Q32) {
		n := intQ32(a)
		ints := map[string][2]int64{
			"FloorInt": {a.FloorInt(), floorQuo(n, bigOneQ32).Int64()},
			"CeilInt":  {a.CeilInt(), -floorQuo(new(big.Int).Neg(n), bigOneQ32).Int64()},
			"RoundInt": {a.RoundInt(), nearQuo(n, bigOneQ32).Int64()},
			"Int":      {a.Int(), truncQuo(n, bigOneQ32).Int64()},
		}
		for name, v := range ints {
			if v[0] != v[1] {
				t.Fatalf("%s of %d = %d, want %d", name, a, v[0], v[1])
			}
		}
		fit := func(i int64) Q32 { return exact{new(big.Int).Lsh(big.NewInt(i), 32)}.saturatedQ32() }
		checkPairQ32(t, a, 0, checkQ32{"Floor", a.Floor(), fit(ints["FloorInt"][1])}, checkQ32{"Ceil", a.Ceil(), fit(ints["CeilInt"][1])},
			checkQ32{"Round", a.Round(), fit(ints["RoundInt"][1])}, checkQ32{"Trunc", a.Trunc(), fit(ints["Int"][1])},
			checkQ32{"Frac", a.Frac(), a - a.Floor()}, checkQ32{"Abs", a.Abs(), exact{new(big.Int).Abs(n)}.saturatedQ32()},
			checkQ32{"NegSat", a.NegSat(), exact{new(big.Int).Neg(n)}.saturatedQ32()}, checkQ32{"Neg", a.Neg(), -a})
		narrow := nearQuo(n, big.NewInt(1<<16))
		if got, ok := a.Q16OK(); got != narrow.saturated() || ok != narrow.fits() || a.Q16() != got {
			t.Fatalf("Q16OK of %d = %d, %t, want %v", a, got, ok, narrow)
		}
	})
	if _, ok := Q32Min.NegOK(); ok {
		t.Error("NegOK of the smallest value reports true")
	}
	if _, ok := Q32Min.AbsOK(); ok {
		t.Error("AbsOK of the smallest value reports true")
	}
}
