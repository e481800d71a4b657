package floatint

import "math"

func plain(x float64, y float32) (int, uint8) {
	return int(x), uint8(y) // want `floatint: what int gives for NaN and values out of range differs between targets: compare with both bounds first, and x != x` `floatint: what uint8 gives`
}

type q16 int32

func named(x float64) q16 { return q16(math.Round(x * 65536)) } // want `floatint: what q16 gives`

func generic[F ~float32 | ~float64](x F) int64 { return int64(x) } // want `floatint: what int64 gives`

func onlyAbove(x float64) int32 {
	if x > 100 || x != x {
		return 100
	}
	return int32(x) // want `floatint: what int32 gives`
}

func noNaN(x float64) int32 {
	if x < -100 || x > 100 {
		return 0
	}
	return int32(x) // want `floatint: what int32 gives`
}

func boundTooHigh(x float64) int64 {
	if x != x || x < math.MinInt64 || x > math.MaxInt64 { // 1<<63 - 1 rounds up to 1<<63
		return 0
	}
	return int64(x) // want `floatint: what int64 gives`
}

func roundsOver(x float64) int32 {
	if x >= -1<<31 && x < 1<<31 {
		return int32(math.Round(x)) // want `floatint: what int32 gives`
	}
	return 0
}

func changedAfter(x float64) int32 {
	if !(x >= -100 && x <= 100) {
		return 0
	}
	x *= 1e10
	return int32(x) // want `floatint: what int32 gives`
}

func changedInLoop(x float64) (n int32) {
	if !(x >= -100 && x <= 100) {
		return 0
	}
	for range 10 {
		n += int32(x) // want `floatint: what int32 gives`
		x *= 1000
	}
	return n
}

func goesOn(x float64) int32 {
	if !(x >= -100 && x <= 100) {
		println("out of range")
	}
	return int32(x) // want `floatint: what int32 gives`
}

func minMax(x float64) int32 { return int32(min(max(x, -100), 100)) } // want `floatint: what int32 gives`

func negative(n int32) uint32 { return uint32(math.Sqrt(float64(n))) } // want `floatint: what uint32 gives`

func tooWide(n uint64) uint32 { return uint32(math.Sqrt(float64(n))) } // want `floatint: what uint32 gives`

func twice(n int64) float32 { return float32(n) } // want `floatint: 32-bit targets round a 64-bit integer twice on the way to float32: convert to float64 first`
