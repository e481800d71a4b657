package signal

import "fmt"

// peerQueue messages of a member may wait to be received: two handshakes.
const peerQueue = 128

// Peer is another member of the room, for as long as it stays: who takes the
// seat later is another Peer. It is what package rtc calls a Signal:
//
//	peer, err := client.Peer(seat)
//	...
//	link, err := rtc.Open(rtc.Config{Offerer: peer.Offerer()}, peer)
type Peer struct {
	c    *Client
	seat int
	id   int
	in   chan []byte
}

func newPeer(c *Client, m member) *Peer {
	return &Peer{c: c, seat: m.Seat, id: m.ID, in: make(chan []byte, peerQueue)}
}

// Peer returns the member who has the seat now, or ErrGone.
func (c *Client) Peer(seat int) (*Peer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	if seat < 0 || seat >= c.seats || c.peers[seat] == nil {
		return nil, fmt.Errorf("%w: seat %d of %d, own seat %d", ErrGone, seat, c.seats, c.seat)
	}
	return c.peers[seat], nil
}

// Peers returns the other members in the order of their seats.
func (c *Client) Peers() (all []*Peer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.peers {
		if p != nil {
			all = append(all, p)
		}
	}
	return all
}

// Seat is the member's.
func (p *Peer) Seat() int { return p.seat }

// Offerer reports whether this end opens the link to the peer: the lower seat
// does.
func (p *Peer) Offerer() bool { return p.c.seat < p.seat }

// Send sends msg, of 1 to MaxData bytes, to the member and nobody else. It does
// not retain msg, and a message that finds the member gone is lost.
func (p *Peer) Send(msg []byte) error {
	if len(msg) > MaxData || len(msg) == 0 {
		return fmt.Errorf("%w: %d bytes, want 1 to %d", ErrTooLarge, len(msg), MaxData)
	}
	return p.c.push(request{Type: askSend, To: p.id, Data: msg})
}

// Recv returns the channel of messages from the member. It is closed when the
// member has left or the client has ended. 128 messages may wait; more are
// dropped.
func (p *Peer) Recv() <-chan []byte { return p.in }

func (p *Peer) queue(msg []byte) {
	select {
	case p.in <- msg:
	default:
	}
}
