package memnet

import "example.com/backstep/transport"

// Link is one end of the link between two hosts. It implements transport.Link
// and transport.Stateful. It belongs to the goroutine of its Net.
type Link struct {
	in, out *pipe
	closed  bool
	stats   transport.Stats
}

var (
	_ transport.Link     = (*Link)(nil)
	_ transport.Stateful = (*Link)(nil)
)

// Send puts a copy of the packet under way, or drops it, as the policy says.
func (l *Link) Send(packet []byte) error {
	if l.closed {
		return transport.ErrClosed
	}
	if len(packet) > transport.MaxPacket {
		return transport.ErrTooLarge
	}
	l.stats.Sent++
	l.stats.SentBytes += uint64(len(packet))
	full := l.out.stats.Full
	l.out.send(packet)
	l.stats.DroppedFull += l.out.stats.Full - full
	return nil
}

// Recv copies the next packet that is due into buf.
func (l *Link) Recv(buf []byte) (int, error) {
	if l.closed {
		return 0, transport.ErrClosed
	}
	if l.in.due() == nil {
		return 0, transport.ErrEmpty
	}
	n := l.in.take(buf)
	if n > len(buf) {
		return 0, transport.ErrShortBuffer
	}
	l.stats.Received++
	l.stats.ReceivedBytes += uint64(n)
	return n, nil
}

// Close closes this end and forgets what waits at it. The other end stays open
// and is not told.
func (l *Link) Close() error {
	if !l.closed {
		l.closed = true
		l.in.flush(l.in.net.now)
	}
	return nil
}

// State is Connected until Close: a link in memory does not know that it is cut.
func (l *Link) State() transport.State {
	if l.closed {
		return transport.Closed
	}
	return transport.Connected
}

// Stats returns the counts of this end.
func (l *Link) Stats() transport.Stats { return l.stats }
