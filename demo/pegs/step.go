package pegs

import "example.com/backstep/rollback"

// Ball is either kind of ball.
type Ball[B any] interface {
	Float | Fixed
	Step() B
	Nudge(n int32) B
	ApartSq(B) float64
	At() (x, y float64)
}

// Nudge is a player's input: by how many units in the last place the ball is moved
// along x before the step.
type Nudge int8

// Step is one frame: the nudges of all present players, then the step.
// rollback.Plain makes a game of a ball and Step.
func Step[B Ball[B]](b *B, in []rollback.Input[Nudge]) {
	*b = (*b).Nudge(total(in)).Step()
}

// Advance is Step for both balls of a World.
func Advance(w *World, in []rollback.Input[Nudge]) {
	Step(&w.Float, in)
	Step(&w.Fixed, in)
}

func total(in []rollback.Input[Nudge]) (n int32) {
	for _, i := range in {
		if i.Present {
			n += int32(i.Value)
		}
	}
	return n
}
