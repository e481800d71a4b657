package savestate

import (
	"reflect"
	"unsafe"
)

// Plan is a state type S compiled once, to copy, hash, encode and compare its
// values: field by field in declared order, without padding, maps by ascending
// key, and with the same hashes and encodings on every target. The package's
// documentation says what S may hold and how it is treated.
//
// The plan of a type of a fixed size is immutable and may be shared. Any other
// keeps scratch memory between calls, so that nothing is allocated once it is
// warm: each goroutine needs its own.
//
// Copy, Hash, Append and Equal panic with an *AliasError if two parts of a
// state overlap in memory in a way that no copy could keep.
type Plan[S any] struct {
	c *compiled
	w *worker // of a state whose size varies, else nil
}

// PlanOf compiles S. If some part of S cannot be saved the error is an
// *UnsupportedError with the part's path.
func PlanOf[S any]() (*Plan[S], error) {
	c, err := compile(reflect.TypeFor[S]())
	if err != nil {
		return nil, err
	}
	p := &Plan[S]{c: c}
	if c.root.varies {
		p.w = newWorker(c)
	}
	return p, nil
}

// largeState is from which size in bytes on a state is copied as bytes: how fast
// an assignment of that many is depends on where in memory the two states lie.
const largeState = 1 << 18

// Copy makes dst the same state as src; they share no memory that anyone may
// write to. What dst refers to belongs to Copy, which uses it again: nothing
// else may refer to it, src least of all.
func (p *Plan[S]) Copy(dst, src *S) {
	switch {
	case p.c.whole && p.c.root.size < largeState:
		*dst = *src
	case p.c.whole:
		copy(bytesAt(unsafe.Pointer(dst), 0, int(p.c.root.size)), bytesAt(unsafe.Pointer(src), 0, int(p.c.root.size)))
	case p.w == nil:
		copyRaw(p.c.all.raw, unsafe.Pointer(dst), unsafe.Pointer(src))
	case dst != src:
		p.w.copy(unsafe.Pointer(dst), unsafe.Pointer(src))
	}
}

// Hash returns the checksum of s: XXH64 with seed 0 of its encoding.
func (p *Plan[S]) Hash(s *S) uint64 {
	if n := p.c.flat; n > 0 {
		return XXH64(unsafe.Slice((*byte)(unsafe.Pointer(s)), n), 0)
	}
	if p.w != nil {
		return p.w.sum(unsafe.Pointer(s))
	}
	return p.c.all.hash(unsafe.Pointer(s))
}

// Size returns the bytes of an encoding, or 0 if they vary from state to state.
func (p *Plan[S]) Size() int {
	if p.w != nil {
		return 0
	}
	return p.c.all.size
}

// Append appends the encoding of s to dst.
func (p *Plan[S]) Append(dst []byte, s *S) []byte {
	if p.w != nil {
		return p.w.append(dst, unsafe.Pointer(s))
	}
	w := sink{dst: dst}
	p.c.all.write(&w, unsafe.Pointer(s))
	return w.dst
}

// Decode makes dst the state that src encodes. It returns a *DecodeError, and
// leaves dst alone, if src is not what Append makes of some state: its length is
// wrong, or it holds a value that is impossible, such as a bool other than 0
// and 1, or an int that this target's int cannot hold. Whatever src is, it
// takes memory in proportion to len(src): for each byte at most as much as the
// type's own values have for a byte of their encoding.
func (p *Plan[S]) Decode(dst *S, src []byte) error {
	if p.w != nil {
		return p.w.decode(unsafe.Pointer(dst), src)
	}
	return p.c.decode(unsafe.Pointer(dst), src)
}

// Sections returns how many sections S has: its top-level fields that are
// state, or one if S is not a struct.
func (p *Plan[S]) Sections() int { return len(p.c.sections) }

// Section returns the name of section i and the checksum of that part of s,
// with all that it refers to, so that two states can be told apart by part
// without being exchanged. A reference to the whole state counts as such.
func (p *Plan[S]) Section(i int, s *S) (name string, sum uint64) {
	sec := &p.c.sections[i]
	if p.w != nil {
		return sec.name, p.w.sectionSum(&sec.program, unsafe.Pointer(s))
	}
	return sec.name, sec.hash(unsafe.Pointer(s))
}

// Shape describes what is saved, in one line: names of fields and kinds, not
// names of types. It is the same on every target.
func (p *Plan[S]) Shape() string { return p.c.shape }

// Signature is a hash of Shape. Two programs with equal signatures lay out
// their states alike, so they can compare checksums and exchange encodings.
func (p *Plan[S]) Signature() uint64 { return p.c.signature }
