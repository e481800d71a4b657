package rollback

import (
	"bytes"
	"fmt"
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// What does not fit in a packet (a state, a list of checksums) is asked for by
// whoever wants it and sent in chunks, beside the game packets of the same link.
// The asker repeats what it lacks until it lacks nothing; the other side keeps
// nothing but the thing itself, made once for everybody who asks.

const (
	// chunksATurn bounds what a transfer adds to one link in a frame's time: some
	// half a megabyte a second.
	chunksATurn = 8
	// askEvery is the time between two asks of which none is answered.
	askEvery = 100 * time.Millisecond
	// keepParcel is how long a thing is kept that nobody asks for.
	keepParcel = 2 * time.Second
	// maxOverhead is what a thing has beside a state's encoding.
	maxOverhead = 1 << 16
	// makeEvery bounds the work that asking can cause.
	makeEvery = 250 * time.Millisecond
)

// parcel is one thing that may be asked for.
type parcel struct {
	frame  Frame // that it belongs to; NoFrame = none is here
	data   []byte
	want   Frame // to be made in the next Advance, NoFrame with wanted = the newest
	wanted bool
	asked  time.Duration
	made   time.Duration // the last time that one was made
}

// giving is what is being sent to an endpoint.
type giving struct {
	ask    wire.Ask      // the newest, What 0 = nothing
	asked  time.Duration // when it last was
	frame  Frame         // of what is sent
	upto   uint32        // chunks before it were sent once at least
	sentAt [wire.ChunkWindow]time.Duration
	turn   time.Duration
}

// taking is what is being asked of an endpoint.
type taking struct {
	what  wire.What // 0 = nothing
	want  Frame     // NoFrame = any
	frame Frame     // of the chunks that come, NoFrame until one does
	total uint32
	data  []byte
	next  uint32 // chunks before it are there
	got   uint64 // bit i: chunk next+1+i is there
	fresh bool   // something came since the last ask
	done  bool
	asked time.Duration
}

func newParcels() (list [wire.Whats]parcel) {
	for i := range list {
		list[i].frame, list[i].made, list[i].asked = NoFrame, -time.Hour, -time.Hour
	}
	return list
}

// fetch begins to ask e for a thing.
func (c *core) fetch(e *endpoint, what wire.What, frame Frame) {
	e.taking = taking{what: what, want: frame, frame: NoFrame, asked: c.now - time.Hour, data: e.taking.data[:0]}
}

// mayAsk tells whether e may have that thing.
func (c *core) mayAsk(e *endpoint, a *wire.Ask) bool {
	switch a.What {
	case wire.WhatJoin:
		return c.mayJoin(e)
	case wire.WhatSums, wire.WhatState:
		return c.set.explain && !e.lost && e.seats != 0
	case wire.WhatResync:
		return c.resyncs.frame == Frame(a.Frame) && (!e.lost || c.watcher(e.id) != nil)
	}
	return false
}

// heardAsk takes in what an endpoint wants, and has it made if it is not here.
func (c *core) heardAsk(e *endpoint, b []byte) {
	var a wire.Ask
	if c.refuses(wire.DecodeAsk(b, e.in, &a)) || !e.locked || c.state == Closed || c.state == Synchronizing {
		return
	}
	if a.Life > e.askLife {
		e.askLife = a.Life
		if e.guest {
			e.lived = c.now
		}
	}
	if !c.mayAsk(e, &a) {
		return
	}
	p := &c.parcels[a.What]
	p.asked, c.parcelsHeld = c.now, true
	e.giving.asked = c.now
	if a.What == wire.WhatJoin && e.guest && a.Frame < 0 && a.Next == 0 {
		e.beginsAnew(a.Life)
		e.giving = giving{asked: c.now}
	}
	if e.giving.ask.What == a.What && e.giving.frame == p.frame && p.frame != NoFrame {
		e.giving.ask = a
		return
	}
	if c.mustMake(e, p, &a) {
		// Not while another is in the middle of the one before: this asker repeats itself.
		if !c.busy(e, a.What) && c.now-p.made > makeEvery {
			p.wanted, p.want, c.exchangeDue = true, Frame(a.Frame), true
		}
		return
	}
	if w := c.watcher(e.id); w != nil && p.frame > c.feedEnd() {
		return // the spectators' delay counts for states too
	}
	e.giving = giving{ask: a, asked: c.now, frame: p.frame}
	if a.What == wire.WhatJoin {
		e.given = p.frame
	}
}

// mustMake tells whether what is there will not do.
func (c *core) mustMake(e *endpoint, p *parcel, a *wire.Ask) bool {
	if a.What == wire.WhatJoin {
		return p.frame == NoFrame || !c.joinable(p.frame) && !(e.seats == 0 && c.showable(p.frame))
	}
	return p.frame != Frame(a.Frame)
}

// busy tells whether somebody else is being given a thing of that kind.
func (c *core) busy(e *endpoint, what wire.What) bool {
	p := &c.parcels[what]
	if p.frame == NoFrame {
		return false
	}
	takes := func(o *endpoint) bool {
		return o != e && o.giving.ask.What == what && o.giving.frame == p.frame && c.now-o.giving.asked < 4*askEvery
	}
	for i := range c.peers {
		if takes(&c.peers[i]) {
			return true
		}
	}
	for i := range c.watchers {
		if w := &c.watchers[i]; w.used && takes(&w.endpoint) {
			return true
		}
	}
	return false
}

// forgetParcels lets go of what nobody asks for any more.
func (c *core) forgetParcels() {
	c.parcelsHeld = false
	for i := range c.parcels {
		p := &c.parcels[i]
		if p.frame != NoFrame && c.now-p.asked > keepParcel && wire.What(i) != wire.WhatResync {
			p.frame, p.data = NoFrame, nil
		}
		c.parcelsHeld = c.parcelsHeld || p.frame != NoFrame
	}
}

// transfers tells whether anything is under way to or from an endpoint.
func (e *endpoint) transfers() bool { return e.giving.ask.What != 0 || e.taking.what != 0 }

// sendTransfers yields the chunks and the ask that are due on one link; false
// when the caller has had enough.
func (c *core) sendTransfers(e *endpoint, yield func(Peer, []byte) bool) bool {
	if c.now-e.giving.asked > keepParcel {
		e.giving.ask.What = 0 // it does not want it any more
	}
	if e.giving.ask.What != 0 && e.out != 0 && !c.sendChunks(e, yield) {
		return false
	}
	if k := &e.taking; k.what != 0 && e.out != 0 && c.askDue(k) {
		k.asked, k.fresh = c.now, false
		frame := k.frame
		if frame == NoFrame {
			frame = k.want
		}
		a := wire.Ask{What: k.what, Frame: int64(frame), Life: c.life(), Next: k.next, Got: k.got}
		return c.hand(e, wire.AppendAsk(c.buf, e.out, &a), yield)
	}
	return true
}

func (c *core) askDue(k *taking) bool {
	since := c.now - k.asked
	return k.fresh && since >= c.set.frameTime*3/4 || !k.done && since >= askEvery
}

func (c *core) sendChunks(e *endpoint, yield func(Peer, []byte) bool) bool {
	g := &e.giving
	p := &c.parcels[g.ask.What]
	if p.frame != g.frame || p.frame == NoFrame || c.now-g.turn < c.set.frameTime*3/4 {
		return true
	}
	g.turn = c.now
	count := wire.Chunks(uint32(len(p.data)))
	again := max(e.clock.rtt*3/2+4*e.clock.jitter, askEvery)
	if e.clock.samples == 0 {
		again = 2 * askEvery
	}
	left := chunksATurn
	for i := g.ask.Missing(0); i < min(count, g.ask.Next+wire.ChunkWindow) && left > 0; i = g.ask.Missing(i + 1) {
		sent := &g.sentAt[i%wire.ChunkWindow]
		if i < g.upto && c.now-*sent < again {
			continue
		}
		*sent, g.upto = c.now, max(g.upto, i+1)
		data := p.data[int(i)*wire.ChunkBytes : min(int(i+1)*wire.ChunkBytes, len(p.data))]
		chunk := wire.Chunk{What: g.ask.What, Frame: int64(p.frame), Total: uint32(len(p.data)), Index: i, Data: data}
		if left--; !c.hand(e, wire.AppendChunk(c.buf, e.out, &chunk), yield) {
			return false
		}
	}
	if g.ask.Next >= count {
		g.ask.What = 0 // it has everything
	}
	return true
}

// heardChunk takes in a part of what was asked for. Memory grows with what has
// come, not with what a chunk claims.
func (c *core) heardChunk(e *endpoint, b []byte) {
	var h wire.Chunk
	if c.refuses(wire.DecodeChunk(b, e.in, &h)) || !e.locked || c.state == Closed {
		return
	}
	k := &e.taking
	if h.What != k.what || k.want != NoFrame && Frame(h.Frame) != k.want {
		return
	}
	k.fresh = true
	if c.away {
		e.lived, e.heard = c.now, c.now
	}
	if k.done {
		return // it did not hear that everything is here
	}
	if int64(h.Total) > int64(c.set.stateLimit)+maxOverhead {
		c.tooLarge(&h)
		return
	}
	if k.frame == NoFrame || h.What == wire.WhatJoin && Frame(h.Frame) > k.frame {
		k.frame, k.total, k.next, k.got, k.data = Frame(h.Frame), h.Total, 0, 0, k.data[:0]
	}
	if Frame(h.Frame) == k.frame && h.Total == k.total {
		k.put(h.Index, h.Data)
	}
	if k.next == wire.Chunks(k.total) {
		k.done = true
		c.arrived(e)
	}
}

// tooLarge refuses a state. Without the one that all go on from, or come in with,
// there is no match to be in.
func (c *core) tooLarge(h *wire.Chunk) {
	c.stats.Refused++
	err := fmt.Errorf("%w: %d bytes, at most %d are taken", ErrStateLimit, h.Total, c.set.stateLimit)
	switch h.What {
	case wire.WhatJoin:
		c.close(ReasonVersion, err)
	case wire.WhatResync:
		c.close(ReasonDesync, err)
	}
}

// put files one chunk.
func (k *taking) put(i uint32, data []byte) {
	if i < k.next || i > k.next+wire.ChunkWindow {
		return
	}
	end := int(i)*wire.ChunkBytes + len(data)
	for len(k.data) < end {
		k.data = append(k.data, make([]byte, end-len(k.data))...)
	}
	copy(k.data[int(i)*wire.ChunkBytes:], data)
	if i > k.next {
		k.got |= 1 << (i - k.next - 1)
		return
	}
	for k.next++; k.got&1 == 1; k.next++ {
		k.got >>= 1
	}
	k.got >>= 1
}

// arrived is told of each thing that is here in full.
func (c *core) arrived(e *endpoint) {
	switch e.taking.what {
	case wire.WhatJoin:
		c.joinArrived(e)
	case wire.WhatSums:
		c.sumsArrived(e)
	case wire.WhatState:
		if x := &c.explain; x.active && x.peer == int(e.id) && e.taking.frame == x.first {
			x.theirs, x.ready = bytes.Clone(e.taking.data), true
		}
	case wire.WhatResync:
		c.resyncs.arrived = e
	}
}
