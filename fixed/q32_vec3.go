package fixed

// Q32Vec3 is a vector of three Q32.
type Q32Vec3 struct{ X, Y, Z Q32 }

// Add returns v + w; each component wraps.
func (v Q32Vec3) Add(w Q32Vec3) Q32Vec3 { return Q32Vec3{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }

// Sub returns v - w; each component wraps.
func (v Q32Vec3) Sub(w Q32Vec3) Q32Vec3 { return Q32Vec3{v.X - w.X, v.Y - w.Y, v.Z - w.Z} }

// Neg returns -v; each component wraps.
func (v Q32Vec3) Neg() Q32Vec3 { return Q32Vec3{-v.X, -v.Y, -v.Z} }

// Scale returns v * s; each component is floored and wraps, as Q32.Mul does.
func (v Q32Vec3) Scale(s Q32) Q32Vec3 { return Q32Vec3{v.X.Mul(s), v.Y.Mul(s), v.Z.Mul(s)} }

// Dot returns the dot product. Only the sum is rounded, toward minus infinity; it wraps, so vectors longer than 46340
// need DotSat.
func (v Q32Vec3) Dot(w Q32Vec3) Q32 { return Q32(v.dot(w).lo) }

// DotSat is Dot saturated to the range of Q32.
func (v Q32Vec3) DotSat(w Q32Vec3) Q32 { return v.dot(w).sat() }

// dot is the floored dot product in ulps; it cannot overflow.
func (v Q32Vec3) dot(w Q32Vec3) wide {
	return sumFloorQ32(mulQ32(v.X, w.X), mulQ32(v.Y, w.Y), mulQ32(v.Z, w.Z))
}

// Cross returns the vector at right angles to v and w by the right-hand rule. Each component is rounded once, toward
// minus infinity, and wraps.
func (v Q32Vec3) Cross(w Q32Vec3) Q32Vec3 {
	return Q32Vec3{
		X: Q32Vec2{v.Y, v.Z}.Cross(Q32Vec2{w.Y, w.Z}),
		Y: Q32Vec2{v.Z, v.X}.Cross(Q32Vec2{w.Z, w.X}),
		Z: Q32Vec2{v.X, v.Y}.Cross(Q32Vec2{w.X, w.Y}),
	}
}

// LenSq returns the square of the length exactly, hi * 2^64 + lo in units of 2^-64 (ulps squared). It suits comparisons.
func (v Q32Vec3) LenSq() (hi, lo uint64) { return lenSqQ32(v.X, v.Y, v.Z) }

// Len returns the length rounded toward zero, exactly; a length of 2^31 or more saturates to Q32Max.
func (v Q32Vec3) Len() Q32 { return lenQ32(v.LenSq()) }

// Normalize returns the vector of length 1 in the direction of v, each component off by less than 0.51 ulp, for every
// v; the zero vector stays zero.
func (v Q32Vec3) Normalize() Q32Vec3 {
	n := newNormalizerQ32(v.X, v.Y, v.Z)
	return Q32Vec3{n.scale(v.X), n.scale(v.Y), n.scale(v.Z)}
}

// Lerp returns the vector of the components' Lerp.
func (v Q32Vec3) Lerp(w Q32Vec3, t Q32) Q32Vec3 {
	return Q32Vec3{v.X.Lerp(w.X, t), v.Y.Lerp(w.Y, t), v.Z.Lerp(w.Z, t)}
}

// Q16 returns the vector of the components' Q16: each to nearest, saturated.
func (v Q32Vec3) Q16() Vec3 { return Vec3{v.X.Q16(), v.Y.Q16(), v.Z.Q16()} }
