package fixed

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// edges are the raw values at which fixed-point code goes wrong.
var edges = []Q16{
	Q16Min, Q16Min + 1, Q16Min + Q16Half, Q16Min + Q16One, -Q16One - 1, -Q16One, -Q16One + 1, -Q16Half - 1, -Q16Half,
	-Q16Half + 1, -3, -2, -1, 0, 1, 2, 3, Q16Half - 1, Q16Half, Q16Half + 1, Q16One - 1, Q16One, Q16One + 1, 2 * Q16One,
	182 << 16, 256 << 16, -(256 << 16), Q16Pi, Q16Tau, Q16Max - Q16One, Q16Max - Q16Half, Q16Max - 1, Q16Max,
}

// eachPair calls f with all pairs of edges and 100,000 random pairs of all magnitudes.
func eachPair(f func(a, b Q16)) {
	eachEdgePair(f)
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() Q16 { return Q16(int32(r.Uint32()) >> r.UintN(32)) }
	for range 100_000 {
		f(draw(), draw())
	}
}

// eachEdgePair calls f with all pairs of edges.
func eachEdgePair(f func(a, b Q16)) {
	for _, a := range edges {
		for _, b := range edges {
			f(a, b)
		}
	}
}

func bigOf(a Q16) *big.Int { return big.NewInt(int64(a)) }

// exact is a result in ulps before it is fitted into a Q16.
type exact struct{ *big.Int }

// wrapped is the low 32 bits.
func (e exact) wrapped() Q16 {
	low := new(big.Int).And(e.Int, big.NewInt(math.MaxUint32))
	return Q16(uint32(low.Uint64()))
}

func (e exact) saturated() Q16 {
	if e.Cmp(bigOf(Q16Max)) > 0 {
		return Q16Max
	}
	if e.Cmp(bigOf(Q16Min)) < 0 {
		return Q16Min
	}
	return e.wrapped()
}

func (e exact) fits() bool { return e.Cmp(bigOf(e.saturated())) == 0 }

// floorQuo, truncQuo and nearQuo divide; d must not be 0. nearQuo rounds ties away from zero.
func floorQuo(n, d *big.Int) exact {
	if d.Sign() < 0 {
		n, d = new(big.Int).Neg(n), new(big.Int).Neg(d)
	}
	return exact{new(big.Int).Div(n, d)} // Euclidean, which is the floor for d > 0
}

func truncQuo(n, d *big.Int) exact { return exact{new(big.Int).Quo(n, d)} }

func nearQuo(n, d *big.Int) exact {
	twice := new(big.Int).Lsh(new(big.Int).Abs(n), 1)
	size := new(big.Int).Abs(d)
	q := truncQuo(twice.Add(twice, size), size.Lsh(size, 1))
	if n.Sign()*d.Sign() < 0 {
		q.Neg(q.Int)
	}
	return q
}

var bigOne = big.NewInt(1 << 16)

type pairCheck struct {
	name string
	got  Q16
	want Q16
}

type okCheck struct {
	name   string
	got    Q16
	gotOK  bool
	want   Q16
	wantOK bool
}

func checkPair(t *testing.T, a, b Q16, checks []pairCheck, reports []okCheck) {
	t.Helper()
	for _, c := range checks {
		if c.got != c.want {
			t.Fatalf("%s(%d, %d) = %d, want %d (raw)", c.name, a, b, c.got, c.want)
		}
	}
	for _, c := range reports {
		if c.got != c.want || c.gotOK != c.wantOK {
			t.Fatalf("%s(%d, %d) = %d, %t, want %d, %t (raw)", c.name, a, b, c.got, c.gotOK, c.want, c.wantOK)
		}
	}
}

func reported(name string, want exact, fit Q16) func(Q16, bool) okCheck {
	return func(got Q16, ok bool) okCheck { return okCheck{name, got, ok, fit, want.fits()} }
}

func TestAddSubMulEqualTheOracle(t *testing.T) {
	eachPair(func(a, b Q16) {
		sum := exact{new(big.Int).Add(bigOf(a), bigOf(b))}
		diff := exact{new(big.Int).Sub(bigOf(a), bigOf(b))}
		wide := new(big.Int).Mul(bigOf(a), bigOf(b))
		product := floorQuo(wide, bigOne)
		checkPair(t, a, b, []pairCheck{
			{"Add", a.Add(b), sum.wrapped()},
			{"AddSat", a.AddSat(b), sum.saturated()},
			{"Sub", a.Sub(b), diff.wrapped()},
			{"SubSat", a.SubSat(b), diff.saturated()},
			{"Mul", a.Mul(b), product.wrapped()},
			{"MulSat", a.MulSat(b), product.saturated()},
			{"MulRound", a.MulRound(b), nearQuo(wide, bigOne).wrapped()},
		}, []okCheck{
			reported("AddOK", sum, sum.wrapped())(a.AddOK(b)),
			reported("SubOK", diff, diff.wrapped())(a.SubOK(b)),
			reported("MulOK", product, product.wrapped())(a.MulOK(b)),
		})
	})
}

