package sim

import (
	"fmt"
	"slices"
	"time"

	"example.com/backstep/rollback"
)

const (
	aliveWithin = time.Second     // after healing, to advance again
	steadyFor   = 2 * time.Second // then, to confirm frames at a rate
	linger      = time.Second     // a goodbye is repeated for this long
)

// heal ends every fault. What is under way is lost, so that nobody is helped by
// a packet of the bad time.
func (w *world) heal() error {
	w.net.HealAll()
	w.net.Flush()
	clear(w.cuts)
	clear(w.holds)
	for _, h := range w.hosts {
		clear(h.until[:MuteEvents])
		h.injected = nil
	}
	return w.net.SetAll(w.plan.Calm)
}

// converge asks for life after healing. What is no fault of the network heals
// late: of one that was killed the others must first notice the silence.
func (w *world) converge() error {
	for tries := 1; ; tries++ {
		if err := w.advanceTo(w.now + w.patience()); err != nil {
			return err
		}
		before := w.frames()
		if err := w.advanceTo(w.now + aliveWithin); err != nil {
			return err
		}
		stuck := w.find(func(h *host) bool { return w.lively(h) && h.Frame() == before[h.id] })
		switch {
		case stuck == nil:
			if err := w.progress(); err != nil {
				return err
			}
			if err := w.survive(); err != nil {
				return err
			}
			return w.watched()
		case w.find(w.haunts) == nil || tries == maxTries:
			return fmt.Errorf("%v, host %d: still at frame %d (%v, waits for %b) a second after healing",
				w.now, stuck.id, stuck.Frame(), stuck.State(), stuck.lastWait)
		}
	}
}

// maxTries: one loss may bring the next to light, but not for ever.
const maxTries = 4

// patience is how long something other than the engine may hold somebody up.
// Who is gone without everybody knowing it, or the news of whose last life
// comes only now, is waited for until the timeout.
func (w *world) patience() time.Duration {
	switch {
	case w.find(w.haunts) != nil:
		return linger + w.plan.Timeout + aliveWithin
	case w.find(func(h *host) bool { return h.State() == rollback.Synchronizing }) != nil:
		return handshakeGrace
	}
	return 0
}

// haunts tells whether o is gone, or about to go, and somebody who is there has
// not given it up.
func (w *world) haunts(o *host) bool {
	if there(o) {
		return false
	}
	return w.find(func(h *host) bool { return h != o && there(h) && !h.gaveUp(o) }) != nil
}

// handshakeGrace: hellos that nobody answered come once a second.
const handshakeGrace = 3 * time.Second

func (w *world) frames() []rollback.Frame {
	var f []rollback.Frame
	for _, h := range w.hosts {
		f = append(f, h.Frame())
	}
	return f
}

// progress asks for confirmed frames.
func (w *world) progress() error {
	var before []rollback.Frame
	for _, h := range w.hosts {
		before = append(before, h.ConfirmedFrame())
	}
	if err := w.advanceTo(w.now + steadyFor); err != nil {
		return err
	}
	want := rollback.Frame(min(30, w.plan.Rate/2))
	slow := w.find(func(h *host) bool { return w.lively(h) && h.ConfirmedFrame() < before[h.id]+want })
	if slow != nil {
		return fmt.Errorf("%v, host %d: confirmed %d to %d in two seconds after healing, want %d frames",
			w.now, slow.id, before[slow.id], slow.ConfirmedFrame(), want)
	}
	for tries := 1; ; tries++ { // two who are back may have to greet each other anew
		err := w.measured()
		if err == nil || tries > 4 || !w.plan.has(Restart) {
			return err
		}
		if err := w.advanceTo(w.now + aliveWithin); err != nil {
			return err
		}
	}
}

// measured asks that everybody knows how long the way is to those who play with
// it, whatever its clock shows.
func (w *world) measured() error {
	for _, h := range w.hosts {
		for _, o := range w.hosts {
			known := h == o || h.gaveUp(o) || o.gaveUp(h) || h.PeerStats(w.plan.peerOf(h.id, o.id)).RTT > 0
			if !known && w.lively(h) && w.lively(o) && w.plan.Calm.Delay >= 5*ms {
				return fmt.Errorf("%v, host %d: no round trip to host %d was measured", w.now, h.id, o.id)
			}
		}
	}
	return nil
}

