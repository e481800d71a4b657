package main

import "math"

// What stands beside the fixed-point kernels: the same on float64s.

//go:noinline
func mulFloat() (sum float64) {
	for i, a := range floats {
		sum += float64(a * floats[calls-1-i])
	}
	return sum
}

//go:noinline
func divFloat() (sum float64) {
	for i, a := range floats {
		sum += a / floats[calls-1-i]
	}
	return sum
}

//go:noinline
func sqrtFloat() (sum float64) {
	for _, a := range floats {
		sum += math.Sqrt(math.Abs(a))
	}
	return sum
}

//go:noinline
func normalizeFloat() (sum float64) {
	for i, x := range floats {
		y := floats[calls-1-i]
		if size := math.Sqrt(float64(x*x) + float64(y*y)); size > 0 {
			sum += x / size
		}
	}
	return sum
}

// eachFloat and pairsOfFloats are kernels of a function too large to be inlined.
func eachFloat(f func(float64) float64) func() float64 {
	return func() (sum float64) {
		for _, a := range floats {
			sum += f(a)
		}
		return sum
	}
}

func pairsOfFloats(f func(x, y float64) float64) func() float64 {
	return func() (sum float64) {
		for i, a := range floats {
			sum += f(a, floats[calls-1-i])
		}
		return sum
	}
}

func smallExp(a float64) float64     { return math.Exp(a * 0x1p-29) } // |a| <= 4
func logOfSize(a float64) float64    { return math.Log(math.Abs(a)) }
func powOfSize(x, y float64) float64 { return math.Pow(math.Abs(x), y*0x1p-31) }
