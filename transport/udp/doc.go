// Package udp carries rollback packets over UDP.
//
// A [Socket] is one UDP port for any number of peers, over IPv4 and IPv6 alike.
// [Socket.Link] opens the link to one peer's address; it is a transport.Link. A
// goroutine reads the socket and sorts datagrams by the address they come from
// into the bounded queue of each link. A datagram from any other address is
// counted and dropped, or kept for [Socket.RecvUnknown] where
// [Config].UnknownPackets allows it. An error of the socket (no route, no
// buffer, port unreachable) is counted and never fatal.
//
// [Socket.PublicAddr] asks a STUN server, over the same port, which address a NAT
// gives to it: that is the address to tell the peers.
//
// Sockets and links are safe for concurrent use.
//
// # Limitations
//
// The address of a datagram proves nothing about its sender, and nothing is
// encrypted: the protocol above must hold its own tokens. Holes in NATs are not
// punched; two peers behind NATs that need it do not meet. Send may wait one
// millisecond for room in the kernel's buffer.
package udp
