package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	kindHello  = 2
	kindRefuse = 4

	// MaxName bounds the hello's names, in bytes.
	MaxName = 64
	// MaxBlob bounds the hello's application blob, in bytes.
	MaxBlob = 512
)

// Hello opens and keeps up a handshake. Until the sender knows that the other
// side has heard it (Locked) it is padded to MaxPacket: no answer is longer than
// its question, whatever its Echo claims.
type Hello struct {
	Version uint8
	Token   uint32 // put this in every packet to me
	Echo    uint32 // the token that I heard from you, 0 = none
	Locked  bool   // I have heard my token echoed
	Ready   bool   // all my links are locked and my game is loaded
	Return  bool   // I come back into seats of a match that goes on

	MatchID    [16]byte // zero = not known yet
	Game       string
	Build      uint64
	State      uint64 // signature of the state type, 0 = none
	Players    uint8
	Seats      uint16 // the sender's
	To         uint16 // whom it is meant for, by seats; 0 where a spectator is involved
	InputBytes uint8
	Rate       uint16 // frames per second
	Seed       uint64
	Blob       []byte
}

// Field names what two hellos can disagree on.
type Field uint8

// The fields, in the order in which they are compared.
const (
	FieldNone Field = iota
	FieldVersion
	FieldGame
	FieldBuild
	FieldState
	FieldPlayers
	FieldSeats
	FieldInputBytes
	FieldRate
	FieldSeed
	FieldReturn // not of a hello: whoever was removed may not return
	fieldCount
)

var fieldNames = [fieldCount]string{"none", "protocol version", "game id", "build", "state type", "player count",
	"seats", "input size", "frame rate", "seed", "right to return"}

func (f Field) String() string {
	if f < fieldCount {
		return fieldNames[f]
	}
	return fmt.Sprintf("field(%d)", uint8(f))
}

// Refusal answers a hello that does not fit; Theirs and Ours are seen from its
// sender and cut to MaxName bytes.
type Refusal struct {
	Token        uint32 // the refused hello's
	Field        Field
	Ours, Theirs string
}

// ErrKind: a byte-aligned message of no known kind.
var ErrKind = errors.New("wire: unknown message kind")

// IsHello and IsRefusal tell the byte-aligned messages apart.
func IsHello(b []byte) bool { return len(b) > 0 && b[0] == kindHello }

// IsRefusal: see IsHello.
func IsRefusal(b []byte) bool { return len(b) > 0 && b[0] == kindRefuse }

// AppendHello encodes h into dst[:0].
func AppendHello(dst []byte, h *Hello) []byte {
	le := binary.LittleEndian
	var flags byte
	if h.Locked {
		flags |= 1
	}
	if h.Ready {
		flags |= 2
	}
	if h.Return {
		flags |= 4
	}
	b := append(dst[:0], kindHello, h.Version, flags)
	b = le.AppendUint32(b, h.Token)
	b = le.AppendUint32(b, h.Echo)
	b = append(b, h.MatchID[:]...)
	b = appendString(b, h.Game)
	b = le.AppendUint64(b, h.Build)
	b = le.AppendUint64(b, h.State)
	b = append(b, h.Players)
	b = le.AppendUint16(b, h.Seats)
	b = le.AppendUint16(b, h.To)
	b = append(b, h.InputBytes)
	b = le.AppendUint16(b, h.Rate)
	b = le.AppendUint64(b, h.Seed)
	b = le.AppendUint16(b, uint16(len(h.Blob)))
	b = append(b, h.Blob...)
	for !h.Locked && len(b) < MaxPacket {
		b = append(b, 0)
	}
	return b
}

func appendString(b []byte, s string) []byte {
	s = s[:min(len(s), MaxName)]
	return append(append(b, byte(len(s))), s...)
}

// byteReader reads aligned fields; past the end it yields zeros and sets bad.
type byteReader struct {
	b   []byte
	bad bool
}

func (r *byteReader) take(n int) []byte {
	if n > len(r.b) {
		r.bad, r.b = true, nil
		return nil
	}
	p := r.b[:n]
	r.b = r.b[n:]
	return p
}

func (r *byteReader) uint(n int) uint64 {
	var v uint64
	for i, x := range r.take(n) {
		v |= uint64(x) << (8 * i)
	}
	return v
}

func (r *byteReader) string() string {
	n := int(r.uint(1))
	r.bad = r.bad || n > MaxName
	return string(r.take(min(n, MaxName)))
}

// DecodeHello reads a hello of any version: of another one than Version only
// Version, Token and Echo are set.
func DecodeHello(b []byte) (h Hello, err error) {
	if !IsHello(b) || len(b) > MaxPacket {
		return h, ErrKind
	}
	r := byteReader{b: b[1:]}
	h.Version = uint8(r.uint(1))
	flags := r.uint(1)
	h.Locked, h.Ready, h.Return = flags&1 != 0, flags&2 != 0, flags&4 != 0
	h.Token, h.Echo = uint32(r.uint(4)), uint32(r.uint(4))
	if r.bad || h.Token == 0 {
		return Hello{}, ErrMalformed
	}
	if h.Version != Version {
		return h, nil
	}
	if !h.Locked && len(b) != MaxPacket || flags > 7 {
		return Hello{}, ErrMalformed // unpadded: would buy a longer answer
	}
	r.hello(&h)
	for _, x := range r.b {
		r.bad = r.bad || x != 0
	}
	if r.bad {
		return Hello{}, ErrMalformed
	}
	return h, nil
}

func (r *byteReader) hello(h *Hello) {
	copy(h.MatchID[:], r.take(16))
	h.Game = r.string()
	h.Build, h.State = r.uint(8), r.uint(8)
	h.Players, h.Seats, h.To = uint8(r.uint(1)), uint16(r.uint(2)), uint16(r.uint(2))
	h.InputBytes, h.Rate, h.Seed = uint8(r.uint(1)), uint16(r.uint(2)), r.uint(8)
	n := int(r.uint(2))
	r.bad = r.bad || n > MaxBlob
	h.Blob = r.take(min(n, MaxBlob))
}

// AppendRefusal encodes r into dst[:0].
func AppendRefusal(dst []byte, r *Refusal) []byte {
	b := append(dst[:0], kindRefuse, Version)
	b = binary.LittleEndian.AppendUint32(b, r.Token)
	b = append(b, byte(r.Field))
	b = appendString(b, r.Ours)
	return appendString(b, r.Theirs)
}

// DecodeRefusal reads a refusal; one of another version is readable too.
func DecodeRefusal(b []byte) (f Refusal, err error) {
	if !IsRefusal(b) || len(b) > MaxPacket {
		return f, ErrKind
	}
	r := byteReader{b: b[1:]}
	r.uint(1)
	f.Token, f.Field = uint32(r.uint(4)), Field(r.uint(1))
	f.Ours, f.Theirs = r.string(), r.string()
	if r.bad || len(r.b) > 0 {
		return Refusal{}, ErrMalformed
	}
	return f, nil
}
