package duel

import "example.com/backstep/fixed"

// act advances what fighter i is doing by one frame.
func (w *World) act(i int) {
	f := &w.Fighters[i]
	f.Frame++
	switch f.Action {
	case Idle, Walk, Crouch, Victory:
		w.stand(i)
	case PreJump:
		f.leap()
	case Airborne:
		w.tryMove(i, 0)
	case Dash:
		w.dash(i)
	case Attack:
		w.attack(i)
	case Block, Reel, Land:
		if f.Frame >= int32(f.Stun) {
			w.recover(i)
		}
	case Lying:
		if f.Health > 0 && f.Frame >= downFrames {
			f.do(Rise)
		}
	case Rise:
		if f.Frame >= riseFrames {
			w.recover(i)
		}
	}
}

// recover makes the fighter free and lets it act on the same frame.
func (w *World) recover(i int) {
	f := &w.Fighters[i]
	f.Combo, f.Stun = 0, 0
	f.do(Idle)
	w.stand(i)
}

// stand decides what a free fighter does, the most urgent first.
func (w *World) stand(i int) {
	f := &w.Fighters[i]
	c := &f.Control
	w.face(i)
	if f.Action == Victory || w.tryMove(i, 0) {
		return
	}
	f.Low, f.Vel.X = false, 0
	switch dir := c.Held.Dir(); {
	case c.Held.Has(Up):
		f.Lean = dir
		f.do(PreJump)
	case c.Dash != 0:
		f.Lean = c.Dash
		c.Dash = 0
		f.do(Dash)
	case c.Held.Has(Down):
		f.Low = true
		f.stay(Crouch)
	case dir != 0:
		f.Vel.X = toward(dir, walkForward)
		if dir != f.Facing {
			f.Vel.X = toward(dir, walkBack)
		}
		f.stay(Walk)
	default:
		f.stay(Idle)
	}
}

// leap leaves the floor once the knees are bent.
func (f *Fighter) leap() {
	if f.Frame < preJumpFrames {
		return
	}
	f.do(Airborne)
	f.Vel.X, f.Vel.Y = toward(f.Lean, jumpDrift), jumpSpeed
}

// dash slides; one forward may end early in an attack.
func (w *World) dash(i int) {
	f := &w.Fighters[i]
	forward := f.Lean == f.Facing
	frames, speed := int32(backdashMove), backdashSpeed
	if forward {
		frames, speed = dashMove, dashSpeed
	}
	switch {
	case f.Frame >= frames:
		w.recover(i)
	case forward && f.Frame > 4 && w.tryMove(i, 0):
	case f.Frame <= frames/2:
		f.Vel.X = toward(f.Lean, speed)
	}
}

// attack advances a move, its cancels and its end.
func (w *World) attack(i int) {
	f := &w.Fighters[i]
	d := moves[f.Move]
	if f.late(Light|Heavy) && !f.InAir() {
		f.attack(Throw)
		return
	}
	if f.Hit != 0 && d.Rank > 0 && w.tryMove(i, d.Rank) {
		return
	}
	if f.Frame < int32(d.Startup) && !f.InAir() && f.forward() < d.Lunge {
		f.Vel.X = toward(f.Facing, d.Lunge)
	}
	w.attackBegins(i, &d)
	if d.Landing == 0 && f.Frame >= d.end() {
		w.recover(i)
	}
}

// attackBegins does what happens on the first active frame.
func (w *World) attackBegins(i int, d *MoveData) {
	f := &w.Fighters[i]
	if f.Frame != int32(d.Startup) {
		return
	}
	if d.Leap > 0 {
		f.Vel.Y = d.Leap
	}
	if f.Move == FireballMove {
		w.throwFireball(i)
	}
}

// late reports whether the second of two buttons came so soon after the first
// that both were meant: the move begun by the first gives way.
func (f *Fighter) late(b Buttons) bool {
	return f.Frame <= 2 && (f.Move == Jab || f.Move == Kick) &&
		f.Control.Pressed&b != 0 && f.Control.Held.Has(b)
}

// tryMove begins the wanted move if there is one and it ranks above floor.
func (w *World) tryMove(i int, floor uint8) bool {
	f := &w.Fighters[i]
	m := w.choose(i)
	if m == NoMove || floor > 0 && moves[m].Rank <= floor {
		return false
	}
	if !f.InAir() {
		w.face(i)
		f.Vel.X = toward(f.Facing, max(f.forward(), 0)/2) // a dash carries
	}
	f.attack(m)
	return true
}

// choose reads the wanted move from buttons and stance.
func (w *World) choose(i int) Move {
	f := &w.Fighters[i]
	want, down := f.Control.Want, f.Control.Held.Has(Down)
	switch {
	case want == 0:
		return NoMove
	case f.InAir():
		return pick(want.Has(Heavy), AirKick, pick(want.Has(Light), AirPunch, NoMove))
	case want.Has(Light | Heavy):
		return Throw
	case want.Has(Special) && down:
		return Uppercut
	case want.Has(Special) || f.Control.Motion == motionReady:
		if !w.Fireballs[i].Live {
			return FireballMove
		}
	}
	switch {
	case want.Has(Heavy):
		return pick(down, Sweep, Kick)
	case want.Has(Light):
		return pick(down, LowJab, Jab)
	}
	return NoMove
}

func pick(cond bool, yes, no Move) Move {
	if cond {
		return yes
	}
	return no
}

// face turns the fighter to the nearest living enemy; level with it, it keeps
// its side.
func (w *World) face(i int) {
	f := &w.Fighters[i]
	e := w.Nearest(i)
	if e < 0 {
		return
	}
	switch x := w.Fighters[e].Pos.X; {
	case x > f.Pos.X:
		f.Facing = 1
	case x < f.Pos.X:
		f.Facing = -1
	}
}

// Nearest is the seat of the living enemy closest to fighter i along the
// floor, or -1.
func (w *World) Nearest(i int) int {
	f, best := &w.Fighters[i], -1
	var least fixed.Q16
	for j := range w.seats() {
		g := &w.Fighters[j]
		if g.Team == f.Team || !g.Alive() {
			continue
		}
		if d := (g.Pos.X - f.Pos.X).Abs(); best < 0 || d < least {
			best, least = j, d
		}
	}
	return best
}

// forward is the speed along the fighter's facing.
func (f *Fighter) forward() fixed.Q16 { return toward(f.Facing, f.Vel.X) }

// toward gives a speed a direction: -1, 0 or 1.
func toward(dir int8, speed fixed.Q16) fixed.Q16 { return fixed.Q16(dir) * speed }
