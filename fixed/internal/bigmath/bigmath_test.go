package bigmath

import (
	"math"
	"math/big"
	"testing"
)

func TestConstantsEqualTheKnownDigits(t *testing.T) {
	for got, want := range map[*big.Float]string{
		Pi():          "3.1415926535897932384626433832795028841971693993751058209749445923078164",
		Ln2():         "0.6931471805599453094172321214581765680755001343602552541206800094933936",
		Exp(Float(1)): "2.7182818284590452353602874713526624977572470936999595749669676277240766",
	} {
		if text := got.Text('f', 70); text != want {
			t.Errorf("got %s, want %s", text, want)
		}
	}
}

// near reports that two results agree in 250 of their bits.
func near(a, b *big.Float) bool {
	d := Sub(a, b)
	return d.Sign() == 0 || d.MantExp(nil)-b.MantExp(nil) < -250
}

func TestFunctionsKeepTheirIdentities(t *testing.T) {
	for _, f := range []float64{1e-9, 0.1, 0.5, 1, 1.7, 3, 10, 12345.678, 1e18, 1e300} {
		x := Float(f)
		sin, cos := Sin(x), Cos(x)
		if !near(Add(Mul(sin, sin), Mul(cos, cos)), Float(1)) {
			t.Errorf("sin^2 + cos^2 is not 1 at %v", f)
		}
		if !near(Tan(Atan(Float(1/f))), Float(1/f)) {
			t.Errorf("tan(atan x) is not x at %v", 1/f)
		}
		if !near(Exp(Log(Float(1/f))), Float(1/f)) {
			t.Errorf("exp(log x) is not x at %v", 1/f)
		}
	}
}

func TestFunctionsAgreeWithFloat64(t *testing.T) {
	for x := -30.0; x <= 30; x += 0.37 {
		for name, pair := range map[string][2]float64{
			"Sin": {f64(Sin(Float(x))), math.Sin(x)}, "Cos": {f64(Cos(Float(x))), math.Cos(x)},
			"Tan": {f64(Tan(Float(x))), math.Tan(x)}, "Exp": {f64(Exp(Float(x))), math.Exp(x)},
			"Atan": {f64(Atan(Float(x))), math.Atan(x)}, "Log": {f64(Log(Float(x * x))), math.Log(x * x)},
			"Atan2": {f64(Atan2(Float(x), Float(-1))), math.Atan2(x, -1)}, "Pow": {f64(Pow(Float(x*x), Float(x))), math.Pow(x*x, x)},
		} {
			if off := math.Abs(pair[0] - pair[1]); off > 1e-13*math.Abs(pair[1]) {
				t.Errorf("%s at %v = %v, float64 says %v", name, x, pair[0], pair[1])
			}
		}
	}
}

func f64(x *big.Float) float64 {
	v, _ := x.Float64()
	return v
}
