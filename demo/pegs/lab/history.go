package lab

// Span is how many steps are kept, and the width of the strips in units: a step is
// one unit wide.
const Span = 720

// Moment is an experiment at one step.
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

// Add adds a moment, after which the oldest beyond Span is gone. One of the same step
// as the newest takes its place.
func (h *History) Add(m Moment) {
	if h.n > 0 && h.At(h.Len()-1).Step == m.Step {
		h.n--
	}
	h.ring[h.n%Span] = m
	h.n++
}

// Len returns how many moments there are, at most Span.
func (h *History) Len() int { return min(h.n, Span) }

// At returns a moment; 0 is the oldest, Len()-1 the newest.
func (h *History) At(i int) Moment { return h.ring[(h.n-h.Len()+i)%Span] }

// find returns the index of a step. Steps follow each other without a gap.
func (h *History) find(step int64) (i int, ok bool) {
	if h.Len() == 0 {
		return 0, false
	}
	n := step - h.At(0).Step
	return int(n), n >= 0 && n < int64(h.Len())
}

// Where returns where a step is on the strips, as a share of the picture's width.
func (h *History) Where(step int64) (x float64, ok bool) {
	i, ok := h.find(step)
	return across(i) / Width, ok
}
