package pegs

// Never is the step of what has not happened.
const Never = -1

// Visible is the distance, in units, from which two balls are told apart on a
// screen: one pixel.
const Visible = 1

// Report is what has been seen of two copies so far. Split, Apart and Merged are
// steps, Never until then; they stay what they are once they are set.
type Report struct {
	Step   int64 // of the copies' state
	Split  int64 // the first step whose checksums differ
	Apart  int64 // the first step at which the copies are Visible apart
	Merged int64 // the first step after Split whose checksums are equal again
}

// NewReport returns the report of copies that nobody has compared.
func NewReport() Report { return Report{Split: Never, Apart: Never, Merged: Never} }

// See takes in the checksums of both copies at a step, and the square of their
// distance in units squared. Steps come in order; one may come again.
func (r *Report) See(step int64, a, b uint64, apartSq float64) {
	r.Step = step
	r.Split = firstly(r.Split, step, a != b)
	r.Apart = firstly(r.Apart, step, apartSq >= Visible*Visible)
	r.Merged = firstly(r.Merged, step, a == b && r.Split != Never)
}

// firstly returns the step at which something first happened.
func firstly(was, step int64, happens bool) int64 {
	if was == Never && happens {
		return step
	}
	return was
}
