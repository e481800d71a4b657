package fixed

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// eachVec calls f with vectors of edges and random vectors of all magnitudes.
func eachVec(n int, f func(v, w Vec3)) {
	r := rand.New(rand.NewPCG(5, 6))
	draw := func() Q16 { return Q16(int32(r.Uint32()) >> r.UintN(32)) }
	edge := func() Q16 { return edges[r.IntN(len(edges))] }
	for range n {
		f(Vec3{draw(), draw(), draw()}, Vec3{draw(), draw(), draw()})
		f(Vec3{edge(), edge(), edge()}, Vec3{edge(), edge(), edge()})
	}
}

func bigProduct(a, b Q16) *big.Int { return new(big.Int).Mul(bigOf(a), bigOf(b)) }

func bigSum(terms ...*big.Int) *big.Int {
	sum := new(big.Int)
	for _, t := range terms {
		sum.Add(sum, t)
	}
	return sum
}

func bigSub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }

func TestDotAndCrossEqualTheOracle(t *testing.T) {
	eachVec(20_000, func(v, w Vec3) {
		v2, w2 := Vec2{v.X, v.Y}, Vec2{w.X, w.Y}
		dot2 := floorQuo(bigSum(bigProduct(v.X, w.X), bigProduct(v.Y, w.Y)), bigOne)
		dot3 := floorQuo(bigSum(bigProduct(v.X, w.X), bigProduct(v.Y, w.Y), bigProduct(v.Z, w.Z)), bigOne)
		yz := floorQuo(bigSub(bigProduct(v.Y, w.Z), bigProduct(v.Z, w.Y)), bigOne)
		zx := floorQuo(bigSub(bigProduct(v.Z, w.X), bigProduct(v.X, w.Z)), bigOne)
		xy := floorQuo(bigSub(bigProduct(v.X, w.Y), bigProduct(v.Y, w.X)), bigOne)
		for _, c := range []pairCheck{
			{"Vec2.Dot", v2.Dot(w2), dot2.wrapped()},
			{"Vec2.DotSat", v2.DotSat(w2), dot2.saturated()},
			{"Vec2.Cross", v2.Cross(w2), xy.wrapped()},
			{"Vec2.CrossSat", v2.CrossSat(w2), xy.saturated()},
			{"Vec3.Dot", v.Dot(w), dot3.wrapped()},
			{"Vec3.DotSat", v.DotSat(w), dot3.saturated()},
		} {
			if c.got != c.want {
				t.Fatalf("%s(%#v, %#v) = %d, want %d (raw)", c.name, v, w, c.got, c.want)
			}
		}
		if got, want := v.Cross(w), (Vec3{yz.wrapped(), zx.wrapped(), xy.wrapped()}); got != want {
			t.Fatalf("Vec3.Cross(%#v, %#v) = %#v, want %#v", v, w, got, want)
		}
	})
}

func TestLengthDoesNotOverflow(t *testing.T) {
	eachVec(20_000, func(v, _ Vec3) {
		sq2 := bigSum(bigProduct(v.X, v.X), bigProduct(v.Y, v.Y))
		sq3 := bigSum(sq2, bigProduct(v.Z, v.Z))
		v2 := Vec2{v.X, v.Y}
		if sq2.Cmp(new(big.Int).SetUint64(v2.LenSq())) != 0 || sq3.Cmp(new(big.Int).SetUint64(v.LenSq())) != 0 {
			t.Fatalf("LenSq of %#v = %d in the plane, %d in space, want %v, %v", v, v2.LenSq(), v.LenSq(), sq2, sq3)
		}
		len2, len3 := exact{sq2.Sqrt(sq2)}, exact{sq3.Sqrt(sq3)}
		if v2.Len() != len2.saturated() || v.Len() != len3.saturated() {
			t.Fatalf("Len of %#v = %d in the plane, %d in space, want %v, %v (raw)", v, v2.Len(), v.Len(), len2, len3)
		}
	})
	corner := Vec3{Q16Min, Q16Min, Q16Min}
	if got, want := corner.LenSq(), uint64(3)<<62; got != want {
		t.Errorf("LenSq of the far corner = %d, want %d", got, want)
	}
	if got := (Vec2{FromInt(3), FromInt(4)}).Len(); got != FromInt(5) {
		t.Errorf("Len of (3, 4) = %v, want 5", got)
	}
}

