package sim

import (
	"fmt"
	"slices"
	"time"

	"example.com/backstep/rollback"
)

// restart ends a host's process, if it still runs, and starts another in its
// place that knows nothing but the configuration.
func (w *world) restart(i int) error {
	old := w.hosts[i]
	if w.now < old.plan.Start || len(w.hosts) == 1 {
		return nil // it did not come yet, or has nobody to come back to
	}
	w.restarts++
	h, err := newHost(w.plan, i, w.restarts, old.ledger, round{seed: old.ledger.seed})
	if err != nil {
		return err
	}
	w.reopen(i)
	w.takeOver(old, h)
	h.next = w.now
	h.loaded = true
	return nil
}

// comesHome has the players of a host that is back press from then on. What the
// session says of it is read at once, muted or not.
func (h *host) comesHome(w *world) error {
	if !h.away || h.Rejoining() {
		return nil
	}
	h.away = false
	if err := h.events.drain(h.Events(), w); err != nil {
		return err
	}
	for _, p := range h.plan.Seats {
		i := slices.IndexFunc(h.events.returns, func(c comeback) bool { return c.player == p })
		if i < 0 {
			return fmt.Errorf("it is back, no event tells it of player %d", p)
		}
		h.ledger.begins(p, h.events.returns[i].frame)
	}
	return nil
}

// corrupt has a field go wrong in the next frame that a host plays.
func (w *world) corrupt(host, n int) {
	if h := w.hosts[host]; !h.killed && !h.game.wrong.is() {
		h.game.wrong = spoiled{h.game.simulated + 1, sound().to, w.plan.flaw(n).do}
	}
}

// takeNew takes in an event after which a host has another state or another
// player than before.
func (l *eventLog) takeNew(e rollback.Event, w *world) error {
	h := w.hosts[l.host]
	switch e.Kind {
	case rollback.EventEntered:
		if h.life == 0 {
			return fmt.Errorf("it was never away")
		}
		l.enter(h, w.hosts[w.plan.hostOf(l.host, e.Peer)], e.Frame)
	case rollback.EventReturned:
		owner := w.plan.owner(e.Player)
		if _, left := l.ends[e.Player]; !left && owner != l.host {
			return fmt.Errorf("it was not away")
		}
		delete(l.ends, e.Player)
		l.returns = append(l.returns, comeback{e.Player, e.Frame})
		h.ledger.returned(e.Player, e.Frame)
	case rollback.EventResynced:
		l.resyncs = append(l.resyncs, e)
		h.resynced(e.Frame)
	}
	return nil
}

// enter begins a host's feed anew, after the state that another gave it.
func (l *eventLog) enter(h, from *host, f rollback.Frame) {
	h.feed.begin(f, &from.feed)
	h.confirmed = f - 1
	h.game.wrong = from.game.wrong
	h.game.wrong.flaw = nil
	clear(l.ends)
	for p := range l.plan.Players {
		if !h.Present(p) && l.plan.owner(p) != h.id {
			l.ends[p] = unknown
		}
	}
}

// resynced has a host's feed go on from the state that all took over.
func (h *host) resynced(f rollback.Frame) {
	i := h.game.index(f)
	s := h.game.saved[i%historyLen]
	if s.Frame != i {
		h.feed.branch = nil // long ago: what was taken over is not known here any more
		return
	}
	h.feed.mended, h.feed.taken = f, &s
	h.game.sums[i%historyLen].Frame = -1 // of what it was before
	h.game.wrong.mend(i)
}

// homeWithin is how long one who is back may take after healing, beyond what
// others need to notice its death, and a few more deaths.
const homeWithin = 12 * time.Second

// home asks that whoever wants its seats back gets them, where those who play on
// are of one mind.
func (w *world) home() error {
	for end := w.now + 3*w.plan.Timeout + homeWithin; ; {
		h := w.find(w.owed)
		switch {
		case h == nil:
			return nil
		case w.now >= end:
			return fmt.Errorf("%v, host %d: not back long after healing (%v, frame %d)", w.now, h.id, h.State(), h.Frame())
		}
		if err := w.advanceTo(w.now + 100*ms); err != nil {
			return err
		}
	}
}

// owed tells whether the match owes it to h to let it in.
func (w *world) owed(h *host) bool {
	if h.killed || h.left || !h.Rejoining() || h.State() >= rollback.Leaving ||
		slices.ContainsFunc(w.plan.Faults, func(f Fault) bool { return f.Kind == Kick || f.Kind == LinkLost }) {
		return false
	}
	plays := func(o *host) bool { return there(o) && o.State() == rollback.Running }
	for _, a := range w.hosts {
		for _, b := range w.hosts {
			if plays(a) && plays(b) && a.gaveUp(b) {
				return false
			}
		}
	}
	return w.find(plays) != nil
}
