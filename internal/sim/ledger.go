package sim

import (
	"fmt"

	"example.com/backstep/rollback"
)

// ledger is the truth that all feeds of one match are compared with: what each
// player pressed, and who was present in each frame, with the game played
// offline over both.
//
// The truth about presence may fork where a partition outlasts the timeout:
// each side goes on without the other. A fork is only noted here; that those on
// different branches did give each other up is judged at the end.
type ledger struct {
	players int
	seed    uint64
	pressed [][]entry // by player and frame, as its owner's session took it
	root    *branch
	forks   int
	frames  int    // ever fed, over all hosts
	still   int    // of them, those in a pause
	heard   uint16 // players of whom a confirmed input was not zero
}

// entry is what a player's log holds for one frame.
type entry struct {
	value   uint64
	control control
}

// control is what a player asks of everybody, on the frame of an input.
type control uint8

const (
	goOn control = iota
	pause
	resume
)

// branch is one history of who was present, from a frame on.
type branch struct {
	from    rollback.Frame
	before  State // of frame from
	stood   bool  // the frame before from stood still
	present []uint16
	states  []State // states[i] is the one after frame from+i
	still   []bool  // frame from+i was not played: the match was paused
	forks   []*branch
}

func newLedger(p *Plan, seed uint64) *ledger {
	return &ledger{players: p.Players, seed: seed, pressed: make([][]entry, p.Players), root: &branch{before: begin(seed)}}
}

// check compares one confirmed frame of a feed with what was pressed.
func (l *ledger) check(f rollback.Frame, values []uint64, present, before uint16) error {
	if present&^before != 0 {
		return fmt.Errorf("feed, frame %d: players %b are back, present were %b", f, present, before)
	}
	for p, v := range values {
		if v != 0 {
			l.heard |= 1 << p
		}
		switch {
		case present>>p&1 == 0 && v != 0:
			return fmt.Errorf("feed, frame %d: player %d is absent and pressed %x", f, p, v)
		case present>>p&1 == 1 && int(f) >= len(l.pressed[p]):
			return fmt.Errorf("feed, frame %d: player %d has an input, but pressed only %d", f, p, len(l.pressed[p]))
		case present>>p&1 == 1 && l.pressed[p][f].value != v:
			return fmt.Errorf("feed, frame %d: player %d pressed %x, the feed says %x", f, p, l.pressed[p][f].value, v)
		}
	}
	l.frames++
	return nil
}

// follow moves a feed on along its branch, or to another one if it disagrees
// about who was present. It returns the state after frame f, and whether that
// frame stood still.
func (l *ledger) follow(b *branch, f rollback.Frame, values []uint64, present uint16) (_ *branch, after State, still bool) {
	i := int(f - b.from)
	if i < len(b.present) && b.present[i] != present {
		b = l.fork(b, f, present)
		i = 0
	}
	if i == len(b.present) {
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

// controls is whether frame f stands still, if the frame before did: what the
// players who are present ask for counts in the order of their numbers.
func (l *ledger) controls(f rollback.Frame, present uint16, still bool) bool {
	for p, log := range l.pressed {
		if present>>p&1 == 0 || int(f) >= len(log) {
			continue
		}
		switch log[f].control {
		case pause:
			still = true
		case resume:
			still = false
		}
	}
	return still
}

func (l *ledger) fork(b *branch, f rollback.Frame, present uint16) *branch {
	for _, o := range b.forks {
		if o.from == f && o.present[0] == present {
			return o
		}
	}
	l.forks++
	o := &branch{from: f, before: b.state(f), stood: b.stoodBefore(f)}
	b.forks = append(b.forks, o)
	return o
}

// state is the one before frame f, which the branch must have reached.
func (b *branch) state(f rollback.Frame) State {
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

// press is the twin of how a session takes local inputs in: each delayed, gaps
// of a raised delay filled with the last, samples of a lowered one dropped. A
// control waits for the next sample that is taken.
func (l *ledger) press(player int, frame rollback.Frame, delay int, v uint64, want *control) {
	log := l.pressed[player]
	target := int(frame) + delay
	for len(log) < target {
		last := uint64(0)
		if len(log) > 0 {
			last = log[len(log)-1].value
		}
		log = append(log, entry{value: last})
	}
	if len(log) == target {
		log = append(log, entry{v, *want})
		*want = goOn
	}
	l.pressed[player] = log
}
