package pegs

import (
	"example.com/backstep/fixed"
	"example.com/backstep/fixed/rng"
)

// The arena and what is in it, in units. Whole numbers, so that both kinds of
// ball see the same pegs.
const (
	Width, Height = 512, 320
	BallRadius    = 6
	PegRadius     = 10
	Contact       = BallRadius + PegRadius // between centres
	Rows, Columns = 5, 7
	Pegs          = Rows * Columns
)

// Peg returns the centre of a peg; i is in [0, Pegs). Every other row is shifted
// by half a distance, which leaves no straight way down but lines without width.
func Peg(i int) (x, y int) {
	row, column := i/Columns, i%Columns
	return 48 + 64*column + 32*(row%2), 48 + 56*row
}

// World is one ball of each kind.
type World struct {
	Float Float
	Fixed Fixed
}

// Purposes of draws.
const purposeStart = 0

// Start returns balls above the pegs, both at the same place with the same
// velocity: Q16.16 values, which float64 holds exactly.
func Start(seed uint64) World {
	r := rng.Key{Seed: seed}.At(0, 0, purposeStart)
	within := func(lo, hi int) fixed.Q16 { return r.Between(fixed.FromInt(lo), fixed.FromInt(hi)) }
	f := Fixed{
		Pos: fixed.Vec2{X: within(BallRadius, Width-BallRadius), Y: within(BallRadius, 2*BallRadius)},
		Vel: fixed.Vec2{X: within(-2, 2), Y: within(1, 3)},
	}
	return World{Float: f.Float(), Fixed: f}
}
