package rollback

import (
	"math/bits"
	"time"
)

// Checksums of confirmed states are compared every few frames. A state may be
// checked only if all its inputs are known and it was computed with them:
// packets confirm frames before the next Advance repairs the slots.

const (
	sumHistoryLen = 64 // own checksums kept, by number and not by frames: no interval outlives them
	peerSumsLen   = 64 // a peer's newest checksums, likewise
	sumRepeats    = 20 // packets in which a differing checksum is sent again, so that everybody reports it
	// judgeAfter is how long the checksums of further peers are waited for
	// before a difference is reported: they tell who is alone.
	judgeAfter = time.Second
	maxSumLag  = 8 // checksums that wait to be told, one a packet
)

type checksum struct {
	frame Frame
	sum   uint32
}

// sumHistory is what this endpoint computed.
type sumHistory struct {
	ring   []checksum // by number: frame / interval
	next   Frame      // next frame to check
	last   Frame      // newest in ring, NoFrame = none
	differ Frame      // first frame that differs from somebody's, NoFrame = none
	since  time.Duration
	told   bool
}

func newSumHistory() sumHistory {
	h := sumHistory{ring: make([]checksum, sumHistoryLen), last: NoFrame, differ: NoFrame}
	for i := range h.ring {
		h.ring[i].frame = NoFrame
	}
	return h
}

// peerSums is what one peer said of its states.
type peerSums struct {
	heard     [peerSumsLen]checksum // by number
	sent      Frame                 // newest own checksum told
	lastEqual Frame
	compared  uint64
	repeat    int
}

func newPeerSums() peerSums {
	s := peerSums{sent: NoFrame, lastEqual: NoFrame}
	for i := range s.heard {
		s.heard[i].frame = NoFrame
	}
	return s
}

// checks tells whether frame f's state is one of those that are compared.
func (c *core) checks(f Frame) bool {
	return c.set.checksumEvery > 0 && f%Frame(c.set.checksumEvery) == 0
}

// checkable is the next frame whose state may be checked now.
func (c *core) checkable() (Frame, bool) {
	f := c.sums.next
	return f, c.set.checksumEvery > 0 && f < c.frame && f-1 <= c.settledFrame()
}

// slot is the place of frame f's own checksum, heard that of e's.
func (c *core) slot(f Frame) *checksum {
	return &c.sums.ring[f/Frame(c.set.checksumEvery)%sumHistoryLen]
}

func (c *core) heard(e *endpoint, f Frame) *checksum {
	return &e.sums.heard[f/Frame(c.set.checksumEvery)%peerSumsLen]
}

// checked takes in the checksum of frame f's state.
func (c *core) checked(f Frame, sum uint64) {
	*c.slot(f) = checksum{f, uint32(sum)}
	c.sums.last, c.sums.next = f, f+Frame(c.set.checksumEvery)
	for i := range c.peers {
		if e := &c.peers[i]; !e.lost && c.heard(e, f).frame == f {
			c.compareSums(e, f)
		}
	}
}

// heardSum takes in a peer's checksum and compares it with ours, at once or when
// we have one. A frame that we do not check (another interval) or no longer
// hold is passed over; so is one further ahead than the window allows.
func (c *core) heardSum(e *endpoint, f Frame, sum uint32) {
	if !c.checks(f) || c.resyncs.record != NoFrame && f <= c.resyncs.frame || f >= c.frame+Frame(peerSumsLen*3/4*c.set.checksumEvery) {
		return
	}
	h := c.heard(e, f)
	if f <= h.frame {
		return // known, or older than what is kept
	}
	*h = checksum{f, sum}
	if f <= c.sums.last && c.slot(f).frame == f {
		c.compareSums(e, f)
	}
}

// compareSums notes the first difference and asks everybody, by telling, for
// the same frame.
func (c *core) compareSums(e *endpoint, f Frame) {
	e.sums.compared++
	if c.slot(f).sum == c.heard(e, f).sum {
		e.sums.lastEqual = max(e.sums.lastEqual, f)
		return
	}
	first := c.sums.differ == NoFrame || f < c.sums.differ && !c.sums.told // an older one came later
	if !first || c.resyncs.pending || c.away {
		return
	}
	c.sums.differ, c.sums.since = f, c.now
	c.beginExplaining(e, f)
	for i := range c.peers {
		c.peers[i].sums.repeat = sumRepeats
	}
	c.judgeSums()
}

