package wire

import (
	"encoding/binary"
	"math/bits"
)

// bitWriter packs fields least significant bit first. The caller bounds the
// total: a writer never grows past cap(buf).
type bitWriter struct {
	buf []byte
	acc uint64
	n   uint // bits waiting in acc, always below 32 between calls
}

// bits appends the low width bits of v; width is at most 32.
func (w *bitWriter) bits(v uint64, width uint) {
	w.acc |= (v & (1<<width - 1)) << w.n
	w.n += width
	if w.n >= 32 {
		a := w.acc
		w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(a))
		w.acc >>= 32
		w.n -= 32
	}
}

func (w *bitWriter) flag(b bool) { w.bits(one(b), 1) }

func one(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (w *bitWriter) bytes(p []byte) {
	for _, b := range p {
		w.bits(uint64(b), 8)
	}
}

// finish pads the last byte with zero bits and returns the packet.
func (w *bitWriter) finish() []byte {
	for ; w.n > 0; w.n -= min(w.n, 8) {
		w.buf = append(w.buf, byte(w.acc))
		w.acc >>= 8
	}
	return w.buf
}

// used is the length so far in bits.
func (w *bitWriter) used() int { return len(w.buf)*8 + int(w.n) }

// riceLimit is the longest unary part; past it the whole value follows.
const riceLimit = 12

// rice writes v in a Golomb-Rice code: v>>k in unary, then k low bits. Values
// near 2^k are the cheapest.
func (w *bitWriter) rice(v uint64, k uint) {
	q := v >> k
	if q >= riceLimit {
		w.bits(1<<riceLimit-1, riceLimit)
		w.varint(v)
		return
	}
	w.bits(v&(1<<k-1)<<(q+1)|(1<<q-1), uint(q)+1+k)
}

// varint writes groups of 7 bits, lowest first, each after a bit that tells
// whether it is not the last.
func (w *bitWriter) varint(v uint64) {
	for v >= 1<<7 {
		w.bits(1, 1)
		w.bits(v, 7)
		v >>= 7
	}
	w.bits(0, 1)
	w.bits(v, 7)
}

func (w *bitWriter) signed(v int64, k uint) { w.rice(zigzag(v), k) }

func zigzag(v int64) uint64   { return uint64(v)<<1 ^ uint64(v>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// bitReader reads what bitWriter wrote. Reading past the end yields zeros and
// sets bad, so that a decoder checks once at the end of a loop.
type bitReader struct {
	buf []byte
	pos int // in bits
	bad bool
}

// bits reads width bits, at most 57.
func (r *bitReader) bits(width uint) uint64 {
	end := r.pos + int(width)
	if end > len(r.buf)*8 {
		r.bad = true
		return 0
	}
	v := r.peek()
	r.pos = end
	return v & (1<<width - 1)
}

// peek returns the next bits, at least 57 of them, zeros past the end.
func (r *bitReader) peek() uint64 {
	i := r.pos >> 3
	if i+8 <= len(r.buf) {
		return binary.LittleEndian.Uint64(r.buf[i:]) >> uint(r.pos&7)
	}
	return r.peekTail(i)
}

// peekTail reads the last bytes by way of the eight that end the buffer.
func (r *bitReader) peekTail(i int) uint64 {
	n := len(r.buf)
	switch {
	case i >= n:
		return 0
	case n >= 8:
		return binary.LittleEndian.Uint64(r.buf[n-8:]) >> uint(8*(i-(n-8))+r.pos&7)
	}
	var v uint64
	for j, b := range r.buf[i:] {
		v |= uint64(b) << (8 * uint(j))
	}
	return v >> uint(r.pos&7)
}

func (r *bitReader) flag() bool { return r.bits(1) == 1 }

func (r *bitReader) rice(k uint) uint64 {
	v := r.peek()
	q := uint(bits.TrailingZeros64(^v))
	if q >= riceLimit {
		r.pos += riceLimit
		v := r.varint()
		r.bad = r.bad || v>>k < riceLimit // has a shorter form
		return v
	}
	r.pos += int(q + 1 + k)
	if r.pos > len(r.buf)*8 {
		r.bad = true
		return 0
	}
	return uint64(q)<<k | v>>(q+1)&(1<<k-1)
}

// varint reads at most ten groups; an overlong or too large one is bad.
func (r *bitReader) varint() uint64 {
	var v uint64
	for shift := uint(0); shift < 70; shift += 7 {
		more, group := r.flag(), r.bits(7)
		if shift == 63 && group > 1 || !more && group == 0 && shift > 0 {
			break
		}
		v |= group << shift
		if !more {
			return v
		}
	}
	r.bad = true
	return 0
}

func (r *bitReader) signed(k uint) int64 { return unzigzag(r.rice(k)) }

// atEnd tells whether nothing but zero padding below one byte is left.
func (r *bitReader) atEnd() bool {
	left := len(r.buf)*8 - r.pos
	return !r.bad && left < 8 && r.bits(uint(left)) == 0
}
