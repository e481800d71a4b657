package rollback

import "fmt"

// control is a record beside the input of a frame: what must happen on the
// same frame for everybody. It is part of the log, so it is agreed by the same
// means as the inputs: who confirms the frame has it, who predicted past it
// rolls back to it.
type control byte

const (
	controlNone control = iota
	controlPause
	controlResume
	controlResync
	// controlReturn and the 15 after it: the endpoint with that lowest seat is back.
	controlReturn control = 16
	controlAbsent control = 255 // marks a frame without the player; never sent
)

// known tells whether a record that came from a peer means something.
func (k control) known() bool {
	return k <= controlResync || k >= controlReturn && k < controlReturn+MaxPlayers
}

// pauses remembers, frame by frame, whether the match stood still.
type pauses struct {
	ring   []bool    // by frame
	wanted []control // by the caller
	owed   []control // by the engine; goes with the first input that the caller's does not
	passed int       // inputs with the caller's while the engine's waited
	told   Frame     // newest frame of which a change was told
	frozen bool      // what was told last
}

func newPauses(players, capacity int) pauses {
	return pauses{ring: make([]bool, capacity), wanted: make([]control, players), owed: make([]control, players), told: NoFrame}
}

func (c *core) pausedAt(f Frame) *bool { return &c.pause.ring[int(f)&(len(c.pause.ring)-1)] }

// maxPassed bounds how long a caller that asks for something in every frame can
// keep what the engine has to say out of the log.
const maxPassed = 8

// takeControl is what player p's next input carries.
func (c *core) takeControl(p int) control {
	from := &c.pause.wanted[p]
	if owed := c.pause.owed[p]; *from == controlNone || owed != controlNone && c.pause.passed == maxPassed {
		from, c.pause.passed = &c.pause.owed[p], 0
	} else if owed != controlNone {
		c.pause.passed++
	}
	k := *from
	*from = controlNone
	return k
}

// pausedIn works out whether frame f stands still: the state of the frame
// before, changed by f's records in the order of the seats. A record that is
// not known yet is predicted not to be there.
func (c *core) pausedIn(f Frame) bool {
	paused := f > 0 && *c.pausedAt(f - 1)
	for p := range c.logs {
		l := &c.logs[p]
		if f > l.have {
			continue
		}
		switch l.control(f) {
		case controlPause:
			paused = true
		case controlResume:
			paused = false
		}
	}
	*c.pausedAt(f) = paused
	return paused
}

// tellPauses turns changes into events once they can never change again.
func (c *core) tellPauses() {
	for settled := c.settledFrame(); c.pause.told < settled; {
		c.pause.told++
		f := c.pause.told
		now := *c.pausedAt(f)
		if now == c.pause.frozen {
			continue
		}
		c.pause.frozen = now
		kind := EventUnpaused
		if now {
			kind = EventPaused
		}
		c.tell(Event{Kind: kind, Peer: -1, Player: c.whoControls(f), Frame: f})
	}
}

// whoControls is the last player whose record of frame f counts.
func (c *core) whoControls(f Frame) int {
	who := -1
	for p := range c.logs {
		if l := &c.logs[p]; f <= l.have && (l.control(f) == controlPause || l.control(f) == controlResume) {
			who = p
		}
	}
	return who
}

// Pause stops the match for everybody on the same frame, that of the local
// player's next input: Game.Advance is not called, while frames, packets and
// inputs go on. Anybody may Resume it. If the one who paused leaves, the match
// stays paused.
func (s *Session[S, I]) Pause(player int) error { return s.want(player, controlPause) }

// Resume ends a pause on the same frame for everybody.
func (s *Session[S, I]) Resume(player int) error { return s.want(player, controlResume) }

func (s *Session[S, I]) want(player int, k control) error {
	switch {
	case !s.isLocal(player):
		return fmt.Errorf("%w: player %d is not local", ErrUnknownPlayer, player)
	case s.state >= Leaving:
		return ErrClosed
	}
	s.pause.wanted[player] = k
	return nil
}

// Paused tells whether frame f stood still. It knows the frames of the last
// seconds: the current one, and those that Confirmed yields.
func (s *Session[S, I]) Paused(f Frame) bool {
	return f >= 0 && f < s.frame && s.frame-f <= Frame(len(s.pause.ring)) && *s.pausedAt(f)
}
