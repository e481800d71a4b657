package ggpo

import "time"

// clock is the time of a match. It goes on without a jump when Idle is given
// another source, and never goes back.
type clock struct {
	read     func() time.Duration
	injected bool
	last     time.Duration // what read answered last
	now      time.Duration
}

func newClock() clock { return clock{read: systemClock()} }

func systemClock() func() time.Duration {
	origin := time.Now()
	return func() time.Duration { return time.Since(origin) }
}

// choose takes the source that Idle was given, or the system's. A game may pass
// a new closure over the same clock in every call.
func (c *clock) choose(given []func() int64) {
	injected := len(given) > 0 && given[0] != nil
	if injected {
		ms := given[0]
		c.read = func() time.Duration { return time.Duration(ms()) * time.Millisecond }
	} else if c.injected {
		c.read = systemClock()
	}
	if injected != c.injected {
		c.injected, c.last = injected, c.read()
	}
}

func (c *clock) tick() time.Duration {
	t := c.read()
	c.now += max(t-c.last, 0)
	c.last = t
	return c.now
}
