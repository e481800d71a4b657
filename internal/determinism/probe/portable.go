package probe

import (
	"example.com/backstep/fixed"
	"example.com/backstep/fixed/rng"
	"example.com/backstep/fixed/strict"
)

// portable is what the engine offers in place of what differs.
func portable(n int) (out []computation) {
	add := func(name string, do func(in inputs) uint64) {
		out = append(out, computation{group: Portable, name: name, run: func() []uint64 {
			in := newInputs(7)
			return of(n, func() uint64 { return do(in) })
		}})
	}
	for _, f := range []function{
		one("strict.Exp", -20, 20, strict.Exp), one("strict.Log", 0, 1000, strict.Log), {"strict.Pow", 0, 20, strict.Pow},
		one("strict.Sin", -100, 100, strict.Sin), one("strict.Cos", -100, 100, strict.Cos), one("strict.Tan", -100, 100, strict.Tan),
		{"strict.Atan2", -20, 20, strict.Atan2}, {"strict.Hypot", -100, 100, strict.Hypot},
	} {
		add(f.name, func(in inputs) uint64 { return bitsOf(f.do(in.between(f.lo, f.hi), in.between(f.lo, f.hi))) })
	}
	raw := func(in inputs) fixed.Q16 { return fixed.Q16(int32(in.r.Uint64())) }
	add("Q16 multiply-add", func(in inputs) uint64 { return uint64(raw(in).Mul(raw(in)) + raw(in)) })
	add("Q16 `Sin`, `Exp`, `Sqrt`", func(in inputs) uint64 {
		x := raw(in)
		return uint64(uint32(fixed.Sin(x))) ^ uint64(uint32(fixed.Exp(x)))<<16 ^ uint64(uint32(x.Sqrt()))<<32
	})
	add("Q32 multiply, divide", func(in inputs) uint64 {
		x, y := fixed.Q32(in.r.Uint64()), fixed.Q32(in.r.Uint64())
		return uint64(x.Mul(y)) ^ uint64(x.Div(y))
	})
	add("rng.Draw", func(in inputs) uint64 { return rng.Draw(in.r.Uint64(), 2, 3, 4) })
	return out
}
