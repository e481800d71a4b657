package memnet

import (
	"fmt"
	"time"
)

// EventKind says what happened to a packet.
type EventKind uint8

// The kinds of Event.
const (
	Sent EventKind = iota
	Delivered
	DroppedLoss
	DroppedCut
	DroppedFull
	DroppedOversize
	DroppedFlush
)

// String returns the kind in lower case words.
func (k EventKind) String() string {
	names := [...]string{"sent", "delivered", "lost", "cut", "full", "oversize", "flushed"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("EventKind(%d)", uint8(k))
}

// Event is one step in the life of a packet.
type Event struct {
	At       time.Duration // the net's time
	Kind     EventKind
	From, To int // hosts
	Bytes    int // length of the packet
}

// String returns the event on one line, as "1.5ms 0->1 sent 40".
func (e Event) String() string {
	return fmt.Sprintf("%v %d->%d %v %d", e.At, e.From, e.To, e.Kind, e.Bytes)
}

func (p *pipe) trace(kind EventKind, bytes int, at time.Duration) {
	p.net.Trace(Event{At: at, Kind: kind, From: p.from, To: p.to, Bytes: bytes})
}