func TestDivAndRemaindersEqualTheOracle(t *testing.T) {
	eachPair(func(a, b Q16) {
		if b == 0 {
			return // TestDivisionByZeroSaturatesByTheNumerator
		}
		num := new(big.Int).Lsh(bigOf(a), 16)
		quo := truncQuo(num, bigOf(b))
		floored := floorQuo(bigOf(a), bigOf(b))
		mod := exact{floored.Mul(floored.Int, bigOf(b))}
		mod.Sub(bigOf(a), mod.Int)
		checkPair(t, a, b, []pairCheck{
			{"Div", a.Div(b), quo.saturated()},
			{"DivRound", a.DivRound(b), nearQuo(num, bigOf(b)).saturated()},
			{"Ratio", Ratio(int(a), int(b)), nearQuo(num, bigOf(b)).saturated()},
			{"Rem", a.Rem(b), exact{new(big.Int).Rem(bigOf(a), bigOf(b))}.wrapped()},
			{"Mod", a.Mod(b), mod.wrapped()},
		}, []okCheck{
			reported("DivOK", quo, quo.saturated())(a.DivOK(b)),
		})
	})
}

func TestLerpEqualsTheOracle(t *testing.T) {
	for _, mix := range edges {
		eachEdgePair(func(a, b Q16) {
			span := new(big.Int).Sub(bigOf(b), bigOf(a))
			want := floorQuo(span.Mul(span, bigOf(mix)), bigOne)
			want.Add(want.Int, bigOf(a))
			if got := a.Lerp(b, mix); got != want.wrapped() {
				t.Fatalf("Lerp(%d, %d, %d) = %d, want %d (raw)", a, b, mix, got, want.wrapped())
			}
		})
	}
}

func TestRoundQuoNextToHalves(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	for range 30_000 {
		den := int64(r.Uint64()>>(24+r.UintN(39))) | 1<<r.UintN(3)
		half := (r.Int64N(1<<50/den+1)*2 + 1) * den / 2 // between two quotients, as near as integers are
		for num := max(half-2, 0); num <= half+2 && num < 1<<50; num++ {
			for _, c := range [][2]int64{{num, den}, {-num, den}, {num, -den}, {-num, -den}} {
				if got, want := roundQuo(c[0], c[1]), nearQuo(big.NewInt(c[0]), big.NewInt(c[1])).Int64(); got != want {
					t.Fatalf("%d / %d is rounded to %d, want %d", c[0], c[1], got, want)
				}
			}
		}
	}
}

// A numerator is a multiple of 65536: one that is next to a multiple k*b is found by the inverse of b, modulo 65536.
func TestDivNextToWholeQuotients(t *testing.T) {
	r := rand.New(rand.NewPCG(39, 40))
	met := 0
	for range 300_000 {
		b := int64(int32(r.Uint32())>>r.UintN(31)) | 1
		inverse := b // doubles its right bits with each step
		for range 5 {
			inverse *= 2 - b*inverse
		}
		for rest := int64(-2); rest <= 2; rest++ {
			k := rest*inverse&0xffff + r.Int64N(1<<15)<<16
			a := (k*b - rest) >> 16
			if a != int64(Q16(a)) {
				continue
			}
			met++
			if got, want := Q16(a).Div(Q16(b)), sat(a<<16/b); got != want {
				t.Fatalf("Div(%d, %d) = %d, want %d (raw)", a, b, got, want)
			}
		}
	}
	if met < 100_000 {
		t.Errorf("only %d numerators were in range", met)
	}
}

func TestQ16RootsOfSquares(t *testing.T) {
	for k := int64(1); k*k <= int64(Q16Max); k++ {
		for d := int64(-1); d <= 1; d++ {
			got := int64(Q16(k*k + d).Sqrt())
			if scaled := (k*k + d) << 16; got*got > scaled || (got+1)*(got+1) <= scaled {
				t.Errorf("Sqrt(%d) = %d (raw), not the floor of the root", k*k+d, got)
			}
		}
	}
}
