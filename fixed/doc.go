// Package fixed holds numbers for simulations that must be bit-identical on every machine.
//
// Q16 is a fixed-point number with 16 integer and 16 fractional bits (Q16.16) in an int32; Vec2 and Vec3 are vectors
// of them. They are plain data: copy, compare, hash and send them as the integers they are. One ulp is the step
// between neighbours, 1/65536.
//
//	speed := fixed.Ratio(3, 10)                     // 0.3, to the nearest ulp
//	vel := fixed.Vec2{X: speed}.Rotate(fixed.Q16HalfPi)
//	pos = pos.Add(vel)
//	if pos.Sub(target).Len() < fixed.FromInt(2) { ... }
//
// One set of rules decides what happens where a result does not fit:
//
//   - addition, subtraction and multiplication wrap, as Go's integers do, and so do Lerp and the components of
//     vectors; multiplication rounds toward minus infinity;
//   - division rounds toward zero and saturates by the sign of the quotient, at zero by the sign of the numerator;
//     0/0 is 0; the root of a negative number is 0; lengths, Ceil, Round, Abs and FromInt saturate;
//   - a name in Sat saturates, a name in OK also reports whether the result is true, and MulRound and DivRound round
//     to nearest, ties away from zero.
//
// Nothing panics. Sqrt, Len and Isqrt64 are exact, rounded toward zero. Sin, Cos and Atan2 take and return radians and
// are off by at most 0.52 ulp.
//
// # Limitations
//
// Values beyond ±32768 do not exist, and a product reaches that from factors of 182: keep a world's coordinates in
// units that leave room, and compare squared lengths by LenSq, which does not overflow. FromFloat and Float64 are for
// configuration and drawing: a float that was computed inside a simulation may already differ between machines.
package fixed
