package wire

import (
	"encoding/binary"
	"math/bits"
)

// Ask and Chunk move what does not fit in a packet: a state, a list of
// checksums. Whoever wants it asks, again and again, and says each time which
// chunks it has; whoever has it sends those that are missing. The asker alone
// keeps the transfer going, so nothing needs to be undone when one side vanishes.
const (
	kindAsk   = 10
	kindChunk = 12

	// ChunkBytes is the most that one chunk carries.
	ChunkBytes = 1120
	// ChunkWindow is how many chunks may be under way at once.
	ChunkWindow = 64
)

// What names a thing that can be asked for.
type What uint8

// The things.
const (
	WhatJoin   What = iota + 1 // the newest state that may leave, to come in with; Frame is -1, or the one begun with
	WhatSums                   // checksums of the states before Frame that are held
	WhatState                  // the state of Frame, to compare
	WhatResync                 // the state of Frame, to go on from
	whatCount
	// Whats is how many there are, and 0 for nothing.
	Whats = int(whatCount)
)

func (w What) String() string {
	return [...]string{"nothing", "join", "checksums", "state", "resync", "unknown"}[min(w, whatCount)]
}

// Ask says which chunks of a thing its sender has.
type Ask struct {
	What  What
	Frame int64
	Life  uint32 // rises while the asker lives
	Next  uint32 // all chunks before it are there
	Got   uint64 // bit i: chunk Next+1+i is there
}

// Chunk is a part of a thing: Data is what begins at Index*ChunkBytes.
type Chunk struct {
	What  What
	Frame int64
	Total uint32 // bytes of the whole thing, 1 at least
	Index uint32
	Data  []byte
}

// IsAsk and IsChunk tell the messages of a transfer.
func IsAsk(b []byte) bool { return len(b) > 0 && b[0] == kindAsk }

// IsChunk: see IsAsk.
func IsChunk(b []byte) bool { return len(b) > 0 && b[0] == kindChunk }

// Chunks is how many chunks make total bytes.
func Chunks(total uint32) uint32 {
	return uint32((uint64(total) + ChunkBytes - 1) / ChunkBytes)
}

// Missing is the first chunk not before i that the asker lacks.
func (a *Ask) Missing(i uint32) uint32 {
	i = max(i, a.Next)
	if i > a.Next && i-a.Next <= 64 {
		i += uint32(bits.TrailingZeros64(^(a.Got >> (i - a.Next - 1))))
	}
	return i
}

// AppendAsk encodes a into dst[:0].
func AppendAsk(dst []byte, token uint32, a *Ask) []byte {
	b := append(dst[:0], kindAsk, byte(a.What))
	b = binary.LittleEndian.AppendUint32(b, token)
	b = binary.AppendUvarint(b, uint64(a.Frame+1))
	b = binary.AppendUvarint(b, uint64(a.Life))
	b = binary.AppendUvarint(b, uint64(a.Next))
	return binary.LittleEndian.AppendUint64(b, a.Got)
}

// DecodeAsk reads what AppendAsk wrote.
func DecodeAsk(b []byte, token uint32, a *Ask) error {
	if !IsAsk(b) || len(b) > MaxPacket {
		return ErrForeign
	}
	r := byteReader{b: b[1:]}
	a.What = What(r.uint(1))
	if uint32(r.uint(4)) != token || r.bad {
		return ErrForeign
	}
	a.Frame = int64(r.uvarint(maxFrame)) - 1
	a.Life, a.Next = uint32(r.uvarint(1<<32-1)), uint32(r.uvarint(1<<32-1))
	a.Got = r.uint(8)
	if r.bad || len(r.b) > 0 || a.What == 0 || a.What >= whatCount {
		return ErrMalformed
	}
	return nil
}

// AppendChunk encodes c into dst[:0].
func AppendChunk(dst []byte, token uint32, c *Chunk) []byte {
	b := append(dst[:0], kindChunk, byte(c.What))
	b = binary.LittleEndian.AppendUint32(b, token)
	b = binary.AppendUvarint(b, uint64(c.Frame))
	b = binary.AppendUvarint(b, uint64(c.Total))
	b = binary.AppendUvarint(b, uint64(c.Index))
	return append(b, c.Data...)
}

// DecodeChunk reads what AppendChunk wrote; c.Data refers to b and is exactly as
// long as its place in the whole demands.
func DecodeChunk(b []byte, token uint32, c *Chunk) error {
	if !IsChunk(b) || len(b) > MaxPacket {
		return ErrForeign
	}
	r := byteReader{b: b[1:]}
	c.What = What(r.uint(1))
	if uint32(r.uint(4)) != token || r.bad {
		return ErrForeign
	}
	c.Frame = int64(r.uvarint(maxFrame))
	c.Total, c.Index = uint32(r.uvarint(1<<32-1)), uint32(r.uvarint(1<<32-1))
	c.Data = r.b
	start := uint64(c.Index) * ChunkBytes
	if r.bad || c.What == 0 || c.What >= whatCount || start >= uint64(c.Total) ||
		uint64(len(c.Data)) != min(ChunkBytes, uint64(c.Total)-start) {
		return ErrMalformed
	}
	return nil
}
