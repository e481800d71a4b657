package savestate

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// What a snapshot can be refused for. DecodeSnapshot wraps one of them in a
// *SnapshotError with the values that differ.
var (
	ErrSnapshotMagic    = errors.New("savestate: not a snapshot")
	ErrSnapshotVersion  = errors.New("savestate: a snapshot of another format version")
	ErrSnapshotPlan     = errors.New("savestate: a snapshot of another plan")
	ErrSnapshotLength   = errors.New("savestate: a snapshot of another length")
	ErrSnapshotChecksum = errors.New("savestate: a snapshot whose bytes were changed")
	ErrSnapshotFrame    = errors.New("savestate: a snapshot of an impossible frame")
	ErrSnapshotBody     = errors.New("savestate: a snapshot of no state")
)

// SnapshotError says what differs between a snapshot and what could be read.
// errors.Is finds What, and errors.As a *DecodeError of the body.
type SnapshotError struct {
	What      error  // one of the ErrSnapshot values
	Got, Want string // of the field that differs; empty if Cause says more
	Cause     error  // of a body that is no state, else nil
}

func (e *SnapshotError) Error() string {
	if e.Cause != nil {
		return e.What.Error() + ": " + e.Cause.Error()
	}
	return e.What.Error() + ": " + e.Got + ", want " + e.Want
}

// Unwrap returns What and Cause.
func (e *SnapshotError) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.What}
	}
	return []error{e.What, e.Cause}
}

// A snapshot is a header, all little-endian, and a body: the encoding of the
// state, compressed (RFC 1951) if it is the shorter so. The checksum is XXH64 of
// the header before it, and of the body as it is sent, so that nothing is
// decompressed that was damaged on its way.
const (
	snapshotMagic   = "BSST"
	snapshotVersion = 1

	atVersion   = 4  // uint32
	atSignature = 8  // uint64, of the plan
	atFrame     = 16 // int64
	atLength    = 24 // uint32, bytes of the encoding
	atBody      = 28 // uint32, bytes of the body; as many as atLength: not compressed
	atChecksum  = 32 // uint64
	headerBytes = 40
)

// expansion is how many bytes one byte of RFC 1951 can become at the most: a
// match of 258 bytes takes 2 bits at the least.
const expansion = 4 * 258

// AppendSnapshot appends to dst the state s of frame f with all that is needed
// to refuse it where it does not belong: to send it to a peer, or to keep it in a
// file. The bytes may differ between versions of Go; what they decode to does
// not. It panics if f is negative, or the encoding has more than 2^32-1 bytes.
func (p *Plan[S]) AppendSnapshot(dst []byte, f Frame, s *S) []byte {
	if f < 0 {
		panic(fmt.Sprintf("savestate: AppendSnapshot of frame %d", f))
	}
	begin := len(dst)
	dst = p.Append(append(dst, make([]byte, headerBytes)...), s)
	encoding := dst[begin+headerBytes:]
	if uint64(len(encoding)) > math.MaxUint32 {
		panic(fmt.Sprintf("savestate: AppendSnapshot of %d bytes, more than 32 bits count", len(encoding)))
	}
	n := len(encoding)
	if short := deflate(encoding); len(short) < n {
		dst = append(dst[:begin+headerBytes], short...)
	}
	h := dst[begin:]
	copy(h, snapshotMagic)
	binary.LittleEndian.PutUint32(h[atVersion:], snapshotVersion)
	binary.LittleEndian.PutUint64(h[atSignature:], p.Signature())
	binary.LittleEndian.PutUint64(h[atFrame:], uint64(f))
	binary.LittleEndian.PutUint32(h[atLength:], uint32(n))
	binary.LittleEndian.PutUint32(h[atBody:], uint32(len(h)-headerBytes))
	binary.LittleEndian.PutUint64(h[atChecksum:], snapshotSum(h))
	return dst
}

// SnapshotLength is how many bytes the encoding in a snapshot has, as its header
// says and DecodeSnapshot holds it to; 0 if b is no snapshot. It bounds the memory
// that reading b can take before anything of it is read.
func SnapshotLength(b []byte) uint32 {
	if len(b) < headerBytes || string(b[:atVersion]) != snapshotMagic {
		return 0
	}
	return binary.LittleEndian.Uint32(b[atLength:])
}

