package twin

import (
	"math"

	"example.com/backstep/demo/pegs"
	"example.com/backstep/fixed"
	"example.com/backstep/rollback"
)

// Kind says what numbers a ball is made of.
type Kind uint8

// The kinds. They are values of the protocol.
const (
	Float64 Kind = 1
	Q16     Kind = 2
)

// String names the numbers.
func (k Kind) String() string {
	switch k {
	case Float64:
		return "float64"
	case Q16:
		return "Q16.16"
	}
	return "no kind"
}

// Ball is a pegs.Float or a pegs.Fixed.
type Ball struct {
	Kind  Kind
	Float pegs.Float // if Kind is Float64, else zero
	Fixed pegs.Fixed // likewise
}

// Start returns the ball of that kind among those of pegs.Start. A kind that is none
// is a Float64.
func Start(k Kind, seed uint64) Ball {
	w := pegs.Start(seed)
	if k == Q16 {
		return Ball{Kind: Q16, Fixed: w.Fixed}
	}
	return Ball{Kind: Float64, Float: w.Float}
}

// Step returns the ball one step on.
func (b Ball) Step() Ball {
	if b.Kind == Q16 {
		b.Fixed = b.Fixed.Step()
	} else {
		b.Float = b.Float.Step()
	}
	return b
}

// Nudge returns the ball moved along x by n units in the last place.
func (b Ball) Nudge(n int32) Ball {
	if b.Kind == Q16 {
		b.Fixed = b.Fixed.Nudge(n)
	} else {
		b.Float = b.Float.Nudge(n)
	}
	return b
}

// ApartSq returns the square of the distance between two balls of one kind, in units
// squared.
func (b Ball) ApartSq(c Ball) float64 {
	if b.Kind == Q16 {
		return b.Fixed.ApartSq(c.Fixed)
	}
	return b.Float.ApartSq(c.Float)
}

// At returns the place of the ball, in units.
func (b Ball) At() (x, y float64) {
	if b.Kind == Q16 {
		return b.Fixed.At()
	}
	return b.Float.At()
}

// numbers is a ball as it travels: X, Y, VX and VY, as the bits of float64 or as the
// units in the last place of Q16.16.
type numbers [4]uint64

func (b Ball) numbers() numbers {
	if b.Kind == Q16 {
		p, v := b.Fixed.Pos, b.Fixed.Vel
		return numbers{uint64(int64(p.X)), uint64(int64(p.Y)), uint64(int64(v.X)), uint64(int64(v.Y))}
	}
	f := b.Float
	return numbers{math.Float64bits(f.X), math.Float64bits(f.Y), math.Float64bits(f.VX), math.Float64bits(f.VY)}
}

// maxNumber is the range of Q16.16. What a float64 could hold beyond it is no place
// for a ball, and nothing to draw.
const maxNumber = 1 << 15

// ball is the inverse of Ball.numbers. It refuses what is no number, or out of range.
func (n numbers) ball(k Kind) (Ball, bool) {
	for _, bits := range n {
		f := math.Float64frombits(bits)
		if k == Float64 && !(math.Abs(f) <= maxNumber) || k == Q16 && int64(bits) != int64(int32(bits)) {
			return Ball{}, false
		}
	}
	switch k {
	case Float64:
		return Ball{Kind: k, Float: pegs.Float{
			X: math.Float64frombits(n[0]), Y: math.Float64frombits(n[1]), VX: math.Float64frombits(n[2]), VY: math.Float64frombits(n[3]),
		}}, true
	case Q16:
		return Ball{Kind: k, Fixed: pegs.Fixed{
			Pos: fixed.Vec2{X: fixed.Q16(int32(n[0])), Y: fixed.Q16(int32(n[1]))},
			Vel: fixed.Vec2{X: fixed.Q16(int32(n[2])), Y: fixed.Q16(int32(n[3]))},
		}}, true
	}
	return Ball{}, false
}

// State is a ball with its checksum.
type State struct {
	Ball Ball
	Sum  uint64
}

// Sums takes checksums: those that a match of the pegs would compare, and that a
// pegs.Lab does.
type Sums struct {
	float rollback.Game[pegs.Float, pegs.Nudge]
	fixed rollback.Game[pegs.Fixed, pegs.Nudge]
	ball  Ball // whose checksum is taken: here, so that taking it does not allocate
}

// NewSums returns Sums, which are for one goroutine.
func NewSums() *Sums {
	return &Sums{
		float: rollback.Plain(new(pegs.Float), pegs.Step[pegs.Float]),
		fixed: rollback.Plain(new(pegs.Fixed), pegs.Step[pegs.Fixed]),
	}
}

// Of returns the ball with its checksum.
func (s *Sums) Of(b Ball) State {
	s.ball = b
	if b.Kind == Q16 {
		return State{b, s.fixed.Checksum(&s.ball.Fixed)}
	}
	return State{b, s.float.Checksum(&s.ball.Float)}
}
