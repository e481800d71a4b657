package strict

import "math"

// Hypot returns the root of x*x + y*y, off by less than 0.7 ulp, by less than 1.2 where it is subnormal, without
// overflow or underflow of the squares. As math.Hypot it is +Inf if either is infinite, also beside NaN.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	switch {
	case x > math.MaxFloat64 || y > math.MaxFloat64:
		return math.Inf(1)
	case x != x || y != y:
		return math.NaN()
	}
	if x < y {
		x, y = y, x
	}
	switch {
	case x > 0x1p500:
		return float64(hypotNear(float64(x*0x1p-600), float64(y*0x1p-600)) * 0x1p600)
	case x < 0x1p-400:
		return float64(hypotNear(float64(x*0x1p600), float64(y*0x1p600)) * 0x1p-600)
	}
	return hypotNear(x, y)
}

// hypotNear is Hypot for 0 <= y <= x where no square of x overflows or underflows. The root is corrected by what its
// square exceeds the sum by, in a form that cancels little (Borges 2019): with d what the root exceeds a side by.
func hypotNear(x, y float64) float64 {
	if y <= float64(x*0x1p-28) {
		return x // the root is nearer to x than a fourth of an ulp
	}
	h := math.Sqrt(float64(x*x) + float64(y*y))
	var excess float64
	if h <= y+y {
		d := h - y
		excess = float64(x*((d+d)-x)) + float64(((d-(x-y))-(x-y))*d)
	} else {
		d := h - x
		excess = float64((d+d)*((x-y)-y)) + (float64(((d+d)+(d+d)-y)*y) + float64(d*d))
	}
	return h - excess/(h+h)
}
