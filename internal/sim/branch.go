package sim

import (
	"fmt"

	"example.com/backstep/rollback"
)

// branch is one history of who was present, from a frame on, and of the states
// that were taken over from one endpoint by all.
type branch struct {
	parent  *branch
	from    rollback.Frame
	before  State // of frame from
	stood   bool  // the frame before from stood still
	present []uint16
	states  []State // states[i] is the one after frame from+i
	still   []bool  // frame from+i was not played: the match was paused
	taken   map[rollback.Frame]State
	forks   []*branch
}

// follow moves a feed on along its branch, or to another one if it disagrees
// about who was present, or about a state that was taken over before frame f. It
// returns the state after frame f, and whether that frame stood still.
func (l *ledger) follow(b *branch, f rollback.Frame, values []uint64, present uint16, taken *State) (_ *branch, after State, still bool) {
	i := int(f - b.from)
	if i < len(b.present) && (b.present[i] != present || !b.took(f, taken)) {
		b = l.fork(b, f, present, taken)
		i = 0
	}
	if i == len(b.present) {
		if taken != nil {
			b.take(f, *taken)
		}
		s, still := b.state(f), l.controls(f, present, b.stoodBefore(f))
		if !still {
			s.advance(values, present)
		}
		b.present, b.states, b.still = append(b.present, present), append(b.states, s), append(b.still, still)
	}
	if b.still[i] {
		l.still++
	}
	return b, b.states[i], b.still[i]
}

func (l *ledger) fork(b *branch, f rollback.Frame, present uint16, taken *State) *branch {
	for _, o := range b.forks {
		if o.from == f && o.present[0] == present && o.took(f, taken) {
			return o
		}
	}
	l.forks++
	o := &branch{parent: b, from: f, before: b.natural(f), stood: b.stoodBefore(f)}
	b.forks = append(b.forks, o)
	return o
}

func (b *branch) take(f rollback.Frame, s State) {
	if b.taken == nil {
		b.taken = map[rollback.Frame]State{}
	}
	b.taken[f] = s
}

// took tells whether this history took over the same state of frame f.
func (b *branch) took(f rollback.Frame, s *State) bool {
	own, ok := b.taken[f]
	return ok == (s != nil) && (!ok || own == *s)
}

// state is the one before frame f, which the branch must have reached.
func (b *branch) state(f rollback.Frame) State {
	if s, ok := b.taken[f]; ok {
		return s
	}
	return b.natural(f)
}

// natural is the state before frame f that follows from the frame before it.
func (b *branch) natural(f rollback.Frame) State {
	if f == b.from {
		return b.before
	}
	return b.states[f-b.from-1]
}

func (b *branch) stoodBefore(f rollback.Frame) bool {
	if f == b.from {
		return b.stood
	}
	return b.still[f-b.from-1]
}

// at is the part of this history that frame f-1 is in, nil if it does not reach
// that far.
func (b *branch) at(f rollback.Frame) *branch {
	if b == nil || f > b.from+rollback.Frame(len(b.present)) {
		return nil
	}
	for b.from >= f && b.parent != nil {
		b = b.parent
	}
	return b
}

// presentIn is who was present in frame f, which lies at or behind the end.
func (b *branch) presentIn(f rollback.Frame) uint16 {
	for b.from > f {
		b = b.parent
	}
	return b.present[f-b.from]
}

// leadsTo tells whether a feed on b that stands before frame next may still
// come to o: it has not passed the point where o forks off.
func (b *branch) leadsTo(o *branch, next rollback.Frame) bool {
	if b == o {
		return true
	}
	for _, f := range b.forks {
		if f.from >= next && f.leadsTo(o, next) {
			return true
		}
	}
	return false
}

func (b *branch) String() string {
	return fmt.Sprintf("present from frame %d %b, states taken over %d", b.from, b.present[:min(1, len(b.present))], len(b.taken))
}
