package udp

import (
	"fmt"
	"net"
	"net/netip"
	"time"
)

// conn is what the socket needs of a net.PacketConn. *net.UDPConn has these
// methods, and they do not allocate.
type conn interface {
	ReadFromUDPAddrPort(b []byte) (n int, from netip.AddrPort, err error)
	WriteToUDPAddrPort(b []byte, to netip.AddrPort) (n int, err error)
	LocalAddr() net.Addr
	SetWriteDeadline(t time.Time) error
	Close() error
}

func newConn(c net.PacketConn) conn {
	if direct, ok := c.(conn); ok {
		return direct
	}
	return packetConn{c}
}

// packetConn gives any other net.PacketConn the methods of conn.
type packetConn struct{ net.PacketConn }

func (c packetConn) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	n, from, err := c.ReadFrom(b)
	if err != nil {
		return n, netip.AddrPort{}, err
	}
	addr, err := toAddrPort(from)
	return n, addr, err
}

func (c packetConn) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	return c.WriteTo(b, net.UDPAddrFromAddrPort(to))
}

func toAddrPort(a net.Addr) (netip.AddrPort, error) {
	if u, ok := a.(*net.UDPAddr); ok {
		return u.AddrPort(), nil
	}
	if a == nil {
		return netip.AddrPort{}, fmt.Errorf("udp: datagram without an address")
	}
	addr, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("udp: address %q is not an IP address and port", a)
	}
	return addr, nil
}

// plain undoes the mapping of IPv4 into IPv6 that a dual-stack socket reports,
// so that each peer has one address.
func plain(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}
