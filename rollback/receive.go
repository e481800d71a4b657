package rollback

import (
	"bytes"
	"math/bits"

	"example.com/backstep/rollback/internal/wire"
)

// receive takes in one datagram from e: at worst it is counted and dropped.
func (c *core) receive(e *endpoint, b []byte) {
	c.countIn(e, b)
	switch {
	case wire.IsGame(b) && !e.host:
		c.heardGame(e, b)
	case wire.IsAsk(b):
		c.heardAsk(e, b)
	case wire.IsChunk(b):
		c.heardChunk(e, b)
	case wire.IsHello(b) && c.state == Closed:
		if e.refusal.Field != wire.FieldNone && len(b) == wire.MaxPacket {
			e.refusals = max(e.refusals, 1)
		}
	case wire.IsHello(b) && e.lost:
		h, err := wire.DecodeHello(b)
		if err == nil && h.Return && !c.set.host {
			c.heardReturn(e, b)
		} else if err == nil && e.locked && h.Token == e.out && (e.reason == ReasonTimeout || e.reason == ReasonKicked) {
			e.byes = max(e.byes, 1) // it still tries to begin: tell it
		}
	case wire.IsHello(b) && c.state == Running && !e.host && c.hearsReturn(e, b):
		if c.now-e.heard > guestPatience {
			e.gone = true // what played here is no more, if the others do not hear it either
		}
	case wire.IsHello(b):
		c.heardHello(e, b)
	case wire.IsRefusal(b):
		c.heardRefusal(e, b)
	case wire.IsFeed(b) && e.host:
		c.heardFeed(e, b)
	default:
		c.stats.Malformed++
	}
}

func (c *core) countIn(e *endpoint, b []byte) {
	e.PacketsIn++
	e.BytesIn += uint64(len(b))
	c.stats.PacketsIn++
	c.stats.BytesIn += uint64(len(b))
}

// refuses counts a datagram that could not be decoded.
func (c *core) refuses(err error) bool {
	switch err {
	case nil:
		return false
	case wire.ErrForeign:
		c.stats.Foreign++
	default:
		c.stats.Malformed++
	}
	return true
}

// receiveWatcher takes in one datagram of a spectator.
func (c *core) receiveWatcher(w *watcher, b []byte) {
	c.countIn(&w.endpoint, b)
	switch {
	case wire.IsFeedAck(b):
		c.heardFeedAck(w, b)
	case wire.IsAsk(b) && !w.lost:
		c.heardAsk(&w.endpoint, b)
	case wire.IsHello(b) && c.state < Leaving && !w.lost:
		c.heardHello(&w.endpoint, b)
	default:
		c.stats.Malformed++
	}
}

func (c *core) heardGame(e *endpoint, b []byte) {
	g := &c.in
	// Where its frames may be: near its newest known one, or, after a long cut of
	// this link, near ours.
	if c.refuses(wire.DecodeGame(b, &e.shape, e.in, int64(max(e.frames, c.frame)), g)) {
		return
	}
	if e.lost {
		if e.guest {
			c.heardGuest(e, g)
		} else {
			c.heardLost(e, g)
		}
		return
	}
	if c.away && c.sponsor == nil && !g.HasBye {
		return // nothing is known yet that this could go on from
	}
	if !e.locked || c.state == Closed {
		return // it has heard us, but we must hear its hello before we believe anything
	}
	if c.state == Synchronizing && !g.HasBye {
		c.started()
	}
	if c.showLife(e, g) && (g.Sealed|e.sealed != 0 || e.unheard || c.away) {
		c.heardSealed(e, g.Sealed)
	}
	c.heardHeader(e, g)
	if g.HasBye && Reason(g.Bye) == ReasonTimeout {
		c.heardVerdict(e, g)
		return
	}
	c.heardRuns(e, g)
	if g.Gossip && !c.away { // it speaks of a former life of ours
		c.heardGossip(e, g)
	}
	if g.HasBye && !e.lost {
		c.heardGoodbye(e, g)
	}
	if c.state == Closed {
		return
	}
	c.confirm()
	if c.frozen&^c.sealed != 0 {
		c.settle()
	}
}

