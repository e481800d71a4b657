package savestate

import (
	"encoding/binary"
	"math/bits"
)

// The five primes of XXH64.
const (
	prime1 = 0x9E3779B185EBCA87
	prime2 = 0xC2B2AE3D27D4EB4F
	prime3 = 0x165667B19E3779F9
	prime4 = 0x85EBCA77C2B2AE63
	prime5 = 0x27D4EB2F165667C5
)

// stripe is how many bytes the four lanes consume together.
const stripe = 32

// XXH64 returns the 64-bit xxHash of b, as specified in Yann Collet's "xxHash
// fast digest algorithm", version 0.2.0. It reads b as little-endian words at
// any alignment, so the result is the same on every target. It detects
// accidents, not adversaries: whoever may choose the bytes can collide it.
func XXH64(b []byte, seed uint64) uint64 {
	if len(b) < stripe {
		return finish(seed+prime5+uint64(len(b)), b)
	}
	l, n := newLanes(seed), uint64(len(b))
	b = l.consume(b)
	return finish(l.merge()+n, b)
}

// lanes is the accumulator of an input of one stripe or more.
type lanes struct{ v1, v2, v3, v4 uint64 }

func newLanes(seed uint64) lanes {
	return lanes{seed + prime1 + prime2, seed + prime2, seed, seed - prime1}
}

// consume takes every whole stripe of b and returns the rest, less than one.
func (l *lanes) consume(b []byte) []byte {
	v1, v2, v3, v4 := l.v1, l.v2, l.v3, l.v4
	for len(b) >= stripe {
		w := b[:stripe:stripe]
		v1 = round(v1, binary.LittleEndian.Uint64(w[0:8]))
		v2 = round(v2, binary.LittleEndian.Uint64(w[8:16]))
		v3 = round(v3, binary.LittleEndian.Uint64(w[16:24]))
		v4 = round(v4, binary.LittleEndian.Uint64(w[24:32]))
		b = b[stripe:]
	}
	l.v1, l.v2, l.v3, l.v4 = v1, v2, v3, v4
	return b
}

func (l *lanes) merge() uint64 {
	h := bits.RotateLeft64(l.v1, 1) + bits.RotateLeft64(l.v2, 7) +
		bits.RotateLeft64(l.v3, 12) + bits.RotateLeft64(l.v4, 18)
	h = mergeRound(h, l.v1)
	h = mergeRound(h, l.v2)
	h = mergeRound(h, l.v3)
	return mergeRound(h, l.v4)
}

func round(acc, word uint64) uint64 {
	return bits.RotateLeft64(acc+word*prime2, 31) * prime1
}

func mergeRound(h, v uint64) uint64 {
	return (h^round(0, v))*prime1 + prime4
}

// finish takes the last bytes, less than a stripe, and mixes.
func finish(h uint64, b []byte) uint64 {
	for ; len(b) >= 8; b = b[8:] {
		h = bits.RotateLeft64(h^round(0, binary.LittleEndian.Uint64(b)), 27)*prime1 + prime4
	}
	if len(b) >= 4 {
		h = bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(b))*prime1, 23)*prime2 + prime3
		b = b[4:]
	}
	for _, c := range b {
		h = bits.RotateLeft64(h^uint64(c)*prime5, 11) * prime1
	}
	h = (h ^ h>>33) * prime2
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}
