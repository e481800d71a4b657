package savestate

import (
	"encoding/binary"
	"math"
)

// Hash64 builds a checksum value by value, for a Checksum method written by
// hand. Its sum is XXH64, with seed 0, of the values' little-endian bytes one
// after another, so it is the same on every target. The zero value is ready
// to use; it holds no pointer and never allocates.
//
// The bytes are not framed: before a list whose length varies write the
// length, or ("ab", "c") and ("a", "bc") have one sum.
type Hash64 struct {
	l   lanes
	n   uint64       // bytes written
	buf [stripe]byte // the last n%stripe of them
}

// Uint64 writes v as 8 bytes.
func (h *Hash64) Uint64(v uint64) {
	if at := h.n % stripe; at <= stripe-8 {
		binary.LittleEndian.PutUint64(h.buf[at:at+8], v)
		h.wrote(8)
		return
	}
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	h.Bytes(b[:])
}

// Int writes v as 8 bytes, also where an int has 4.
func (h *Hash64) Int(v int) { h.Uint64(uint64(int64(v))) }

// Uint32 writes v as 4 bytes.
func (h *Hash64) Uint32(v uint32) {
	if at := h.n % stripe; at <= stripe-4 {
		binary.LittleEndian.PutUint32(h.buf[at:at+4], v)
		h.wrote(4)
		return
	}
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], v)
	h.Bytes(b[:])
}

// Uint8 writes v as one byte.
func (h *Hash64) Uint8(v uint8) {
	h.buf[h.n%stripe] = v
	h.wrote(1)
}

// Bool writes one byte, 1 for true.
func (h *Hash64) Bool(v bool) {
	if v {
		h.Uint8(1)
	} else {
		h.Uint8(0)
	}
}

// Float64 writes the 8 bytes of v's bits. Every NaN is written as one and the
// same, because processors differ in which they produce; 0 and -0 differ.
func (h *Hash64) Float64(v float64) { h.Uint64(bits64(math.Float64bits(v))) }

// Float32 writes the 4 bytes of v's bits, with NaN and zero as in Float64.
func (h *Hash64) Float32(v float32) { h.Uint32(bits32(math.Float32bits(v))) }

// Bytes writes b, without its length.
func (h *Hash64) Bytes(b []byte) {
	if at := int(h.n % stripe); at > 0 {
		k := copy(h.buf[at:], b)
		h.wrote(uint64(k))
		b = b[k:]
	}
	if len(b) >= stripe {
		h.start()
		rest := h.l.consume(b)
		h.n += uint64(len(b) - len(rest))
		b = rest
	}
	if len(b) > 0 {
		copy(h.buf[:], b)
		h.n += uint64(len(b))
	}
}

// String writes the bytes of s, without its length.
func (h *Hash64) String(s string) {
	for len(s) > 0 {
		at := h.n % stripe
		k := copy(h.buf[at:], s)
		h.wrote(uint64(k))
		s = s[k:]
	}
}

// Sum returns the hash of what was written so far; writing may go on.
func (h *Hash64) Sum() uint64 {
	sum := uint64(prime5)
	if h.n >= stripe {
		sum = h.l.merge()
	}
	return finish(sum+h.n, h.buf[:h.n%stripe])
}

// Reset makes h as new.
func (h *Hash64) Reset() { h.n = 0 }

// wrote counts k bytes put into buf and consumes it when it is full.
func (h *Hash64) wrote(k uint64) {
	if (h.n+k)%stripe == 0 && k > 0 {
		h.start()
		h.l.consume(h.buf[:])
	}
	h.n += k
}

// start sets up the lanes before the first stripe is consumed.
func (h *Hash64) start() {
	if h.n < stripe {
		h.l = newLanes(0)
	}
}