// heardLost answers an endpoint that was given up: a goodbye is acknowledged,
// and one that does not know yet is told, or it would wait for its own timeout.
// Two halves of a partition have given each other up, so neither listens.
func (c *core) heardLost(e *endpoint, g *wire.Game) {
	fresh := Frame(g.Frames) > e.frames || g.HasLife && g.Life > e.life
	switch {
	case g.HasBye:
		e.owed = true
	case fresh && (e.reason == ReasonTimeout || e.reason == ReasonKicked):
		e.frames, e.life = max(e.frames, Frame(g.Frames)), max(e.life, g.Life)
		e.byes = max(e.byes, 1)
	}
}

// heardVerdict takes in that an endpoint has given us up as silent. If it sits
// with fewer players than we do, it is the one who was cut off, and is lost to
// us; else we are, and the match goes on without us. Equal sides: the lowest
// seat's goes on.
func (c *core) heardVerdict(e *endpoint, g *wire.Game) {
	e.owed = true
	if !g.Gossip || g.Records == 0 || g.Record[0].Origin != e.origin || g.Record[0].Frozen&c.set.own == 0 {
		c.stats.Refused++
		return
	}
	everybody := uint16(1<<c.set.players - 1)
	theirs := everybody &^ (g.Record[0].Frozen | c.sealed)
	ours := c.set.own
	for i := range c.peers {
		if o := &c.peers[i]; o != e && !o.lost && !c.silent(o) {
			ours |= o.seats
		}
	}
	t, o := bits.OnesCount16(theirs), bits.OnesCount16(ours)
	if t > o || t == o && lowest(theirs) < lowest(ours) {
		c.close(ReasonTimeout, nil)
		return
	}
	c.freeze(e, ReasonTimeout)
	c.settle()
	c.goOnWithout(ReasonTimeout)
}

// goOnWithout ends a handshake that has nobody left to wait for, or starts with
// those who are.
func (c *core) goOnWithout(why Reason) {
	if c.state != Synchronizing {
		return
	}
	for i := range c.peers {
		if !c.peers[i].lost {
			c.startIfReady()
			return
		}
	}
	c.close(why, nil)
}

// started: a peer that plays has seen that everybody is ready.
func (c *core) started() {
	for i := range c.peers {
		c.peers[i].ready = true
		if !c.peers[i].locked && !c.peers[i].lost {
			return // our own hello with that one is still going on
		}
	}
	c.isReady = true
	c.start()
}

// showLife counts a packet as a sign of life only if it says something new: a
// repeated datagram proves nothing.
func (c *core) showLife(e *endpoint, g *wire.Game) (fresh bool) {
	if Frame(g.Frames) <= e.frames && !(g.HasLife && g.Life > e.life) {
		return false
	}
	e.frames = max(e.frames, Frame(g.Frames))
	if g.HasLife {
		e.life = max(e.life, g.Life)
	}
	e.heard = c.now
	e.lives(c.now)
	return true
}

// heardSealed takes in which logs the sender of a fresh packet holds to their
// ends. An old one may speak of an end that is none any more.
func (c *core) heardSealed(e *endpoint, sealed uint16) {
	e.sealed, e.unheard = sealed, false
	if ended := sealed &^ e.seats & c.sealed; ended != 0 {
		for p := range c.logs {
			if ended>>p&1 == 1 {
				c.acknowledge(e, p, c.logs[p].have)
			}
		}
	}
	if c.away && c.sponsor == e {
		c.leftMeanwhile(sealed &^ (c.sealed | c.set.own))
	}
}

