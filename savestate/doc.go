// Package savestate holds what a rollback needs to know about a game's state:
// which frame it is of, where it is kept, and how it is copied, hashed,
// compared and encoded.
//
//   - Frame numbers a simulation step.
//   - Ring keeps the states of the latest frames in slots that are reused.
//   - Plan is a Go type compiled once: Copy, Hash, Diff, Append and Decode.
//   - Hash64 builds a checksum value by value, for states without a plan; XXH64
//     and FNV1a hash bytes.
//
// Hashes and encodings are the same on every target, whatever its byte order
// and the size of its int. Nothing here allocates per frame, reads a clock, or
// starts a goroutine.
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
// # Limitations
//
// A Plan covers types of a fixed size: numbers, bools, arrays and structs of
// them. Strings, slices, maps and pointers are refused when the plan is made. A
// checksum of 64 bits finds accidents, not forgeries.
package savestate
