package fusion

import "math"

func rounded(x, y, z float64) (float64, float64) {
	return float64(x*y) + z, z - float64(x*y)
}

func roundedLater(x, y, z float64) float64 {
	p := x * y
	p = float64(p)
	return p + z
}

func roundedThere(x, y, z float64) float64 {
	p := x * y
	return float64(p) + z
}

func roundedType[T ~float32 | ~float64](x, y, z T) T { return T(x*y) + z }

func roundedTypes(x float64, y float32) (float64, float32) {
	return roundedType(x, x, x), roundedType(y, y, y)
}

func onPurpose(x, y, z float64) float64 { return math.FMA(x, y, z) + math.FMA(z, y, x*y) }

func lone(x, y, z float64) (float64, float64, float64, float64) {
	return x + y, x - y, x * y * z, x / y
}

func quotients(x, y, z float64) float64 { return x/y + z/3 }

func constants(x float64) float64 {
	const k = 3.5 * 2.0
	return x + k + 1.5*2 + x*1 - x*-1
}

func doubledSum(x, y float64) float64 { return 2*(x+y) + y*2 }

func integers(i, j, k int64) (int64, float64) { return i*j + k, float64(i*j) + float64(k) }

func text(a, b string) string { return a + b }

func overwritten(x, y, z float64) float64 {
	p := x * y
	use(p)
	p = z
	return p + x
}

func use(float64) {}

func compared(x, y, z float64) bool { return x*y > z }

func sumThenProduct(x, y, z float64) float64 { return (x + y) * z }

type ball struct{ at, speed float64 }

func (b *ball) step(drag, dt float64) {
	b.speed = float64(b.speed * drag)
	b.at += float64(b.speed * dt)
	b.at += b.speed
}

func roots(x, y, z float64) float64 { return math.Sqrt(x*y) + z }

func lookup(m map[int32]float64, x, y, z float64) float64 {
	m[1] = x * y
	return m[1] + z
}
