package rollback

import "example.com/backstep/rollback/internal/wire"

// What those who stay do about one who returns: they meet it, and one of them, the
// sponsor, brings it up to date. comeback.go has the whole story.

// heardReturn takes in a hello of an endpoint that wants its seats back.
func (c *core) heardReturn(e *endpoint, b []byte) {
	h, err := wire.DecodeHello(b)
	switch {
	case err != nil:
		c.stats.Malformed++
		return
	case h.To != c.set.own || h.MatchID != [16]byte{} && h.MatchID != c.matchID || h.Version == wire.Version && h.Seats != e.seats:
		c.stats.Foreign++
		return
	case c.state != Running:
		return
	case e.reason == ReasonKicked:
		if len(b) == wire.MaxPacket {
			e.out = h.Token
			c.refuseHello(e, wire.FieldReturn, "was removed", "comes back")
		}
		return
	}
	if !e.guest || h.Token != e.out && c.now-e.lived > guestPatience {
		known := e.handshake
		c.welcome(e)
		if h.Token == known.out && h.Echo == known.in { // the same process: it would not take another token of ours
			e.handshake = known
		}
	}
	if h.Token != e.out && e.out != 0 {
		c.stats.Foreign++
		return
	}
	if h.Echo == e.in || len(b) == wire.MaxPacket {
		e.out, e.owesHello = h.Token, true // so that one who waits for its turn hears that it may
	}
	if h.Echo != e.in || e.locked {
		return
	}
	if field, ours, theirs := c.compare(e, &h); field != wire.FieldNone {
		c.refuseHello(e, field, ours, theirs)
		return
	}
	e.locked, e.owesHello, e.lived = true, true, c.now
	e.blob = append([]byte(nil), h.Blob...)
}

// welcome gives a lost endpoint's place on its link to one who returns.
func (c *core) welcome(e *endpoint) {
	c.guestTokens++
	e.handshake = handshake{in: token(&c.set.entropy, 1<<40+c.guestTokens)}
	e.handshake.begin(c.now)
	c.meet(e)
}

// meet forgets what is known of a lost endpoint's former process.
func (c *core) meet(e *endpoint) {
	e.clock = clock{}
	e.clock.begin(c.now, uint32(e.in))
	e.guest, e.byes, e.gone = true, 0, false
	e.lived, e.askLife, e.life, e.frames = c.now, 0, 0, c.frame
	e.giving, e.taking, e.sealed, e.guestFrames, e.given = giving{}, taking{}, 0, NoFrame, NoFrame
	e.forgetTheirs()
}

// hearsReturn tells whether a hello on a link that is thought to be alive comes
// from a new process: the old one then is gone, if it is not heard either.
func (c *core) hearsReturn(e *endpoint, b []byte) bool {
	h, err := wire.DecodeHello(b)
	return err == nil && h.Return && h.Version == wire.Version && (h.Token != e.out || c.now-e.heard > guestPatience) && h.To == c.set.own && h.Seats == e.seats &&
		(h.MatchID == [16]byte{} || h.MatchID == c.matchID)
}

// beginsAnew forgets what a guest held of the logs: it asks for another state.
func (e *endpoint) beginsAnew(life uint32) {
	e.life, e.guestFrames = max(e.life, life), NoFrame
	e.forgetTheirs()
}

// sponsors tells whether this endpoint has the lowest seat that is present.
func (c *core) sponsors() bool {
	mine := lowest(c.set.own)
	for i := range c.peers {
		if e := &c.peers[i]; !e.lost && e.origin < mine {
			return false
		}
	}
	return !c.away && !c.set.host
}

// guestNow is the guest whose turn it is here, nil if that is nobody's.
func (c *core) guestNow() *endpoint {
	if c.state != Running || !c.sponsors() {
		return nil
	}
	var first *endpoint
	for i := range c.peers {
		e := &c.peers[i]
		if !e.guest || !e.lost || !e.locked {
			continue
		}
		begun := e.guestFrames != NoFrame // its turn goes on
		if first == nil || begun && first.guestFrames == NoFrame || begun == (first.guestFrames != NoFrame) && e.origin < first.origin {
			first = e
		}
	}
	return first
}

