package pegs

import "example.com/backstep/fixed"

// Fixed is a ball in Q16.16.
type Fixed struct{ Pos, Vel fixed.Vec2 }

// contactSq is Contact squared, as fixed.Vec2.LenSq counts: in ulps squared.
const contactSq = Contact * Contact << 32

// Step returns the ball one step on. Positions wrap at ±32,768.
func (b Fixed) Step() Fixed {
	b.Pos = b.Pos.Add(b.Vel)
	for i := range Pegs {
		x, y := Peg(i)
		b = b.bounce(fixed.Vec2{X: fixed.FromInt(x), Y: fixed.FromInt(y)})
	}
	return b.inside()
}

// bounce is Float's. A Q32 holds the products of Q16 exactly, and 2(v·d)/(d·d) with
// 32 fractional bits, so that only the new velocity is rounded, to the nearest:
// rounding toward minus infinity would drag the ball to one corner.
func (b Fixed) bounce(peg fixed.Vec2) Fixed {
	d := b.Pos.Sub(peg)
	square := d.LenSq()
	if square >= contactSq {
		return b
	}
	wide, vel := d.Q32(), b.Vel.Q32()
	toward := vel.Dot(wide) // below 2^20 in absolute value: |d| < 16, |v| <= 2^15 * sqrt 2
	if toward >= 0 {
		return b
	}
	k := (toward + toward).DivRound(fixed.Q32(square)) // toward < 0, so square is not 0
	b.Vel = fixed.Q32Vec2{X: vel.X - k.MulRound(wide.X), Y: vel.Y - k.MulRound(wide.Y)}.Q16()
	return b
}

// inside turns round a ball that leaves the arena.
func (b Fixed) inside() Fixed {
	b.Vel.X = turned(b.Pos.X, b.Vel.X, Width)
	b.Vel.Y = turned(b.Pos.Y, b.Vel.Y, Height)
	return b
}

func turned(pos, vel fixed.Q16, size int) fixed.Q16 {
	if pos < fixed.FromInt(BallRadius) && vel < 0 || pos > fixed.FromInt(size-BallRadius) && vel > 0 {
		return -vel
	}
	return vel
}

// Nudge returns the ball moved along x by n ulps; it wraps.
func (b Fixed) Nudge(n int32) Fixed {
	b.Pos.X += fixed.Q16(n)
	return b
}

// ApartSq returns the square of the distance between two balls, in units squared.
// The difference does not wrap: from one end of the range to the other is far.
func (b Fixed) ApartSq(c Fixed) float64 {
	dx, dy := apart(b.Pos.X, c.Pos.X), apart(b.Pos.Y, c.Pos.Y)
	return float64(dx*dx) + float64(dy*dy)
}

// apart is exact: a difference has 33 bits.
func apart(a, b fixed.Q16) float64 {
	return float64(int64(a)-int64(b)) / float64(fixed.Q16One)
}

// At returns the place of the ball, for drawing.
func (b Fixed) At() (x, y float64) { return b.Pos.X.Float64(), b.Pos.Y.Float64() }

// Float returns the same ball in float64, exactly. Q16.Float64 ends in a product, which
// the sums of Float must not take in.
func (b Fixed) Float() Float {
	return Float{
		X: float64(b.Pos.X.Float64()), Y: float64(b.Pos.Y.Float64()),
		VX: float64(b.Vel.X.Float64()), VY: float64(b.Vel.Y.Float64()),
	}
}
