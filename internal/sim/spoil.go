package sim

import "math"

// spoiled is what is wrong with the states of one game: those of the frames
// from .. to-1. A flaw is there again in every pass through its frame.
type spoiled struct {
	from, to int64
	flaw     func(*Scene) // nil where the states came from somebody else's wrong ones
}

func sound() spoiled { return spoiled{from: math.MaxInt64, to: math.MaxInt64} }

// is tells whether something is wrong that was not mended.
func (s *spoiled) is() bool { return s.from < s.to && s.to == math.MaxInt64 }

func (s *spoiled) covers(frame int64) bool { return s.from <= frame && frame < s.to }

func (s *spoiled) apply(to *Scene) {
	if s.flaw != nil && to.Frame == s.from {
		s.flaw(to)
	}
}

// mend: the state of a frame was taken over.
func (s *spoiled) mend(frame int64) {
	if s.from <= frame && s.is() {
		s.to = frame
	}
}
