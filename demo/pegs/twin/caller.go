package twin

import (
	"errors"
	"time"
)

const (
	// Room is how many states may wait for Next.
	Room = 3 * MaxStates
	// Repeat is after how long without an answer a question is asked again.
	Repeat = 100 * time.Millisecond
)

// Caller asks a Peer for the states of copy B.
type Caller struct {
	ask    Ask // Have is the newest state that came in
	queue  [Room]State
	head   uint64 // states of this run that Next has handed out
	asked  time.Duration
	open   bool // a question is under way
	vain   int
	target string
	parsed []State
	err    error
	stats  Stats
}

// NewCaller returns a Caller that begins with a run from start.
func NewCaller(start Ball) *Caller {
	c := &Caller{parsed: make([]State, 0, MaxStates)}
	c.Begin(start)
	return c
}

// Begin begins a new run, whose first state for Next is one step on from start. What
// waits of the run before is dropped.
func (c *Caller) Begin(start Ball) {
	c.ask = Ask{Run: c.ask.Run + 1, Start: start}
	c.head, c.open, c.vain = 0, false, 0
}

// Poll appends the question to send now to dst, or nothing if there is none. now is
// a time from any origin.
func (c *Caller) Poll(now time.Duration, dst []byte) []byte {
	room := Room - int(c.ask.Have-c.head)
	if room < MaxStates || c.open && now-c.asked < Repeat {
		return dst
	}
	if c.open {
		c.vain++
	}
	c.ask.Want, c.asked, c.open = MaxStates, now, true
	return c.ask.Append(dst)
}

// Receive takes a packet in.
func (c *Caller) Receive(packet []byte) {
	s, err := ParseSteps(packet, c.parsed[:0], c.target)
	switch {
	case err != nil:
		c.stats.Bad++
		if errors.As(err, new(*VersionError)) {
			c.err = err
		}
	case s.Run > c.ask.Run:
		c.stats.Bad++
	case s.Run < c.ask.Run || s.First+uint64(len(s.States)) <= c.ask.Have+1:
		c.stats.Stale++
	case !c.open || s.First != c.ask.Have+1 || s.States[0].Ball.Kind != c.ask.Start.Kind:
		c.stats.Bad++
	default:
		c.take(s)
	}
}

// take has room for all: the question was asked for no more than there is.
func (c *Caller) take(s Steps) {
	for _, st := range s.States {
		c.queue[c.ask.Have%Room] = st
		c.ask.Have++
	}
	c.stats.Good++
	c.open, c.vain, c.target = false, 0, s.Target
}

// Next returns the state of the next step, if it has come in.
func (c *Caller) Next() (State, bool) {
	if c.head == c.ask.Have {
		return State{}, false
	}
	c.head++
	return c.queue[(c.head-1)%Room], true
}

// Vain is how often the question under way was asked again.
func (c *Caller) Vain() int { return c.vain }

// Target is what the Peer says it runs on, empty until it has answered.
func (c *Caller) Target() string { return c.target }

// Err is a *VersionError if the Peer has shown another version, else nil.
func (c *Caller) Err() error { return c.err }

// Stats returns the counts so far.
func (c *Caller) Stats() Stats { return c.stats }
