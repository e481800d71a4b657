package rollback

import (
	"bytes"
	"errors"
	"fmt"

	"example.com/backstep/rollback/internal/wire"
	"example.com/backstep/savestate"
)

var (
	errJoin      = errors.New("rollback: no beginning to come in with")
	errJoinFrame = errors.New("rollback: a state of another frame than was asked for")
)

// needPlan compiles S when states are first to travel.
func (r *resim[S, I]) needPlan() error {
	if r.plan == nil && r.planErr == nil {
		r.plan, r.planErr = savestate.PlanOf[S]()
	}
	return r.planErr
}

// exchange comes in with a state that arrived, makes what others asked for, and
// takes in what they sent. It runs at the start of an Advance, and touches no state
// that is still to be repaired.
func (r *resim[S, I]) exchange(c *core) {
	c.exchangeDue = false
	if err := r.needPlan(); err != nil {
		if c.noStates = true; c.resyncs.pending { // of somebody who cannot know better
			c.close(ReasonDesync, err)
		}
		return
	}
	if c.entering != nil {
		r.enter(c)
	}
	for w := range c.parcels {
		if p := &c.parcels[w]; p.wanted {
			p.wanted = false
			r.make(c, wire.What(w), p)
		}
	}
	r.provide(c)
	if c.resyncs.arrived != nil {
		r.takeOver(c)
	}
	if x := &c.explain; x.listed && !x.compared {
		r.compareLists(c)
	}
	if c.explainDue() {
		c.reported(r.report(c))
	}
	c.exchangeDue = c.exchangeDue || c.explain.active || c.resyncs.pending
}

// make makes one thing that somebody asked for, if it is there.
func (r *resim[S, I]) make(c *core, what wire.What, p *parcel) {
	f, slot, ok := p.want, (*S)(nil), false
	switch what {
	case wire.WhatSums:
		p.data, p.frame, p.made = appendSums(nil, r.sums(c)), p.want, c.now
		return
	case wire.WhatJoin:
		f, slot, ok = r.ring.NewestAtOrBefore(c.leavable())
		ok = ok && c.reaches(f)
	case wire.WhatState:
		if f <= c.leavable() {
			slot, ok = r.ring.Get(f)
		}
	}
	if !ok {
		c.saveNext = c.saveNext || what == wire.WhatJoin
		return
	}
	p.data, p.frame, p.made = nil, f, c.now
	if what == wire.WhatJoin {
		p.data = c.appendJoin(nil, f)
	}
	p.data = r.plan.AppendSnapshot(p.data, f, slot)
}

// provide makes the state of a resync where this endpoint is its source.
func (r *resim[S, I]) provide(c *core) {
	y := &c.resyncs
	if !y.pending || y.authority != local || c.settledFrame() < y.frame-1 {
		return
	}
	slot, ok := r.ring.Get(y.frame)
	if !ok {
		if c.frame == y.frame {
			r.save(c, y.frame)
			slot, _ = r.ring.Get(y.frame)
		} else {
			return // the repair that is due saves it
		}
	}
	p := &c.parcels[wire.WhatResync]
	p.data, p.frame, p.made = r.plan.AppendSnapshot(nil, y.frame, slot), y.frame, c.now
	c.resynced()
}

// takeOver replaces the state of a resync's frame by the authority's, once all
// before it is final here.
func (r *resim[S, I]) takeOver(c *core) {
	y := &c.resyncs
	e := y.arrived
	if !y.pending || c.settledFrame() < y.frame-1 {
		return
	}
	var s S
	f, err := r.decode(c, e.taking.data, &s)
	if err == nil && f != y.frame {
		err = fmt.Errorf("%w: %d instead of %d", errJoinFrame, f, y.frame)
	}
	if err != nil {
		c.stats.Malformed++
		y.arrived = nil
		if e.badJoins++; e.badJoins == maxBadJoins {
			c.close(ReasonDesync, err)
			return
		}
		c.fetch(e, wire.WhatResync, y.frame)
		return
	}
	r.game.Load(&s)
	c.stats.Loads++
	r.ring.Discard(y.frame)
	r.save(c, y.frame)
	p := &c.parcels[wire.WhatResync] // kept, to pass it on if the authority goes
	p.data, p.frame, p.made = bytes.Clone(e.taking.data), y.frame, c.now
	c.resynced()
}

// enter loads the state that came to come in with.
func (r *resim[S, I]) enter(c *core) {
	e := c.entering
	c.entering = nil
	var s S
	j, err := r.entering(c, e.taking.data, e.taking.frame, &s)
	if err != nil {
		c.stats.Malformed++
		if e.badJoins++; e.badJoins == maxBadJoins {
			c.close(ReasonVersion, err)
			return
		}
		c.fetch(e, wire.WhatJoin, NoFrame)
		return
	}
	c.enter(e, e.taking.frame, &j)
	c.sponsor = e
	r.game.Load(&s)
	c.stats.Loads++
	r.ring.Reset()
	r.save(c, c.frame)
}

