package udp

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"example.com/backstep/transport"
)

// Defaults of Config.
const (
	QueuePackets = 256 // packets, 1,200 bytes each
	MaxLinks     = 256
)

// writeWait bounds how long Send waits for room in the kernel's buffer.
const writeWait = time.Millisecond

var (
	// ErrLinked is returned by Socket.Link for an address with an open link.
	ErrLinked = errors.New("udp: address has an open link")
	// ErrTooManyLinks is returned by Socket.Link at the bound of open links.
	ErrTooManyLinks = errors.New("udp: too many links")
)

// Config says how to open a Socket. The zero value listens on a free port of all
// addresses, IPv4 and IPv6.
type Config struct {
	// Address is the local host and port, such as ":7000" or "127.0.0.1:0".
	// Without a host it is dual stack. "": ":0".
	Address string
	// PacketConn is used instead of opening Address. The socket closes it.
	// Its Close must end a ReadFrom that waits.
	PacketConn net.PacketConn
	// QueuePackets bounds what waits at each link; the newest is dropped. 0: 256.
	QueuePackets int
	// MaxLinks bounds the links open at once. 0: 256.
	MaxLinks int
	// UnknownPackets bounds the datagrams from unknown addresses that wait for
	// RecvUnknown. 0: they are all dropped.
	UnknownPackets int
}

func (c Config) validate() error {
	for _, f := range [...]struct {
		name  string
		value int
	}{
		{"QueuePackets", c.QueuePackets}, {"MaxLinks", c.MaxLinks}, {"UnknownPackets", c.UnknownPackets},
	} {
		if f.value < 0 || f.value > 1<<16 {
			return fmt.Errorf("udp: Config.%s is %d, want 0 to 65536", f.name, f.value)
		}
	}
	if c.PacketConn != nil && c.Address != "" {
		return fmt.Errorf("udp: Config has both a PacketConn and the Address %q, want one of them", c.Address)
	}
	return nil
}

// SocketStats counts what belongs to no link.
type SocketStats struct {
	Unknown     uint64 // datagrams from addresses without a link, kept or not
	UnknownFull uint64 // of these, dropped because none is kept or the queue was full
	Oversize    uint64 // datagrams larger than transport.MaxPacket
	StraySTUN   uint64 // STUN messages from addresses without a link that answer no question of ours
	ReadErrors  uint64
	WriteErrors uint64
	WriteFull   uint64 // packets that found the kernel's buffer full
}

// Socket is one UDP port for all peers.
type Socket struct {
	conn     conn
	queue    int // packets
	maxLinks int
	unknown  *ring         // nil: not kept
	done     chan struct{} // closed by Close
	ended    chan struct{} // closed when the reading goroutine is gone
	once     sync.Once

	mu      sync.RWMutex
	closed  bool
	links   map[netip.AddrPort]*Link
	queries map[txID]*query

	stats struct {
		unknown, unknownFull, oversize, straySTUN, readErrors, writeErrors, writeFull atomic.Uint64
	}
}

// Listen opens a socket and starts its reading goroutine. Errors: a Config out
// of range, or what the system says to the address.
func Listen(c Config) (*Socket, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	pc := c.PacketConn
	if pc == nil {
		var err error
		if pc, err = net.ListenPacket("udp", orDefault(c.Address, ":0")); err != nil {
			return nil, fmt.Errorf("udp: %w", err)
		}
	}
	s := &Socket{
		conn:  newConn(pc),
		queue: orDefault(c.QueuePackets, QueuePackets), maxLinks: orDefault(c.MaxLinks, MaxLinks),
		done: make(chan struct{}), ended: make(chan struct{}),
		links: map[netip.AddrPort]*Link{}, queries: map[txID]*query{},
	}
	if c.UnknownPackets > 0 {
		s.unknown = newRing(c.UnknownPackets)
	}
	go s.read()
	return s, nil
}

func orDefault[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}

// LocalAddr returns the address and port that the socket is bound to. For a
// socket of all addresses the address is [::] or 0.0.0.0.
func (s *Socket) LocalAddr() netip.AddrPort {
	addr, err := toAddrPort(s.conn.LocalAddr())
	if err != nil {
		return netip.AddrPort{}
	}
	return plain(addr)
}

// Link opens the link to the peer at an address. Errors: an address or port
// that is not valid, ErrLinked, ErrTooManyLinks, transport.ErrClosed.
func (s *Socket) Link(peer netip.AddrPort) (*Link, error) {
	peer = plain(peer)
	if !peer.Addr().IsValid() || peer.Addr().IsUnspecified() || peer.Port() == 0 {
		return nil, fmt.Errorf("udp: peer address is %v, want an address and a port", peer)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, transport.ErrClosed
	case s.links[peer] != nil:
		return nil, fmt.Errorf("%w: %v", ErrLinked, peer)
	case len(s.links) >= s.maxLinks:
		return nil, fmt.Errorf("%w: %d are open", ErrTooManyLinks, s.maxLinks)
	}
	l := &Link{socket: s, remote: peer, queue: newRing(s.queue)}
	s.links[peer] = l
	return l, nil
}

// RecvUnknown copies the next datagram from an address without a link into buf.
// It does not block. Errors: transport.ErrEmpty, ErrClosed and ErrShortBuffer.
func (s *Socket) RecvUnknown(buf []byte) (n int, from netip.AddrPort, err error) {
	if s.unknown != nil {
		return s.unknown.pop(buf)
	}
	select {
	case <-s.done:
		return 0, netip.AddrPort{}, transport.ErrClosed
	default:
		return 0, netip.AddrPort{}, transport.ErrEmpty
	}
}

// Stats returns the counts of the socket.
func (s *Socket) Stats() SocketStats {
	c := &s.stats
	return SocketStats{
		Unknown: c.unknown.Load(), UnknownFull: c.unknownFull.Load(),
		Oversize: c.oversize.Load(), StraySTUN: c.straySTUN.Load(),
		ReadErrors: c.readErrors.Load(), WriteErrors: c.writeErrors.Load(), WriteFull: c.writeFull.Load(),
	}
}

// Close closes the port and all links, and returns when the socket's goroutine
// is gone. Later calls return nil.
func (s *Socket) Close() error {
	err := s.shut()
	<-s.ended
	return err
}

// shut is Close without the wait. The reading goroutine calls it when somebody
// else has closed the connection beneath.
func (s *Socket) shut() (err error) {
	s.once.Do(func() {
		close(s.done)
		err = s.conn.Close()
		for _, l := range s.retire() {
			_ = l.Close() // a link's Close returns nil
		}
		if s.unknown != nil {
			s.unknown.close()
		}
	})
	return err
}

// retire marks the socket closed, so that no link is added, and returns those
// it has.
func (s *Socket) retire() (open []*Link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, l := range s.links {
		open = append(open, l)
	}
	return open
}

func (s *Socket) forget(l *Link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.links, l.remote) // it is l: the address is taken until now
}

type wrote uint8

const (
	wroteOK wrote = iota
	wroteFull
	wroteError
)

// write never fails: a datagram that cannot be written is lost like any other.
func (s *Socket) write(packet []byte, to netip.AddrPort) wrote {
	err := s.conn.SetWriteDeadline(time.Now().Add(writeWait))
	if err == nil {
		_, err = s.conn.WriteToUDPAddrPort(packet, to)
	}
	switch {
	case err == nil:
		return wroteOK
	case errors.Is(err, os.ErrDeadlineExceeded):
		s.stats.writeFull.Add(1)
		return wroteFull
	}
	s.stats.writeErrors.Add(1)
	return wroteError
}
