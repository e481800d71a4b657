// Package rng draws random numbers that survive a rollback.
//
// There are two ways, and neither keeps anything outside the simulation's state.
//
// A draw keyed by its question has no state at all. The answer is a pure function of the match's seed, the entity that
// asks, the frame and the purpose, so it is the same on every pass over the frame, in whatever order entities are
// stepped, and however often something else draws:
//
//	key := rng.Key{Seed: matchSeed}
//	s := key.At(entity, frame, purposeSpread)
//	spread := s.Between(-fixed.Q16Half, fixed.Q16Half)
//
// A stream has state and belongs inside the game's saved state. XorShift is one uint64 that is copied, hashed and
// restored with the rest:
//
//	type World struct {
//		Deck rng.XorShift
//		// ...
//	}
//
// Purposes are small integers that the game names as constants; two draws with one key and one purpose are the same
// draw. Key.Split and Key.XorShift give subsystems that tick at their own rate seeds and streams of their own.
//
// Draws for effects that only the screen shows must not touch a stream of the state. Those that must look the same on
// every pass and machine use a key with a purpose of its own, which costs nothing and changes nothing; for the others
// there is Cosmetic, a stream outside the state, of a type of its own that draws nothing a state is made of.
//
// # Limitations
//
// Nothing here is secret: who knows the seed can compute every draw, past and future, so a peer that cheats can too.
// The generators are good for games and statistics, not for cryptography.
package rng
