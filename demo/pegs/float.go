package pegs

import "math"

// Float is a ball in float64.
type Float struct{ X, Y, VX, VY float64 }

// Step returns the ball one step on.
func (b Float) Step() Float {
	b.X += b.VX
	b.Y += b.VY
	for i := range Pegs {
		x, y := Peg(i)
		b = b.bounce(float64(x), float64(y))
	}
	return b.inside()
}

// bounce reflects a ball that touches the peg at (x, y) and moves toward it. One
// that moves away is on its way out already.
func (b Float) bounce(x, y float64) Float {
	dx, dy := b.X-x, b.Y-y
	square := float64(dx*dx) + float64(dy*dy)
	toward := float64(b.VX*dx) + float64(b.VY*dy)
	if square >= Contact*Contact || toward >= 0 {
		return b
	}
	k := (toward + toward) / square // toward < 0, so square is not 0
	b.VX -= float64(k * dx)
	b.VY -= float64(k * dy)
	return b
}

// inside turns round a ball that leaves the arena.
func (b Float) inside() Float {
	if b.X < BallRadius && b.VX < 0 || b.X > Width-BallRadius && b.VX > 0 {
		b.VX = -b.VX
	}
	if b.Y < BallRadius && b.VY < 0 || b.Y > Height-BallRadius && b.VY > 0 {
		b.VY = -b.VY
	}
	return b
}

// Nudge returns the ball moved along x by n units in the last place. The two zeros
// are one place, left as -0 only by a nudge of nothing; the way ends at the largest
// finite values.
func (b Float) Nudge(n int32) Float {
	if n != 0 {
		b.X = fromOrder(inOrder(b.X) + int64(n))
	}
	return b
}

// inOrder numbers the floats in their order, both zeros 0.
func inOrder(x float64) int64 {
	bits := int64(math.Float64bits(x))
	if bits < 0 {
		return math.MinInt64 - bits
	}
	return bits
}

// fromOrder is the inverse of inOrder.
func fromOrder(n int64) float64 {
	last := inOrder(math.MaxFloat64)
	n = min(max(n, -last), last)
	if n < 0 {
		n = math.MinInt64 - n
	}
	return math.Float64frombits(uint64(n))
}

// ApartSq returns the square of the distance between two balls, in units squared.
func (b Float) ApartSq(c Float) float64 {
	dx, dy := b.X-c.X, b.Y-c.Y
	return float64(dx*dx) + float64(dy*dy)
}

// At returns the place of the ball, for drawing.
func (b Float) At() (x, y float64) { return b.X, b.Y }
