package view

import "math"

// pt is a point or a vector.
type pt struct{ x, y float32 }

func (p pt) add(q pt) pt              { return pt{p.x + q.x, p.y + q.y} }
func (p pt) sub(q pt) pt              { return pt{p.x - q.x, p.y - q.y} }
func (p pt) mul(k float32) pt         { return pt{p.x * k, p.y * k} }
func (p pt) to(q pt, t float32) pt    { return pt{lerp(p.x, q.x, t), lerp(p.y, q.y, t)} }
func (p pt) len() float32             { return float32(math.Hypot(float64(p.x), float64(p.y))) }
func (p pt) left() pt                 { return pt{-p.y, p.x} }
func lerp(a, b, t float32) float32    { return a + (b-a)*t }
func sin(x float32) float32           { return float32(math.Sin(float64(x))) }
func cos(x float32) float32           { return float32(math.Cos(float64(x))) }
func sqrt(x float32) float32          { return float32(math.Sqrt(float64(x))) }
func clamp(x, lo, hi float32) float32 { return min(max(x, lo), hi) }

// unit is p with length 1; the zero vector points right.
func (p pt) unit() pt {
	n := p.len()
	if n < 1e-6 {
		return pt{1, 0}
	}
	return p.mul(1 / n)
}

// turn rotates by an angle in radians, from x towards y.
func (p pt) turn(a float32) pt {
	s, c := sin(a), cos(a)
	return pt{p.x*c - p.y*s, p.x*s + p.y*c}
}

// ease goes from 0 to 1 with x, slow at both ends, and stays there.
func ease(x float32) float32 {
	x = clamp(x, 0, 1)
	return x * x * (3 - 2*x)
}

// snap goes from 0 to 1 with x, fast first.
func snap(x float32) float32 {
	x = 1 - clamp(x, 0, 1)
	return 1 - x*x*x
}

// wobble is a repeatable number in [0, 1) for an index: scenery and sparks
// scatter by it, and look the same each time a frame is drawn.
func wobble(i, salt uint32) float32 {
	x := i*0x9e3779b1 ^ salt*0x85ebca6b
	x ^= x >> 15
	x *= 0x2c1b3c6d
	x ^= x >> 12
	x *= 0x297a2d39
	x ^= x >> 15
	return float32(x>>8) / (1 << 24)
}
