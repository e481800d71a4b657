package rollback

import (
	"encoding/binary"
	"fmt"
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// What an endpoint needs to come into a match that goes on: the state of a frame
// of which everything before is final, and of each player the entry of the frame
// before and whether it is there at all. All that follows are logs.
//
//	uvarint  era
//	uvarint  1 + the frame of the last resync's record, and a byte: whose it was
//	byte     1 if the frame before stood still
//	per seat its entry (input and control byte), and a byte: 0 for a player who
//	         is there, else the reason why it is not, from this frame on or before
//	...      the state, as a savestate snapshot

// mayJoin tells whether e may have a state to come in with.
func (c *core) mayJoin(e *endpoint) bool {
	if w := c.watcher(e.id); w != nil {
		return !w.lost && c.state == Running
	}
	return e.guest && c.guestNow() == e && c.sealed&e.seats == e.seats // what it did before is over for all
}

// joinable tells whether one can still come in with the state of frame f: the
// logs, or the history, reach back to it and will for some time.
func (c *core) joinable(f Frame) bool {
	return c.parcelEra == c.era && c.parcelSealed == c.sealed && c.reaches(f)
}

// showable tells the same for a spectator, who is shown what follows from the
// history.
func (c *core) showable(f Frame) bool { return c.resyncs.frame <= f && f >= c.hist.first() }

// reaches tells whether what follows frame f is still here, for some time to come.
func (c *core) reaches(f Frame) bool {
	if c.resyncs.pending || c.resyncs.frame > f || c.returned >= f {
		return false // between a return's record and its frame a seat is neither gone nor back
	}
	if c.set.spectators > 0 && f < c.hist.first() {
		return false
	}
	for p := range c.logs {
		l := &c.logs[p]
		if l.sealed && f <= l.have || !l.sealed && f < l.have-l.reach/2 {
			return false // what a player did before it left is part of the state
		}
	}
	return true
}

// leavable is the newest frame whose state may be handed out: all before it is
// final. A spectator gets it only once the frames before it may be shown.
func (c *core) leavable() Frame {
	f := c.settledFrame() + 1
	if c.resyncs.pending {
		f = min(f, c.resyncs.frame-1) // the state of that frame is to be another's
	}
	return f
}

// appendJoin writes what precedes the state of frame f.
func (c *core) appendJoin(dst []byte, f Frame) []byte {
	c.parcelEra, c.parcelSealed = c.era, c.sealed
	dst = binary.AppendUvarint(dst, uint64(c.era))
	dst = binary.AppendUvarint(dst, uint64(c.resyncs.record+1))
	dst = append(dst, byte(c.resyncs.seat))
	paused := byte(0)
	if f > 0 && *c.pausedAt(f - 1) {
		paused = 1
	}
	dst = append(dst, paused)
	for p := range c.logs {
		l := &c.logs[p]
		dst = l.appendEntry(dst, f-1)
		if l.sealed {
			dst = append(dst, byte(max(c.reason[p], ReasonLeft)))
		} else {
			dst = append(dst, 0)
		}
	}
	return dst
}

// appendEntry appends the entry of frame f, zeros and controlAbsent where the
// player is not there, zeros before frame 0.
func (l *inputLog) appendEntry(dst []byte, f Frame) []byte {
	if f >= 0 && !l.absent(f) {
		return append(dst, l.at(f)...)
	}
	dst = append(dst, make([]byte, l.size)...)
	if f >= 0 {
		dst[len(dst)-1] = byte(controlAbsent)
	}
	return dst
}

// joining is a decoded beginning.
type joining struct {
	era     uint64
	resync  Frame // of the last record, NoFrame = none
	seat    int   // whose
	paused  bool
	entries []byte
	why     [wire.MaxSeats]Reason
}

// readJoin reads what appendJoin wrote; rest is the state.
func (c *core) readJoin(b []byte) (j joining, rest []byte, err error) {
	era, n := binary.Uvarint(b)
	if n <= 0 || era > 1<<31 {
		return j, nil, fmt.Errorf("%w: its era", errJoin)
	}
	b = b[n:]
	resync, n := binary.Uvarint(b)
	if n <= 0 || resync > 1<<62 || len(b) < n+2 || int(b[n]) >= c.set.players || b[n+1] > 1 {
		return j, nil, fmt.Errorf("%w: its head", errJoin)
	}
	j.era, j.resync, j.seat, j.paused = era, Frame(resync)-1, int(b[n]), b[n+1] == 1
	b = b[n+2:]
	size := c.set.inputBytes + 1
	for p := range c.logs {
		if len(b) <= size {
			return j, nil, fmt.Errorf("%w: %d bytes for player %d", errJoin, len(b), p)
		}
		j.entries = append(j.entries, b[:size]...)
		if b[size] != 0 {
			j.why[p] = reasonOf(b[size])
		}
		b = b[size+1:]
	}
	return j, b, nil
}

// enter makes this the session of frame f: nothing before it is known here.
func (c *core) enter(from *endpoint, f Frame, j *joining) {
	again := c.frame > 0
	c.frame, c.confirmed, c.firstWrong = f, f-1, NoFrame
	c.feed, c.feedLost = f, again
	c.pause.told, c.pause.frozen = f-1, j.paused
	if f > 0 {
		*c.pausedAt(f - 1) = j.paused
	}
	c.enterSums(f)
	c.era = uint32(j.era)
	c.resyncs = newResyncs()
	if j.resync != NoFrame && !c.set.host {
		c.resyncs.record, c.resyncs.seat, c.resyncs.frame = j.resync, j.seat, j.resync+1
	}
	size := c.set.inputBytes + 1
	for p := range c.logs {
		c.returnedIn[p] = c.era
		c.enterLog(p, f, j.entries[p*size:(p+1)*size], j.why[p])
	}
	for i := range c.peers {
		e := &c.peers[i]
		e.frames = max(e.frames, f)
		e.forgetTheirs()
		e.unheard = true
		if e.taking.what == wire.WhatJoin && e != from {
			e.taking = taking{} // one state is enough
		}
		switch gone := c.sealed&e.seats == e.seats && e.seats != 0; {
		case e.host:
		case gone:
			e.lost, e.reason, e.frozenAt = true, c.reason[e.origin], c.now-time.Hour // who knows when
			e.guest, e.guestFrames = e.out != 0 && e.returns, NoFrame                // it comes back too, and may hold to what we said
			c.frozen |= e.seats
		default:
			e.lost, e.reason = false, ReasonNone
		}
		e.lived, e.heard = c.now, c.now
	}
	c.enterHistory(f, j)
	if !c.set.host && !again {
		c.tell(Event{Kind: EventRunning, Peer: -1, Player: -1, Frame: f})
	}
	c.tell(Event{Kind: EventEntered, Peer: from.id, Player: -1, Frame: f})
}

// enterLog begins player p's log with the entry before frame f.
func (c *core) enterLog(p int, f Frame, entry []byte, why Reason) {
	l := &c.logs[p]
	l.have, l.same, l.floor, l.base, l.gap, l.sealed = f-1, f-1, f-1, f-1, f-1, false
	if f > 0 {
		copy(l.at(f-1), entry)
	}
	c.sealed &^= 1 << p
	c.frozen &^= 1 << p
	gone := why != ReasonNone && !c.set.host || control(entry[l.size-1]) == controlAbsent // a spectator is told frame by frame
	if gone || c.owner[p] == local {
		l.sealed, c.reason[p] = true, max(why, ReasonLeft)
		c.sealed |= 1 << p
		c.frozen |= 1 << p
	}
}

// enterSums forgets the checksums: those of states before f mean nothing here.
func (c *core) enterSums(f Frame) {
	c.sums = newSumHistory()
	every := Frame(max(c.set.checksumEvery, 1))
	c.sums.next = (f + every - 1) / every * every
	for i := range c.peers {
		c.peers[i].sums = newPeerSums()
		c.peers[i].sums.sent = c.sums.next - every
	}
}

// enterHistory begins what spectators are shown, and what is shown to us if we
// are one, with frame f.
func (c *core) enterHistory(f Frame, j *joining) {
	absent := c.absentIn(j.entries)
	if c.set.host {
		c.watched = f
		copy(c.watch.frame, j.entries)
		c.watch.absent, c.watch.why = absent, [wire.MaxSeats]uint8{}
		for p, why := range j.why {
			c.watch.why[p] = uint8(why)
		}
	}
	if c.set.spectators > 0 {
		c.hist.restart(f, j.entries, absent)
		c.allMustJoin() // what they hold of that frame may be another state
	}
}

// absentIn tells whose entries, one after another, say that they are absent.
func (c *core) absentIn(entries []byte) (seats uint16) {
	size := c.set.inputBytes + 1
	for p := range c.logs {
		if control(entries[(p+1)*size-1]) == controlAbsent {
			seats |= 1 << p
		}
	}
	return seats
}

// restart empties the history; it goes on with frame f.
func (h *history) restart(f Frame, entries []byte, absent uint16) {
	h.newest++
	h.oldest, h.next, h.absent = h.newest, f, absent
	copy(h.last, entries)
	h.at(h.newest).begin(f)
}
