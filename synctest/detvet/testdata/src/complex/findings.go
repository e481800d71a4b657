package cplx

func rotate(a, b complex128) complex128 {
	a *= b       // want `complex: complex multiplication and division add products that nothing can keep from being fused: write out the parts`
	return a * b // want `complex: complex multiplication`
}

func divide(a, b complex64) complex64 { return complex64(a / b) } // want `complex: complex multiplication and division`
