package rollback

// Checksums of confirmed states are compared every few frames. A state may be
// checked only if all its inputs are known and it was computed with them:
// packets confirm frames before the next Advance repairs the slots.

const (
	sumHistoryLen = 64 // own checksums kept, by number and not by frames: no interval outlives them
	peerSumsLen   = 16 // a peer's checksums that came before ours
	sumRepeats    = 20 // packets in which a differing checksum is sent again, so that both sides report it
)

type checksum struct {
	frame Frame
	sum   uint32
}

type sumHistory struct {
	ring []checksum // by number: frame / interval
	next Frame      // next frame to check
	last Frame      // newest in ring, NoFrame = none
}

func newSumHistory() sumHistory {
	h := sumHistory{ring: make([]checksum, sumHistoryLen), last: NoFrame}
	for i := range h.ring {
		h.ring[i].frame = NoFrame
	}
	return h
}

// peerSums is what one peer said of its states.
type peerSums struct {
	early     [peerSumsLen]checksum // for frames that we have not checked yet
	sent      Frame                 // newest own checksum told
	lastEqual Frame
	compared  uint64
	differ    Frame // first frame that differed, NoFrame = none
	repeat    int
}

func newPeerSums() peerSums {
	s := peerSums{sent: NoFrame, lastEqual: NoFrame, differ: NoFrame}
	for i := range s.early {
		s.early[i].frame = NoFrame
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

// slot is the place of frame f's checksum.
func (c *core) slot(f Frame) *checksum {
	return &c.sums.ring[f/Frame(c.set.checksumEvery)%sumHistoryLen]
}

// checked takes in the checksum of frame f's state.
func (c *core) checked(f Frame, sum uint64) {
	*c.slot(f) = checksum{f, uint32(sum)}
	c.sums.last, c.sums.next = f, f+Frame(c.set.checksumEvery)
	for i := range c.peers {
		e := &c.peers[i]
		for j := range e.sums.early {
			if s := &e.sums.early[j]; s.frame == f {
				c.compareSums(e, f, s.sum)
				s.frame = NoFrame
			}
		}
	}
}

// heardSum compares a peer's checksum with ours, or keeps it until we have one.
// A frame that we do not check (another interval) or no longer hold is passed
// over.
func (c *core) heardSum(e *endpoint, f Frame, sum uint32) {
	if c.set.checksumEvery == 0 || f%Frame(c.set.checksumEvery) != 0 {
		return
	}
	if f > c.sums.last {
		if f < c.frame+Frame(peerSumsLen*c.set.checksumEvery) {
			e.sums.early[f/Frame(c.set.checksumEvery)%peerSumsLen] = checksum{f, sum}
		}
		return
	}
	if c.slot(f).frame == f {
		c.compareSums(e, f, sum)
	}
}

func (c *core) compareSums(e *endpoint, f Frame, sum uint32) {
	s := &e.sums
	s.compared++
	ours := c.slot(f).sum
	if ours == sum {
		s.lastEqual = max(s.lastEqual, f)
		return
	}
	if s.differ != NoFrame {
		return // told once
	}
	s.differ, s.repeat = f, sumRepeats
	c.stats.Desyncs++
	err := &DesyncError{Peer: e.id, Frame: f, LastEqual: s.lastEqual, Ours: ours, Theirs: sum}
	c.events.add(Event{Kind: EventDesync, Peer: e.id, Player: -1, Frame: f, Reason: ReasonDesync, Err: err})
	if l := c.set.log; l != nil {
		l.Error("desync", "err", err)
	}
}

// sumToSend chooses the checksum that the next packet to e carries.
func (c *core) sumToSend(e *endpoint) (checksum, bool) {
	s := &e.sums
	if s.repeat > 0 {
		s.repeat--
		return *c.slot(s.differ), c.slot(s.differ).frame == s.differ
	}
	every := Frame(c.set.checksumEvery)
	if every == 0 || c.sums.last == NoFrame || s.sent >= c.sums.last {
		return checksum{}, false
	}
	f := s.sent + every
	if s.sent == NoFrame {
		f = 0
	}
	f = max(f, c.sums.last-(sumHistoryLen-1)*every)
	s.sent = f
	return *c.slot(f), true
}
