package duel

import "example.com/backstep/fixed"

// Box is a rectangle in the arena: X0 < X1 and Y0 < Y1.
type Box struct{ X0, Y0, X1, Y1 fixed.Q16 }

// Overlaps reports whether two boxes share more than an edge.
func (b Box) Overlaps(c Box) bool {
	return b.X0 < c.X1 && c.X0 < b.X1 && b.Y0 < c.Y1 && c.Y0 < b.Y1
}

// middle is the centre of what two overlapping boxes share.
func (b Box) middle(c Box) fixed.Vec2 {
	x := max(b.X0, c.X0)/2 + min(b.X1, c.X1)/2
	y := max(b.Y0, c.Y0)/2 + min(b.Y1, c.Y1)/2
	return fixed.Vec2{X: x, Y: y}
}

// at puts a span at a place, mirrored when facing left.
func (s Span) at(pos fixed.Vec2, facing int8) Box {
	x0, x1 := fixed.FromInt(int(s.X0)), fixed.FromInt(int(s.X1))
	if facing < 0 {
		x0, x1 = -x1, -x0
	}
	return Box{
		X0: pos.X + x0, X1: pos.X + x1,
		Y0: pos.Y + fixed.FromInt(int(s.Y0)), Y1: pos.Y + fixed.FromInt(int(s.Y1)),
	}
}

// Hurtbox is where the fighter can be hit.
func (f *Fighter) Hurtbox() Box {
	s := Span{-22, 0, 22, 110}
	switch {
	case f.InAir():
		s = Span{-22, 18, 22, 104}
	case f.Low:
		s = Span{-26, 0, 26, 72}
	}
	return s.at(f.Pos, f.Facing)
}

// Hitbox is where the fighter's attack hits, and whether it does on this frame.
func (f *Fighter) Hitbox() (Box, bool) {
	d := moves[f.Move]
	if f.Action != Attack || d.Hits == (Span{}) || !d.active(f.Frame) {
		return Box{}, false
	}
	return d.Hits.at(f.Pos, f.Facing), true
}
