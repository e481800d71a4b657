package duel

import "example.com/backstep/fixed"

var zero fixed.Vec2

// move applies speed for one frame.
func (f *Fighter) move() {
	if f.InAir() {
		f.Vel.Y -= gravity
		f.Pos.X += f.Vel.X
		f.Pos.Y += f.Vel.Y
		if f.Pos.Y <= 0 {
			f.touchDown()
		}
		return
	}
	f.Pos.X += f.Vel.X
	if f.Action != Walk && f.Action != Dash {
		f.slow()
	}
}

// slow rubs off speed. Division rounds towards zero, so left and right slide
// alike; the rest that it would never remove is dropped.
func (f *Fighter) slow() {
	f.Vel.X -= f.Vel.X / friction
	if f.Vel.X.Abs() < unit/16 {
		f.Vel.X = 0
	}
}

// touchDown puts a falling fighter on the floor.
func (f *Fighter) touchDown() {
	f.Pos.Y, f.Vel.Y = 0, 0
	switch f.Action {
	case Airborne:
		f.do(Land)
		f.Stun = landFrames
	case Attack:
		landing := moves[f.Move].Landing
		f.do(Land)
		f.Stun = landing
	case Fall:
		f.do(Lying)
		f.Vel.X /= 2
		return
	}
	f.Vel.X = 0
}

// settle ends a fighter's frame: walls, hit-stop and the delayed health bar.
func (f *Fighter) settle() {
	f.clamp()
	if f.Stop > 0 {
		f.Stop--
	}
	if f.Trail > f.Health && f.Action != Reel && f.Action != Fall {
		f.Trail = max(f.Health, f.Trail-trailPerFrame)
	}
}

func (f *Fighter) clamp() {
	const reach = ReachX * unit
	f.Pos.X = f.Pos.X.Clamp(-reach, reach)
	f.Pos.Y = f.Pos.Y.Clamp(0, Ceiling*unit)
}

// cornered reports whether the wall is at the fighter's back when pushed
// towards dir.
func (f *Fighter) cornered(dir int8) bool {
	return toward(dir, f.Pos.X) >= (ReachX-4)*unit
}

// push keeps enemies from standing in each other.
func (w *World) push() {
	fs := w.seats()
	for i := range fs {
		for j := i + 1; j < len(fs); j++ {
			if a, b := &fs[i], &fs[j]; a.solid() && b.solid() && a.Team != b.Team {
				separate(a, b)
			}
		}
	}
}

func (f *Fighter) solid() bool {
	return f.Action != Fall && f.Action != Lying && f.Action != Absent && f.Stop == 0
}

// separate moves both of an overlapping pair apart by the same distance, and
// what a wall takes from one is given to the other.
func separate(a, b *Fighter) {
	if (a.Pos.Y - b.Pos.Y).Abs() >= pushBoxHeight*unit {
		return
	}
	if !leftOf(a, b) {
		a, b = b, a
	}
	overlap := 2*pushBoxHalf*unit - (b.Pos.X - a.Pos.X)
	if overlap <= 0 {
		return
	}
	share := min((overlap+1)/2, pushPerFrame)
	a.Pos.X -= share
	b.Pos.X += share
	lostA, lostB := a.wallTakes(), b.wallTakes()
	a.Pos.X += lostB
	b.Pos.X += lostA
}

// wallTakes puts the fighter back inside the arena and returns by how much,
// with the sign of the correction.
func (f *Fighter) wallTakes() fixed.Q16 {
	x := f.Pos.X
	f.clamp()
	return f.Pos.X - x
}

// leftOf orders a pair. Level with each other, the one who looks right is on
// the left, which keeps the mirror image of a match its mirror image.
func leftOf(a, b *Fighter) bool {
	if a.Pos.X != b.Pos.X {
		return a.Pos.X < b.Pos.X
	}
	return a.Facing >= b.Facing
}
