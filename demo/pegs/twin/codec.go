package twin

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// GameID is what the rooms are for in which a Caller and a Peer find each other.
const GameID = "backstep/pegs"

// Version is that of the messages. Both ends must have the same.
const Version = 1

// Bounds of a packet: below what a data channel carries unsplit.
const (
	MaxStates = 26 // in one answer
	MaxTarget = 24 // bytes
	MaxPacket = headSize + 4 + 1 + 8 + 1 + MaxTarget + 1 + MaxStates*stateSize
)

// Sizes in bytes.
const (
	headSize  = 5 // "PEG", the version, the type
	ballSize  = 4 * 8
	stateSize = ballSize + 8
)

// magic is what every version begins with.
const magic = "PEG"

// The types of message. A foreign version is answered by a bare head of type other,
// which every version understands.
const (
	typeAsk   = 1
	typeSteps = 2
	typeOther = 3
)

// ErrMalformed says that a packet is no message of this version.
var ErrMalformed = errors.New("twin: malformed packet")

// VersionError says that the other end speaks another version.
type VersionError struct{ Theirs uint8 }

func (e *VersionError) Error() string {
	return fmt.Sprintf("twin: the other end speaks version %d, this one %d", e.Theirs, Version)
}

// Ask is the Caller's question, 51 bytes. Numbers are little-endian:
//
//	"PEG" version=1 type=1 · run uint32 · kind uint8 · x y vx vy 4×uint64 · have uint64 · want uint8
type Ask struct {
	Run   uint32 // from 1; a later run has a greater one
	Start Ball   // state 0 of the run
	Have  uint64 // the newest state that the Caller has
	Want  int    // how many more, 1 to MaxStates
}

// Steps is the Peer's answer, at most MaxPacket bytes:
//
//	"PEG" version=1 type=2 · run uint32 · kind uint8 · first uint64 · n uint8, target n bytes ·
//	n uint8, n times: x y vx vy 4×uint64, checksum uint64
type Steps struct {
	Run    uint32
	First  uint64  // the number of the first state, from 1
	Target string  // what the Peer runs on, as "linux/amd64": printable ASCII, at most MaxTarget bytes
	States []State // 1 to MaxStates, all of one kind
}

// Append encodes the message, which must be within the bounds that its fields name.
func (a Ask) Append(dst []byte) []byte {
	dst = appendHead(dst, typeAsk)
	dst = binary.LittleEndian.AppendUint32(dst, a.Run)
	dst = append(dst, byte(a.Start.Kind))
	dst = appendBall(dst, a.Start)
	dst = binary.LittleEndian.AppendUint64(dst, a.Have)
	return append(dst, byte(a.Want))
}

// Append encodes the message, likewise.
func (s Steps) Append(dst []byte) []byte {
	dst = appendHead(dst, typeSteps)
	dst = binary.LittleEndian.AppendUint32(dst, s.Run)
	dst = append(dst, byte(s.States[0].Ball.Kind))
	dst = binary.LittleEndian.AppendUint64(dst, s.First)
	dst = append(append(dst, byte(len(s.Target))), s.Target...)
	dst = append(dst, byte(len(s.States)))
	for _, st := range s.States {
		dst = binary.LittleEndian.AppendUint64(appendBall(dst, st.Ball), st.Sum)
	}
	return dst
}

func appendHead(dst []byte, kind byte) []byte { return append(append(dst, magic...), Version, kind) }

func appendBall(dst []byte, b Ball) []byte {
	for _, n := range b.numbers() {
		dst = binary.LittleEndian.AppendUint64(dst, n)
	}
	return dst
}

// ParseAsk decodes the whole packet. Its errors are ErrMalformed and *VersionError.
func ParseAsk(packet []byte) (a Ask, err error) {
	r, err := open(packet, typeAsk)
	if err != nil {
		return Ask{}, err
	}
	a.Run = uint32(r.number(4))
	a.Start = r.ball(Kind(r.number(1)))
	a.Have = r.number(8)
	a.Want = int(r.number(1))
	if !r.whole() || a.Run == 0 || a.Want < 1 || a.Want > MaxStates {
		return Ask{}, ErrMalformed
	}
	return a, nil
}

// ParseSteps decodes the whole packet; States are appended to dst, and Target is
// spared the copy if it equals known. Its errors are those of ParseAsk.
func ParseSteps(packet []byte, dst []State, known string) (s Steps, err error) {
	r, err := open(packet, typeSteps)
	if err != nil {
		return Steps{}, err
	}
	s.Run = uint32(r.number(4))
	kind := Kind(r.number(1))
	s.First = r.number(8)
	target := r.take(int(r.number(1)))
	if s.Target = known; string(target) != known {
		s.Target = string(target)
	}
	n := int(r.number(1))
	if s.Run == 0 || s.First == 0 || n < 1 || n > MaxStates || !printable(s.Target) {
		return Steps{}, ErrMalformed
	}
	for range n {
		ball := r.ball(kind)
		dst = append(dst, State{ball, r.number(8)})
	}
	if s.States = dst; !r.whole() {
		return Steps{}, ErrMalformed
	}
	return s, nil
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return len(s) <= MaxTarget
}

// reader takes a packet apart. What is not there is zero, and bad.
type reader struct {
	rest []byte
	bad  bool
}

// open looks at the head.
func open(packet []byte, kind byte) (reader, error) {
	if len(packet) < headSize || string(packet[:len(magic)]) != magic {
		return reader{}, ErrMalformed
	}
	if v := packet[3]; v != Version {
		return reader{}, &VersionError{Theirs: v}
	}
	if packet[4] != kind {
		return reader{}, ErrMalformed
	}
	return reader{rest: packet[headSize:]}, nil
}

func (r *reader) take(n int) []byte {
	if n > len(r.rest) {
		r.rest, r.bad = nil, true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) number(size int) (n uint64) {
	for i, b := range r.take(size) {
		n |= uint64(b) << (8 * i)
	}
	return n
}

func (r *reader) ball(k Kind) Ball {
	var n numbers
	for i := range n {
		n[i] = r.number(8)
	}
	b, ok := n.ball(k)
	r.bad = r.bad || !ok
	return b
}

// whole reports whether all was there, and nothing else.
func (r *reader) whole() bool { return !r.bad && len(r.rest) == 0 }
