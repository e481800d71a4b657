package udp_test

import (
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"example.com/backstep/transport/udp"
)

// wire is a net.PacketConn in memory. Its waits are on channels alone, so that a
// test can run it in a bubble of virtual time.
type wire struct {
	in     chan datagram
	closed chan struct{}
	once   sync.Once
	write  func(packet []byte, to netip.AddrPort) error // called by WriteTo
	read   func() error                                 // called by ReadFrom; an error is its result
}

type datagram struct {
	from  netip.AddrPort
	bytes []byte
}

// newWire returns a wire that takes every packet and loses it.
func newWire() *wire {
	return &wire{
		in: make(chan datagram, 1024), closed: make(chan struct{}),
		write: func([]byte, netip.AddrPort) error { return nil },
		read:  func() error { return nil },
	}
}

func (w *wire) ReadFrom(b []byte) (int, net.Addr, error) {
	if err := w.read(); err != nil {
		return 0, nil, err
	}
	select {
	case d := <-w.in:
		return copy(b, d.bytes), net.UDPAddrFromAddrPort(d.from), nil
	case <-w.closed:
		return 0, nil, net.ErrClosed
	}
}

func (w *wire) WriteTo(b []byte, to net.Addr) (int, error) {
	select {
	case <-w.closed:
		return 0, net.ErrClosed
	default:
		return len(b), w.write(append([]byte{}, b...), to.(*net.UDPAddr).AddrPort())
	}
}

func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

func (w *wire) LocalAddr() net.Addr              { return &net.UDPAddr{IP: net.IPv4zero, Port: 7000} }
func (w *wire) SetDeadline(time.Time) error      { return nil }
func (w *wire) SetReadDeadline(time.Time) error  { return nil }
func (w *wire) SetWriteDeadline(time.Time) error { return nil }

func listenWire(t *testing.T, w *wire) *udp.Socket {
	t.Helper()
	s, err := udp.Listen(udp.Config{PacketConn: w})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
