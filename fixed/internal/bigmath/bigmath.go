// Package bigmath computes elementary functions with math/big, to Precision bits and a little less. It is the oracle that
// the tests below fixed measure errors against, and what their tables are generated with; no simulation uses it.
//
//	sin := bigmath.Sin(bigmath.Float(0.5)) // a *big.Float
//
// # Limitations
//
// It is slow, some ten microseconds a call. Arguments are not changed; results are new values. Log wants a positive
// argument within the range of float64, Exp one below 10^6, the trigonometric functions one below 2^1024. Results lose a
// few of the last bits, near a zero of Sin or Cos more: over a thousand remain of the reduced argument, so none that
// matter.
package bigmath

import (
	"math"
	"math/big"
)

// Precision is the bits of each result.
const Precision = 320

// wide is the precision to which pi is known: enough to reduce the largest float64.
const wide = 1024 + 2*Precision

// pi and ln2 are constants; they are computed once.
var (
	pi  = machin()
	ln2 = logOfTwo()
)

// New returns a zero with a precision that loses nothing of what it is set to here.
func New() *big.Float { return new(big.Float).SetPrec(Precision) }

// Float returns x.
func Float(x float64) *big.Float { return New().SetFloat64(x) }

// Int returns n / 2^shift.
func Int(n int64, shift int) *big.Float {
	v := New().SetInt64(n)
	return v.SetMantExp(v, -shift)
}

// Pi returns pi.
func Pi() *big.Float { return New().Set(pi) }

// WidePi returns pi to 1,664 bits: enough to reduce the largest float64.
func WidePi() *big.Float { return new(big.Float).Set(pi) }

// Ln2 returns the natural logarithm of two.
func Ln2() *big.Float { return New().Set(ln2) }

// Add returns a + b.
func Add(a, b *big.Float) *big.Float { return New().Add(a, b) }

// Sub returns a - b.
func Sub(a, b *big.Float) *big.Float { return New().Sub(a, b) }

// Mul returns a * b.
func Mul(a, b *big.Float) *big.Float { return New().Mul(a, b) }

// Quo returns a / b.
func Quo(a, b *big.Float) *big.Float { return New().Quo(a, b) }

// Scale returns a * 2^n.
func Scale(a *big.Float, n int) *big.Float { return New().SetMantExp(a, n) }

// Sqrt returns the root of a.
func Sqrt(a *big.Float) *big.Float { return New().Sqrt(a) }

// Nearest returns the integer nearest to a, ties away from zero.
func Nearest(a *big.Float) *big.Int {
	half := 0.5
	if a.Signbit() {
		half = -half
	}
	n, _ := Add(a, Float(half)).Int(nil)
	return n
}

// Exp returns e^x.
func Exp(x *big.Float) *big.Float {
	const halvings = 12
	k, _ := Quo(x, ln2).Int64()
	r := Scale(Sub(x, Mul(New().SetInt64(k), ln2)), -halvings)
	sum := series(Float(1), func(term *big.Float, n int64) *big.Float { return Quo(Mul(term, r), New().SetInt64(n)) })
	for range halvings {
		sum = Mul(sum, sum)
	}
	return Scale(sum, int(k))
}

// Log returns the natural logarithm of x > 0: the float64 one, improved by a step that triples the bits, twice.
func Log(x *big.Float) *big.Float {
	e := x.MantExp(nil)
	m, _ := Scale(x, -e).Float64()
	//detvet:allow mathfunc two steps leave nothing of what a first guess is off by
	y := Add(Float(math.Log(m)), Mul(New().SetInt64(int64(e)), ln2))
	for range 2 {
		exp := Exp(y)
		y = Add(y, Scale(Quo(Sub(x, exp), Add(x, exp)), 1))
	}
	return y
}

// Pow returns x^y for x > 0.
func Pow(x, y *big.Float) *big.Float { return Exp(Mul(y, Log(x))) }

// Sin returns the sine of x.
func Sin(x *big.Float) *big.Float {
	r := reduced(x)
	square := Mul(r, r)
	return series(r, func(term *big.Float, n int64) *big.Float {
		return Quo(Mul(term, square), New().SetInt64(-2*n*(2*n+1)))
	})
}

