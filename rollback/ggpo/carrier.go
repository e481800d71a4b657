package ggpo

import (
	"fmt"
	"net/netip"

	"example.com/backstep/transport"
	"example.com/backstep/transport/udp"
)

// carrier is what a match needs of a network. It is a UDP socket but in tests.
type carrier interface {
	link(to netip.AddrPort) (transport.Link, error)
	Close() error
}

type socket struct{ *udp.Socket }

// link opens the link to a peer. *udp.Link must not become a nil transport.Link.
func (s socket) link(to netip.AddrPort) (transport.Link, error) {
	l, err := s.Link(to)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// openSocket opens the port, or takes the connection, if there is one, in its
// place.
func openSocket(port int, given []Connection) (carrier, error) {
	c := udp.Config{Address: fmt.Sprintf(":%d", port)}
	if len(given) > 0 && given[0] != nil {
		c = udp.Config{PacketConn: given[0]}
	}
	s, err := udp.Listen(c)
	if err != nil {
		return nil, err
	}
	return socket{s}, nil
}
