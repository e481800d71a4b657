package duel

import "example.com/backstep/fixed"

// Action is what a fighter is doing.
type Action uint8

// Actions.
const (
	Idle Action = iota
	Walk
	Crouch
	PreJump // bending the knees; Lean is where to
	Airborne
	Land    // recovering from a jump or an attack in the air
	Dash    // Lean is where to
	Attack  // Move is which
	Block   // Stun is how long
	Reel    // hit and on its feet; Stun is how long
	Fall    // hit and in the air
	Lying   // on the floor; stays so when knocked out
	Rise    // getting up
	Victory // won the round
	Absent  // the player did not come back in time; out of this round

	actionCount
)

// Timing and speed of what every fighter can do.
const (
	preJumpFrames = 4
	landFrames    = 3
	dashMove      = 15 // frames of a dash
	backdashMove  = 20
	backdashSafe  = 7 // frames from its start in which nothing hits
	downFrames    = 26
	riseFrames    = 16
	walkForward   = 15 * unit / 4
	walkBack      = 3 * unit
	dashSpeed     = 9 * unit
	backdashSpeed = 8 * unit
	jumpSpeed     = 15*unit + half
	jumpDrift     = 9 * unit / 2
	gravity       = 13 * unit / 16
	friction      = 8  // a sliding fighter loses one part in this many a frame
	trailPerFrame = 7  // health the delayed bar loses a frame
	comboScale    = 10 // percent that each further hit of a combo loses
	comboFloor    = 30 // percent that it keeps
	knockoutLift  = 11 * unit
	knockoutSpeed = 6 * unit
	pushBoxHalf   = 21
	pushBoxHeight = 84
	pushPerFrame  = 6 * unit
)

// Fighter is one seat's body.
type Fighter struct {
	Pos, Vel fixed.Vec2 // of the feet
	Facing   int8       // 1 looks right, -1 left
	Team     uint8
	Present  bool  // the seat's player is here
	Grace    int16 // frames of this round for which the match still stands while the player is absent
	Action   Action
	Low      bool  // crouching, also while attacking or blocking
	Move     Move  // while Attack
	Lean     int8  // direction of a jump or dash
	Hit      uint8 // seats that this attack has touched, a bit each
	Stop     int16 // frames of hit-stop left
	Stun     int16 // length of Block, Reel or Land
	Frame    int32 // frames since Action began, hit-stop not counted
	Health   int16
	Trail    int16 // what the delayed health bar shows
	Combo    uint8 // hits taken since last free to act
	Control  Control
}

// reset puts the fighter at its mark for a round.
func (f *Fighter) reset(x fixed.Q16) {
	*f = Fighter{
		Team: f.Team, Present: f.Present, Health: MaxHealth, Trail: MaxHealth, Grace: GraceFrames,
		Pos: fixed.Vec2{X: x}, Facing: 1,
	}
	if x > 0 {
		f.Facing = -1
	}
	if !f.Present {
		f.Action, f.Health, f.Trail = Absent, 0, 0
	}
}

// do begins an action.
func (f *Fighter) do(a Action) {
	f.Action, f.Frame, f.Move, f.Hit = a, 0, NoMove, 0
}

// stay keeps an action going, or begins it.
func (f *Fighter) stay(a Action) {
	if f.Action != a {
		f.do(a)
	}
}

// attack begins a move.
func (f *Fighter) attack(m Move) {
	f.do(Attack)
	f.Move = m
	f.Low = m == LowJab || m == Sweep
	f.Control.answered()
}

// Alive reports whether the fighter still takes part in the round.
func (f *Fighter) Alive() bool { return f.Action != Absent && f.Health > 0 }

// InAir reports whether the feet are off the floor.
func (f *Fighter) InAir() bool { return f.Pos.Y > 0 || f.Vel.Y > 0 }

// free reports whether the fighter stands on the floor and may do anything.
func (f *Fighter) free() bool {
	return f.Action == Idle || f.Action == Walk || f.Action == Crouch
}

// Invulnerable reports whether nothing can hit the fighter on this frame.
func (f *Fighter) Invulnerable() bool {
	switch f.Action {
	case Fall, Lying, Rise, Absent, Victory:
		return true
	case Dash:
		return f.Lean != f.Facing && f.Frame < backdashSafe
	case Attack:
		return f.Frame < int32(moves[f.Move].Invulnerable)
	}
	return f.Health <= 0
}

// guards reports whether the fighter blocks an attack of that height which
// travels in direction dir. Holding along with it is holding away.
func (f *Fighter) guards(h Height, dir int8) bool {
	if !f.free() && f.Action != Block || f.InAir() {
		return false
	}
	held := f.Control.Held
	if f.Action != Block && held.Dir() != dir {
		return false // once in a block, the rest of a string is blocked too
	}
	low := held.Has(Down)
	return h == Mid || h == Low && low || h == Overhead && !low
}
