package fixed

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"example.com/backstep/fixed/internal/bigmath"
)

// eachQ32Vec calls f with vectors of edges and random vectors of all magnitudes.
func eachQ32Vec(n int, f func(v, w Q32Vec3)) {
	r := rand.New(rand.NewPCG(35, 36))
	draw := func() Q32 { return drawQ32(r) }
	edge := func() Q32 { return edgesQ32[r.IntN(len(edgesQ32))] }
	for range n {
		f(Q32Vec3{draw(), draw(), draw()}, Q32Vec3{draw(), draw(), draw()})
		f(Q32Vec3{edge(), edge(), edge()}, Q32Vec3{edge(), edge(), edge()})
	}
	f(Q32Vec3{Q32Min, Q32Min, Q32Min}, Q32Vec3{Q32Min, Q32Min, Q32Min})
}

func bigProductQ32(a, b Q32) *big.Int { return new(big.Int).Mul(intQ32(a), intQ32(b)) }

func TestQ32DotAndCrossEqualTheOracle(t *testing.T) {
	eachQ32Vec(20_000, func(v, w Q32Vec3) {
		v2, w2 := Q32Vec2{v.X, v.Y}, Q32Vec2{w.X, w.Y}
		dot2 := floorQuo(bigSum(bigProductQ32(v.X, w.X), bigProductQ32(v.Y, w.Y)), bigOneQ32)
		dot3 := floorQuo(bigSum(bigProductQ32(v.X, w.X), bigProductQ32(v.Y, w.Y), bigProductQ32(v.Z, w.Z)), bigOneQ32)
		yz := floorQuo(bigSub(bigProductQ32(v.Y, w.Z), bigProductQ32(v.Z, w.Y)), bigOneQ32)
		zx := floorQuo(bigSub(bigProductQ32(v.Z, w.X), bigProductQ32(v.X, w.Z)), bigOneQ32)
		xy := floorQuo(bigSub(bigProductQ32(v.X, w.Y), bigProductQ32(v.Y, w.X)), bigOneQ32)
		for _, c := range []checkQ32{
			{"Q32Vec2.Dot", v2.Dot(w2), dot2.wrappedQ32()},
			{"Q32Vec2.DotSat", v2.DotSat(w2), dot2.saturatedQ32()},
			{"Q32Vec2.Cross", v2.Cross(w2), xy.wrappedQ32()},
			{"Q32Vec2.CrossSat", v2.CrossSat(w2), xy.saturatedQ32()},
			{"Q32Vec3.Dot", v.Dot(w), dot3.wrappedQ32()},
			{"Q32Vec3.DotSat", v.DotSat(w), dot3.saturatedQ32()},
		} {
			if c.got != c.want {
				t.Fatalf("%s(%#v, %#v) = %d, want %d (raw)", c.name, v, w, c.got, c.want)
			}
		}
		if got, want := v.Cross(w), (Q32Vec3{yz.wrappedQ32(), zx.wrappedQ32(), xy.wrappedQ32()}); got != want {
			t.Fatalf("Q32Vec3.Cross(%#v, %#v) = %#v, want %#v", v, w, got, want)
		}
	})
}

func TestQ32LengthDoesNotOverflow(t *testing.T) {
	eachQ32Vec(20_000, func(v, _ Q32Vec3) {
		sq2 := bigSum(bigProductQ32(v.X, v.X), bigProductQ32(v.Y, v.Y))
		sq3 := bigSum(sq2, bigProductQ32(v.Z, v.Z))
		v2 := Q32Vec2{v.X, v.Y}
		words := func(hi, lo uint64) *big.Int {
			n := new(big.Int).SetUint64(hi)
			return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(lo))
		}
		if words(v2.LenSq()).Cmp(sq2) != 0 || words(v.LenSq()).Cmp(sq3) != 0 {
			t.Fatalf("LenSq of %#v is not %v in the plane, %v in space", v, sq2, sq3)
		}
		len2, len3 := exact{sq2.Sqrt(sq2)}, exact{sq3.Sqrt(sq3)}
		if v2.Len() != len2.saturatedQ32() || v.Len() != len3.saturatedQ32() {
			t.Fatalf("Len of %#v = %d in the plane, %d in space, want %v, %v (raw)", v, v2.Len(), v.Len(), len2, len3)
		}
	})
}

