// Package strict holds float64 functions whose results have the same bits on every target.
//
// A lone addition, subtraction, multiplication, division or square root of float64s is exact to the last bit everywhere,
// and the functions here use nothing else; those of package math differ between targets, most of them in one result of
// ten. A product that is added to something may be fused with the addition, without rounding between the two, on some
// targets and not on others: every product here stands in a conversion, which forbids it.
//
//	x := strict.Sin(angle)              // in place of math.Sin
//	y := float64(x*x) + float64(z*z)    // and this in place of x*x + z*z
//
// Results are within a few hundredths of an ulp of the correctly rounded ones, which is nearer than most of math. A NaN
// is always math.NaN, whatever went in, since the bits of other NaNs differ between targets. Special cases are those of
// the functions of the same name in math.
//
// # Limitations
//
// The package answers for its own results only: a game's arithmetic between calls needs the same care. What math computes
// exactly needs no twin here: Sqrt, Floor, Ceil, Trunc, Round, Abs, Copysign, Mod, FMA, Frexp and Ldexp.
package strict
