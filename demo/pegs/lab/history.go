package lab

import "example.com/backstep/demo/pegs"

// Span is how many steps are kept, and the width of the strips in units: a step is
// one unit wide.
const Span = pegs.Width

// Moment is a lab at one step.
type Moment struct {
	Step           int64
	AX, AY, BX, BY float64 // places of copies A and B, in units
	Distance       float64 // between them, in units
	SumA, SumB     uint64  // their checksums
}

// History is the last Span moments. The zero value is empty.
type History struct {
	ring [Span]Moment
	n    int
}

// Record adds the present moment of a lab, after which the oldest beyond Span is
// gone.
func Record[B pegs.Ball[B]](h *History, l *pegs.Lab[B]) {
	a, b := l.Balls()
	m := Moment{Step: l.Report().Step, Distance: l.Distance()}
	m.AX, m.AY = a.At()
	m.BX, m.BY = b.At()
	m.SumA, m.SumB = l.Checksums()
	h.ring[h.n%Span] = m
	h.n++
}

// Len returns how many moments there are, at most Span.
func (h *History) Len() int { return min(h.n, Span) }

// At returns a moment; 0 is the oldest, Len()-1 the newest.
func (h *History) At(i int) Moment { return h.ring[(h.n-h.Len()+i)%Span] }