// heardGuest takes in a game packet of one who is catching up.
func (c *core) heardGuest(e *endpoint, g *wire.Game) {
	if !e.locked || g.HasBye {
		e.guest = e.guest && !g.HasBye
		return
	}
	if !g.HasLife || g.Life < e.life {
		return // from before it began anew, or not of one who is away
	}
	if g.Life > e.life {
		e.life, e.lived, e.sealed = g.Life, c.now, g.Sealed
	}
	e.guestFrames = Frame(g.Frames) // less than before, if it came in with a state anew
	for p := range c.logs {
		if have := Frame(g.Have[p]); (e.seats|g.Sealed)>>p&1 == 0 && have <= c.logs[p].have {
			e.theirs[p] = have
		}
	}
	e.owed = true
	if g.HasPing {
		e.owesPong, e.pong, e.pongAt = true, g.Ping, c.now
	}
	if g.HasPong {
		e.heardPong(c.now, g.Pong, g.Hold)
	}
	if c.guestNow() == e && c.mayReturn(e) {
		if k := &c.pause.owed[lowest(c.set.own)]; *k == controlNone {
			*k, c.invited = controlReturn+control(e.origin), c.frame
		}
	}
}

// mayReturn tells whether it is time to write that a guest is back.
func (c *core) mayReturn(e *endpoint) bool {
	settled := c.settledFrame()
	switch {
	case c.frozen != c.sealed || c.returned > settled || c.resyncs.pending || c.mendBy != 0 && c.resyncs.mayMend(c.frame):
		return false
	case c.invited != NoFrame && c.frame < c.invited+c.returnLead()+Frame(c.delay[lowest(c.set.own)]):
		return false // it is on its way into the log
	case e.given < c.resyncs.frame:
		return false // what it came in with is nobody's state any more
	case e.guestFrames < settled-nearEnough-Frame((e.clock.rtt+e.clock.jitter)/c.set.frameTime):
		return false
	}
	for i := range c.peers {
		if o := &c.peers[i]; !o.lost && (o.sealed|o.record.Marked)&e.seats != e.seats {
			return false
		}
	}
	return true
}

// hideEnds keeps back where logs end from one whose record of return may still be
// on its way to it: it would end them where it holds them.
func (c *core) hideEnds(e *endpoint, g *wire.Game) {
	if e.coming = e.theirs[e.comingBy] < e.comingAt; !e.coming {
		return
	}
	for p := range c.logs {
		if l := &c.logs[p]; l.sealed && e.theirs[p] < l.have {
			g.Sealed &^= 1 << p
		}
	}
}

// packGuest says to one who is catching up what it lacks of every log. A log's
// end is told only to one who has all of it.
func (c *core) packGuest(e *endpoint, g *wire.Game) {
	g.HasLife, g.Life = true, c.life()
	if e.pingDue(c.now) {
		g.HasPing, g.Ping = true, e.sendPing(c.now)
	}
	if e.owesPong {
		g.HasPong, g.Pong, g.Hold = true, e.pong, e.hold(c.now)
		e.owesPong = false
	}
	for p := range c.logs {
		l := &c.logs[p]
		from := e.theirs[p]
		switch {
		case l.sealed && e.seats>>p&1 == 0 && from < l.have:
			g.Sealed &^= 1 << p // nor to one who has not said yet what it has
		case l.sealed:
			continue
		}
		if e.guestFrames == NoFrame {
			continue
		}
		switch {
		case from >= l.have:
		case from == NoFrame && !l.holds(0): // it may have come in with frame 0; else it knows that this log has ended
		case from != NoFrame && !l.holds(from):
			e.guest = false // it lags behind what is kept: it will hear nothing more, and begin again
		default:
			g.Run[g.Runs] = wire.Run{Seat: p, First: int64(from + 1), N: int(min(l.have-from, wire.MaxRun))}
			g.Runs++
		}
	}
}
