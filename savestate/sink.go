package savestate

import (
	"encoding/binary"
	"strconv"
)

// sink takes an encoding: into h, or else appended to dst. It is a struct that
// holds both, rather than an interface, so that it stays on the stack. Short
// runs on their way to h are collected in buf, because hashing a few bytes at
// a time costs several times the hashing of many.
type sink struct {
	hashes bool
	n      int // bytes in buf
	h      Hash64
	dst    []byte
	buf    [256]byte
}

func (w *sink) bytes(b []byte) {
	switch {
	case !w.hashes:
		w.dst = append(w.dst, b...)
	case len(b) <= len(w.buf)-w.n:
		w.n += copy(w.buf[w.n:], b)
	default:
		w.flush()
		w.h.Bytes(b)
	}
}

// reset makes w as new, to hash or to append to dst.
func (w *sink) reset(dst []byte, hashes bool) {
	w.hashes, w.n, w.dst = hashes, 0, dst
	w.h.Reset()
}

func (w *sink) flush() {
	w.h.Bytes(w.buf[:w.n])
	w.n = 0
}

func (w *sink) sum() uint64 {
	w.flush()
	return w.h.Sum()
}

func (w *sink) uint16(v uint16) {
	var b [2]byte
	binary.LittleEndian.PutUint16(b[:], v)
	w.bytes(b[:])
}

func (w *sink) uint32(v uint32) {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], v)
	w.bytes(b[:])
}

func (w *sink) uint64(v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	w.bytes(b[:])
}

// length writes a count, in 4 bytes.
func (w *sink) length(n int) {
	if uint64(n)>>32 != 0 {
		panic("savestate: a length of " + strconv.Itoa(n) + ", more than 32 bits hold")
	}
	w.uint32(uint32(n))
}
