package rollback

import (
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// How a player who was lost comes back into its seats, in a new process or over
// a new link, while the others play on:
//
//   - it says in its hello that it returns. Everybody who has given it up
//     answers, and it is a guest.
//   - the sponsor, the endpoint with the lowest seat that is present, gives it a
//     state and, from there on, what it lacks of all logs.
//   - when it has caught up, and everybody present has sealed its former log, the
//     sponsor writes "it returns" beside an input of its own. Who holds that
//     entry, of frame r, has the guest's log begin anew with frame r plus a lead
//     that is the same for all; in between the seats are absent.
//
// One guest comes back at a time.

const (
	// guestPatience is the silence after which another hello may take a guest's
	// place: its process may have died again.
	guestPatience = 750 * time.Millisecond
	// answerPatience is the silence after which a guest greets as if for the first time.
	answerPatience = 2 * time.Second
	// guestTimeout is the least silence after which a guest is given up.
	guestTimeout = 5 * time.Second
	// nearEnough is how many frames behind the sponsor a guest has caught up.
	nearEnough = 3
)

// returnLead is how many frames after the record the player is back. The record
// reaches it meanwhile, and its first inputs are under way when they count.
func (c *core) returnLead() Frame { return Frame(c.set.rate/4 + 8) }

// appended looks at the record that came into a log beside an input.
func (c *core) appended(p int, f Frame, k control) {
	switch {
	case k == controlResync:
		c.heardResync(p, f)
	case k >= controlReturn && k < controlReturn+control(c.set.players):
		c.returns(int(k-controlReturn), f+c.returnLead())
		if e := c.byOrigin(int(k - controlReturn)); e != nil && !e.lost && c.returned == f+c.returnLead() {
			e.coming, e.comingBy, e.comingAt = true, p, f
		}
	}
}

// returns brings the endpoint with that lowest seat back with frame g.
func (c *core) returns(origin int, g Frame) {
	e := c.byOrigin(origin)
	own := c.away && origin == lowest(c.set.own)
	switch {
	case c.set.host:
		return // its host tells when a seat is taken again
	case origin == lowest(c.set.own) && !own && c.set.rejoin:
		// Our return was cut off with the log that it stood in: for the others this is
		// the first.
		c.away = true
		c.beginAgain()
		return
	}
	if !own && (e == nil || !e.lost || c.sealed&e.seats != e.seats) {
		c.stats.Refused++
		return
	}
	seats, peer := c.set.own, Peer(-1)
	if !own {
		seats, peer = e.seats, e.id
		c.revive(e)
	}
	c.era++
	c.returned = g
	for p := range c.logs {
		if seats>>p&1 == 1 {
			c.unseal(p, g)
			c.returnedIn[p] = c.era
			c.tell(Event{Kind: EventReturned, Peer: peer, Player: p, Frame: g})
		}
	}
	if own {
		c.comeHome()
	}
	for i := range c.peers {
		o := &c.peers[i]
		for p := range c.logs {
			if seats>>p&1 == 1 {
				o.theirs[p] = max(o.theirs[p], g-1)
			}
		}
		o.sealed &^= seats
		o.record.Frozen, o.record.Marked = o.record.Frozen&^seats, o.record.Marked&^seats
		o.record.Deaf, o.record.Suspect = o.record.Deaf&^seats, o.record.Suspect&^seats
		o.fresh = true
	}
}

// unseal begins player p's log anew with frame g.
func (c *core) unseal(p int, g Frame) {
	l := &c.logs[p]
	l.floor = max(l.floor, c.needed())
	l.reopen(g)
	bit := uint16(1) << p
	c.sealed &^= bit
	c.frozen &^= bit
	c.reason[p] = ReasonNone
	c.wrong(g)
}

// revive makes a lost endpoint a peer again.
func (c *core) revive(e *endpoint) {
	e.unheard = e.guestFrames == NoFrame // what it holds it says in its first packet
	switch {
	case e.guest:
	case e.locked: // with its former process: we have not met this one yet
		c.welcome(e)
	default: // we are new too, and it may have heard our greeting: that stands
		c.meet(e)
	}
	e.lost, e.guest, e.heardBye, e.interrupted, e.forgiven = false, false, false, false, false
	e.reason, e.resends = ReasonNone, 0
	e.giving = giving{} // it has what it came in with: its last ask may never arrive
	e.record = wire.Record{Origin: e.origin}
	e.forward = [wire.MaxSeats]forwarding{}
	e.sums = newPeerSums()
	e.sums.sent = c.sums.last
	e.lived, e.heard = c.now, c.now
	for p := range c.logs {
		e.forward[p].sent, e.forward[p].probe, e.forward[p].since = NoFrame, NoFrame, c.now
	}
}

// comeHome ends the absence of this endpoint's own players.
func (c *core) comeHome() {
	c.away, c.isReady = false, true
	for i := range c.peers {
		if e := &c.peers[i]; !e.lost {
			e.lived, e.heard, e.fresh = c.now, c.now, true
		}
	}
}

// joinArrived: a state to come in with is here; the next Advance loads it.
func (c *core) joinArrived(e *endpoint) {
	if c.state == Synchronizing && c.set.rejoin || c.away || c.set.host {
		c.entering, c.exchangeDue = e, true
		c.state = max(c.state, Running)
	}
}

// judgeAway stands in for judge while the own players are away: nothing is
// decided but whether there still is a match to come back into.
func (c *core) judgeAway() {
	heard := max(c.birth, c.knocked)
	for i := range c.peers {
		heard = max(heard, c.peers[i].lived)
	}
	if c.set.timeout > 0 && c.now-heard > max(c.set.timeout, c.set.handshakeTimeout/2) {
		c.close(ReasonTimeout, nil)
	}
	c.askToJoin()
}

// askToJoin asks everybody for a state to come in with: the one who sponsors
// answers. One whose answers stop has left, and everybody is asked anew.
func (c *core) askToJoin() {
	if c.sponsor != nil && c.now-c.sponsor.heard > guestPatience && c.entering == nil {
		c.beginAgain()
	}
	if c.sponsor != nil {
		return
	}
	for i := range c.peers {
		e := &c.peers[i]
		if e.locked && c.now-e.heard > answerPatience { // whom we met there may be no more
			e.locked, e.taking = false, taking{}
		}
		if e.locked && !e.lost && e.taking.what == 0 {
			c.fetch(e, wire.WhatJoin, NoFrame)
		}
	}
}

// beginAgain gives up what was begun, and asks everybody anew.
func (c *core) beginAgain() {
	c.sponsor, c.knocked = nil, c.now
	for i := range c.peers {
		c.knockAgain(&c.peers[i])
	}
}

// knockAgain has this endpoint come to e as a new process would: the one who
// answered may have left, and the others may hold us for one who is back already,
// or who has gone again.
func (c *core) knockAgain(e *endpoint) {
	e.locked, e.tries = false, 0 // the tokens stay: this is the same process
	e.handshake.begin(c.now)
	e.taking, e.giving, e.unheard = taking{}, giving{}, true
	e.lost, e.guest, e.gone = false, false, false // who is there the next state tells
}

// leftMeanwhile follows what the sponsor says of players who left while the own
// ones are away: their logs end where they are, it has sent all of them.
func (c *core) leftMeanwhile(seats uint16) {
	for i := range c.peers {
		if e := &c.peers[i]; !e.lost && seats&e.seats != 0 {
			c.freeze(e, ReasonLeft)
			for p := range c.logs {
				if e.seats>>p&1 == 1 {
					c.seal(p)
				}
			}
		}
	}
	c.confirm()
}

// Rejoining tells whether this endpoint is on its way back into its seats
// (Config.Rejoin) and its players' inputs do not count yet.
func (s *Session[S, I]) Rejoining() bool { return s.away }
