package fixed

// Vec2 is a vector of two Q16.
type Vec2 struct{ X, Y Q16 }

// Add returns v + w; each component wraps.
func (v Vec2) Add(w Vec2) Vec2 { return Vec2{v.X + w.X, v.Y + w.Y} }

// Sub returns v - w; each component wraps.
func (v Vec2) Sub(w Vec2) Vec2 { return Vec2{v.X - w.X, v.Y - w.Y} }

// Neg returns -v; each component wraps.
func (v Vec2) Neg() Vec2 { return Vec2{-v.X, -v.Y} }

// Scale returns v * s; each component is floored and wraps, as Q16.Mul does.
func (v Vec2) Scale(s Q16) Vec2 { return Vec2{v.X.Mul(s), v.Y.Mul(s)} }

// Dot returns the dot product. Only the sum is rounded, toward minus infinity; it wraps, so vectors longer than 181
// need DotSat.
func (v Vec2) Dot(w Vec2) Q16 { return Q16(v.dot(w)) }

// DotSat is Dot saturated to the range of Q16.
func (v Vec2) DotSat(w Vec2) Q16 { return sat(v.dot(w)) }

// dot is the floored dot product in ulps; it cannot overflow.
func (v Vec2) dot(w Vec2) int64 { return sumFloor(product(v.X, w.X), product(v.Y, w.Y), 0) }

// Cross returns v.X*w.Y - v.Y*w.X, positive if w lies counter-clockwise of v in axes with Y up. It rounds and wraps as
// Dot does.
func (v Vec2) Cross(w Vec2) Q16 { return Q16(v.cross(w)) }

// CrossSat is Cross saturated to the range of Q16.
func (v Vec2) CrossSat(w Vec2) Q16 { return sat(v.cross(w)) }

// cross is the floored cross product in ulps; it cannot overflow.
func (v Vec2) cross(w Vec2) int64 { return sumFloor(product(v.X, w.Y), -product(v.Y, w.X), 0) }

// Perp returns v turned counter-clockwise by a quarter turn in axes with Y up: (-Y, X). Negation wraps.
func (v Vec2) Perp() Vec2 { return Vec2{-v.Y, v.X} }

// LenSq returns the square of the length exactly, in units of 2^-32 (ulps squared). It suits comparisons.
func (v Vec2) LenSq() uint64 { return square(v.X) + square(v.Y) }

// Len returns the length rounded toward zero, exactly; a length of 32768 or more saturates to Q16Max.
func (v Vec2) Len() Q16 { return lenSat(v.LenSq()) }

// Normalize returns the vector of length 1 in the direction of v, each component off by less than 0.51 ulp, for every
// v; the zero vector stays zero.
func (v Vec2) Normalize() Vec2 {
	n := newNormalizer(v.X, v.Y, 0)
	return Vec2{n.scale(v.X), n.scale(v.Y)}
}

// Lerp returns the vector of the components' Lerp.
func (v Vec2) Lerp(w Vec2, t Q16) Vec2 { return Vec2{v.X.Lerp(w.X, t), v.Y.Lerp(w.Y, t)} }

// Rotate returns v turned counter-clockwise (axes with Y up) by a radians. Each component is off by at most 0.5 ulp
// plus 0.52 ulp per unit of |X|+|Y|, and wraps. To turn again and again, keep the angle and turn the first vector:
// errors of repeated turns add up.
func (v Vec2) Rotate(a Q16) Vec2 {
	sin, cos := SinCos(a)
	return Vec2{
		X: Q16(roundShift(product(v.X, cos)-product(v.Y, sin), fracBits)),
		Y: Q16(roundShift(product(v.X, sin)+product(v.Y, cos), fracBits)),
	}
}

// Q32 returns v with components of Q32, exactly.
func (v Vec2) Q32() Q32Vec2 { return Q32Vec2{v.X.Q32(), v.Y.Q32()} }
