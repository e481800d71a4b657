package pegs

import (
	"math"

	"example.com/backstep/rollback"
)

// Lab runs two copies of one ball and compares them at every step, the first
// included. Equal checksums mean equal copies for good, unless one is nudged.
type Lab[B Ball[B]] struct {
	a, b   B
	sum    rollback.Game[B, Nudge] // asked for checksums only: those that a match compares
	report Report
}

// NewLab returns a lab whose copy B starts n units in the last place from copy A.
func NewLab[B Ball[B]](start B, n int32) *Lab[B] {
	return NewPair(start, start.Nudge(n))
}

// NewPair returns a lab of any two balls.
func NewPair[B Ball[B]](a, b B) *Lab[B] {
	l := &Lab[B]{a: a, b: b, report: NewReport()}
	l.sum = rollback.Plain(&l.a, Step[B])
	l.compare()
	return l
}

// Advance runs both copies one step on, with equal inputs.
func (l *Lab[B]) Advance(in ...rollback.Input[Nudge]) {
	Step(&l.a, in)
	Step(&l.b, in)
	l.report.Step++
	l.compare()
}

// Nudge moves copy B alone, in the state of the current step: what a machine that
// computes one bit otherwise does.
func (l *Lab[B]) Nudge(n int32) {
	l.b = l.b.Nudge(n)
	l.compare()
}

// Balls returns both copies.
func (l *Lab[B]) Balls() (a, b B) { return l.a, l.b }

// Checksums returns those of both copies.
func (l *Lab[B]) Checksums() (a, b uint64) { return l.sum.Checksum(&l.a), l.sum.Checksum(&l.b) }

// Distance returns how far the copies are apart, in units.
func (l *Lab[B]) Distance() float64 { return math.Sqrt(l.a.ApartSq(l.b)) }

// Report returns what has been seen.
func (l *Lab[B]) Report() Report { return l.report }

func (l *Lab[B]) compare() {
	a, b := l.Checksums()
	l.report.See(l.report.Step, a, b, l.a.ApartSq(l.b))
}