func TestNormalizeIsAccurateForTinyAndHugeVectors(t *testing.T) {
	check := func(v Vec3, got Q16, c Q16, length float64) {
		if off := ulpsOff(got, float64(c)/length); off > 0.51 {
			t.Fatalf("Normalize of %#v has component %d (raw), off by %.4f ulp", v, got, off)
		}
	}
	eachVec(20_000, func(v, _ Vec3) {
		v2 := Vec2{v.X, v.Y}
		if v2 != (Vec2{}) {
			n, length := v2.Normalize(), math.Hypot(float64(v.X), float64(v.Y))
			check(v, n.X, v.X, length)
			check(v, n.Y, v.Y, length)
		}
		if v != (Vec3{}) {
			n, length := v.Normalize(), math.Hypot(math.Hypot(float64(v.X), float64(v.Y)), float64(v.Z))
			check(v, n.X, v.X, length)
			check(v, n.Y, v.Y, length)
			check(v, n.Z, v.Z, length)
		}
	})
	if (Vec2{}).Normalize() != (Vec2{}) || (Vec3{}).Normalize() != (Vec3{}) {
		t.Error("Normalize of the zero vector is not zero")
	}
	if got, want := (Vec2{1, 1}).Normalize(), (Vec2{46341, 46341}); got != want {
		t.Errorf("Normalize of one ulp each way = %v, want %v (raw)", got, want)
	}
}

func TestRotateStaysWithinTheStatedError(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	draw := func() Q16 { return Q16(int32(r.Uint32())>>r.UintN(30)) / 2 } // |v| < 23171, so that nothing wraps
	for range 50_000 {
		v, a := Vec2{draw(), draw()}, Q16(r.Uint32())
		got := v.Rotate(a)
		sin, cos := math.Sincos(a.Float64())
		x, y := v.X.Float64(), v.Y.Float64()
		bound := 0.5 + maxTrigError*(math.Abs(x)+math.Abs(y))
		if offX, offY := ulpsOff(got.X, x*cos-y*sin), ulpsOff(got.Y, x*sin+y*cos); max(offX, offY) > bound {
			t.Fatalf("%v rotated by %v = %v, off by %.3f and %.3f ulp, want at most %.3f", v, a, got, offX, offY, bound)
		}
	}
	if got, want := (Vec2{Q16One, 0}).Rotate(Q16HalfPi), (Vec2{0, Q16One}); got != want {
		t.Errorf("X rotated by a quarter turn = %v, want %v: counter-clockwise", got, want)
	}
}

func TestVectorsWorkByComponent(t *testing.T) {
	eachVec(1000, func(v, w Vec3) {
		s := w.Z
		got := []Vec3{v.Add(w), v.Sub(w), v.Neg(), v.Scale(s), v.Lerp(w, s)}
		want := []Vec3{
			{v.X + w.X, v.Y + w.Y, v.Z + w.Z},
			{v.X - w.X, v.Y - w.Y, v.Z - w.Z},
			{-v.X, -v.Y, -v.Z},
			{v.X.Mul(s), v.Y.Mul(s), v.Z.Mul(s)},
			{v.X.Lerp(w.X, s), v.Y.Lerp(w.Y, s), v.Z.Lerp(w.Z, s)},
		}
		v2, w2 := Vec2{v.X, v.Y}, Vec2{w.X, w.Y}
		got2 := []Vec2{v2.Add(w2), v2.Sub(w2), v2.Neg(), v2.Scale(s), v2.Lerp(w2, s)}
		for i := range want {
			if got[i] != want[i] || got2[i] != (Vec2{want[i].X, want[i].Y}) {
				t.Fatalf("case %d of %#v, %#v = %#v, %#v, want %#v", i, v, w, got[i], got2[i], want[i])
			}
		}
	})
	if got, want := (Vec2{1, 2}).Perp(), (Vec2{-2, 1}); got != want {
		t.Errorf("Perp = %v, want %v", got, want)
	}
}
