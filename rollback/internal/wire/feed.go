package wire

import "encoding/binary"

// Feed and FeedAck are what a host and a spectator say to each other. The feed
// holds settled frames only: they never change, so a frame is encoded once and
// the bytes are copied into everybody's packets.
const (
	kindFeed    = 6
	kindFeedAck = 8

	// MaxFeed is the most entry bytes that one feed packet carries.
	MaxFeed = 1120
)

// Feed carries the frames First .. First+Count-1.
type Feed struct {
	Life    uint32 // rises while the host lives
	Stamp   uint16 // host's clock, returned by the acknowledgement
	Head    int64  // frames that the host could send by now
	First   int64
	Count   int
	HasSum  bool
	SumOf   int64 // the state of this frame ...
	Sum     uint32
	Bye     uint8 // reason; 0 = goes on
	Behind  bool  // what the spectator lacks is gone here: let it ask for a state
	Entries []byte
}

// FeedAck tells the host how far the spectator is.
type FeedAck struct {
	Life  uint32
	Stamp uint16 // of the newest feed packet
	Hold  uint16 // how long it was kept, in quarter milliseconds
	Next  int64  // first frame that it lacks
	Bye   uint8
}

const (
	feedSum = 1 << iota
	feedBehind
	feedReserved
)

// IsFeed and IsFeedAck tell the spectators' messages apart.
func IsFeed(b []byte) bool { return len(b) > 0 && b[0] == kindFeed }

// IsFeedAck: see IsFeed.
func IsFeedAck(b []byte) bool { return len(b) > 0 && b[0] == kindFeedAck }

// AppendFeed encodes everything of f but its entries into dst[:0]; the caller
// appends those, MaxFeed bytes at most.
func AppendFeed(dst []byte, token uint32, f *Feed) []byte {
	le := binary.LittleEndian
	b := append(dst[:0], kindFeed, byte(one(f.HasSum)*feedSum|one(f.Behind)*feedBehind), f.Bye)
	b = le.AppendUint32(b, token)
	b = le.AppendUint16(b, f.Stamp)
	b = binary.AppendUvarint(b, uint64(f.Life))
	b = binary.AppendUvarint(b, uint64(f.Head))
	b = binary.AppendUvarint(b, uint64(f.First))
	b = binary.AppendUvarint(b, uint64(f.Count))
	if f.HasSum {
		b = binary.AppendUvarint(b, uint64(f.SumOf))
		b = le.AppendUint32(b, f.Sum)
	}
	return b
}

// uvarint reads a variable-length number of at most limit.
func (r *byteReader) uvarint(limit uint64) uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > limit || n > 1 && r.b[n-1] == 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

const maxFrame = 1<<62 - 1

// DecodeFeed reads a feed packet; f.Entries refers to b. The entries are not
// looked at: that is FeedEntry's.
func DecodeFeed(b []byte, token uint32, f *Feed) error {
	if !IsFeed(b) || len(b) > MaxPacket {
		return ErrForeign
	}
	r := byteReader{b: b[1:]}
	flags := r.uint(1)
	f.Bye = uint8(r.uint(1))
	if uint32(r.uint(4)) != token || r.bad {
		return ErrForeign
	}
	f.Stamp = uint16(r.uint(2))
	f.Life = uint32(r.uvarint(1<<32 - 1))
	f.Head, f.First = int64(r.uvarint(maxFrame)), int64(r.uvarint(maxFrame))
	f.Count = int(r.uvarint(MaxPacket))
	f.Behind = flags&feedBehind != 0
	if f.HasSum = flags&feedSum != 0; f.HasSum {
		f.SumOf, f.Sum = int64(r.uvarint(maxFrame)), uint32(r.uint(4))
	}
	if r.bad || flags >= feedReserved || f.Count > len(r.b) {
		return ErrMalformed
	}
	f.Entries = r.b
	return nil
}

// AppendFeedAck encodes a into dst[:0].
func AppendFeedAck(dst []byte, token uint32, a *FeedAck) []byte {
	le := binary.LittleEndian
	b := append(dst[:0], kindFeedAck, a.Bye)
	b = le.AppendUint32(b, token)
	b = le.AppendUint16(b, a.Stamp)
	b = le.AppendUint16(b, a.Hold)
	b = binary.AppendUvarint(b, uint64(a.Life))
	return binary.AppendUvarint(b, uint64(a.Next))
}

// DecodeFeedAck reads an acknowledgement.
func DecodeFeedAck(b []byte, token uint32, a *FeedAck) error {
	if !IsFeedAck(b) || len(b) > MaxPacket {
		return ErrForeign
	}
	r := byteReader{b: b[1:]}
	a.Bye = uint8(r.uint(1))
	if uint32(r.uint(4)) != token || r.bad {
		return ErrForeign
	}
	a.Stamp, a.Hold = uint16(r.uint(2)), uint16(r.uint(2))
	a.Life, a.Next = uint32(r.uvarint(1<<32-1)), int64(r.uvarint(maxFrame))
	if r.bad || len(r.b) > 0 {
		return ErrMalformed
	}
	return nil
}

// Entry is one player's part in a feed frame, where it changed.
const (
	entryAbsent = 0x80 // the reason is in the low bits, no input follows
)

// AppendEntry encodes one frame: which seats changed since the frame before,
// and what they are now. Input gives control byte and input of a present seat.
func AppendEntry(dst []byte, s *Shape, changed, absent uint16, why *[MaxSeats]uint8, input func(seat int) []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(changed))
	for p := range s.Players {
		switch {
		case changed>>p&1 == 0:
		case absent>>p&1 == 1:
			dst = append(dst, entryAbsent|why[p]&15)
		default:
			in := input(p)
			control := in[s.InputBytes]
			if control >= entryAbsent {
				control = 0 // no record that anybody knows
			}
			dst = append(dst, control)
			dst = append(dst, in[:s.InputBytes]...)
		}
	}
	return dst
}

// MaxEntry is the longest encoding of one frame in bytes.
func (s *Shape) MaxEntry() int { return 3 + s.Players*(1+s.InputBytes) }

// NextEntry reads one frame from entries. It calls put for every seat that
// changed, with nil and a reason for one that is absent from here on. The rest
// is what follows, ok is false where the bytes are no frame.
func NextEntry(entries []byte, s *Shape, put func(seat int, control byte, input []byte, why uint8)) (rest []byte, ok bool) {
	r := byteReader{b: entries}
	changed := r.uvarint(uint64(s.all()))
	for p := range s.Players {
		if changed>>p&1 == 0 || r.bad {
			continue
		}
		head := byte(r.uint(1))
		if head&entryAbsent != 0 {
			put(p, 0, nil, head&15)
			continue
		}
		if in := r.take(s.InputBytes); !r.bad {
			put(p, head, in, 0)
		}
	}
	return r.b, !r.bad
}
