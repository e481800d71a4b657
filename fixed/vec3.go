package fixed

// Vec3 is a vector of three Q16.
type Vec3 struct{ X, Y, Z Q16 }

// Add returns v + w; each component wraps.
func (v Vec3) Add(w Vec3) Vec3 { return Vec3{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }

// Sub returns v - w; each component wraps.
func (v Vec3) Sub(w Vec3) Vec3 { return Vec3{v.X - w.X, v.Y - w.Y, v.Z - w.Z} }

// Neg returns -v; each component wraps.
func (v Vec3) Neg() Vec3 { return Vec3{-v.X, -v.Y, -v.Z} }

// Scale returns v * s; each component is floored and wraps, as Q16.Mul does.
func (v Vec3) Scale(s Q16) Vec3 { return Vec3{v.X.Mul(s), v.Y.Mul(s), v.Z.Mul(s)} }

// Dot returns the dot product. Only the sum is rounded, toward minus infinity; it wraps, so vectors longer than 181
// need DotSat.
func (v Vec3) Dot(w Vec3) Q16 { return Q16(v.dot(w)) }

// DotSat is Dot saturated to the range of Q16.
func (v Vec3) DotSat(w Vec3) Q16 { return sat(v.dot(w)) }

// dot is the floored dot product in ulps; it cannot overflow.
func (v Vec3) dot(w Vec3) int64 {
	return sumFloor(product(v.X, w.X), product(v.Y, w.Y), product(v.Z, w.Z))
}

// Cross returns the vector at right angles to v and w by the right-hand rule. Each component is rounded once, toward
// minus infinity, and wraps.
func (v Vec3) Cross(w Vec3) Vec3 {
	return Vec3{
		X: Vec2{v.Y, v.Z}.Cross(Vec2{w.Y, w.Z}),
		Y: Vec2{v.Z, v.X}.Cross(Vec2{w.Z, w.X}),
		Z: Vec2{v.X, v.Y}.Cross(Vec2{w.X, w.Y}),
	}
}

// LenSq returns the square of the length exactly, in units of 2^-32 (ulps squared). It suits comparisons.
func (v Vec3) LenSq() uint64 { return square(v.X) + square(v.Y) + square(v.Z) }

// Len returns the length rounded toward zero, exactly; a length of 32768 or more saturates to Q16Max.
func (v Vec3) Len() Q16 { return lenSat(v.LenSq()) }

// Normalize returns the vector of length 1 in the direction of v, each component off by less than 0.51 ulp, for every
// v; the zero vector stays zero.
func (v Vec3) Normalize() Vec3 {
	n := newNormalizer(v.X, v.Y, v.Z)
	return Vec3{n.scale(v.X), n.scale(v.Y), n.scale(v.Z)}
}

// Lerp returns the vector of the components' Lerp.
func (v Vec3) Lerp(w Vec3, t Q16) Vec3 {
	return Vec3{v.X.Lerp(w.X, t), v.Y.Lerp(w.Y, t), v.Z.Lerp(w.Z, t)}
}

// Q32 returns v with components of Q32, exactly.
func (v Vec3) Q32() Q32Vec3 { return Q32Vec3{v.X.Q32(), v.Y.Q32(), v.Z.Q32()} }
