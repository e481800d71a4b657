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
	pressed [][]life // by player, as its owner's sessions took it
	root    *branch
	forks   int
	frames  int               // ever fed, over all hosts
	still   int               // of them, those in a pause
	heard   uint16            // players of whom a confirmed input was not zero
	back    map[comeback]bool // as feeds show it, and whether an event told of it
}

// life is a player's log from the frame on with which its process came into the
// match.
type life struct {
	from    rollback.Frame
	entries []entry
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

// comeback is a player's return into its seat, with a frame.
type comeback struct {
	player int
	frame  rollback.Frame
}

func newLedger(p *Plan, seed uint64) *ledger {
	l := &ledger{players: p.Players, seed: seed, pressed: make([][]life, p.Players), root: &branch{before: begin(seed)},
		back: map[comeback]bool{}}
	for player := range l.pressed {
		l.pressed[player] = make([]life, 1)
	}
	return l
}

// check compares one confirmed frame of a feed with what was pressed.
func (l *ledger) check(f rollback.Frame, values []uint64, present, before uint16) error {
	for p, v := range values {
		if v != 0 {
			l.heard |= 1 << p
		}
		if c := (comeback{p, f}); present&^before>>p&1 == 1 {
			l.back[c] = l.back[c]
		}
		switch {
		case present>>p&1 == 0 && v != 0:
			return fmt.Errorf("feed, frame %d: player %d is absent and pressed %x", f, p, v)
		case present>>p&1 == 1 && !l.did(p, f, v):
			e, known := l.at(p, f)
			return fmt.Errorf("feed, frame %d: player %d pressed %x (%v), the feed says %x", f, p, e.value, known, v)
		}
	}
	l.frames++
	return nil
}

// did tells whether a player pressed v for frame f in any of its lives: the two
// sides of a partition may know it by different ones.
func (l *ledger) did(player int, f rollback.Frame, v uint64) bool {
	for _, life := range l.pressed[player] {
		if i := int(f - life.from); i >= 0 && i < len(life.entries) && life.entries[i].value == v {
			return true
		}
	}
	return false
}

// at is the entry of frame f in the newest life that has one.
func (l *ledger) at(player int, f rollback.Frame) (e entry, known bool) {
	for i := len(l.pressed[player]) - 1; i >= 0; i-- {
		life := &l.pressed[player][i]
		if n := int(f - life.from); n >= 0 && n < len(life.entries) {
			return life.entries[n], true
		}
	}
	return e, false
}

// controls is whether frame f stands still, if the frame before did: what the
// players who are present ask for counts in the order of their numbers.
func (l *ledger) controls(f rollback.Frame, present uint16, still bool) bool {
	for p := range l.pressed {
		if present>>p&1 == 0 {
			continue
		}
		switch e, _ := l.at(p, f); e.control {
		case pause:
			still = true
		case resume:
			still = false
		}
	}
	return still
}

// press is the twin of how a session takes local inputs in: each delayed, gaps
// of a raised delay filled with the last, samples of a lowered one dropped. A
// control waits for the next sample that is taken.
func (l *ledger) press(player int, frame rollback.Frame, delay int, v uint64, want *control) {
	life := &l.pressed[player][len(l.pressed[player])-1]
	log, target := life.entries, int(frame-life.from)+delay
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
	life.entries = log
}

// returned takes in what an event tells: a player is back with a frame.
func (l *ledger) returned(player int, f rollback.Frame) {
	l.back[comeback{player, f}] = true
}

// begins opens the log of a player whose process is back with a frame.
func (l *ledger) begins(player int, f rollback.Frame) {
	l.pressed[player] = append(l.pressed[player], life{from: f})
}

// untold is a return that feeds show and no event told of.
func (l *ledger) untold() error {
	for c, told := range l.back {
		if !told {
			return fmt.Errorf("feeds have player %d back with frame %d, no event told so", c.player, c.frame)
		}
	}
	return nil
}
