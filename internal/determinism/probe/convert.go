package probe

import "math"

// conversion turns a float of any magnitude, or any 64 bits, into a number.
type conversion struct {
	name string
	do   func(x float64, bits uint64) uint64
}

func anyConversions() []conversion {
	return []conversion{
		{"`int8(x)`", func(x float64, _ uint64) uint64 { return uint64(int8(x)) }},
		{"`uint8(x)`", func(x float64, _ uint64) uint64 { return uint64(uint8(x)) }},
		{"`int32(x)`", func(x float64, _ uint64) uint64 { return uint64(int32(x)) }},
		{"`uint32(x)`", func(x float64, _ uint64) uint64 { return uint64(uint32(x)) }},
		{"`int64(x)`", func(x float64, _ uint64) uint64 { return uint64(int64(x)) }},
		{"`uint64(x)`", func(x float64, _ uint64) uint64 { return uint64(x) }},
		{"`float32(int64)`", func(_ float64, b uint64) uint64 { return uint64(math.Float32bits(float32(int64(b)))) }},
		{"`float32(int64)` of 48 bits", func(_ float64, b uint64) uint64 { return uint64(math.Float32bits(float32(int64(b) >> 16))) }},
		{"`float64(int64)`", func(_ float64, b uint64) uint64 { return math.Float64bits(float64(int64(b))) }},
		{"`float64(uint64)`", func(_ float64, b uint64) uint64 { return math.Float64bits(float64(b)) }},
		{"`float32(x)`", func(x float64, _ uint64) uint64 { return uint64(math.Float32bits(float32(x))) }},
	}
}

// smallConversions get floats in (-100, 100), all in range but negative ones of the
// unsigned type.
func smallConversions() []conversion {
	return []conversion{
		{"`int32(x)` in range", func(x float64, _ uint64) uint64 { return uint64(int32(x)) }},
		{"`int64(x)` in range", func(x float64, _ uint64) uint64 { return uint64(int64(x)) }},
		{"`uint64(x)` in range", func(x float64, _ uint64) uint64 { return uint64(math.Abs(x)) }},
		{"`uint64(x)`, half of them negative", func(x float64, _ uint64) uint64 { return uint64(x) }},
	}
}

func conversions(n int) (out []computation) {
	add := func(c conversion, draw func(inputs) float64) {
		out = append(out, computation{group: Convert, name: c.name, run: func() []uint64 {
			in := newInputs(3)
			return of(n, func() uint64 { return c.do(draw(in), in.r.Uint64()) })
		}})
	}
	for _, c := range anyConversions() {
		add(c, func(in inputs) float64 { return in.bits() })
	}
	for _, c := range smallConversions() {
		add(c, func(in inputs) float64 { return in.between(-100, 100) })
	}
	return out
}

// nanMakers are operations whose result is no number. Their arguments are variables:
// a compiler that knew them would compute the result itself.
func nanMakers() []func(zero, one, inf float64) float64 {
	return []func(zero, one, inf float64) float64{
		func(zero, _, _ float64) float64 { return zero / zero },
		func(_, _, inf float64) float64 { return inf - inf },
		func(zero, _, inf float64) float64 { return inf * zero },
		func(_, _, inf float64) float64 { return inf / inf },
		func(zero, _, _ float64) float64 { return -(zero / zero) },
		func(_, one, _ float64) float64 { return math.Sqrt(-one) },
		func(_, one, _ float64) float64 { return math.Log(-one) },
		func(_, one, _ float64) float64 { return math.Asin(one + one) },
		func(zero, one, _ float64) float64 { return math.Mod(one, zero) },
		func(_, one, _ float64) float64 { return math.Pow(-one, one/2) },
		func(zero, one, inf float64) float64 { return math.FMA(inf, zero, one) },
		func(_, one, _ float64) float64 { return float64(float32(math.NaN())) + one },
	}
}

func nans(int) []computation {
	makers := nanMakers()
	zero, one, inf := newInputs(4).r.Float64()*0, 1.0, math.Inf(1)
	made := func(bits func(float64) uint64) func() []uint64 {
		return func() []uint64 {
			i := -1
			return of(len(makers), func() uint64 { i++; return bits(makers[i](zero, one, inf)) })
		}
	}
	return []computation{
		{group: NaN, name: "operations that give NaN", run: made(math.Float64bits)},
		{group: NaN, name: "the same after `if x != x { x = math.NaN() }`", run: made(bitsOf)},
	}
}
