package rollback

import "time"

// adapter changes the local input delay to what the paths ask for.
type adapter struct {
	next  time.Duration // when to look again
	lower int           // looks in a row that asked for less
}

const (
	adaptEvery = time.Second
	// lowerAfter is how many looks in a row must ask for less: a delay that goes
	// up and down with every gust is worse than one frame too many.
	lowerAfter = 5
)

// suggestedDelay is the input delay that would spare most predictions: one way
// of the slowest path and twice its jitter, in whole frames.
func (c *core) suggestedDelay() int {
	frames := 0
	for i := range c.peers {
		e := &c.peers[i]
		if e.lost || e.clock.samples == 0 {
			continue
		}
		need := e.clock.rtt/2 + 2*e.clock.jitter
		frames = max(frames, int((need+c.set.frameTime-1)/c.set.frameTime))
	}
	return min(frames, MaxInputDelay)
}

// adaptDelay moves the delay of all local players by one frame at a time, within
// the configured range.
func (c *core) adaptDelay() {
	if c.set.maxDelay == 0 || c.now < c.adapt.next {
		return
	}
	c.adapt.next = c.now + adaptEvery
	want := min(max(c.suggestedDelay(), c.set.minDelay), c.set.maxDelay)
	now := c.delay[c.set.seats[0]]
	if want >= now {
		c.adapt.lower = 0
	} else if c.adapt.lower++; c.adapt.lower < lowerAfter {
		return
	}
	switch {
	case want > now:
		c.changeDelay(now + 1)
	case want < now:
		c.adapt.lower = 0
		c.changeDelay(now - 1)
	}
}

func (c *core) changeDelay(frames int) {
	for _, p := range c.set.seats {
		c.delay[p] = frames
		c.tell(Event{Kind: EventDelayChanged, Peer: -1, Player: p, Frame: c.frame, Delay: frames})
	}
}

// SuggestedDelay is the input delay in frames that would spare most
// predictions on the paths as measured: half the round trip and twice the
// jitter of the slowest. 0 before the first measurement.
func (s *Session[S, I]) SuggestedDelay() int { return s.suggestedDelay() }
