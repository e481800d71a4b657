package sim

import (
	"errors"
	"slices"
	"time"

	"example.com/backstep/rollback"
)

// action is a change of the world at a time.
type action struct {
	at time.Duration
	do func() error
}

// plot turns the plan's faults into actions, each with its end.
func (w *world) plot() []action {
	var list []action
	for i := range w.plan.Faults {
		f := &w.plan.Faults[i]
		w.taped = w.taped || f.Kind >= Mutated && f.Kind <= Lied
		list = append(list, action{f.At, func() error { return w.start(f) }})
		if f.Kind == Cut || f.Kind == Partition || f.Kind == Hold {
			list = append(list, action{f.At + f.For, func() error { w.stop(f); return nil }})
		}
	}
	slices.SortStableFunc(list, func(a, b action) int { return int(a.at - b.at) })
	return list
}

func (w *world) start(f *Fault) error {
	switch f.Kind {
	case Cut, Partition, Hold:
		w.sever(f, 1)
	case Repolicy:
		return w.net.SetPolicy(f.A, f.B, f.Policy)
	case Stall:
		h := w.hosts[f.A]
		h.next = max(h.next, f.At+f.For)
	case MuteEvents, MuteFeed:
		w.hosts[f.A].until[f.Kind] = f.At + f.For
	case Redelay:
		return w.redelay(f.A, f.N)
	case Pause, Resume:
		return w.ask(f.A, f.Kind)
	case Reopen:
		w.reopen(f.A)
	case Rerate:
		w.hosts[f.A].stretch = f.N
	case Rematch:
		return w.rematch(f.N)
	case LinkLost:
		if h := w.hosts[f.A]; !h.killed && h.ticks > 0 {
			return h.LinkLost(h.clock(w.now), w.plan.peerOf(f.A, f.B))
		}
	case Doze, Vanish, Dismiss:
		return w.disturb(f)
	case Restart:
		return w.restart(f.A)
	case Corrupt:
		w.corrupt(f.A, f.N)
	case Mutated, Truncated, Replayed, Foreign, Lied:
		for range f.N {
			w.inject(f)
		}
	default:
		return w.end(f)
	}
	return nil
}

func (w *world) stop(f *Fault) { w.sever(f, -1) }

// sever counts the faults that break a link: it works again when the last of
// them is over.
func (w *world) sever(f *Fault, by int) {
	for from := range w.hosts {
		for to := range w.hosts {
			inside := f.Kind == Partition && f.N>>from&1 != f.N>>to&1 ||
				f.Kind != Partition && from == f.A && to == f.B
			if from == to || !inside {
				continue
			}
			if f.Kind == Hold {
				w.holds[w.pair(from, to)] += by
			} else {
				w.cuts[w.pair(from, to)] += by
			}
			w.rewire(from, to)
		}
	}
}

func (w *world) rewire(from, to int) {
	w.net.Heal(from, to)
	w.net.Release(from, to)
	if w.cuts[w.pair(from, to)] > 0 {
		w.net.Cut(from, to)
	}
	if w.holds[w.pair(from, to)] > 0 {
		w.net.Hold(from, to)
	}
}

func (w *world) redelay(player, frames int) error {
	h := w.hosts[w.plan.owner(player)]
	if h.killed || h.State() >= rollback.Leaving {
		return nil
	}
	h.delays[slices.Index(h.plan.Seats, player)] = frames
	return h.SetInputDelay(player, frames)
}

// ask has a player pause the match or end a pause.
func (w *world) ask(player int, k Kind) error {
	h := w.hosts[w.plan.owner(player)]
	if h.killed || h.State() >= rollback.Leaving {
		return nil
	}
	i := slices.Index(h.plan.Seats, player)
	if k == Pause {
		h.wants[i] = pause
		return h.Pause(player)
	}
	h.wants[i] = resume
	return h.Resume(player)
}

// reopen gives a host new ends of all its links: what waits at the old ones is
// lost, what is under way finds the new ones.
func (w *world) reopen(host int) {
	for other := range w.net.Hosts() {
		if other != host {
			w.net.Link(host, other).Close()
			w.net.Link(host, other)
		}
	}
}

// disturb does something to a watcher that is there.
func (w *world) disturb(f *Fault) error {
	v := w.viewers[f.A]
	if v.on == nil {
		return nil
	}
	switch f.Kind {
	case Doze:
		v.next = max(v.next, w.now+f.For)
	case Vanish:
		if v.goAway(w.now + f.For); f.For == 0 {
			v.asks = false
		}
	case Dismiss:
		if h := w.hosts[w.plan.root(f.A)]; &h.party == v.on && !h.killed {
			// Again in vain, if it was let go already.
			if err := h.RemoveSpectator(h.clock(w.now), v.peer); err != nil && !errors.Is(err, rollback.ErrUnknownPeer) {
				return err
			}
		}
	}
	return nil
}

// end makes a host go, or be sent away. One that is gone already stays so.
func (w *world) end(f *Fault) error {
	h := w.hosts[f.A]
	if h.killed || w.now < h.plan.Start {
		return nil
	}
	switch f.Kind {
	case Leave:
		h.left = true
		h.Leave(h.clock(w.now), rollback.ReasonLeft)
	case Kill:
		h.killed = true
	case Kick:
		return h.Drop(h.clock(w.now), w.plan.peerOf(f.A, f.B))
	}
	return nil
}

// inject lets host B read a datagram that host A did not send, or not now.
func (w *world) inject(f *Fault) {
	from, to := f.A, f.B
	if f.Kind == Foreign {
		to = w.dice.IntN(len(w.hosts))
		from = (to + 1 + w.dice.IntN(len(w.hosts)-1)) % len(w.hosts)
	}
	old := w.tapes[from*w.net.Hosts()+to].any(w.dice)
	data := append([]byte(nil), old...)
	switch {
	case f.Kind == Foreign && (from == f.A && to == f.B || w.dice.chance(0.3)):
		data = w.noise()
	case old == nil:
		return
	case f.Kind == Mutated:
		w.spoilToken(data)
	case f.Kind == Truncated:
		data = data[:w.dice.IntN(len(data))]
	case f.Kind == Lied:
		for range w.dice.between(1, 6) {
			data[w.dice.IntN(len(data))] ^= 1 << w.dice.IntN(8)
		}
	}
	b := w.hosts[f.B]
	b.injected = append(b.injected, injection{w.plan.peerOf(f.B, f.A), data})
}

func (w *world) noise() []byte {
	b := make([]byte, w.dice.between(0, rollback.MaxPacket))
	for i := range b {
		b[i] = byte(w.dice.Uint64())
	}
	return b
}

// spoilToken changes what proves that a datagram belongs to the link, and perhaps
// something behind it: a game packet's token, which lies in its first five
// bytes behind the flags, and a hello's echo of the reader's token.
func (w *world) spoilToken(b []byte) {
	const helloKind = 2
	at, last := 2, 4
	if b[0] == helloKind {
		at, last = 7, 10
	}
	b[min(at, len(b)-1)] ^= byte(w.dice.between(1, 255))
	for range w.dice.between(0, 4) {
		if i := w.dice.IntN(len(b)); i > last {
			b[i] ^= byte(w.dice.Uint64())
		}
	}
}