// judgeSums reports a difference once everybody's checksum of that frame is
// known, or the wait is over.
func (c *core) judgeSums() {
	f := c.sums.differ
	if f == NoFrame || c.sums.told {
		return
	}
	err := &DesyncError{Peer: -1, Frame: f, LastEqual: f - Frame(c.set.checksumEvery), Ours: c.slot(f).sum, Agree: c.set.own}
	waiting := false
	for i := range c.peers {
		e := &c.peers[i]
		switch h := c.heard(e, f); {
		case e.lost: // its world may have ended otherwise than ours
		case h.frame != f:
			same, known := c.comparedSince(e, f)
			waiting = waiting || !known
			if known && same {
				err.Agree |= e.seats
			} else if known {
				err.Differ |= e.seats
			}
		case h.sum == err.Ours:
			err.Agree |= e.seats
		default:
			if err.Peer < 0 {
				err.Peer, err.Theirs = e.id, h.sum
			}
			err.Differ |= e.seats
			err.LastEqual = min(err.LastEqual, e.sums.lastEqual)
		}
	}
	late := c.now-c.sums.since >= judgeAfter || c.sums.last-f >= Frame(peerSumsLen/2*c.set.checksumEvery)
	if err.Peer < 0 && !waiting {
		c.sums.differ = NoFrame // nobody differs who is still known
	}
	if err.Peer < 0 || waiting && !late {
		return
	}
	c.sums.told = true
	c.stats.Desyncs++
	c.lastDesync = err
	c.tell(Event{Kind: EventDesync, Peer: err.Peer, Player: -1, Frame: f, Reason: ReasonDesync, Err: err})
	if l := c.set.log; l != nil {
		l.Error("desync", "err", err)
	}
	if c.explain.active {
		c.explain.desync = err
		c.giveReport()
		return
	}
	c.actOn(err)
}

// comparedSince tells whether e's states are like ours by a frame after f, where
// its checksum of f is lost: what differs once differs from there on.
func (c *core) comparedSince(e *endpoint, f Frame) (same, known bool) {
	every := Frame(c.set.checksumEvery)
	for g := max(f+every, c.sums.last-(sumHistoryLen-1)*every); g <= c.sums.last; g += every {
		if ours, theirs := c.slot(g), c.heard(e, g); ours.frame == g && theirs.frame == g {
			return ours.sum == theirs.sum, true
		}
	}
	return false, false
}

// forgetDesync lets a later desync be told when everybody who differed has gone.
func (c *core) forgetDesync() {
	if c.lastDesync.Differ&^c.frozen == 0 && c.haltAt == 0 {
		c.sums.differ, c.sums.told, c.mendBy, c.mendFrom = NoFrame, false, 0, 0
	}
}

// alone are the players whose states fewer than half share; 0 if that is
// nobody's.
func alone(agree, differ uint16) uint16 {
	a, d := bits.OnesCount16(agree), bits.OnesCount16(differ)
	switch {
	case a < d:
		return agree
	case d < a:
		return differ
	}
	return 0
}

// sumToSend chooses the checksum that the next packet to e carries.
func (c *core) sumToSend(e *endpoint) (checksum, bool) {
	s := &e.sums
	if s.repeat > 0 && c.sums.differ != NoFrame {
		s.repeat--
		own := *c.slot(c.sums.differ)
		return own, own.frame == c.sums.differ
	}
	if c.set.checksumEvery == 0 || c.sums.last == NoFrame {
		return checksum{}, false
	}
	// One travels in a packet. Where packets are rarer than checks, both sides
	// tell the same ones.
	step := Frame(c.set.checksumEvery * ((c.set.sendEvery + c.set.checksumEvery - 1) / c.set.checksumEvery))
	newest := c.sums.last / step * step
	f := s.sent/step*step + step
	if s.sent == NoFrame {
		f = 0
	}
	if newest-f > maxSumLag*step {
		f = newest
	}
	if f > newest {
		return checksum{}, false
	}
	s.sent = f
	own := *c.slot(f)
	return own, own.frame == f
}
