package fixed

// Q32Vec2 is a vector of two Q32.
type Q32Vec2 struct{ X, Y Q32 }

// Add returns v + w; each component wraps.
func (v Q32Vec2) Add(w Q32Vec2) Q32Vec2 { return Q32Vec2{v.X + w.X, v.Y + w.Y} }

// Sub returns v - w; each component wraps.
func (v Q32Vec2) Sub(w Q32Vec2) Q32Vec2 { return Q32Vec2{v.X - w.X, v.Y - w.Y} }

// Neg returns -v; each component wraps.
func (v Q32Vec2) Neg() Q32Vec2 { return Q32Vec2{-v.X, -v.Y} }

// Scale returns v * s; each component is floored and wraps, as Q32.Mul does.
func (v Q32Vec2) Scale(s Q32) Q32Vec2 { return Q32Vec2{v.X.Mul(s), v.Y.Mul(s)} }

// Dot returns the dot product. Only the sum is rounded, toward minus infinity; it wraps, so vectors longer than 46340
// need DotSat.
func (v Q32Vec2) Dot(w Q32Vec2) Q32 { return Q32(v.dot(w).lo) }

// DotSat is Dot saturated to the range of Q32.
func (v Q32Vec2) DotSat(w Q32Vec2) Q32 { return v.dot(w).sat() }

// dot is the floored dot product in ulps; it cannot overflow.
func (v Q32Vec2) dot(w Q32Vec2) wide { return sumFloorQ32(mulQ32(v.X, w.X), mulQ32(v.Y, w.Y), wide{}) }

// Cross returns v.X*w.Y - v.Y*w.X, positive if w lies counter-clockwise of v in axes with Y up. It rounds and wraps as
// Dot does.
func (v Q32Vec2) Cross(w Q32Vec2) Q32 { return Q32(v.cross(w).lo) }

// CrossSat is Cross saturated to the range of Q32.
func (v Q32Vec2) CrossSat(w Q32Vec2) Q32 { return v.cross(w).sat() }

// cross is the floored cross product in ulps; it cannot overflow.
func (v Q32Vec2) cross(w Q32Vec2) wide {
	return sumFloorQ32(mulQ32(v.X, w.Y), mulQ32(v.Y, w.X).neg(), wide{})
}

// Perp returns v turned counter-clockwise by a quarter turn in axes with Y up: (-Y, X). Negation wraps.
func (v Q32Vec2) Perp() Q32Vec2 { return Q32Vec2{-v.Y, v.X} }

// LenSq returns the square of the length exactly, hi * 2^64 + lo in units of 2^-64 (ulps squared). It suits comparisons.
func (v Q32Vec2) LenSq() (hi, lo uint64) { return lenSqQ32(v.X, v.Y, 0) }

// Len returns the length rounded toward zero, exactly; a length of 2^31 or more saturates to Q32Max.
func (v Q32Vec2) Len() Q32 { return lenQ32(v.LenSq()) }

// Normalize returns the vector of length 1 in the direction of v, each component off by less than 0.51 ulp, for every
// v; the zero vector stays zero.
func (v Q32Vec2) Normalize() Q32Vec2 {
	n := newNormalizerQ32(v.X, v.Y, 0)
	return Q32Vec2{n.scale(v.X), n.scale(v.Y)}
}

// Lerp returns the vector of the components' Lerp.
func (v Q32Vec2) Lerp(w Q32Vec2, t Q32) Q32Vec2 { return Q32Vec2{v.X.Lerp(w.X, t), v.Y.Lerp(w.Y, t)} }

// Rotate returns v turned counter-clockwise (axes with Y up) by a radians. Each component is off by at most 0.5 ulp
// plus 0.51 ulp per unit of |X|+|Y|, and wraps. To turn again and again, keep the angle and turn the first vector:
// errors of repeated turns add up.
func (v Q32Vec2) Rotate(a Q32) Q32Vec2 {
	sin, cos := Q32SinCos(a)
	return Q32Vec2{
		X: mulQ32(v.X, cos).add(mulQ32(v.Y, sin).neg()).roundQ32(),
		Y: mulQ32(v.X, sin).add(mulQ32(v.Y, cos)).roundQ32(),
	}
}

// Q16 returns the vector of the components' Q16: each to nearest, saturated.
func (v Q32Vec2) Q16() Vec2 { return Vec2{v.X.Q16(), v.Y.Q16()} }
