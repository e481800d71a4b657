package sim

import (
	"errors"
	"fmt"
	"time"

	"example.com/backstep/rollback"
)

// rematch begins the next match over the same links, if nobody was lost: each
// host when it is ready for it, with what the others still send of the match
// before under way, and for a while even going on.
func (w *world) rematch(spread int) error {
	if w.find(func(h *host) bool {
		return h.killed || h.left || h.State() != rollback.Running || h.Rejoining() || h.lostAny()
	}) != nil {
		return nil
	}
	id, seed := w.hosts[0].NextMatch()
	for i, a := range w.hosts {
		if otherID, other := a.NextMatch(); otherID != id || other != seed {
			if w.plan.Hostile {
				return nil // a liar's greeting names another match to each; they cannot go on to one
			}
			return fmt.Errorf("host %d: the next match is %x of seed %x, for host 0 it is %x of %x", i, otherID, other, id, seed)
		}
		for _, b := range w.hosts[i+1:] {
			if err := w.pairAgrees(a, b); err != nil {
				return fmt.Errorf("hosts %d and %d, before a rematch: %w", a.id, b.id, err)
			}
		}
	}
	l := newLedger(w.plan, seed)
	w.ledgers = append(w.ledgers, l)
	r := round{uint64(len(w.ledgers)), id, seed}
	if id == [16]byte{} || seed == 0 {
		return errors.New("a rematch without an id or a seed")
	}
	for i := range w.hosts {
		at := w.now
		if spread > 0 {
			at += time.Duration(mix(w.plan.Seed+uint64(i))%uint64(spread)) * ms
		}
		w.later(at, func() error { return w.replace(i, l, r) })
	}
	return nil
}

func (h *host) lostAny() bool {
	for peer := range h.events.synchronized {
		if h.PeerStats(rollback.Peer(peer)).Disconnected {
			return true
		}
	}
	return false
}

// replace gives a host that is still there its next session.
func (w *world) replace(i int, l *ledger, r round) error {
	old := w.hosts[i]
	if old.killed || old.left || old.ledger == l {
		return nil
	}
	h, err := newHost(w.plan, i, 0, l, r)
	if err != nil {
		return err
	}
	h.until = old.until
	w.takeOver(old, h)
	return nil
}

// takeOver puts a host's next session in the place of the former one. Whoever
// watched that has to come back.
func (w *world) takeOver(old, h *host) {
	w.past.addHost(w, old)
	h.next, h.largest, h.stretch = max(old.next, w.now), old.largest, old.stretch
	for _, v := range w.viewers {
		if v.on == &old.party {
			v.goAway(w.now)
		}
	}
	w.hosts[h.id] = h
	w.cast()
}
