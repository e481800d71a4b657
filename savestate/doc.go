// Package savestate holds what a rollback needs to know about a game's state:
// which frame it is of, where it is kept, and how it is copied, hashed,
// compared and encoded.
//
//   - Frame numbers a simulation step.
//   - Ring keeps the states of the latest frames in slots that are reused.
//   - Plan is a Go type compiled once: Copy, Hash, Equal, Diff, Append, Decode;
//     AppendSnapshot and DecodeSnapshot for what leaves the process.
//   - Rewind keeps minutes of states in bounded memory.
//   - Hash64 builds a checksum value by value, for states without a plan; XXH64
//     and FNV1a hash bytes.
//
// Hashes and encodings are the same on every target, whatever its byte order
// and the size of its int. Nothing here reads a clock or starts a goroutine,
// and nothing that is done at every frame allocates once it is warm.
//
// A session saves and goes back like this:
//
//	plan, err := savestate.PlanOf[World]()
//	ring := savestate.NewRing[World](window + 1)
//
//	plan.Copy(ring.Slot(frame), &world) // save
//
//	if s, ok := ring.Get(wrong); ok { // go back to a frame
//		plan.Copy(&world, s)
//		ring.Discard(wrong)
//	}
//
// # What a state may hold
//
// Numbers, bools, strings, arrays, slices, maps, pointers and structs of them,
// to any depth, also types that refer to themselves. Unexported and embedded
// fields are state like any other. PlanOf refuses, with the path of the field,
// what cannot be saved: functions, channels, interfaces, unsafe.Pointer;
// structs of the standard library with unexported fields, such as time.Time or
// sync.Mutex; maps whose keys are or contain floats, pointers or interfaces.
//
//   - A field with the tag `backstep:"-"` may have any type and is not state.
//     In the state itself Copy and Decode leave the destination's as it was, so
//     a rollback does not restore it and the game must not let it influence the
//     state; in what the state refers to, it is zero after a Copy.
//   - A type whose pointer is a Hook saves itself.
//   - int, uint and uintptr count as 64 bits everywhere. Blank fields are
//     padding. 0 and -0 are different values. Every NaN is hashed, encoded and
//     compared as the same quiet NaN, because processors differ in which they
//     produce; Copy keeps the bits.
//   - nil and empty are different, for slices as for maps. The capacity of a
//     slice, and what lies between its length and its capacity, are not state.
//   - Pointers, maps and slices that are the same stay the same: two pointers to
//     one value, two fields with one map, two slices of the same elements and
//     capacity refer to one thing in the copy too. Circles and pointers to the
//     state itself are fine. Which references are the same is part of the
//     state: it is hashed, compared and encoded.
//   - What a copy could only split is refused with an *AliasError, at the value,
//     with both paths: a pointer to a field, to an element of an array or a
//     slice, slices that overlap in part, or a slice in the spare capacity of
//     another, where an append would write (a[:2:2] has none). Check looks for
//     it; Copy, Hash, Append and Equal panic with it.
//   - Strings are shared between copies, since nobody can write to them.
//
// Copy uses again what its destination refers to. So whatever a state refers to
// belongs to that state alone: a pointer from outside into a live state need
// not point to the same thing after a Load. Shared finds memory that two states
// have in common, by path.
//
// # Encoding
//
// Scalars are little-endian and follow each other without padding, in declared
// order; a bool is one byte. A string is its length in 4 bytes and its bytes; a
// Hook's value likewise. A reference takes 4 bytes: 0 for nil; 1 for what takes
// no memory, in a slice followed by its length; else 2 and the number of what it
// refers to, counted in the order in which references to it are met, the state
// itself being 0. The first reference to a slice or a map has its length after
// it. What is referred to follows in the order of its numbers: a value, the
// elements, or the entries, each key before its value, by ascending key
// (numbers by value, false before true, strings by bytes, arrays and structs by
// the first part that differs). No state has two encodings, NaN and hooks apart.
//
// A snapshot is an encoding with a header that says of which plan and frame it
// is, and a checksum: what to send, or to keep in a file.
//
// # Limitations
//
// A plan reads memory that it does not own, so nothing else may write to a state
// meanwhile. One that has strings, slices, maps or pointers serves one
// goroutine. A pool keeps what a large state needed for the next one. A map of
// more than some hundred entries may be given new memory by Go's own map at any
// time. A checksum of 64 bits finds accidents, not forgeries.
//
// A copy costs little more than one written by hand for the type, if slots are
// used in turn. It is done in a longer way, several times slower, if two slices
// of the state are the same one, or if the values of a map have slices, maps or
// pointers in them: better, they are pointers to structs that have those, by keys
// that are strings or numbers of 4 or 8 bytes. Maps by other keys, or of values
// of more than 64 bytes, are copied by reflection, in up to twice the time.
package savestate
