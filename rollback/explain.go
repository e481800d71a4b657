package rollback

import (
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// How a desync is explained, over the links of the match. Each side asks the
// other for the checksums of all the states that it still holds, finds the first
// frame that differs, asks for that state, and compares it with its own, field by
// field. Nothing waits for this; after explainFor the report says what is known.

const explainFor = 4 * time.Second

// explaining is where that stands.
type explaining struct {
	active bool
	peer   int // whom with: an index into peers
	frame  Frame
	since  time.Duration

	sums     []frameSums // theirs
	listed   bool        // they are here
	compared bool        // with ours; then:
	first    Frame       // first frame that both hold and that differs, NoFrame = none
	equal    Frame       // the newest before it that both hold and that does not
	oldest   Frame       // oldest frame that both hold
	sections []string    // that differ in it
	ours     []byte      // our state of it,
	theirs   []byte      // theirs,
	before   []byte      // and the one before, if both hold it and it is equal
	inputs   []byte      // from the frame before it on
	ready    bool

	inputsFrom Frame
	report     *DesyncReport // made, but the event of the desync is not out yet
	desync     *DesyncError  // that event
}

// beginExplaining starts the exchange with e over frame f.
func (c *core) beginExplaining(e *endpoint, f Frame) {
	if !c.set.explain || c.explain.active || e.host {
		return
	}
	c.explain = explaining{active: true, peer: int(e.id), frame: f, since: c.now, first: NoFrame, equal: NoFrame, oldest: NoFrame}
	c.exchangeDue = true
	c.fetch(e, wire.WhatSums, f)
}

// sumsArrived takes in the other side's list.
func (c *core) sumsArrived(e *endpoint) {
	x := &c.explain
	if !x.active || x.peer != int(e.id) || x.listed {
		return
	}
	list, ok := readSums(e.taking.data)
	if !ok {
		c.stats.Malformed++
		return
	}
	x.sums, x.listed = list, true
}

// foundFirst: the first differing frame is known; its state is next.
func (c *core) foundFirst() {
	if x := &c.explain; x.first != NoFrame {
		c.fetch(&c.peers[x.peer], wire.WhatState, x.first)
	}
}

// explainDue tells whether the report is to be made now: all is here, or no more
// will come.
func (c *core) explainDue() bool {
	x := &c.explain
	if !x.active || x.report != nil {
		return false
	}
	return x.ready || x.compared && x.first == NoFrame || c.peers[x.peer].lost || c.now-x.since > explainFor
}

// reported takes in the report that was made, and gives it out once the desync
// itself has been told.
func (c *core) reported(r *DesyncReport) {
	c.explain.report = r
	c.giveReport()
}

func (c *core) giveReport() {
	x := &c.explain
	if !x.active || x.report == nil || x.desync == nil {
		return
	}
	r := x.report
	r.Desync = x.desync
	c.explain = explaining{}
	c.tell(Event{Kind: EventDesyncReport, Peer: r.Peer, Player: -1, Frame: r.Frame, Reason: ReasonDesync, Err: r.Desync, Report: r})
	if l := c.set.log; l != nil {
		l.Error("desync report", "report", r.String())
	}
	c.actOn(r.Desync)
}

// cutOff ends the exchange: the report is made of what is there.
func (x *explaining) cutOff() {
	if x.active && x.report == nil {
		x.since -= 2 * explainFor
	}
}

// actOn follows the configured policy, once the report is out or none is wanted.
func (c *core) actOn(err *DesyncError) {
	switch c.set.onDesync {
	case HaltOnDesync:
		c.haltAt = c.now + haltAfter
	case ResyncOnDesync:
		if err.Frame <= c.resyncs.frame {
			return // mended while the report was made
		}
		c.mendBy = c.now + haltAfter
		c.judgeMend()
	}
}

// judgeMend begins a resync, once nobody asks any more for what it will replace.
func (c *core) judgeMend() {
	if c.askedLately() && c.now < c.mendBy || !c.resyncs.mayMend(c.frame) {
		return
	}
	if c.mendFrom == 0 {
		c.mendFrom = c.now
	}
	c.mend(c.lastDesync)
}

// askedLately tells whether somebody's report still needs something of here.
func (c *core) askedLately() bool {
	asked := max(c.parcels[wire.WhatSums].asked, c.parcels[wire.WhatState].asked)
	return c.set.explain && c.now-asked < 2*askEvery
}

// haltAfter is how long a session goes on serving the other side's questions before
// it leaves, or at most before it begins a resync.
const haltAfter = time.Second

// judgeHalt leaves the match when the time has come, and nobody asks any more for
// what their report needs.
func (c *core) judgeHalt() {
	if c.now >= c.haltAt && c.state == Running && !(c.askedLately() && c.now < c.haltAt+explainFor) {
		c.haltAt = 0
		c.leave(ReasonDesync)
	}
}

// entriesFrom is every player's entry of the frames from f on that are final and
// held, and the first of them.
func (c *core) entriesFrom(f Frame) (entries []byte, first Frame) {
	last := c.settledFrame()
	first = max(f, 0)
	for p := range c.logs {
		l := &c.logs[p]
		first = max(first, l.have-l.reach+1, l.base+1)
	}
	for g := first; g <= last; g++ {
		for p := range c.logs {
			entries = c.logs[p].appendEntry(entries, g)
			if k := &entries[len(entries)-1]; control(*k) != controlAbsent {
				*k = byte(controlNone)
			}
		}
	}
	return entries, first
}

// bundleOf gathers what a bundle holds.
func (c *core) bundleOf(x *explaining, plan uint64) Bundle {
	return Bundle{
		GameID: c.set.game, Build: c.set.build, Plan: plan, Seed: c.seed, MatchID: c.matchID,
		Players: c.set.players, InputBytes: c.set.inputBytes, Rate: c.set.rate,
		Own: c.set.own, Peer: c.peers[x.peer].seats, Frame: x.first, Checked: x.frame,
		Before: x.before, Ours: x.ours, Theirs: x.theirs, First: x.inputsFrom, Inputs: x.inputs,
	}
}
