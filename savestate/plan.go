package savestate

import (
	"reflect"
	"unsafe"
)

// Plan is a state type S compiled once, to copy, hash, encode and compare its
// values: field by field in declared order, without padding, and with the same
// hashes and encodings on every target. It is immutable and may be shared.
//
// S may consist of numbers, bools, arrays and structs; PlanOf tells what else
// it found. int, uint and uintptr count as 64 bits everywhere. Blank fields
// are padding. A field with the tag `backstep:"-"` may have any type and is not
// state: no method reads it, and Copy and Decode leave the destination's as it
// was. So a rollback does not restore it, and a game must not let it influence
// the state.
//
// An encoding holds, and a hash and a comparison see, every NaN as the same
// quiet NaN, because processors differ in which they produce; Copy keeps the
// bits. 0 and -0 are different values.
type Plan[S any] struct{ c *compiled }

// PlanOf compiles S. If some part of S cannot be saved the error is an
// *UnsupportedError with the part's path.
func PlanOf[S any]() (*Plan[S], error) {
	c, err := compile(reflect.TypeFor[S]())
	if err != nil {
		return nil, err
	}
	return &Plan[S]{c}, nil
}

// Copy makes dst the same state as src; they share no memory.
func (p *Plan[S]) Copy(dst, src *S) {
	if p.c.whole {
		*dst = *src
		return
	}
	copyRaw(p.c.all.raw, unsafe.Pointer(dst), unsafe.Pointer(src))
}

// Hash returns the checksum of s: XXH64 with seed 0 of its encoding.
func (p *Plan[S]) Hash(s *S) uint64 {
	if n := p.c.flat; n > 0 {
		return XXH64(unsafe.Slice((*byte)(unsafe.Pointer(s)), n), 0)
	}
	return p.c.all.hash(unsafe.Pointer(s))
}

// Size returns the bytes of an encoding, the same for every state of S.
func (p *Plan[S]) Size() int { return p.c.all.size }

// Append appends the encoding of s to dst: its scalars in order, little-endian,
// without padding; a bool is one byte.
func (p *Plan[S]) Append(dst []byte, s *S) []byte {
	w := sink{dst: dst}
	p.c.all.write(&w, unsafe.Pointer(s))
	return w.dst
}

// Decode makes dst the state that src encodes. It returns a *DecodeError and
// leaves dst alone if src has not exactly Size bytes or holds a value that is
// impossible: a bool other than 0 and 1, or an int that this target's int
// cannot hold. Any other bytes are some state.
func (p *Plan[S]) Decode(dst *S, src []byte) error {
	return p.c.decode(unsafe.Pointer(dst), src)
}

// Sections returns how many sections S has: its top-level fields that are
// state, or one if S is not a struct.
func (p *Plan[S]) Sections() int { return len(p.c.sections) }

// Section returns the name of section i and the checksum of that part of s, so
// that two states can be told apart by part without being exchanged.
func (p *Plan[S]) Section(i int, s *S) (name string, sum uint64) {
	return p.c.sections[i].name, p.c.sections[i].hash(unsafe.Pointer(s))
}

// Shape describes what is saved, in one line: names of fields and kinds, not
// names of types. It is the same on every target.
func (p *Plan[S]) Shape() string { return p.c.shape }

// Signature is a hash of Shape. Two programs with equal signatures lay out
// their states alike, so they can compare checksums and exchange encodings.
func (p *Plan[S]) Signature() uint64 { return p.c.signature }
