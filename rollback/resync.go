package rollback

import (
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// How a match goes on after a desync. The authority (the lowest seat of those who
// agree, if they are the most, else the lowest of all) writes "resync" beside an
// input of its own, of frame r. The state of frame g = r+1 is then nobody's own
// business any more: everybody takes the authority's. Nothing from g on counts as
// final until it is there; then the session goes back to g and runs forward as
// after any misprediction.

// resyncs is what a session knows of its last resync.
type resyncs struct {
	record    Frame // r of the last one, NoFrame = none
	seat      int   // whose record
	frame     Frame // g, whose state all take over; NoFrame = none yet
	pending   bool  // that state is not here yet
	authority int   // index into peers, local = -1
	arrived   *endpoint
	since     time.Duration // when the record was heard
	waits     bool          // its state is not asked for yet: a report comes first
}

// resyncPause is how many frames pass until a second resync: what breaks again
// at once is not to be mended so.
const resyncPause = 600

// mendPatience is how long the one whose turn it seems to be is waited for.
const mendPatience = 2 * time.Second

func newResyncs() resyncs { return resyncs{record: NoFrame, frame: NoFrame} }

// mend begins a resync if this endpoint is the authority. It is asked until a
// record is there: an authority may die with its own.
func (c *core) mend(err *DesyncError) {
	side := err.Agree
	if alone := err.Alone(); alone != 0 {
		side = (err.Agree | err.Differ) &^ alone
	} else {
		side |= err.Differ
	}
	// Who was heard last may be told otherwise: what one side takes for the majority
	// the other does not. When nobody begins, the lowest of all does.
	if side &^= c.frozen; side == 0 || c.now-c.mendFrom > mendPatience {
		side = uint16(1<<c.set.players-1) &^ c.frozen
	}
	if !c.set.host && c.owner[lowest(side)] == local && !c.resyncs.pending && c.state == Running {
		c.pause.owed[lowest(c.set.own)] = controlResync
	}
}

// mayMend tells whether a record would count by now.
func (r *resyncs) mayMend(f Frame) bool { return r.record == NoFrame || f > r.record+resyncPause }

// heardResync takes in a record of player p beside the input of frame f. Of two
// that compete the lower counts.
func (c *core) heardResync(p int, f Frame) {
	if c.away {
		c.beginAgain() // the state that this endpoint came in with is nobody's any more
		return
	}
	r := &c.resyncs
	lower := f < r.record || f == r.record && p < r.seat
	if c.set.host || r.record != NoFrame && f <= r.record+resyncPause && !lower {
		c.stats.Refused++
		return
	}
	r.record, r.seat, r.frame, r.pending, r.arrived = f, p, f+1, true, nil
	r.authority, c.mendBy, c.mendFrom = c.owner[p], 0, 0
	r.since, c.exchangeDue = c.now, true
	c.confirm()
	c.wrong(f + 1)
	c.tellBefore()
	every := Frame(max(c.set.checksumEvery, 1))
	c.sums.next = max(c.sums.next, (f/every+1)*every+every)
	c.sums.differ, c.sums.told = NoFrame, false
	if r.waits = c.explains(r.authority); r.authority != local && !r.waits {
		c.fetch(&c.peers[r.authority], wire.WhatResync, r.frame)
	}
	if l := c.set.log; l != nil {
		l.Warn("resync", "frame", int64(r.frame), "authority", p)
	}
}

// tellBefore tells of a desync that is known and not judged yet: what it rests on
// is about to be forgotten.
func (c *core) tellBefore() {
	if c.sums.differ != NoFrame && !c.sums.told {
		c.sums.since -= judgeAfter
		c.judgeSums()
	}
	if c.explain.active && c.explain.desync == nil {
		c.explain = explaining{}
	}
}

// explains tells whether a state to report on is still coming from that peer: one
// thing at a time is asked of a link.
func (c *core) explains(peer int) bool {
	x := &c.explain
	return peer != local && x.active && x.peer == peer && x.report == nil && !x.ready
}

// fetchLate asks for the state of a resync once the report has what it wants, or
// has had its time.
func (c *core) fetchLate() {
	r := &c.resyncs
	late := c.now-r.since > haltAfter
	if !r.waits || c.explains(r.authority) && !late {
		return
	}
	if r.waits = false; late {
		c.explain.cutOff()
	}
	if r.authority != local && !c.peers[r.authority].lost {
		c.fetch(&c.peers[r.authority], wire.WhatResync, r.frame)
	}
}

// orphaned tells whether the state that is waited for was to come from one who is
// gone.
func (c *core) orphaned() bool {
	a := c.resyncs.authority
	return a != local && c.peers[a].lost
}

// judgeResync looks for another source when the authority is gone: a survivor
// who has its state, else the lowest seat's own.
func (c *core) judgeResync() {
	r := &c.resyncs
	c.fetchLate()
	if !c.orphaned() || c.away {
		return
	}
	best, holder := lowest(c.set.own), false
	source := local
	for i := range c.peers {
		e := &c.peers[i]
		if e.lost {
			continue
		}
		if e.record.Frozen != c.frozen || e.record.Era != c.era || Frame(e.record.Resync) != r.frame {
			return // its word is still to come
		}
		if e.record.Holds && !holder || e.record.Holds == holder && e.origin < best {
			best, holder, source = e.origin, e.record.Holds, i
		}
	}
	if r.authority = source; source != local {
		c.fetch(&c.peers[source], wire.WhatResync, r.frame)
	}
}

// resynced: the state of g is in its slot.
func (c *core) resynced() {
	r := &c.resyncs
	r.pending, r.arrived = false, nil
	if c.firstWrong = NoFrame; c.frame > r.frame { // all before is final
		c.firstWrong = r.frame
	}
	peer, seat := Peer(-1), r.seat
	if r.authority != local {
		peer, seat = c.peers[r.authority].id, c.peers[r.authority].origin
	}
	c.stats.Resyncs++
	for i := range c.peers {
		s := &c.peers[i].sums
		sent := s.sent
		*s = newPeerSums()
		s.sent = max(sent, c.sums.next-Frame(max(c.set.checksumEvery, 1)))
	}
	c.tell(Event{Kind: EventResynced, Peer: peer, Player: seat, Frame: r.frame})
	c.confirm()
	if c.set.spectators > 0 {
		c.showResync(r.frame)
	}
}

// showResync has every spectator begin anew: what it is shown next follows from
// a state that it does not have.
func (c *core) showResync(g Frame) {
	var entries []byte
	for p := range c.logs {
		entries = c.logs[p].appendEntry(entries, g-1)
	}
	c.hist.restart(g, entries, c.absentIn(entries))
	c.allMustJoin()
}

// allMustJoin: no spectator can go on without a state.
func (c *core) allMustJoin() {
	for i := range c.watchers {
		c.watchers[i].mustJoin = true
	}
}
