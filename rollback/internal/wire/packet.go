package wire

import "errors"

var (
	// ErrForeign: not this link's token: another match, a former one, a stranger.
	ErrForeign = errors.New("wire: foreign datagram")
	// ErrMalformed: this link's token, but not a packet.
	ErrMalformed = errors.New("wire: malformed packet")
)

// Shape is what sender and receiver must know alike to read a packet.
type Shape struct {
	Players    int    // 1 to MaxSeats
	InputBytes int    // encoded size of one input, 0 to MaxInput; a control byte follows it
	Owned      uint16 // seats of the *sender*, one bit each
}

// Run is the consecutive inputs First .. First+N-1 of one seat. Each is coded
// against the one before it; the first against First-1, which the receiver
// has acknowledged, or against the zero input (FromZero, or First == 0).
type Run struct {
	Seat     int
	First    int64
	N        int
	FromZero bool
	Newest   int // where all of them would be heavy, only so many of the newest are sent; 0 = all

	at   int // where the inputs start in the packet, in bits
	mode uint64
}

// Game is one game packet. Have is meaningful for the seats that the sender
// does not own and that Sealed does not name.
type Game struct {
	Frames int64 // simulated frames of the sender, which is also its next frame
	Have   [MaxSeats]int64
	Sealed uint16 // seats whose log the sender holds to its end mark

	HasSum   bool
	SumFrame int64 // the state of this frame ...
	Sum      uint32

	HasPing, HasPong bool
	Ping, Pong       uint8  // ids; a pong returns the ping's
	Hold             uint16 // quarter milliseconds that the ping waited for its pong

	HasLife bool
	Life    uint32 // rises while the sender lives, even where Frames does not

	HasBye  bool
	Bye     uint8            // reason
	Ends    [MaxSeats]int64  // last frame of each seat that the sender owns
	Gossip  bool             // records follow
	Record  [MaxSeats]Record // the first Records of them
	Records int

	Run  [MaxSeats]Run // the first Runs of them
	Runs int

	src  []byte
	zero [MaxInput + 1]byte // the zero input
}

// Record is what one endpoint (named by its lowest seat) last said of itself;
// anybody passes it on, the greatest Version counts.
type Record struct {
	Origin  int
	Version uint32
	Era     uint32 // returns that it knew of; seats that came back since are not meant
	Life    uint32
	Deaf    uint16          // seats whose owner it no longer hears directly
	Suspect uint16          // seats whose owner it hears by no path
	Frozen  uint16          // seats it gave up
	Marked  uint16          // frozen seats whose end it holds
	Resync  int64           // frame of the newest resync that it knows, NoFrame (-1) = none
	Holds   bool            // it has that frame's state
	Why     [MaxSeats]uint8 // reasons, of frozen seats
	Have    [MaxSeats]int64
}

// Source gives the logs to encode from.
type Source interface {
	Log(seat int) Log
}

// Log is a view of one player's inputs: a ring of entries, each Shape.InputBytes
// bytes and the control byte, which is nearly always 0.
type Log struct {
	Ring []byte
	Mask int64 // frame f is entry f & Mask
	Size int   // bytes of an entry
	Same int64 // all entries from this frame to the newest are equal
}

// At is frame f's entry.
func (l *Log) At(f int64) []byte {
	i := int(f&l.Mask) * l.Size
	return l.Ring[i : i+l.Size : i+l.Size]
}

// same compares two entries; they are short, and a call would cost more.
func same(a, b []byte) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

const (
	modeSame   = iota // every input equals the reference
	modeSparse        // the changes, each after its distance from the last
	modeRaw           // all bytes, every control byte 0
	modeZero          // the reference is the zero input; a second mode follows
)

// Rice parameters: log2 of the value that costs least.
const (
	haveRice   = 3
	newestRice = 1
	countRice  = 3
	changeRice = 1
	gapRice    = 2
	sumRice    = 3
	recordRice = 4
)

// extended flags, in the order of the fields
const (
	extSealed = 1 << iota
	extPing
	extPong
	extLife
	extBye
	extGossip
	extForeign
	extReserved
)

// mixEpoch hides the frame's high bits in the token.
func mixEpoch(frames int64) uint32 { return uint32(frames>>frameBits) * 0x9e3779b1 }

// IsGame tells a game packet from a handshake message.
func IsGame(b []byte) bool { return len(b) > 0 && b[0]&1 == 1 }

func (s *Shape) owns(seat int) bool { return s.Owned>>seat&1 == 1 }

func (s *Shape) all() uint16 { return uint16(1<<s.Players - 1) }

// Reset makes g an empty packet; the arrays keep what is out of use.
func (g *Game) Reset(frames int64) {
	g.Frames, g.Sealed, g.Runs, g.Records = frames, 0, 0, 0
	g.HasSum, g.HasPing, g.HasPong, g.HasLife, g.HasBye, g.Gossip = false, false, false, false, false, false
}

func (g *Game) extended() uint64 {
	return one(g.Sealed != 0)*extSealed | one(g.HasPing)*extPing | one(g.HasPong)*extPong |
		one(g.HasLife)*extLife | one(g.HasBye)*extBye | one(g.Gossip)*extGossip
}
