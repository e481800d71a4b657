package probe

import "math"

// spelling is one way to write a product and a sum. The names are what the code says.
type spelling struct {
	name string
	do   func(x, y, z float64) float64
}

type particle struct{ p, v float64 }

func product(x, y float64) float64 { return x * y }

func productOf[T ~float32 | ~float64](x, y T) T { return x * y }

func guardedOf[T ~float32 | ~float64](x, y T) T { return T(x * y) }

func named(x, y, z float64) (p float64) {
	p = x * y
	p += z
	return p
}

// spellings that a compiler may fuse.
func fusible() []spelling {
	return []spelling{
		{"`x*y + z`", func(x, y, z float64) float64 { return x*y + z }},
		{"`x*y - z`", func(x, y, z float64) float64 { return x*y - z }},
		{"`z - x*y`", func(x, y, z float64) float64 { return z - x*y }},
		{"`z += x*y`", func(x, y, z float64) float64 { z += x * y; return z }},
		{"`x*x - y*y`", func(x, y, _ float64) float64 { return x*x - y*y }},
		{"`x*y + z*w`, a dot product", func(x, y, z float64) float64 { return x*y + z*(1+x) }},
		{"`p := x*y; p + z`", func(x, y, z float64) float64 { p := x * y; return p + z }},
		{"the product in a named result", named},
		{"the product in a function that is inlined", func(x, y, z float64) float64 { return product(x, y) + z }},
		{"the product in a generic function", func(x, y, z float64) float64 { return productOf(x, y) + z }},
		{"the product in a closure", func(x, y, z float64) float64 { f := func() float64 { return x * y }; return f() + z }},
		{"the product in a struct's field", func(x, y, z float64) float64 { s := particle{z, x * y}; s.p += s.v; return s.p }},
		{"the product in an array", func(x, y, z float64) float64 { a := [2]float64{x * y, z}; return a[0] + a[1] }},
		{"`float32(x)*float32(y) + float32(z)`", func(x, y, z float64) float64 { return float64(float32(x)*float32(y) + float32(z)) }},
		{"`real(c*d)`, complex", func(x, y, z float64) float64 { return real(complex(x, y) * complex(z, x)) }},
		{"`Float64frombits(Float64bits(x*y)) + z`", func(x, y, z float64) float64 {
			return math.Float64frombits(math.Float64bits(x*y)) + z
		}},
	}
}

// guarded are the spellings that the language keeps from being fused, or fuses
// everywhere.
func guarded() []spelling {
	return []spelling{
		{"`float64(x*y) + z`", func(x, y, z float64) float64 { return float64(x*y) + z }},
		{"`p := x*y; float64(p) + z`", func(x, y, z float64) float64 { p := x * y; return float64(p) + z }},
		{"`T(x*y) + z` in a generic function", func(x, y, z float64) float64 { return guardedOf(x, y) + z }},
		{"float32 product taken in float64", func(x, y, z float64) float64 {
			return float64(float32(float64(float32(x))*float64(float32(y)) + float64(float32(z))))
		}},
		{"`math.FMA(x, y, z)`", math.FMA},
	}
}

func fusion(n int) (out []computation) {
	for _, s := range append(fusible(), guarded()...) {
		out = append(out, computation{group: Fusion, name: s.name, run: func() []uint64 {
			in := newInputs(1)
			return of(n, func() uint64 {
				return bitsOf(s.do(in.between(-10, 10), in.between(-10, 10), in.between(-10, 10)))
			})
		}})
	}
	return out
}