// Cos returns the cosine of x.
func Cos(x *big.Float) *big.Float {
	r := reduced(x)
	square := Mul(r, r)
	return series(Float(1), func(term *big.Float, n int64) *big.Float {
		return Quo(Mul(term, square), New().SetInt64(-2*n*(2*n-1)))
	})
}

// Tan returns the tangent of x.
func Tan(x *big.Float) *big.Float { return Quo(Sin(x), Cos(x)) }

// Atan returns the arctangent of x.
func Atan(x *big.Float) *big.Float {
	const halvings = 8
	for range halvings { // atan x = 2 atan(x / (1 + sqrt(1 + x*x)))
		x = Quo(x, Add(Float(1), Sqrt(Add(Float(1), Mul(x, x)))))
	}
	square, power := Mul(x, x), x
	sum := series(x, func(_ *big.Float, n int64) *big.Float {
		power = Mul(power, square)
		if n%2 == 1 {
			return Quo(power, New().SetInt64(-(2*n + 1)))
		}
		return Quo(power, New().SetInt64(2*n+1))
	})
	return Scale(sum, halvings)
}

// Atan2 returns the angle of the point (x, y), in (-pi, pi], and 0 for the origin.
func Atan2(y, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return Mul(Scale(pi, -1), New().SetInt64(int64(y.Sign())))
	}
	a := Atan(Quo(y, x))
	switch {
	case x.Sign() > 0:
		return a
	case y.Signbit():
		return Sub(a, pi)
	}
	return Add(a, pi)
}

// series sums the first term and all that follow from it; next makes the n-th, from 1, of the one before.
func series(first *big.Float, next func(term *big.Float, n int64) *big.Float) *big.Float {
	sum := New().Set(first)
	for n, term := int64(1), first; ; n++ {
		term = next(term, n)
		if term.Sign() == 0 || sum.MantExp(nil)-term.MantExp(nil) > Precision+2 {
			return sum
		}
		sum.Add(sum, term)
	}
}

// reduced is x less a multiple of two pi, below pi or near it.
func reduced(x *big.Float) *big.Float {
	turn := new(big.Float).SetPrec(wide).SetMantExp(pi, 1)
	turns := new(big.Float).SetPrec(wide).Quo(x, turn)
	half := new(big.Float).SetPrec(wide).SetFloat64(math.Copysign(0.5, float64(x.Sign())))
	n, _ := turns.Add(turns, half).Int(nil)
	whole := new(big.Float).SetPrec(wide).SetInt(n)
	return New().Sub(x, whole.Mul(whole, turn))
}

// machin is 16 atan(1/5) - 4 atan(1/239), to wide bits.
func machin() *big.Float {
	one := new(big.Int).Lsh(big.NewInt(1), wide+32)
	sum := inverseAtan(one, 5)
	sum.Lsh(sum, 2).Sub(sum, inverseAtan(one, 239)).Lsh(sum, 2)
	return fraction(sum)
}

// inverseAtan is one * atan(1/k).
func inverseAtan(one *big.Int, k int64) *big.Int {
	power, sum, square := new(big.Int).Quo(one, big.NewInt(k)), new(big.Int), big.NewInt(-k*k)
	for n := int64(1); power.Sign() != 0; n += 2 {
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(n)))
		power.Quo(power, square)
	}
	return sum
}

// logOfTwo is the sum of 2 / (n * 3^n) for odd n.
func logOfTwo() *big.Float {
	power := new(big.Int).Lsh(big.NewInt(2), wide+32)
	power.Quo(power, big.NewInt(3))
	sum := new(big.Int)
	for n := int64(1); power.Sign() != 0; n += 2 {
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(n)))
		power.Quo(power, big.NewInt(9))
	}
	return fraction(sum)
}

// fraction is n / 2^(wide+32).
func fraction(n *big.Int) *big.Float {
	v := new(big.Float).SetPrec(wide).SetInt(n)
	return v.SetMantExp(v, -(wide + 32))
}
