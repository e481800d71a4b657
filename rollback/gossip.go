package rollback

import "example.com/backstep/rollback/internal/wire"

// Gossip is what endpoints say of themselves beyond their packets: whom they
// no longer hear, whom they gave up, what they hold of those players' logs.
// Everybody passes on the newest of everybody, so that it crosses a missing
// link. In a healthy match there is nothing to say and nothing is sent.

// troubled tells whether gossip must flow: somebody is deaf to somebody, or a
// lost player's end is not agreed everywhere.
func (c *core) troubled() bool {
	if len(c.peers) < 2 {
		return false // nobody to tell but the one whom it is about
	}
	if c.self.Deaf|c.self.Suspect != 0 || c.frozen&^c.sealed != 0 || c.resyncs.pending && c.orphaned() {
		return true
	}
	for i := range c.peers {
		e := &c.peers[i]
		if e.lost {
			continue
		}
		if e.record.Deaf|e.record.Suspect != 0 || c.frozen&^(e.record.Marked|e.sealed) != 0 {
			return true
		}
	}
	return false
}

func (c *core) gossipDue(e *endpoint, trouble bool) bool {
	return (trouble || e.owesGossip) && c.now-e.lastGossip >= gossipEvery
}

// refresh brings this endpoint's own record up to date; a change of what it
// says makes it newer.
func (c *core) refresh() {
	r := c.self
	r.Life = c.life()
	r.Frozen, r.Marked, r.Era = c.frozen, c.frozen&c.sealed, c.era
	r.Resync, r.Holds = int64(c.resyncs.frame), c.resyncs.frame != NoFrame && !c.resyncs.pending
	for p := range c.logs {
		r.Have[p], r.Why[p] = int64(c.logs[p].have), uint8(c.reason[p])
	}
	r.Deaf, r.Suspect = c.deaf(), c.suspects()
	if r.Version == 0 || !sameNews(&c.self, &r) {
		r.Version++
	}
	c.self = r
}

// sameNews compares what a record is for. How far the logs of present players
// reach changes in every frame and makes no record newer.
func sameNews(a, b *wire.Record) bool {
	if a.Deaf != b.Deaf || a.Suspect != b.Suspect || a.Frozen != b.Frozen || a.Marked != b.Marked || a.Era != b.Era || a.Resync != b.Resync || a.Holds != b.Holds {
		return false
	}
	for p := range a.Have {
		if a.Frozen>>p&1 == 1 && a.Have[p] != b.Have[p] {
			return false
		}
	}
	return true
}

// deaf are the seats whose owner the direct link brings nothing of.
func (c *core) deaf() (seats uint16) {
	for i := range c.peers {
		if e := &c.peers[i]; !e.lost && c.now-e.heard > max(deafAfter, 4*c.turn()) {
			seats |= e.seats
		}
	}
	return seats
}

// suspects are the seats whose owner shows no life by any path.
func (c *core) suspects() (seats uint16) {
	for i := range c.peers {
		if e := &c.peers[i]; !e.lost && c.silent(e) {
			seats |= e.seats
		}
	}
	return seats
}

func (c *core) silent(e *endpoint) bool {
	return e.gone || c.set.timeout > 0 && c.now-e.lived > c.set.timeout
}

// packGossip puts the newest record of everybody but the reader in the packet.
func (c *core) packGossip(e *endpoint, g *wire.Game) {
	c.refresh()
	g.Gossip, g.Records = true, 0
	add := func(r *wire.Record) {
		g.Record[g.Records] = *r
		g.Records++
	}
	add(&c.self)
	for i := range c.peers {
		if o := &c.peers[i]; o.record.Version > 0 && !o.lost {
			add(&o.record)
		}
	}
	e.owesGossip, e.lastGossip = false, c.now
}

// heardGossip takes in what others say, and notes whether the sender lacks
// something that we know.
func (c *core) heardGossip(from *endpoint, g *wire.Game) {
	told := wire.Record{}
	toldOf := func(origin int) *wire.Record {
		for i := range g.Record[:g.Records] {
			if g.Record[i].Origin == origin {
				return &g.Record[i]
			}
		}
		return &told
	}
	for i := range g.Record[:g.Records] {
		c.heardRecord(&g.Record[i])
		if from.lost {
			return
		}
	}
	lacks := toldOf(c.self.Origin).Version < c.self.Version
	for i := range c.peers {
		if o := &c.peers[i]; !o.lost && o != from {
			lacks = lacks || toldOf(o.origin).Version < o.record.Version
		}
	}
	from.owesGossip = from.owesGossip || lacks
}

func (c *core) heardRecord(r *wire.Record) {
	if r.Origin == c.self.Origin {
		return
	}
	e := c.byOrigin(r.Origin)
	if e == nil {
		c.stats.Refused++
		return
	}
	if e.lost || r.Era < c.returnedIn[r.Origin] {
		return // of a former life
	}
	c.forgetOld(r)
	e.unheard = false
	for p := range c.logs {
		if e.seats>>p&1 == 0 {
			c.acknowledge(e, p, Frame(r.Have[p]))
		}
	}
	life := max(r.Life, e.record.Life)
	if life > e.record.Life {
		e.lives(c.now)
	}
	switch {
	case r.Version > e.record.Version:
		e.record = *r
		c.adoptFrozen(e)
	case r.Version == e.record.Version: // progress, to be passed on
		for p := range c.logs {
			e.record.Have[p] = max(e.record.Have[p], r.Have[p])
		}
	}
	e.record.Life = life
}

// forgetOld strikes out what a record says of seats that have come back since.
func (c *core) forgetOld(r *wire.Record) {
	for p := range c.logs {
		if bit := uint16(1) << p; r.Era < c.returnedIn[p] {
			r.Deaf, r.Suspect, r.Frozen, r.Marked = r.Deaf&^bit, r.Suspect&^bit, r.Frozen&^bit, r.Marked&^bit
			r.Have[p] = int64(NoFrame)
		}
	}
}

func (c *core) byOrigin(seat int) *endpoint {
	for i := range c.peers {
		if c.peers[i].origin == seat {
			return &c.peers[i]
		}
	}
	return nil
}