// maxBadJoins is how many unreadable states are asked for again.
const maxBadJoins = 3

func (r *resim[S, I]) entering(c *core, data []byte, want Frame, s *S) (j joining, err error) {
	if err := r.needPlan(); err != nil {
		return j, err
	}
	j, rest, err := c.readJoin(data)
	if err != nil {
		return j, err
	}
	f, err := r.decode(c, rest, s)
	if err == nil && f != want {
		err = fmt.Errorf("%w: %d instead of %d", errJoinFrame, f, want)
	}
	return j, err
}

// sums lists the checksums of the states that are held and final.
func (r *resim[S, I]) sums(c *core) (list []frameSums) {
	sections := r.plan.Sections()
	if sections > maxSections {
		sections = 0
	}
	last := c.leavable()
	for f := max(last-Frame(min(r.slots, maxListed))+1, 0); f <= last; f++ {
		slot, ok := r.ring.Get(f)
		if !ok {
			continue
		}
		s := frameSums{frame: f, sum: uint32(r.plan.Hash(slot))}
		for i := range sections {
			_, sum := r.plan.Section(i, slot)
			s.sections = append(s.sections, uint32(sum))
		}
		list = append(list, s)
	}
	return list
}

// compareLists finds the first frame whose states differ.
func (r *resim[S, I]) compareLists(c *core) {
	x := &c.explain
	x.compared = true
	for _, theirs := range x.sums {
		slot, ok := r.ring.Get(theirs.frame)
		if !ok || theirs.frame > c.leavable() {
			continue
		}
		if x.oldest == NoFrame {
			x.oldest = theirs.frame
		}
		if uint32(r.plan.Hash(slot)) == theirs.sum {
			x.equal = theirs.frame
			continue
		}
		x.first = theirs.frame
		for i := range min(len(theirs.sections), r.plan.Sections()) {
			if name, sum := r.plan.Section(i, slot); uint32(sum) != theirs.sections[i] {
				x.sections = append(x.sections, name)
			}
		}
		break
	}
	x.ours, x.before = r.snapshot(x.first), r.snapshot(x.first-1)
	if x.equal != x.first-1 {
		x.before = nil
	}
	x.inputs, x.inputsFrom = c.entriesFrom(x.first - 1)
	c.foundFirst()
}

// snapshot is the state of frame f, nil if it is not held.
func (r *resim[S, I]) snapshot(f Frame) []byte {
	slot, ok := r.ring.Get(f)
	if !ok {
		return nil
	}
	return r.plan.AppendSnapshot(nil, f, slot)
}

// report makes the report of what came.
func (r *resim[S, I]) report(c *core) *DesyncReport {
	x := &c.explain
	d := &DesyncReport{Peer: Peer(x.peer), Frame: x.first, OldestHeld: x.oldest, Sections: x.sections,
		Exact: x.first != NoFrame && x.equal == x.first-1}
	var ours, theirs S
	_, err := r.plan.DecodeSnapshot(x.ours, &ours)
	switch {
	case !x.compared:
		d.Missing = "the peer sent no checksums in time"
	case x.first == NoFrame && x.oldest == NoFrame:
		d.Missing = "no frame is held by both sides any more"
	case x.first == NoFrame:
		d.Missing = "all states that both sides hold are equal, field by field: the checksums themselves differ"
	case !x.ready:
		d.Missing = "the peer sent no state in time"
	case err != nil:
		d.Missing = err.Error()
	default:
		if f, err := r.decode(c, x.theirs, &theirs); err != nil || f != x.first {
			d.Missing = fmt.Sprintf("the peer's state of frame %d cannot be read: %v", x.first, err)
			break
		}
		d.Fields = r.plan.Diff(&ours, &theirs, maxFields)
	}
	d.bundle = c.bundleOf(x, r.plan.Signature())
	return d
}

// follow runs what is known of a match that the own players are not in yet, a few
// frames at a time while it is behind.
func (r *resim[S, I]) follow(c *core, step Step) Step {
	if c.sponsor == nil || c.sealed == 1<<c.set.players-1 { // nobody plays
		return step
	}
	if c.firstWrong != NoFrame {
		step.Resimulated = r.repair(c)
		step.RolledBack = c.frame - Frame(step.Resimulated)
	}
	c.tellPauses()
	for n := c.set.catchUp; n > 0 && c.stalled(c.frame) == 0 && (n == c.set.catchUp || c.frame <= c.confirmed); n-- {
		step.Frame, step.Advanced = c.frame, true
		step.Ran++
		r.simulate(c)
	}
	c.refreshLinks()
	return step
}

// decode reads a peer's state, unless it is larger than is allowed here.
func (r *resim[S, I]) decode(c *core, b []byte, s *S) (Frame, error) {
	if n := savestate.SnapshotLength(b); int64(n) > int64(c.set.stateLimit) {
		return NoFrame, fmt.Errorf("%w: %d bytes, at most %d are taken", ErrStateLimit, n, c.set.stateLimit)
	}
	return r.plan.DecodeSnapshot(b, s)
}
