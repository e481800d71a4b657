package fusion

import (
	"fusion/vec"
	"math"
)

func direct(x, y, z float64) [6]float64 {
	return [6]float64{
		x*y + z,         // want `fusion: some targets add x \* y without rounding it first: write float64\(x \* y\)`
		z + y*y,         // want `fusion: some targets add y \* y`
		x*z - y,         // want `fusion: some targets add x \* z`
		z - x*y,         // want `fusion: some targets add x \* y`
		z + (x*y)*z,     // want `fusion: some targets add \(x \* y\) \* z`
		x*x + y*y - z*z, // want `fusion: some targets add x \* x` `fusion: some targets add z \* z`
	}
}

func narrow(x, y, z float32) float32 { return x*y + z } // want `fusion: .* write float32\(x \* y\)`

type meters float64

func named(x, y, z meters) meters { return x*y + z } // want `fusion: .* write meters\(x \* y\)`

func generic[T ~float32 | ~float64](x, y, z T) T { return x*y + z } // want `fusion: .* write T\(x \* y\)`

func instances(x float64, y float32) (float64, float32) {
	return generic(x, x, x), generic(y, y, y)
}

func negated(x, y, z float64) float64 { return -(x * y) + z } // want `fusion: some targets add -\(x \* y\), which may be a product`

func lines(x, y, z float64) float64 {
	return z +
		1 + // want `fusion: some targets add x \* y`
		x*
			y
}

func operators(z, x, y float64) (float64, float64) {
	z += x * y // want `fusion: some targets add x \* y`
	z -= y * y // want `fusion: some targets add y \* y`
	z *= y
	z += x // want `fusion: some targets add z, which may be a product, without rounding that first`
	p := x * z
	p++ // want `fusion: some targets add p, which may be a product`
	return z, p
}

func assigned(x, y, z float64) float64 {
	p := x * y
	var q = p
	r := q
	return r + z // want `fusion: some targets add r, which may be a product, without rounding that first: write float64\(...\) around the product, or around r`
}

func named2(x, y, z float64) (p float64) {
	p = x * y
	p += z // want `fusion: some targets add p`
	return
}

func parallel(x, y, z float64) float64 {
	a, b := x*y, z
	a, b = b, a
	return b + a // want `fusion: some targets add b`
}

func branches(hard bool, x, y, z float64) (float64, float64) {
	p := z
	if hard {
		p = x * y
		return p - z, p // want `fusion: some targets add p`
	}
	return p - z, p
}

func loop(xs []float64, k float64) (s float64) {
	for _, x := range xs {
		s = s*k + x // want `fusion: some targets add s \* k`
	}
	return s
}

func scaled(x, z float64) (float64, float64) {
	return x/4 + z, 0.5*x - z // want `fusion: some targets add x / 4 without rounding it first: write float64\(x / 4\)` `fusion: some targets add 0.5 \* x`
}

func doubled(x, y float64) float64 { return 2 * (x * y) } // want `fusion: some targets add x \* y`

type body struct{ pos, vel float64 }

func fields(b body, dt, z float64) float64 {
	b.vel = b.vel * dt
	return b.vel + z // want `fusion: some targets add b.vel`
}

func (b *body) step(force, dt float64) {
	b.vel *= force
	b.vel += dt    // want `fusion: some targets add b.vel`
	b.pos += b.vel // want `fusion: some targets add b.vel`
}

type point struct{ x, y float64 }

func (p point) scale(s float64) point { return point{p.x * s, y(p, s)} }

func y(p point, s float64) float64 { return p.y * s }

func (p point) add(q point) point {
	return point{
		p.x + q.x, // want `fusion: some targets add p.x`
		p.y + q.y, // want `fusion: some targets add p.y`
	}
}

func integrate(p, v point, dt float64) point { return p.add(v.scale(dt)) }

func array(x, y, z float64) float64 {
	var a [2]float64
	a[1] = x * y
	b := [2]float64{x * y, z}
	return a[1] + z + b[0] // want `fusion: some targets add a\[1\]` `fusion: some targets add b\[0\]`
}

func slice(a []float64, x, y, z float64) float64 {
	b := a[1:]
	b[1] = x * y
	return a[2] + z // want `fusion: some targets add a\[2\]`
}

func pointer(x, y, z float64) float64 {
	v := z
	p := &v
	*p = x * y
	return v + z // want `fusion: some targets add v`
}

func closure(x, y, z float64) float64 {
	mul := func(a, b float64) float64 { return a * b }
	add := func(a float64) float64 { return a + z } // want `fusion: some targets add a`
	return mul(x, y) + add(x*y)                     // want `fusion: some targets add mul\(x, y\)`
}

func captured(x, y, z float64) float64 {
	p := z
	set := func() { p = x * y }
	set()
	return p + z // want `fusion: some targets add p`
}

func add(a, b float64) float64 { return a + b } // want `fusion: some targets add a`

func product(x, y float64) float64 { return x * y }

func calls(x, y, z float64) float64 {
	return add(x*y, z) + product(x, y) // want `fusion: some targets add product\(x, y\)`
}

func two(x, y float64) (float64, float64) { return x * y, y }

func results(x, y float64) float64 {
	p, q := two(x, y)
	return p + q // want `fusion: some targets add p`
}

func apply(f func(a, b float64) float64, x, y, z float64) float64 {
	return f(x, y) + z // want `fusion: some targets add f\(x, y\)`
}

func passes(x, y, z float64) float64 { return apply(product, x, y, z) }

func bits(x, y, z float64) float64 {
	return math.Float64frombits(math.Float64bits(x*y)) + z // want `fusion: some targets add math.Float64frombits\(math.Float64bits\(x \* y\)\)`
}

func boxed(x, y, z float64) float64 {
	var v any = x * y
	return v.(float64) + z // want `fusion: some targets add v.\(float64\)`
}

func typeSwitch(a any, x, y, z float64) float64 {
	a = x * y
	switch v := a.(type) {
	case float64:
		return v + z // want `fusion: some targets add v`
	}
	return 0
}

func fresh(x, y, z float64) float64 {
	p := new(x * y)
	return *p + z // want `fusion: some targets add \*p`
}

func yields(x, y float64) func(func(float64) bool) {
	return func(yield func(float64) bool) { yield(x * y) }
}

var unknown func(x float64) func(func(float64) bool)

func loopOverFunction(x, y, z float64) float64 {
	for range yields(x, y) {
		z++
	}
	for range unknown(x * y) {
		z++
	}
	for v := range yields(x, y) {
		z += v // want `fusion: some targets add v`
	}
	return z
}

func parts(a, b, c float64, z complex128) complex128 {
	return complex(a*b, c) + z // want `fusion: some targets add complex\(a \* b, c\)`
}

//detvet:allow floatint what is shown here is that the conversion subtracts
func unsigned(x, y float64) uint64 { return uint64(x * y) } // want `fusion: some targets add x \* y`

func imported(p, q vec.V, s float64) (vec.V, float64) {
	sum := vec.Sum(p.X*s, q.X) // want `fusion: package vec adds a to something, and some targets do not round this product first: put it in a conversion such as float64\(...\)` `fusion: package vec adds b to something`
	half := vec.Half(s) + q.X  // want `fusion: some targets add vec.Half\(s\)`
	scaled := p.Scale(s)
	p = p.Add(vec.V{Y: q.Y * s})    // want `fusion: package vec adds Y to something`
	return p, sum + half + scaled.X // want `fusion: some targets add scaled.X`
}

var total = start*start + 1 // want `fusion: some targets add start \* start`

var start = 3.0
