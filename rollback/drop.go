package rollback

import (
	"math/bits"
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// How a player leaves, so that everybody who stays sees it on the same frame:
//
//   - silent: an endpoint shows no life by any path for the timeout. It is
//     suspected, which is reversible.
//   - frozen: everybody who is not suspected suspects it, or it said goodbye, or
//     somebody froze it. Final and contagious. Nothing it sends is used any more.
//   - sealed: its log has an end. Survivors pass on what they have of it, so all
//     reach the greatest frame that any of them holds: nobody ever goes back
//     behind a frame that it has confirmed. The survivor with the lowest seat
//     sets the end, once all survivors have frozen the same seats and it holds
//     everything itself.

// judge turns silence into events and losses. It runs in Poll, after the
// waiting packets were read.
func (c *core) judge() {
	c.forgive()
	if len(c.peers) > 1 {
		c.refresh()
	}
	for i := range c.peers {
		e := &c.peers[i]
		if e.lost {
			e.guest = e.guest && c.now-e.lived <= max(c.set.timeout, guestTimeout)
			continue
		}
		c.noteSilence(e)
		if c.silent(e) && c.allSuspect(e) {
			c.freeze(e, e.silence())
		}
	}
	if c.set.needMajority && c.minority() {
		c.close(ReasonPartition, nil)
		return
	}
	c.settle()
	c.judgeSums()
	if c.sums.told {
		c.forgetDesync()
	}
	if c.resyncs.pending {
		c.judgeResync()
	}
	if c.mendBy != 0 {
		c.judgeMend()
	}
	if c.haltAt != 0 {
		c.judgeHalt()
	}
}

// noteSilence tells of a peer that falls silent or is heard again.
func (c *core) noteSilence(e *endpoint) {
	silent := c.now - e.lived
	switch {
	case c.set.notify == 0:
	case silent > c.set.notify && !e.interrupted:
		e.interrupted = true
		c.tell(Event{Kind: EventInterrupted, Peer: e.id, Player: -1, Frame: c.frame - 1, Silent: silent})
	case silent <= c.set.notify && e.interrupted:
		e.interrupted = false
		c.tell(Event{Kind: EventResumed, Peer: e.id, Player: -1, Frame: c.frame - 1})
	}
}

// forgive keeps a pause of this process from looking like silence of the others:
// once for each of them, since what came meanwhile has been read. A second long
// pause without a word is theirs.
func (c *core) forgive() {
	gap := c.now - c.lastPoll
	c.lastPoll = c.now
	if gap <= max(longPause, 2*c.set.frameTime) {
		return
	}
	for i := range c.peers {
		if e := &c.peers[i]; !e.forgiven {
			e.forgiven = true
			e.lived, e.heard = min(e.lived+gap, c.now), min(e.heard+gap, c.now)
		}
	}
}

// lives notes a sign of life.
func (e *endpoint) lives(now time.Duration) {
	e.lived, e.gone, e.forgiven = now, false, false
}

// minority tells whether those who fell silent of late outnumber or equal this
// side. A partition is not noticed in one moment: what was lost within a timeout
// counts together.
func (c *core) minority() bool {
	here, lost := bits.OnesCount16(c.set.own), 0
	for i := range c.peers {
		e := &c.peers[i]
		switch {
		case !e.lost:
			here += bits.OnesCount16(e.seats)
		case e.reason == ReasonTimeout && c.now-e.frozenAt <= c.set.timeout:
			lost += bits.OnesCount16(e.seats)
		}
	}
	return lost > 0 && here <= lost
}

// silence is the reason to give for a peer that shows no life.
func (e *endpoint) silence() Reason {
	if e.gone {
		return ReasonLeft
	}
	return ReasonTimeout
}

// allSuspect tells whether everybody else who shows life suspects e as well.
func (c *core) allSuspect(e *endpoint) bool {
	for i := range c.peers {
		o := &c.peers[i]
		if o != e && !o.lost && !c.silent(o) && o.record.Suspect&e.seats == 0 {
			return false
		}
	}
	return true
}

// freeze gives an endpoint up.
func (c *core) freeze(e *endpoint, why Reason) {
	if e.lost {
		return
	}
	e.lost, e.reason, e.frozenAt, e.guest = true, why, c.now, false
	e.giving, e.taking = giving{}, taking{}
	c.frozen |= e.seats
	for p := range c.logs {
		if e.seats>>p&1 == 1 && c.reason[p] == ReasonNone {
			c.reason[p] = why
		}
	}
	if l := c.set.log; l != nil {
		l.Warn("peer lost", "peer", int(e.id), "reason", why.String(), "frame", int64(c.frame-1))
	}
}

// reasonOf reads a reason that a peer gave.
func reasonOf(why uint8) Reason {
	if r := Reason(why); r > ReasonNone && r < reasonCount {
		return r
	}
	return ReasonTimeout
}

// adoptFrozen follows what a peer gave up. One that gave us up is lost to us,
// and its other opinions with it.
func (c *core) adoptFrozen(from *endpoint) {
	if from.record.Frozen&c.set.own != 0 {
		c.freeze(from, ReasonKicked)
		return
	}
	for i := range c.peers {
		if e := &c.peers[i]; from.record.Frozen&e.seats != 0 {
			c.freeze(e, reasonOf(from.record.Why[e.origin]))
		}
	}
}

// settle ends the logs of frozen players where their end is known.
func (c *core) settle() {
	open := c.frozen &^ c.sealed
	if open == 0 {
		return
	}
	for p := range c.logs {
		if open>>p&1 == 0 {
			continue
		}
		if end, known := c.end(p); known && end == c.logs[p].have {
			c.seal(p)
		}
	}
	c.confirm()
}

// end is where frozen player p's log ends: where a survivor says that it does,
// or, for the arbiter, the greatest frame that any survivor holds.
func (c *core) end(p int) (end Frame, known bool) {
	arbiter, agreed := true, true
	end = c.logs[p].have
	for i := range c.peers {
		e := &c.peers[i]
		if e.lost {
			continue
		}
		if e.record.Marked>>p&1 == 1 {
			return Frame(e.record.Have[p]), true
		}
		arbiter = arbiter && lowest(c.set.own) < e.origin
		agreed = agreed && e.record.Frozen == c.frozen
		end = max(end, Frame(e.record.Have[p]))
	}
	return end, arbiter && agreed
}

// seal ends player p's log after the newest frame held.
func (c *core) seal(p int) {
	l := &c.logs[p]
	if l.sealed || c.state == Closed {
		return
	}
	l.sealed = true
	c.sealed |= 1 << p
	c.wrong(l.have + 1)
	peer := Peer(c.owner[p])
	c.tell(Event{Kind: EventDisconnected, Peer: peer, Player: p, Frame: l.have, Reason: c.reason[p]})
}

// heardBye takes in a goodbye. Whoever holds the log to its end seals it at
// once; the others get the rest from those who do.
func (c *core) heardBye(e *endpoint, why Reason, ends *[wire.MaxSeats]Frame) {
	for p := range c.logs {
		if e.seats>>p&1 == 0 {
			continue
		}
		c.reason[p] = why
		if c.logs[p].have == ends[p] {
			c.seal(p)
		}
	}
	c.freeze(e, why)
	c.confirm()
}

// leave begins the goodbye. The own logs end where they are.
func (c *core) leave(why Reason) {
	switch c.state {
	case Closed, Leaving:
		return
	}
	if why == ReasonKicked || why == ReasonTimeout || why == ReasonNone || why >= reasonCount {
		why = ReasonLeft // nobody removes itself: the others would close too
	}
	c.state, c.farewell, c.leaveTill = Leaving, why, c.now+linger
	for i := range c.peers {
		c.peers[i].lastSent = c.now - byeEvery // the first goodbye is due at once
	}
	for i := range c.watchers {
		c.watchers[i].lastSent = c.now - byeEvery
	}
}

// linger bounds how long a goodbye is repeated, byeEvery how often.
const (
	linger = time.Second
	// longPause is a time between two polls that is a pause of this process.
	longPause = 350 * time.Millisecond
	byeEvery  = 50 * time.Millisecond
	// kickCopies is how often a removed peer is told so.
	kickCopies = 10
)

// farewellDone tells whether everybody has heard the goodbye, or the time is up.
func (c *core) farewellDone() bool {
	if c.now >= c.leaveTill {
		return true
	}
	for i := range c.peers {
		e := &c.peers[i]
		if e.lost && e.owed { // it waits for our answer to its own goodbye
			return false
		}
		if e.locked && !e.lost && !e.heardBye {
			return false
		}
	}
	for i := range c.watchers {
		if w := &c.watchers[i]; w.used && w.locked && !w.lost {
			return false
		}
	}
	return true
}
