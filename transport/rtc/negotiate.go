package rtc

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"example.com/backstep/transport"
)

// linger is how long a closing link waits for the peer to confirm: a few
// retransmissions of the goodbye.
const linger = 600 * time.Millisecond

// A negotiation is the handshake of a link, on the link's one goroutine.
type negotiation struct {
	l       *Link
	peer    *peer // nil until there is an offer
	settled bool  // the peer's description is in place, so candidates can be
	early   []message
}

// run is the link's goroutine: it negotiates, and cleans up when the link ends.
func (l *Link) run() {
	defer close(l.done)
	n := &negotiation{l: l}
	if l.cfg.Offerer {
		n.must(n.offer())
	}
	n.loop()
	if n.peer != nil {
		n.peer.close(l.lingering())
	}
}

// lingering is how long to wait for the peer to confirm the end: not at all if
// it knows already.
func (l *Link) lingering() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.mine && l.path.open {
		return linger
	}
	return 0
}

func (n *negotiation) loop() {
	timeout, again := n.timers()
	defer timeout.Stop()
	defer again.Stop()
	messages := n.l.sig.Recv()
	for {
		select {
		case <-n.l.quit:
			return
		case <-timeout.C:
			if n.l.State() == transport.Connecting {
				n.l.end(ErrTimeout, false)
			}
		case <-again.C:
			if n.l.State() == transport.Connecting {
				n.must(n.offer())
			} else {
				again.Stop()
			}
		case b, ok := <-messages:
			if !ok {
				messages = nil
				continue
			}
			n.handle(b)
		}
	}
}

// timers returns what ends a link that does not connect, and what makes the
// offerer offer anew in the meantime: on a path that loses every fifth packet
// the stack gives up one attempt in a hundred, and an answer may get lost with
// the room. Both are stopped if they are not wanted.
func (n *negotiation) timers() (timeout *time.Timer, again *time.Ticker) {
	open := n.l.cfg.OpenTimeout
	timeout = time.NewTimer(max(open, 0))
	every := open / 3
	if open <= 0 {
		timeout.Stop()
		every = defaultOpenTimeout / 3
	}
	again = time.NewTicker(max(every, time.Millisecond))
	if !n.l.cfg.Offerer {
		again.Stop()
	}
	return timeout, again
}

// handle takes one message from the peer. What makes no sense is counted.
func (n *negotiation) handle(b []byte) {
	m, err := decode(b)
	if err != nil || !n.take(m) {
		n.l.count(func(s *transport.Stats) { s.Errors++ })
	}
}

// take reports whether m belongs to the handshake.
func (n *negotiation) take(m message) bool {
	switch {
	case m.Kind == kindCandidate:
		return n.takeCandidate(m)
	case m.Kind == kindOffer && !n.l.cfg.Offerer:
		return n.takeOffer(m)
	case m.Kind == kindAnswer && n.l.cfg.Offerer:
		return n.takeAnswer(m)
	}
	return false // offers crossed: ours stands, as the roles say
}

// must ends the link on an error.
func (n *negotiation) must(err error) {
	if err != nil {
		n.l.end(fmt.Errorf("%w: %w", ErrNegotiation, err), false)
	}
}

func (n *negotiation) offer() error {
	if err := n.begin(newID()); err != nil {
		return err
	}
	sdp, err := n.peer.offer()
	if err != nil {
		return err
	}
	return n.l.tell(message{Kind: kindOffer, ID: n.peer.id, SDP: sdp})
}

// begin makes a peer for the attempt id and forgets an earlier one.
func (n *negotiation) begin(id string) error {
	old := n.peer
	p, err := newPeer(n.l, id)
	if err != nil {
		return err
	}
	n.peer, n.settled = p, false
	n.early = slices.DeleteFunc(n.early, func(m message) bool { return m.ID != id })
	n.l.mu.Lock()
	n.l.peer = p
	n.l.mu.Unlock()
	if old != nil {
		old.close(0)
	}
	return nil
}

// takeOffer answers. A newer offer before the channel is open replaces the
// older: the peer has started anew, and nobody listens at the old one.
func (n *negotiation) takeOffer(m message) bool {
	if n.l.State() != transport.Connecting || n.peer != nil && n.peer.id == m.ID {
		return false
	}
	n.must(n.answer(m))
	return true
}

func (n *negotiation) answer(m message) error {
	if err := n.begin(m.ID); err != nil {
		return err
	}
	sdp, err := n.peer.answer(m.SDP)
	if err != nil {
		return err
	}
	if err := n.l.tell(message{Kind: kindAnswer, ID: m.ID, SDP: sdp}); err != nil {
		return err
	}
	n.settle()
	return nil
}

func (n *negotiation) takeAnswer(m message) bool {
	if n.peer == nil || n.settled || n.peer.id != m.ID {
		return false
	}
	n.must(n.peer.accept(m.SDP))
	n.settle()
	return true
}

// settle adds the candidates that came before the description.
func (n *negotiation) settle() {
	n.settled = true
	early := n.early
	n.early = nil
	for _, m := range early {
		n.takeCandidate(m)
	}
}

// takeCandidate adds a candidate of the peer, or keeps it until its description
// is there: signalling is quicker than making a description.
func (n *negotiation) takeCandidate(m message) bool {
	if n.settled && n.peer.id == m.ID {
		return n.peer.addCandidate(*m.Candidate) == nil
	}
	if n.l.State() != transport.Connecting || len(n.early) == maxEarly {
		return false
	}
	n.early = append(n.early, m)
	return true
}

// newID returns 64 random bits in hex.
func newID() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
