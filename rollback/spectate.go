package rollback

import (
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// spectate is the state of an endpoint without seats: it gets settled frames
// from its host and predicts nothing.
type spectate struct {
	head    Frame  // frames that the host could send
	frame   []byte // per seat the newest entry
	absent  uint16
	stamp   uint16
	stampAt time.Duration
	why     [wire.MaxSeats]uint8

	looked   bool // it has asked for a state
	lookedAt time.Duration
}

func newSpectate(set *settings) spectate {
	return spectate{frame: make([]byte, set.players*(set.inputBytes+1))}
}

// heardFeed takes in frames from the host.
func (c *core) heardFeed(e *endpoint, b []byte) {
	var f wire.Feed
	if c.refuses(wire.DecodeFeed(b, e.in, &f)) {
		return
	}
	if e.lost && f.Bye != 0 {
		e.byes = 1 // an answer lets it go
	}
	if !e.locked || e.lost {
		return
	}
	if c.state == Synchronizing { // it sends, so it has heard us
		e.theyLock = true
		c.startIfReady()
	}
	if c.state != Running {
		return
	}
	c.lookForState(e, &f)
	if f.Life > e.life {
		e.life, e.heard = f.Life, c.now
		e.lives(c.now)
		c.watch.stamp, c.watch.stampAt = f.Stamp, c.now
	}
	c.watch.head = max(c.watch.head, Frame(f.Head))
	e.frames = c.watch.head
	e.owed = true
	if e.taking.what != wire.WhatJoin || e.taking.done && c.entering == nil {
		c.heardFrames(&f) // else it is about to begin elsewhere
	}
	c.confirm()
	if f.HasSum {
		c.heardSum(e, Frame(f.SumOf), f.Sum)
		c.judgeSums()
	}
	if f.Bye != 0 {
		e.lost, e.reason, e.byes = true, reasonOf(f.Bye), 1
	}
}

// lookForState has a spectator ask for a state, if it wants to begin with one or
// what it lacks is gone at its host.
func (c *core) lookForState(e *endpoint, f *wire.Feed) {
	k := &e.taking
	switch {
	case k.what == wire.WhatJoin && !k.done && k.frame == NoFrame && !f.Behind && c.now-c.watch.lookedAt > noStateAfter:
		e.taking = taking{} // this host has none to give
	case k.what == wire.WhatJoin && !k.done, c.entering != nil:
	case f.Behind && Frame(f.First) > c.watched || c.set.fromNow && !c.watch.looked:
		c.watch.looked, c.watch.lookedAt = true, c.now
		c.fetch(e, wire.WhatJoin, NoFrame)
	}
}

// noStateAfter is how long a spectator that could begin with frame 0 waits for a
// state.
const noStateAfter = 2 * time.Second

// heardFrames appends the frames that are new. Those before them are needed to
// read nothing: an entry says what changed, and the changes are held.
func (c *core) heardFrames(f *wire.Feed) {
	shape := wire.Shape{Players: c.set.players, InputBytes: c.set.inputBytes}
	stride := c.set.inputBytes + 1
	next := c.watched
	if Frame(f.First) > next {
		return // behind a gap
	}
	rest, ok := f.Entries, true
	for n := range f.Count {
		known := Frame(f.First)+Frame(n) < next
		var changed uint16
		rest, ok = wire.NextEntry(rest, &shape, func(p int, control byte, in []byte, why uint8) {
			if known {
				return
			}
			changed |= 1 << p
			if in == nil {
				c.watch.absent |= 1 << p
				c.watch.why[p] = why
				return
			}
			c.watch.absent &^= 1 << p
			entry := c.watch.frame[p*stride : (p+1)*stride]
			copy(entry, in)
			entry[stride-1] = control
		})
		if !ok {
			c.stats.Malformed++
			return
		}
		if !known && !c.appendWatched(stride) {
			return
		}
	}
}

// appendWatched makes the frame just read part of the logs; false when nobody
// plays what is already there.
func (c *core) appendWatched(stride int) bool {
	for p := range c.logs {
		if l := &c.logs[p]; !l.sealed && !l.room() {
			return false
		}
	}
	for p := range c.logs {
		l := &c.logs[p]
		switch {
		case l.sealed && c.watch.absent>>p&1 == 0: // it is back
			c.unseal(p, c.watched)
			c.tell(Event{Kind: EventReturned, Peer: -1, Player: p, Frame: c.watched})
			l.append(c.watch.frame[p*stride:(p+1)*stride], c.frame)
		case l.sealed:
		case c.watch.absent>>p&1 == 1:
			c.reason[p] = reasonOf(c.watch.why[p])
			c.seal(p)
		default:
			l.append(c.watch.frame[p*stride:(p+1)*stride], c.frame)
		}
	}
	c.watched++
	return true
}

// packAck builds the acknowledgement that is due, nil if none is.
func (c *core) packAck(e *endpoint) []byte {
	since := c.now - e.lastSent
	bye := c.state == Leaving || e.byes > 0
	switch {
	case e.out == 0 || c.state == Synchronizing || c.state == Closed && e.byes == 0:
		return nil
	case bye && since < byeEvery && e.lastSent > c.birth:
		return nil
	case !bye && (since < c.set.frameTime*3/4 || !e.owed && since < keepAlive):
		return nil
	}
	a := wire.FeedAck{Life: c.life(), Stamp: c.watch.stamp, Next: int64(c.watched),
		Hold: uint16(min(c.now-c.watch.stampAt, maxHold) / holdUnit)}
	if bye {
		a.Bye = uint8(max(c.farewell, ReasonLeft))
		e.byes = max(e.byes-1, 0)
		if c.state == Leaving {
			if c.byesSent++; c.byesSent == spectatorByes {
				e.heardBye = true
			}
		}
	}
	e.owed, e.lastSent = false, c.now
	return wire.AppendFeedAck(c.buf, e.out, &a)
}

// spectatorByes is how often a spectator says goodbye: nobody waits for it.
const spectatorByes = 3

// judgeHost notices a host that is silent or gone.
func (c *core) judgeHost() {
	e := &c.peers[0]
	c.forgive()
	if !e.lost {
		c.noteSilence(e)
		if c.silent(e) {
			e.lost, e.reason = true, e.silence()
		}
	}
	if e.lost && c.frame >= c.watched {
		c.close(e.reason, nil) // everything that came was shown
	}
}

// Behind is how many frames a spectator has to catch up with its host, or the
// host's delay more than that.
func (s *Session[S, I]) Behind() int { return int(max(s.watch.head-s.frame, 0)) }

// catchUp is how many frames the next Advance of a spectator runs.
func (c *core) catchUp() int {
	if c.watch.head-c.frame > Frame(c.set.catchUpOver) {
		return c.set.catchUp
	}
	return 1
}
