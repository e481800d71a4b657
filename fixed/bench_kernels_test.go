package fixed

import "math"

//go:noinline
func mulKernel() (sum Q16) {
	for i, a := range operands {
		sum += a.Mul(operands[1023-i])
	}
	return sum
}

//go:noinline
func divKernel() (sum Q16) {
	for i, a := range operands {
		sum += a.Div(operands[1023-i])
	}
	return sum
}

//go:noinline
func sqrtKernel() (sum Q16) {
	for _, a := range operands {
		sum += (a & Q16Max).Sqrt()
	}
	return sum
}

//go:noinline
func sinKernel() (sum Q16) {
	for _, a := range operands {
		sum += Sin(a)
	}
	return sum
}

//go:noinline
func cosKernel() (sum Q16) {
	for _, a := range operands {
		sum += Cos(a)
	}
	return sum
}

//go:noinline
func atan2Kernel() (sum Q16) {
	for i, a := range operands {
		sum += Atan2(a, operands[1023-i])
	}
	return sum
}

//go:noinline
func normalizeKernel() (sum Q16) {
	for i, a := range operands {
		sum += Vec2{a, operands[1023-i]}.Normalize().X
	}
	return sum
}

// kernelQ16 is a kernel of a function too large to be inlined.
func kernelQ16(f func(Q16) Q16) func() Q16 {
	return func() (sum Q16) {
		for _, a := range operands {
			sum += f(a)
		}
		return sum
	}
}

func smallExp(a Q16) Q16 { return Exp(a >> 13) } // |a| <= 4
func absLog(a Q16) Q16   { return Log(a & Q16Max) }

//go:noinline
func mulKernelQ32() (sum Q32) {
	for i, a := range operandsQ32 {
		sum += a.Mul(operandsQ32[1023-i])
	}
	return sum
}

//go:noinline
func divKernelQ32() (sum Q32) {
	for i, a := range operandsQ32 {
		sum += a.Div(operandsQ32[1023-i])
	}
	return sum
}

//go:noinline
func sqrtKernelQ32() (sum Q32) {
	for _, a := range operandsQ32 {
		sum += (a & Q32Max).Sqrt()
	}
	return sum
}

//go:noinline
func sinKernelQ32() (sum Q32) {
	for _, a := range operandsQ32 {
		sum += Q32Sin(a)
	}
	return sum
}

//go:noinline
func cosKernelQ32() (sum Q32) {
	for _, a := range operandsQ32 {
		sum += Q32Cos(a)
	}
	return sum
}

//go:noinline
func atan2KernelQ32() (sum Q32) {
	for i, a := range operandsQ32 {
		sum += Q32Atan2(a, operandsQ32[1023-i])
	}
	return sum
}

//go:noinline
func powKernelQ32() (sum Q32) {
	for i, a := range operandsQ32 {
		sum += Q32Pow(a&Q32Max, operandsQ32[1023-i]>>31)
	}
	return sum
}

// kernelQ32 is a kernel of a function too large to be inlined.
func kernelQ32(f func(Q32) Q32) func() Q32 {
	return func() (sum Q32) {
		for _, a := range operandsQ32 {
			sum += f(a)
		}
		return sum
	}
}

func smallExpQ32(a Q32) Q32 { return Q32Exp(a >> 29) } // |a| <= 4
func absLogQ32(a Q32) Q32   { return Q32Log(a & Q32Max) }

//go:noinline
func floatMulKernel() (sum float64) {
	for i, a := range floats {
		sum += float64(a * floats[1023-i])
	}
	return sum
}

//go:noinline
func floatDivKernel() (sum float64) {
	for i, a := range floats {
		sum += a / floats[1023-i]
	}
	return sum
}

//go:noinline
func floatSqrtKernel() (sum float64) {
	for _, a := range floats {
		sum += math.Sqrt(math.Abs(a))
	}
	return sum
}

//go:noinline
func floatAtan2Kernel() (sum float64) {
	for i, a := range floats {
		sum += math.Atan2(a, floats[1023-i])
	}
	return sum
}

//go:noinline
func floatPowKernel() (sum float64) {
	for i, a := range floats {
		sum += math.Pow(math.Abs(a), floats[1023-i]*0x1p-31)
	}
	return sum
}

func floatKernel(f func(float64) float64) func() float64 {
	return func() (sum float64) {
		for _, a := range floats {
			sum += f(a)
		}
		return sum
	}
}

func smallFloatExp(a float64) float64 { return math.Exp(a * 0x1p-29) }
func absFloatLog(a float64) float64   { return math.Log(math.Abs(a)) }
