package match

import (
	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
)

// Scrub looks at a match's last minute while the match goes on. It is a view: it
// reads a Tape and touches nothing else. Its zero value is closed.
type Scrub struct {
	World duel.World // the state of frame At, exactly
	tape  *Tape
	at    rollback.Frame
}

// Toggle opens the view at the newest frame of t, or closes it. Without a single
// frame there is nothing to open.
func (s *Scrub) Toggle(t *Tape) {
	if s.tape != nil {
		s.Close()
		return
	}
	if _, newest := t.Span(); newest != rollback.NoFrame {
		s.tape = t
		s.seek(newest)
	}
}

// Close returns to the match.
func (s *Scrub) Close() { s.tape = nil }

// Open tells whether the view is open.
func (s *Scrub) Open() bool { return s.tape != nil }

// At is the frame that is looked at.
func (s *Scrub) At() rollback.Frame { return s.at }

// Span is the first and the last frame that can be looked at.
func (s *Scrub) Span() (oldest, newest rollback.Frame) {
	if s.tape == nil {
		return rollback.NoFrame, rollback.NoFrame
	}
	return s.tape.Span()
}

// Memory is the bytes that the kept states take.
func (s *Scrub) Memory() int {
	if s.tape == nil {
		return 0
	}
	return s.tape.Memory()
}

// Move goes so many frames on, or back if it is negative. What is not kept any more
// gives way to the oldest that is, so Move(0) keeps an open view alive.
func (s *Scrub) Move(frames int) {
	if s.tape != nil {
		s.seek(s.at + rollback.Frame(frames))
	}
}

// Seek goes to a part of what is kept: 0 is the oldest frame, 1 the newest.
func (s *Scrub) Seek(part float64) {
	if s.tape == nil {
		return
	}
	oldest, newest := s.tape.Span()
	s.seek(oldest + rollback.Frame(part*float64(newest-oldest)+0.5))
}

func (s *Scrub) seek(f rollback.Frame) {
	oldest, newest := s.tape.Span()
	if f = s.tape.Load(min(max(f, oldest), newest), &s.World); f == rollback.NoFrame {
		s.Close() // another match has begun, and has no frame yet
		return
	}
	s.at = f
}
