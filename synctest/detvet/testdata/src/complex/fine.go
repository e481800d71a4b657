package cplx

const i2 = 1i * 1i

func add(a, b complex128) complex128 { return a + b - i2 }

// The parts written out, with every product rounded.
func product(a, b complex128) complex128 {
	re := float64(real(a)*real(b)) - float64(imag(a)*imag(b))
	im := float64(real(a)*imag(b)) + float64(imag(a)*real(b))
	return complex(re, im)
}