// watched asks that whoever watches one who plays on comes to see it: it may
// have to notice that it was forgotten, and then comes from far behind.
func (w *world) watched() error {
	late := func(v *viewer) bool {
		root := w.hosts[w.plan.root(v.id)]
		tooSlow := root.stretch < 0 && v.plan.CatchUp > 0 && v.plan.CatchUp <= 2
		if !w.running(root) || root.State() != rollback.Running || v.behind || v.on == nil && !v.asks || tooSlow {
			return false
		}
		for of := v.plan.Of; of >= len(w.hosts); of = w.plan.Watchers[of-len(w.hosts)].Of {
			if up := w.viewers[of-len(w.hosts)]; up.behind || up.on == nil && !up.asks {
				return false
			}
		}
		most := (catchUpOver+w.plan.FeedLag+5*w.plan.Rate)*depthOf(w.plan, v.id) + w.plan.Window
		return v.on == nil || root.Frame()-v.Frame() > rollback.Frame(most)
	}
	for end := w.now + 2*w.plan.Timeout + 20*time.Second; ; {
		i := slices.IndexFunc(w.viewers, late)
		switch {
		case i < 0:
			return nil
		case w.now >= end:
			return fmt.Errorf("%v, watcher %d: sees frame %d (%v) of %d long after healing", w.now, i, w.viewers[i].Frame(), w.viewers[i].State(), w.hosts[w.plan.root(i)].Frame())
		}
		if err := w.advanceTo(w.now + 500*ms); err != nil {
			return err
		}
	}
}

// catchUpOver is how far behind a watcher may stay without hurrying.
const catchUpOver = 30

// depthOf is how many links lie between a watcher and the players.
func depthOf(p *Plan, i int) int {
	n := 1
	for of := p.Watchers[i].Of; of >= len(p.Hosts); of = p.Watchers[of-len(p.Hosts)].Of {
		n++
	}
	return n
}

// survive asks those who were given up by somebody to go on too, alone or with
// whom they have left, once they have noticed.
func (w *world) survive() error {
	// One that was given up before its match began waits for the handshake's end.
	late := func(h *host) bool { return w.running(h) && !w.lively(h) && h.State() == rollback.Running }
	if w.find(late) == nil {
		return nil
	}
	if err := w.advanceTo(w.now + w.plan.Timeout + aliveWithin); err != nil {
		return err
	}
	before := w.frames()
	if err := w.advanceTo(w.now + aliveWithin); err != nil {
		return err
	}
	if h := w.find(func(h *host) bool { return late(h) && h.Frame() == before[h.id] }); h != nil {
		return fmt.Errorf("%v, host %d: given up by others, still at frame %d (waits for %b)", w.now, h.id, h.Frame(), h.lastWait)
	}
	return nil
}

func (w *world) running(h *host) bool { return there(h) && !w.neverStarts(h) }

func there(h *host) bool {
	return !h.killed && !h.left && h.State() < rollback.Leaving && !h.Rejoining()
}

// lively tells whether the match owes it to h to go on: it takes part, and
// nobody who is still there gave it up.
func (w *world) lively(h *host) bool {
	if !w.running(h) {
		return false
	}
	for _, o := range w.hosts {
		if o != h && !o.killed && o.gaveUp(h) {
			return false
		}
	}
	return true
}

// neverStarts tells whether h waits for somebody who went before the match
// began.
func (w *world) neverStarts(h *host) bool {
	if h.State() != rollback.Synchronizing {
		return false
	}
	return w.find(func(o *host) bool { return !there(o) }) != nil
}

func (h *host) gaveUp(o *host) bool {
	return h != o && h.PeerStats(h.events.plan.peerOf(h.id, o.id)).Disconnected
}

// find returns the first host of a kind, nil if there is none.
func (w *world) find(is func(*host) bool) *host {
	for _, h := range w.hosts {
		if is(h) {
			return h
		}
	}
	return nil
}