// DecodeSnapshot makes dst the state that AppendSnapshot wrote, and returns its
// frame. Anything else in b is refused with a *SnapshotError, which leaves dst
// alone: another format version, plan, length or checksum, or a body that
// Decode refuses. It takes memory for len(b) bytes decompressed, which is at most
// 1032 times as many, and for as much of a state as they can be.
func (p *Plan[S]) DecodeSnapshot(b []byte, dst *S) (Frame, error) {
	if err := p.checkSnapshot(b); err != nil {
		return NoFrame, err
	}
	encoding := b[headerBytes:]
	if n := int(binary.LittleEndian.Uint32(b[atLength:])); n > len(encoding) {
		var wrong string
		if encoding, wrong = inflate(encoding, n); wrong != "" {
			return NoFrame, &SnapshotError{What: ErrSnapshotBody, Cause: &DecodeError{p.c.name, wrong}}
		}
	}
	if err := p.Decode(dst, encoding); err != nil {
		return NoFrame, &SnapshotError{What: ErrSnapshotBody, Cause: err}
	}
	return Frame(binary.LittleEndian.Uint64(b[atFrame:])), nil
}

// checkSnapshot looks at all of a snapshot but the state in its body.
func (p *Plan[S]) checkSnapshot(b []byte) error {
	differ := func(what error, got, want string) error { return &SnapshotError{What: what, Got: got, Want: want} }
	if m := b[:min(len(b), len(snapshotMagic))]; string(m) != snapshotMagic {
		return differ(ErrSnapshotMagic, fmt.Sprintf("it begins with %q", m), strconv.Quote(snapshotMagic))
	}
	if len(b) < headerBytes {
		return differ(ErrSnapshotLength, fmt.Sprintf("%d bytes", len(b)), fmt.Sprintf("%d or more", headerBytes))
	}
	if v := binary.LittleEndian.Uint32(b[atVersion:]); v != snapshotVersion {
		return differ(ErrSnapshotVersion, fmt.Sprint(v), fmt.Sprint(snapshotVersion))
	}
	if v := binary.LittleEndian.Uint64(b[atSignature:]); v != p.Signature() {
		return differ(ErrSnapshotPlan, fmt.Sprintf("signature %016x", v), fmt.Sprintf("%016x", p.Signature()))
	}
	n, body := uint64(binary.LittleEndian.Uint32(b[atLength:])), uint64(binary.LittleEndian.Uint32(b[atBody:]))
	if have := uint64(len(b) - headerBytes); body != have {
		return differ(ErrSnapshotLength, fmt.Sprintf("a body of %d bytes", have), fmt.Sprint(body))
	}
	if v, sum := binary.LittleEndian.Uint64(b[atChecksum:]), snapshotSum(b); v != sum {
		return differ(ErrSnapshotChecksum, fmt.Sprintf("checksum %016x", sum), fmt.Sprintf("%016x", v))
	}
	if n < body || n > body*expansion || n > math.MaxInt {
		return differ(ErrSnapshotLength, fmt.Sprintf("an encoding of %d bytes", n), fmt.Sprintf("%d to %d", body, body*expansion))
	}
	if size := uint64(p.Size()); size > 0 && n != size {
		return differ(ErrSnapshotLength, fmt.Sprintf("an encoding of %d bytes", n), fmt.Sprint(size))
	}
	if f := int64(binary.LittleEndian.Uint64(b[atFrame:])); f < 0 {
		return differ(ErrSnapshotFrame, fmt.Sprint(f), "0 or more")
	}
	return nil
}

// snapshotSum is the checksum of a snapshot with its header.
func snapshotSum(b []byte) uint64 {
	var h Hash64
	h.Bytes(b[:atChecksum])
	h.Bytes(b[headerBytes:])
	return h.Sum()
}

// deflate compresses b, quickly rather than well: a peer that sends its state
// goes on playing.
func deflate(b []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		panic(err) // an invariant: the level is a valid one
	}
	w.Write(b) // neither fails, since out does not
	w.Close()
	return out.Bytes()
}

// inflate returns the n bytes that all of b stands for, or what is wrong with b.
func inflate(b []byte, n int) (out []byte, wrong string) {
	src := bytes.NewReader(b)
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(src), int64(n)+1))
	switch {
	case err != nil:
		return nil, err.Error()
	case len(out) != n:
		return nil, fmt.Sprintf("what is compressed is not %d bytes", n)
	case src.Len() > 0:
		return nil, fmt.Sprintf("%d bytes follow what is compressed", src.Len())
	}
	return out, ""
}
