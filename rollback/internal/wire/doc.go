// Package wire is the packet format: what two endpoints say to each other,
// bit for bit. It knows nothing of sessions, clocks or games.
//
// Two families share the datagrams, told apart by the lowest bit of the first
// byte. A *game packet* (bit set) is bit-packed, since one leaves on every
// link in every frame:
//
//	bit 0        1
//	             extended flags follow, checksum follows
//	32 bits      link token, mixed with the frame's high bits
//	14 bits      low bits of the number of frames simulated
//	[8 bits]     extended flags
//	[mask]       seats held to their end
//	per seat     that the sender does not own: how far its log is held
//	[...]        checksum, ping, pong, life, goodbye, gossip
//	per seat     that the sender owns (or, if it forwards, every seat): a run of inputs
//
// The high bits of the frame do not travel: they are mixed into the token, so
// that a datagram replayed 2^14 frames later fails the token instead of being
// read as another frame.
//
// The other family (hello, refusal, what spectators and their hosts say, and the
// chunks of what is too large for a packet) is byte-aligned.
//
// Decoding never panics, never allocates, and never yields more than MaxRun
// inputs a seat, whatever the bytes say.
package wire

const (
	// Version of the format. Peers of different versions refuse each other.
	Version = 2
	// MaxPacket is the longest datagram in bytes: it crosses every usual path,
	// tunnels included, without being fragmented.
	MaxPacket = 1200
	// MaxSeats is the largest number of players.
	MaxSeats = 16
	// MaxInput is the largest encoded input in bytes.
	MaxInput = 64
	// MaxRun is the largest number of consecutive inputs of one seat in a packet.
	MaxRun = 512

	frameBits = 14
	frameMask = 1<<frameBits - 1
)
