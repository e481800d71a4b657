package rollback

// maxFeedLag is how many confirmed frames wait for Session.Confirmed; a caller
// that drains it every frame never has more than the prediction window.
const maxFeedLag = 128

// nextFed moves the feed on by one frame, if that frame can never change.
func (c *core) nextFed() (f Frame, ok bool) {
	if c.feedLost {
		c.feedLost = false
		c.events.add(Event{Kind: EventFeedLost, Peer: -1, Player: -1, Frame: c.feed})
	}
	if c.feed > c.settledFrame() {
		return NoFrame, false
	}
	c.feed++
	return c.feed - 1, true
}
