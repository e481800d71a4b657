package pegs

import (
	"math"

	"example.com/backstep/rollback"
)

// Never is the step of what has not happened.
const Never = -1

// Visible is the distance, in units, from which two balls are told apart on a
// screen: one pixel.
const Visible = 1

// Report is what a Lab has seen so far. Split, Apart and Merged are steps, Never
// until then; they stay what they are once they are set.
type Report struct {
	Step   int64 // of the copies' state
	Split  int64 // the first step whose checksums differ
	Apart  int64 // the first step at which the copies are Visible apart
	Merged int64 // the first step after Split whose checksums are equal again
}

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
	l := &Lab[B]{a: a, b: b, report: Report{Split: Never, Apart: Never, Merged: Never}}
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
	r := &l.report
	a, b := l.Checksums()
	r.Split = firstly(r.Split, r.Step, a != b)
	r.Apart = firstly(r.Apart, r.Step, l.a.ApartSq(l.b) >= Visible*Visible)
	r.Merged = firstly(r.Merged, r.Step, a == b && r.Split != Never)
}

// firstly returns the step at which something first happened.
func firstly(was, step int64, happens bool) int64 {
	if was == Never && happens {
		return step
	}
	return was
}
