package signal

import "strconv"

// EventKind says what happened in a room.
type EventKind uint8

const (
	// Joined: a member took Seat, and there is a new Match.
	Joined EventKind = iota + 1
	// Left: the member of Seat is gone, and the seat is free.
	Left
	// NewMatch: the host asked for a rematch, which is Match.
	NewMatch
	// Knock: somebody wanted to join and found the room full. A bot that keeps a
	// seat warm may leave now.
	Knock
	// HostChanged: see Client.IsHost.
	HostChanged
)

// String returns the kind's name in lower case.
func (k EventKind) String() string {
	names := [...]string{"none", "joined", "left", "new match", "knock", "host changed"}
	if int(k) < len(names) {
		return names[k]
	}
	return "EventKind(" + strconv.Itoa(int(k)) + ")"
}

// Event is something that happened in the room.
type Event struct {
	Kind  EventKind
	Seat  int   // Joined, Left
	Match Match // Joined, NewMatch
}

// Events returns the channel of what happens in the room. It is closed at the
// end; Err then says why. 256 events may wait; one more ends the client, with
// ErrSlow, since to miss one would be worse.
func (c *Client) Events() <-chan Event { return c.events }

// take makes a notice visible: the client's fields first, then the event.
func (c *Client) take(n *notice) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n.Match != nil {
		c.match = *n.Match
	}
	switch n.Type {
	case sayData:
		c.deliver(n)
		return nil
	case sayJoined:
		c.vacate(n.Seat)
		c.peers[n.Seat] = newPeer(c, member{n.Seat, n.ID})
		return c.emit(Event{Kind: Joined, Seat: n.Seat, Match: c.match})
	case sayLeft:
		c.vacate(n.Seat)
		return c.emit(Event{Kind: Left, Seat: n.Seat})
	case sayMatch:
		return c.emit(Event{Kind: NewMatch, Match: c.match})
	case sayHost:
		c.host = n.ID
		return c.emit(Event{Kind: HostChanged})
	case sayKnock:
		return c.emit(Event{Kind: Knock})
	}
	return nil // a second welcome changes nothing
}

func (c *Client) emit(e Event) error {
	select {
	case c.events <- e:
		return nil
	default:
		return errEvents
	}
}

func (c *Client) vacate(seat int) {
	if p := c.peers[seat]; p != nil {
		c.peers[seat] = nil
		close(p.in)
	}
}

// deliver queues a message from a member.
func (c *Client) deliver(n *notice) {
	for _, p := range c.peers {
		if p != nil && p.id == n.ID {
			p.queue(n.Data)
		}
	}
}
