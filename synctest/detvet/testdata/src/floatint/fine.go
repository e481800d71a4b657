package floatint

import (
	"math"
	"math/rand/v2"
)

const half = 0.5

func constants() (int32, uint8) { return int32(half * 4), uint8(3.0) }

func integers(n int64) (int32, float64) { return int32(n), float64(n) }

func around(x float64) int32 {
	if x >= math.MinInt32 && x <= math.MaxInt32 {
		return int32(x)
	}
	return 0
}

func strictly(x float64) int64 {
	if x >= -1<<63 && x < 1<<63 {
		return int64(x)
	}
	return 0
}

func guard(x float64) int32 {
	if !(x >= -100 && x <= 100) {
		return 0
	}
	return int32(x)
}

func guards(x float64, lo, hi float64) int32 {
	if math.IsNaN(x) {
		panic("not a number")
	}
	if x < lo {
		x = lo
	} else if x > hi {
		x = hi
	}
	return int32(math.Floor(x))
}

func scaled(x float64) int32 {
	if x != x {
		return 0
	}
	v := math.Round(x * 65536)
	if v < math.MinInt32 || v > math.MaxInt32 {
		return 0
	}
	return int32(v)
}

func switches(x float64) int32 {
	switch {
	case x != x:
		return 0
	case x < math.MinInt32:
		return math.MinInt32
	case math.MaxInt32 < x:
		return math.MaxInt32
	default:
		return int32(x)
	}
}

func switchBefore(x float64) int32 {
	switch {
	case !(x > -1):
		return 0
	case x > 1:
		return 1
	}
	return int32(x)
}

func elseBranch(x float64) int32 {
	if x != x {
		return 0
	} else if x < 0 || x > 9 {
		return 9
	} else {
		return int32(x)
	}
}

func clamped(x float64) int32 {
	if x != x {
		x = 0
	}
	x = min(max(x, -100), 100)
	return int32(x) + int32(min(max(x, 0), 1))
}

// What the value was made of bounds it.
func bounded(n uint64, m int32, r *rand.Rand) (int64, int32) {
	dice := int32(r.Float64() * 6)
	return int64(math.Sqrt(float64(n))), dice + int32(float64(m)/3-1) - int32(-math.Sqrt(float64(uint16(m))))
}

func root(n int64) (int64, bool) {
	if n < 0 {
		return 0, false
	}
	return int64(math.Sqrt(float64(n)) * (1 << 16)), true
}
