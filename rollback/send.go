package rollback

import "example.com/backstep/rollback/internal/wire"

// emit yields what is to be sent now, at most one packet a link. A packet is
// valid until the next call into the session.
func (c *core) emit(yield func(Peer, []byte) bool) {
	if !c.alive {
		return
	}
	c.record()
	c.trim()
	if c.parcelsHeld {
		c.forgetParcels()
	}
	trouble := c.troubled()
	for i := range c.peers {
		e := &c.peers[i]
		if b := c.pack(e, trouble); b != nil && !c.hand(e, b, yield) {
			return
		}
		if e.transfers() && !c.sendTransfers(e, yield) {
			return
		}
	}
	for i := range c.watchers {
		w := &c.watchers[i]
		if !w.used {
			continue
		}
		if b := c.packWatcher(w); b != nil && !c.hand(&w.endpoint, b, yield) {
			return
		}
		if w.transfers() && !c.sendTransfers(&w.endpoint, yield) {
			return
		}
	}
	c.finishLeaving()
}

// hand counts a packet and gives it out.
func (c *core) hand(e *endpoint, b []byte, yield func(Peer, []byte) bool) bool {
	e.PacketsOut++
	e.BytesOut += uint64(len(b))
	c.stats.PacketsOut++
	c.stats.BytesOut += uint64(len(b))
	return yield(e.id, b)
}

// pack builds the packet that is due on one link, nil if none is.
func (c *core) pack(e *endpoint, trouble bool) []byte {
	switch {
	case c.refusalDue(e):
		return c.packRefusal(e, c.buf)
	case c.helloDue(e):
		return c.packHello(e, c.buf)
	case e.host:
		return c.packAck(e)
	case e.out == 0 || c.state == Closed || !c.gameDue(e, trouble):
		return nil
	}
	return c.packGame(e, trouble)
}

// gameDue tells whether there is something to say: new inputs at once, all the
// rest at most once a frame.
func (c *core) gameDue(e *endpoint, trouble bool) bool {
	if e.fresh && c.state == Running && !e.lost && !c.away {
		return true // the usual case
	}
	since := c.now - e.lastSent
	switch {
	case e.lost && e.guest:
		return c.guestNow() == e && since >= c.turn()*3/4
	case c.away && c.state == Running:
		return c.sponsor == e && !e.lost && since >= c.turn()*3/4
	case e.lost:
		return e.owed || e.byes > 0 && since >= byeEvery
	case c.state == Leaving:
		return e.locked && !e.heardBye && since >= byeEvery
	case c.state != Running:
		return false
	case since < c.turn()-c.set.frameTime/4:
		return false
	}
	return e.owed || e.owesPong || since >= keepAlive || c.gossipDue(e, trouble) ||
		c.unacked(e) && since >= c.resendEvery(e)
}

func (c *core) packGame(e *endpoint, trouble bool) []byte {
	g := &c.out
	g.Reset(int64(c.frame))
	g.Sealed = c.sealed
	for p := range c.logs {
		g.Have[p] = int64(c.logs[p].have)
	}
	switch {
	case !e.lost:
		if e.coming {
			c.hideEnds(e, g)
		}
		c.packExtras(e, g, trouble)
		c.packRuns(e, g)
	case e.guest:
		c.packGuest(e, g)
	case e.byes > 0:
		e.byes--
		c.packBye(g, e.reason)
		if e.reason == ReasonTimeout { // with what the reader needs to judge who was cut off
			c.refresh()
			g.Gossip, g.Records, g.Record[0] = true, 1, c.self
		}
	}
	shape := wire.Shape{Players: c.set.players, InputBytes: c.set.inputBytes, Owned: c.set.own}
	b := wire.AppendGame(c.buf, &shape, e.out, g, (*source)(c))
	for i := range g.Run[:g.Runs] {
		if r := &g.Run[i]; c.owner[r.Seat] != local {
			f := &e.forward[r.Seat]
			if last := Frame(r.First) + Frame(r.N) - 1; f.probe == NoFrame && last > f.sent {
				f.probe, f.probeAt = last, c.now
			}
			f.sent = max(f.sent, Frame(r.First)+Frame(r.N)-1)
			e.Forwarded += uint64(r.N)
		}
	}
	if c.frame > e.sentFrames && c.state == Running {
		e.clock.mine.add(c.depthOn(e))
	}
	e.fresh, e.owed = false, false
	e.lastSent, e.sentFrames = c.now, c.frame
	e.resends++
	return b
}

func (c *core) packExtras(e *endpoint, g *wire.Game, trouble bool) {
	if c.frame == e.sentFrames || trouble || c.away {
		g.HasLife, g.Life = true, c.life()
	}
	if e.pingDue(c.now) && c.state == Running {
		g.HasPing, g.Ping = true, e.sendPing(c.now)
	}
	if e.owesPong {
		g.HasPong, g.Pong, g.Hold = true, e.pong, e.hold(c.now)
		e.owesPong = false
	}
	if s, ok := c.sumToSend(e); ok && !c.away {
		g.HasSum, g.SumFrame, g.Sum = true, int64(s.frame), s.sum
	}
	if c.state == Leaving {
		c.packBye(g, c.farewell)
	}
	if c.gossipDue(e, trouble) && !c.away {
		c.packGossip(e, g)
	}
}

func (c *core) packBye(g *wire.Game, why Reason) {
	g.HasBye, g.Bye = true, uint8(why)
	for _, p := range c.set.seats {
		g.Ends[p] = int64(c.logs[p].have)
	}
}

// packRuns lists, in seat order, what the peer lacks of the own logs, and of
// others' where it lags.
func (c *core) packRuns(e *endpoint, g *wire.Game) {
	for p := range c.logs {
		l := &c.logs[p]
		from := e.theirs[p]
		switch {
		case c.owner[p] == int(e.id) || from >= l.have:
			if c.owner[p] != local && c.owner[p] != int(e.id) {
				c.forwards(e, p) // notes that it caught up
			}
			continue
		case c.owner[p] != local && !c.forwards(e, p):
			continue
		case e.unheard || from >= 0 && !l.holds(from) || from < 0 && !l.holds(0):
			continue // it lags behind what is kept
		}
		g.Run[g.Runs] = wire.Run{Seat: p, First: int64(from + 1), N: int(min(l.have-from, wire.MaxRun))}
		if c.owner[p] == local && c.timely(e, l, from) {
			g.Run[g.Runs].Newest = spareInputs
		}
		g.Runs++
	}
}

// spareInputs is how many of the newest inputs a packet carries where all that
// are on the way would be heavy, since they do not compress: as many packets in
// a row may be lost without costing anything.
const spareInputs = 3

// timely tells whether what the peer has not acknowledged was sent in packets
// that it has had no time to acknowledge: then the older inputs are very likely
// there. Where an acknowledgement is late, or nothing new is there to send, all
// that it lacks goes out.
func (c *core) timely(e *endpoint, l *inputLog, from Frame) bool {
	if c.frame == e.sentFrames || e.clock.samples < firstPings || c.set.sendEvery > 1 || c.state != Running {
		return false
	}
	return from >= l.have-Frame((e.clock.rtt+2*e.clock.jitter)/c.set.frameTime)-2
}

// finishLeaving closes the session once everybody has heard the goodbye.
func (c *core) finishLeaving() {
	if c.state == Leaving && c.farewellDone() {
		var err error
		if c.farewell == ReasonDesync && c.lastDesync != nil {
			err = c.lastDesync
		}
		c.close(c.farewell, err)
	}
}
