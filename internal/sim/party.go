package sim

import (
	"fmt"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// party is what every endpoint of a match is: a session, its game, and what was
// seen of them.
type party struct {
	session
	net      int // its number in the network
	ledger   *ledger
	feed     feed
	next     time.Duration // true time of its next turn
	until    [Kinds]time.Duration
	sent     traffic
	got      traffic
	largest  int // packet, bytes
	injected []injection
	guests   map[rollback.Peer]*viewer // by the number that each has here
}

type session struct {
	driver
	game *watcher
}

type traffic struct{ packets, bytes uint64 }

func (t *traffic) add(b []byte) {
	t.packets++
	t.bytes += uint64(len(b))
}

// injection is a datagram that no session sent just now.
type injection struct {
	from rollback.Peer
	data []byte
}

func newParty(p *Plan, net int, s driver, g *watcher, l *ledger) party {
	return party{session: session{s, g}, net: net, ledger: l, guests: map[rollback.Peer]*viewer{},
		feed: feed{branch: l.root, present: 1<<p.Players - 1, blind: p.Hostile}}
}

func (a *party) muted(k Kind, now time.Duration) bool { return now < a.until[k] }

// receive lets the session read all that waits on one link.
func (a *party) receive(w *world, now time.Duration, from rollback.Peer, link *memnet.Link) {
	for {
		n, err := link.Recv(w.buf[:])
		if err != nil {
			return
		}
		a.got.add(w.buf[:n])
		a.Receive(now, from, w.buf[:n])
	}
}

// receiveMore reads what those who watch sent, and what was injected.
func (a *party) receiveMore(w *world, now time.Duration) {
	for _, v := range w.viewers {
		if v.on == a {
			a.receive(w, now, v.peer, w.net.Link(a.net, v.net))
		}
	}
	for _, i := range a.injected {
		a.got.add(i.data)
		a.Receive(now, i.from, i.data)
	}
	a.injected = a.injected[:0]
}

// post hands a packet to the link on which it belongs.
func (a *party) post(w *world, to int, b []byte) error {
	if len(b) == 0 || len(b) > rollback.MaxPacket {
		return fmt.Errorf("packet of %d bytes to %d", len(b), to)
	}
	a.sent.add(b)
	a.largest = max(a.largest, len(b))
	w.record(a.net, to, b)
	if w.alter != nil {
		if b = w.alter(a.net, to, b); b == nil {
			return nil
		}
	}
	if err := w.net.Link(a.net, to).Send(b); err != transport.ErrClosed {
		return err
	}
	return nil
}

// counted compares the session's counters with what was seen from outside.
func (a *party) counted() error {
	switch s := a.Stats(); {
	case s.PacketsOut != a.sent.packets || s.BytesOut != a.sent.bytes:
		return fmt.Errorf("stats say %d packets of %d bytes out, it was %+v", s.PacketsOut, s.BytesOut, a.sent)
	case s.PacketsIn != a.got.packets || s.BytesIn != a.got.bytes:
		return fmt.Errorf("stats say %d packets of %d bytes in, it was %+v", s.PacketsIn, s.BytesIn, a.got)
	case int(s.Saves) != a.game.saves || int(s.Loads) != a.game.allLoads:
		return fmt.Errorf("stats say %d saves, %d loads, it was %d, %d", s.Saves, s.Loads, a.game.saves, a.game.allLoads)
	}
	return nil
}