func TestQ32NormalizeIsAccurateForTinyAndHugeVectors(t *testing.T) {
	check := func(v Q32Vec3, got, c Q32, lenSq *big.Int) {
		length := bigmath.Sqrt(bigmath.New().SetInt(lenSq))
		if off := offQ32(got, bigmath.Quo(bigmath.Int(int64(c), 0), length)); off > 0.51 {
			t.Fatalf("Normalize of %#v has component %d (raw), off by %.4f ulp", v, got, off)
		}
	}
	eachQ32Vec(3000, func(v, _ Q32Vec3) {
		sq2 := bigSum(bigProductQ32(v.X, v.X), bigProductQ32(v.Y, v.Y))
		if n := (Q32Vec2{v.X, v.Y}).Normalize(); sq2.Sign() != 0 {
			check(v, n.X, v.X, sq2)
			check(v, n.Y, v.Y, sq2)
		}
		sq3 := bigSum(sq2, bigProductQ32(v.Z, v.Z))
		if n := v.Normalize(); sq3.Sign() != 0 {
			check(v, n.X, v.X, sq3)
			check(v, n.Y, v.Y, sq3)
			check(v, n.Z, v.Z, sq3)
		}
	})
	if (Q32Vec2{}).Normalize() != (Q32Vec2{}) || (Q32Vec3{}).Normalize() != (Q32Vec3{}) {
		t.Error("Normalize of the zero vector is not zero")
	}
}

func TestQ32RotateStaysWithinTheStatedError(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	draw := func() Q32 { return drawQ32(r) / 2 } // so that nothing wraps
	for range samples() {
		v, a := Q32Vec2{draw(), draw()}, drawQ32(r)
		got := v.Rotate(a)
		x, y, sin, cos := bigQ32(v.X), bigQ32(v.Y), bigmath.Sin(bigQ32(a)), bigmath.Cos(bigQ32(a))
		offX := offQ32(got.X, bigmath.Sub(bigmath.Mul(x, cos), bigmath.Mul(y, sin)))
		offY := offQ32(got.Y, bigmath.Add(bigmath.Mul(x, sin), bigmath.Mul(y, cos)))
		bound := 0.5 + maxTrigErrorQ32*(v.X.Abs().Float64()+v.Y.Abs().Float64())
		if max(offX, offY) > bound {
			t.Fatalf("%v rotated by %v = %v, off by %.3f and %.3f ulp, want at most %.3f", v, a, got, offX, offY, bound)
		}
	}
	if got, want := (Q32Vec2{Q32One, 0}).Rotate(Q32HalfPi), (Q32Vec2{0, Q32One}); got != want {
		t.Errorf("X rotated by a quarter turn = %v, want %v: counter-clockwise", got, want)
	}
}

func TestQ32VectorsWorkByComponent(t *testing.T) {
	eachQ32Vec(1000, func(v, w Q32Vec3) {
		s := w.Z
		got := []Q32Vec3{v.Add(w), v.Sub(w), v.Neg(), v.Scale(s), v.Lerp(w, s)}
		want := []Q32Vec3{
			{v.X + w.X, v.Y + w.Y, v.Z + w.Z},
			{v.X - w.X, v.Y - w.Y, v.Z - w.Z},
			{-v.X, -v.Y, -v.Z},
			{v.X.Mul(s), v.Y.Mul(s), v.Z.Mul(s)},
			{v.X.Lerp(w.X, s), v.Y.Lerp(w.Y, s), v.Z.Lerp(w.Z, s)},
		}
		v2, w2 := Q32Vec2{v.X, v.Y}, Q32Vec2{w.X, w.Y}
		got2 := []Q32Vec2{v2.Add(w2), v2.Sub(w2), v2.Neg(), v2.Scale(s), v2.Lerp(w2, s)}
		for i := range want {
			if got[i] != want[i] || got2[i] != (Q32Vec2{want[i].X, want[i].Y}) {
				t.Fatalf("case %d of %#v, %#v = %#v, %#v, want %#v", i, v, w, got[i], got2[i], want[i])
			}
		}
	})
	if got, want := (Q32Vec2{1, 2}).Perp(), (Q32Vec2{-2, 1}); got != want {
		t.Errorf("Perp = %v, want %v", got, want)
	}
}
