package udp

import (
	"net/netip"
	"sync/atomic"

	"example.com/backstep/transport"
)

// Link carries datagrams to and from the peer at one address. It implements
// transport.Link and transport.Stateful.
type Link struct {
	socket *Socket
	remote netip.AddrPort
	queue  *ring
	closed atomic.Bool
	heard  atomic.Bool // a packet has come in

	sent, sentBytes, received, receivedBytes, full, errors atomic.Uint64
}

var (
	_ transport.Link     = (*Link)(nil)
	_ transport.Stateful = (*Link)(nil)
)

// Remote returns the peer's address, IPv4 never mapped into IPv6.
func (l *Link) Remote() netip.AddrPort { return l.remote }

// Send writes the packet to the socket. An error of the socket is counted.
func (l *Link) Send(packet []byte) error {
	if l.closed.Load() {
		return transport.ErrClosed
	}
	if len(packet) > transport.MaxPacket {
		return transport.ErrTooLarge
	}
	l.sent.Add(1)
	l.sentBytes.Add(uint64(len(packet)))
	switch l.socket.write(packet, l.remote) {
	case wroteFull:
		l.full.Add(1)
	case wroteError:
		l.errors.Add(1)
	}
	return nil
}

// Recv copies the next packet from the peer into buf.
func (l *Link) Recv(buf []byte) (int, error) {
	n, _, err := l.queue.pop(buf)
	if err != nil {
		return 0, err
	}
	l.received.Add(1)
	l.receivedBytes.Add(uint64(n))
	return n, nil
}

// Close ends the link. The socket stays open, and the address may be linked
// again.
func (l *Link) Close() error {
	if l.closed.CompareAndSwap(false, true) {
		l.queue.close()
		l.socket.forget(l)
	}
	return nil
}

// State is Connecting until the first packet from the peer, and Connected from
// then on: UDP does not know of interruptions.
func (l *Link) State() transport.State {
	switch {
	case l.closed.Load():
		return transport.Closed
	case l.heard.Load():
		return transport.Connected
	}
	return transport.Connecting
}

// Stats returns the counts of this link.
func (l *Link) Stats() transport.Stats {
	return transport.Stats{
		Sent: l.sent.Load(), SentBytes: l.sentBytes.Load(),
		Received: l.received.Load(), ReceivedBytes: l.receivedBytes.Load(),
		DroppedFull: l.full.Load(), Errors: l.errors.Load(),
	}
}

// deliver is called by the socket's goroutine.
func (l *Link) deliver(packet []byte) {
	l.heard.Store(true)
	if !l.queue.push(l.remote, packet) {
		l.full.Add(1)
	}
}
