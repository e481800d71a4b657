package ggpo

import (
	"net/netip"

	"example.com/backstep/transport"
)

// UseNetwork takes the place of the UDP socket.
func (p *Peer) UseNetwork(link func(to netip.AddrPort) (transport.Link, error)) {
	p.m.carrier = testCarrier{link}
}

type testCarrier struct {
	open func(to netip.AddrPort) (transport.Link, error)
}

func (c testCarrier) link(to netip.AddrPort) (transport.Link, error) { return c.open(to) }
func (c testCarrier) Close() error                                   { return nil }

// UseNetwork takes the place of the UDP socket.
func (s *Spectator) UseNetwork(link func(to netip.AddrPort) (transport.Link, error)) {
	s.m.carrier = testCarrier{link}
}
