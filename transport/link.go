package transport

import "errors"

// MaxPacket is the most bytes of payload that a packet may have. It passes
// unfragmented over every path of the least IPv6 MTU (1,280 bytes), also within
// a tunnel.
const MaxPacket = 1200

var (
	// ErrEmpty is returned by Recv when no packet waits.
	ErrEmpty = errors.New("transport: no packet waits")
	// ErrClosed is returned by Send and Recv once the link is closed.
	ErrClosed = errors.New("transport: link is closed")
	// ErrTooLarge is returned by Send for a packet of more than MaxPacket bytes.
	ErrTooLarge = errors.New("transport: packet is larger than 1200 bytes")
	// ErrShortBuffer is returned by Recv when buf cannot hold the packet that
	// waits. The packet is dropped. A buf of MaxPacket bytes is always enough.
	ErrShortBuffer = errors.New("transport: buffer is shorter than the packet")
)

// Link carries datagrams to and from one peer. No method blocks, and what waits
// in a Link is bounded.
//
// A Link that has a goroutine or a callback underneath is safe for concurrent
// use; a stepped one (memnet) belongs to one goroutine and says so.
type Link interface {
	// Send hands the packet, of at most MaxPacket bytes, to the network. It does
	// not retain packet. A nil error says nothing about arrival: a packet that
	// finds a full queue or a broken path is counted and dropped. Errors:
	// ErrTooLarge, ErrClosed. An empty packet may be dropped.
	Send(packet []byte) error
	// Recv copies the next packet into buf and returns its length in bytes.
	// Errors: ErrEmpty, ErrClosed, ErrShortBuffer.
	Recv(buf []byte) (n int, err error)
	// Close ends the link and forgets what waits. Later calls do nothing and
	// return nil. It does not tell the peer: the protocol above says goodbye.
	Close() error
}
