// Package fixed holds numbers for simulations that must be bit-identical on every machine.
//
// Q16 is a fixed-point number with 16 integer and 16 fractional bits (Q16.16) in an int32; Vec2 and Vec3 are vectors
// of them. Q32 has 32 of each (Q32.32) in an int64, for large worlds and long sums; what has no type in its name is of
// Q16, and bears the prefix Q32 for the other: Q32Vec2, Q32FromInt, Q32Sin. They are plain data: copy, compare, hash and
// send them as the integers they are. One ulp is the step between neighbours, 2^-16 or 2^-32.
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
//     0/0 is 0; the root, the logarithm and a broken power of a negative number are 0; the logarithm of 0 is the
//     smallest value; lengths, tangents, exponentials, powers, conversions, Ceil, Round, Abs and FromInt saturate;
//   - Shift multiplies by a power of two of any exponent, wraps like a product and rounds toward minus infinity;
//   - a name in Sat saturates, a name in OK also reports whether the result is true, and MulRound and DivRound round
//     to nearest, ties away from zero.
//
// Nothing panics but Go's own operators: / and % by zero, << and >> by a negative count. Sqrt, Len, Isqrt64 and Isqrt128
// are exact, rounded toward zero. The other functions take and return radians and round to nearest after an error of a few
// hundredths of an ulp: Sin, Cos and Atan2 are off by at most 0.52 ulp, Tan, Exp, Log, Pow and those of Q32 by 0.51. Of
// Q32Tan and Q32Pow that holds up to a large result, where a part relative to it adds up.
//
// # Limitations
//
// Values of Q16 beyond ±32768 do not exist, and a product reaches that from factors of 182: keep a world's coordinates
// in units that leave room, or use Q32, and compare squared lengths by LenSq, which does not overflow. FromFloat and
// Float64 are for configuration and drawing: a float that was computed inside a simulation may already differ between
// machines. For floats that do not, see the package strict.
package fixed
