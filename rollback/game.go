package rollback

import "example.com/backstep/savestate"

// Frame numbers a simulation step; see savestate.Frame.
type Frame = savestate.Frame

// NoFrame is the frame before the first.
const NoFrame = savestate.NoFrame

// Input is one player's input for one frame. It does not tell whether it was
// predicted: a simulation that could see that would compute two worlds.
type Input[I any] struct {
	Value   I    // the zero value of I when the player is absent
	Present bool // false once the player has left or was dropped
}

// Game is a deterministic simulation. The session calls it only inside
// Session.Advance, on the caller's goroutine.
type Game[S, I any] interface {
	// Save overwrites dst with the current state, reusing dst's memory.
	Save(dst *S)
	// Load makes src the current state. src stays the session's: it may be
	// loaded again, so the game must copy out of it and keep no reference.
	Load(src *S)
	// Advance runs exactly one frame. in[p] is player p's input; the slice is
	// valid only during the call.
	Advance(in []Input[I])
	// Checksum digests a saved state. It must be a pure function of *s.
	Checksum(s *S) uint64
}
