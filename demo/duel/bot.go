package duel

import (
	"example.com/backstep/fixed"
	"example.com/backstep/fixed/rng"
)

// Bot plays a seat. It is no part of the World: it looks at one, and its
// presses reach the simulation as any player's do. Two bots with equal seeds
// that see equal worlds press equal buttons.
type Bot struct {
	rand  rng.XorShift
	plan  plan
	guard int       // frames left to hold a block
	low   bool      // that block crouches
	noted [3]uint32 // by kind of threat: the frame on which the last one judged began
}

// NewBot returns a bot that draws its choices from seed.
func NewBot(seed uint64) Bot { return Bot{rand: rng.NewXorShift(seed)} }

// How the bot sees and decides, in frames, units and percent.
const (
	reactFrames  = 7   // it notices an attack this long after its start
	strikeReach  = 150 // an enemy's attack further away is no threat
	ballReach    = 150 // nor is a fireball
	guardFrames  = 16
	blockPercent = 66
	rightPercent = 80 // of blocks at the right height
	airPercent   = 58 // of jumps it answers
)

// Press is the bot's input for the frame that follows w.
func (b *Bot) Press(w *World, seat int) Buttons {
	if w.Standing() {
		return 0 // and goes on with its plan afterwards
	}
	if w.Phase == MatchOver && w.Asked != 0 {
		return Light // it never asks for a rematch, and never refuses one
	}
	s, ok := look(w, seat)
	if !ok {
		b.plan, b.guard = plan{}, 0
		return 0
	}
	b.react(&s)
	if b.guard > 0 {
		b.guard--
		return s.real(b.shield())
	}
	if s.me.Action == Reel || s.me.Action == Block {
		return s.real(back)
	}
	if b.plan.done() {
		b.think(&s)
	}
	return s.real(b.plan.next())
}

func (b *Bot) shield() Buttons {
	if b.low {
		return back | Down
	}
	return back
}

// sight is what the bot makes of a World.
type sight struct {
	w         *World
	me, enemy *Fighter
	enemySeat int
	gap       int32 // units between the two
	facing    int8  // towards the enemy
}

// look finds the enemy to fight; there is none outside of a fight.
func look(w *World, seat int) (sight, bool) {
	if seat < 0 || seat >= len(w.seats()) || w.Phase != Fight || !w.Fighters[seat].Alive() {
		return sight{}, false
	}
	e := w.Nearest(seat)
	if e < 0 {
		return sight{}, false
	}
	s := sight{w: w, me: &w.Fighters[seat], enemy: &w.Fighters[e], enemySeat: e}
	s.gap = (s.enemy.Pos.X - s.me.Pos.X).Abs().Int()
	s.facing = s.me.Facing
	if s.enemy.Pos.X != s.me.Pos.X {
		s.facing = int8((s.enemy.Pos.X - s.me.Pos.X).Sign())
	}
	return s, true
}

// Directions relative to the enemy; real turns them into the arena's.
const (
	ahead Buttons = 1 << 14
	back  Buttons = 1 << 15
)

func (s *sight) real(b Buttons) Buttons {
	out := b & AllButtons
	toward, away := Right, Left
	if s.facing < 0 {
		toward, away = Left, Right
	}
	if b.Has(ahead) {
		out |= toward
	}
	if b.Has(back) {
		out |= away
	}
	return out
}

// Kinds of threat that the bot judges once each.
const (
	threatStrike = iota
	threatJump
	threatBall
)

// fresh reports whether the threat of that kind which began `age` frames ago
// has not been judged, and notes it.
func (b *Bot) fresh(s *sight, kind int, age int32) bool {
	began := s.w.Frame - uint32(age)
	// Hit-stop holds ages still, so one threat seems to begin a little later.
	if began-b.noted[kind] < 16 {
		return false
	}
	b.noted[kind] = began
	return true
}

// react answers what the enemy does: blocks, anti-airs, jumps over fireballs.
func (b *Bot) react(s *sight) {
	switch e := s.enemy; {
	case e.Action == Attack && e.Frame >= reactFrames && s.gap < strikeReach:
		if b.fresh(s, threatStrike, e.Frame) && b.chance(blockPercent) {
			b.block(moves[e.Move].Height)
		}
	case e.Action == Airborne && e.Vel.Y < 4*unit && s.gap < strikeReach && s.me.free():
		if b.fresh(s, threatJump, e.Frame) && b.chance(airPercent) {
			b.antiAir()
		}
	case b.ballComes(s):
		b.answerBall()
	}
}

func (b *Bot) block(h Height) {
	b.plan = plan{}
	b.guard = guardFrames
	b.low = (h != Overhead) == b.chance(rightPercent)
}

func (b *Bot) antiAir() {
	if b.chance(60) {
		b.plan = script(beat{Down | Special, 2}, beat{0, 20})
		return
	}
	b.block(Overhead)
}

// ballComes reports whether the enemy's fireball is near and coming closer.
func (b *Bot) ballComes(s *sight) bool {
	ball := &s.w.Fireballs[s.enemySeat]
	if !ball.Live || !s.me.free() {
		return false
	}
	gap := toward(ball.Dir, s.me.Pos.X-ball.Pos.X)
	return gap > 0 && gap < ballReach*unit && b.fresh(s, threatBall, ball.Frame)
}

func (b *Bot) answerBall() {
	switch roll := b.roll(100); {
	case roll < 45:
		b.block(Mid)
	case roll < 80:
		b.plan = script(beat{Up | ahead, 5}, beat{0, 24}, beat{Heavy, 2}, beat{0, 8})
	case roll < 90:
		b.plan = script(beat{Special, 2}, beat{0, 20})
	}
}

func (b *Bot) roll(n uint64) uint64 { return b.rand.Below(n) }

// chance is true in so many of a hundred cases.
func (b *Bot) chance(percent int) bool {
	return b.rand.Chance(fixed.Ratio(percent, 100))
}
