package rollback

import (
	"example.com/backstep/savestate"
)

// resim is the part of a session that runs the game: saved states, predicted
// inputs, rollback.
type resim[S, I any] struct {
	game    Game[S, I]
	codec   Codec[I]
	predict func(I, int) I
	ring    *savestate.Ring[S]
	inputs  []Input[I] // of the frame being run
	fed     []Input[I] // of the frame being fed
	bytes   []byte
	slots   int // of the ring
	plan    *savestate.Plan[S]
	planErr error

	resimulating bool
}

// newResim: the window's predicted states, the confirmed one before them and
// the current one, so that the deepest rollback finds its frame.
func newResim[S, I any](g Game[S, I], codec Codec[I], predict func(I, int) I, set *settings) resim[S, I] {
	slots := set.window + 1 + set.saveEvery + set.keep
	return resim[S, I]{
		game: g, codec: codec, predict: predict, ring: savestate.NewRing[S](slots), slots: slots,
		inputs: make([]Input[I], set.players), fed: make([]Input[I], set.players), bytes: make([]byte, 0, MaxInputBytes+1),
	}
}

// offer appends the local inputs to their logs, each delayed. A raised delay
// leaves a gap, which the last input fills; a lowered one leaves the log
// already long enough, and the sample is not needed.
func (r *resim[S, I]) offer(c *core, samples []I) {
	for i, p := range c.set.seats {
		l := &c.logs[p]
		if l.sealed {
			continue // not back yet
		}
		target := c.frame + Frame(c.delay[p]) // negative while running ahead
		for l.have < target-1 && l.room() {
			r.appendLocal(c, p, r.lastOrZero(l))
		}
		if l.have == target-1 && l.room() {
			// Encoded and decoded like everybody else's: what the codec cannot
			// hold, this simulation must not see either.
			r.bytes = append(r.codec.Append(r.bytes[:0], samples[i]), byte(c.takeControl(p)))
			r.appendLocal(c, p, r.bytes)
		}
	}
	c.confirm()
}

func (r *resim[S, I]) lastOrZero(l *inputLog) []byte {
	r.bytes = r.bytes[:l.size]
	clear(r.bytes)
	if l.have >= 0 {
		copy(r.bytes, l.at(l.have)[:l.size-1])
	}
	return r.bytes
}

func (r *resim[S, I]) appendLocal(c *core, p int, in []byte) {
	l := &c.logs[p]
	if c.set.window == 0 {
		c.refreshLinks() // the others wait for it
	}
	if l.append(in, c.frame) {
		c.wrong(l.have)
	}
	if k := control(in[len(in)-1]); k > controlResume {
		c.appended(p, l.have, k)
	}
}

// simulate runs the next frame: saves the state before it, then advances.
func (r *resim[S, I]) simulate(c *core) {
	f := c.frame
	if c.saves(f) {
		r.save(c, f)
	}
	r.run(c, f, false)
	c.frame++
	c.stats.Frames++
}

// show runs what a spectator has, a few frames at a time while it is behind.
func (r *resim[S, I]) show(c *core) Step {
	step := Step{Frame: c.frame, RolledBack: NoFrame}
	for n := c.catchUp(); n > 0 && c.frame < c.watched; n-- {
		step.Frame, step.Advanced = c.frame, true
		step.Ran++
		r.simulate(c)
	}
	r.check(c)
	c.tellPauses()
	if !step.Advanced {
		c.stats.Stalls++
	}
	return step
}

func (r *resim[S, I]) save(c *core, f Frame) {
	c.saveNext = false
	r.game.Save(r.ring.Slot(f))
	c.stats.Saves++
}

// repair goes back to the first frame that was simulated with something untrue
// and runs forward again to where it was.
func (r *resim[S, I]) repair(c *core) (resimulated int) {
	from := c.firstWrong
	c.firstWrong = NoFrame
	from, slot, ok := r.ring.NewestAtOrBefore(from)
	if !ok {
		panic("rollback: a frame inside the window has no saved state") // an invariant, whatever the network does
	}
	r.game.Load(slot)
	c.stats.Loads++
	r.ring.Discard(from)
	for f := from; f < c.frame; f++ {
		if f > from && c.saves(f) {
			r.save(c, f)
		}
		r.run(c, f, true)
	}
	n := int(c.frame - from)
	c.stats.Rollbacks++
	c.stats.Resimulated += uint64(n)
	c.stats.Depths[min(n, maxDepth)]++
	return n
}

// run advances the game by frame f with what is known or predicted of it.
func (r *resim[S, I]) run(c *core, f Frame, again bool) {
	for p := range c.logs {
		r.inputs[p] = r.input(c, p, f, again)
	}
	if c.pausedIn(f) {
		return // the state of f+1 is the state of f
	}
	r.resimulating = again
	r.game.Advance(r.inputs)
	r.resimulating = false
}

func (r *resim[S, I]) input(c *core, p int, f Frame, again bool) Input[I] {
	l := &c.logs[p]
	if l.absent(f) {
		return Input[I]{}
	}
	if f > l.have {
		r.guess(l, f)
		if !again {
			c.stats.Predicted++
		}
	}
	return Input[I]{Value: r.codec.Decode(l.input(f)), Present: true}
}

// guess writes the prediction of frame f where the truth will be compared with
// it.
func (r *resim[S, I]) guess(l *inputLog, f Frame) {
	slot := l.at(f)
	slot[l.size-1] = byte(controlNone) // nobody guesses a pause
	in := l.input(f)
	if l.have < 0 {
		clear(in)
	} else {
		copy(in, l.input(l.have))
	}
	if r.predict != nil {
		v := r.predict(r.codec.Decode(in), int(f-l.have))
		r.bytes = r.codec.Append(r.bytes[:0], v)
		copy(in, r.bytes)
	}
}

// check computes the checksums that have become final.
func (r *resim[S, I]) check(c *core) {
	for len(c.peers) > 0 {
		f, ok := c.checkable()
		if !ok {
			return
		}
		slot, held := r.ring.Get(f)
		if !held {
			c.sums.next += Frame(c.set.checksumEvery)
			continue
		}
		c.checked(f, r.game.Checksum(slot))
	}
}

func (r *resim[S, I]) confirmedInputs(c *core, yield func(Frame, []Input[I]) bool) {
	for {
		f, ok := c.nextFed()
		if !ok {
			return
		}
		for p := range c.logs {
			r.fed[p] = Input[I]{}
			if l := &c.logs[p]; !l.absent(f) {
				r.fed[p] = Input[I]{Value: r.codec.Decode(l.input(f)), Present: true}
			}
		}
		if !yield(f, r.fed) {
			return
		}
	}
}