func (c *core) heardHeader(e *endpoint, g *wire.Game) {
	for p := range c.logs {
		if (e.seats|g.Sealed)>>p&1 == 0 {
			c.acknowledge(e, p, Frame(g.Have[p]))
		}
	}
	if g.HasPing {
		e.owesPong, e.pong, e.pongAt = true, g.Ping, c.now
	}
	if g.HasPong {
		e.heardPong(c.now, g.Pong, g.Hold)
	}
	if g.HasSum {
		c.heardSum(e, Frame(g.SumFrame), g.Sum)
		c.judgeSums()
	}
	if c.state == Leaving && g.Sealed&c.set.own == c.set.own {
		e.heardBye = true
	}
	c.sampleDepth(e, g)
}

// sampleDepth notes how far the sender predicts on our account, if this is its
// newest packet. What it says of our frames is cut to what is possible.
func (c *core) sampleDepth(e *endpoint, g *wire.Game) {
	if Frame(g.Frames) < e.frames || g.HasLife || c.state != Running {
		return // late, or not fresh from an advance
	}
	least := g.Frames - 1
	first := true
	for _, p := range c.set.seats {
		if have := min(g.Have[p], int64(c.logs[p].have)); g.Sealed>>p&1 == 0 && (first || have < least) {
			least, first = have, false
		}
	}
	e.clock.theirs.add(float64(g.Frames - 1 - least))
}

// heardRuns takes the inputs in. A run that starts behind a gap, or whose
// reference is gone, is passed over: the acknowledgement that goes back brings
// the right one.
func (c *core) heardRuns(e *endpoint, g *wire.Game) {
	for i := range g.Run[:g.Runs] {
		e.owed = true
		r := &g.Run[i]
		if c.owner[r.Seat] == local {
			continue
		}
		l := &c.logs[r.Seat]
		first := Frame(r.First)
		reference := first > 0 && !r.FromZero
		if first > l.have+1 || reference && !l.holds(first-1) {
			continue
		}
		in := c.scratch[:c.set.inputBytes+1]
		clear(in)
		if reference {
			copy(in, l.at(first-1))
		}
		walk := &c.walk
		g.Inputs(i, walk)
		skip := 0
		if walk.Same() && reference && first-1 >= l.same {
			skip = max(int(min(l.have+1-first, Frame(r.N))), 0) // known, and nothing in them differs
		}
		for n := skip; n < r.N; n++ {
			walk.Next(in)
			if !c.heardInput(r.Seat, l, first+Frame(n), in) {
				break
			}
		}
	}
}

// heardInput takes in one input that is not behind a gap; false when there is
// no room for more.
func (c *core) heardInput(p int, l *inputLog, f Frame, in []byte) bool {
	k := control(in[len(in)-1])
	if last := len(in) - 1; !k.known() {
		k = controlNone
		in[last] = byte(controlNone) // for everybody alike: no unknown record enters a log
		c.stats.Refused++
	}
	if f <= l.have {
		if l.holds(f) && !bytes.Equal(l.at(f), in) {
			c.stats.Conflicts++ // the first copy stays
		}
		return true
	}
	if l.sealed || !l.room() {
		c.stats.Refused++
		return false
	}
	if l.append(in, c.frame) {
		c.stats.Mispredicted++
		c.wrong(f)
	}
	if k > controlResume {
		c.appended(p, f, k)
	}
	return true
}

func (c *core) heardGoodbye(e *endpoint, g *wire.Game) {
	e.owed = true
	var ends [wire.MaxSeats]Frame
	for p := range c.logs {
		ends[p] = Frame(g.Ends[p])
	}
	why := Reason(g.Bye)
	if why == ReasonNone || why >= reasonCount {
		why = ReasonLeft
	}
	if why == ReasonKicked {
		// Not its end but ours. To play on without those who removed us would only
		// spread a quarrel to endpoints that have not heard of it yet.
		c.close(why, nil)
		return
	}
	c.heardBye(e, why, &ends)
	c.goOnWithout(why)
}
