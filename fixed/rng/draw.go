package rng

import "math/bits"

// gamma is the increment of SplitMix64, the odd integer nearest to 2^64 over the golden ratio.
const gamma = 0x9e3779b97f4a7c15

// mix is the output function of SplitMix64 (Steele, Lea and Flood 2014, with Stafford's constants). It is a bijection
// in which every input bit changes each output bit with a probability near one half.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Draw returns 64 random bits that depend on the four values and on nothing else. With three of them fixed it is
// one-to-one in the fourth, so that no two frames, entities or seeds share an answer; nor do two pairs of a frame and a
// purpose, for frames from 0 to 2^32-1.
func Draw(seed, entity uint64, frame int64, purpose uint32) uint64 {
	return mix(mix(seed^bits.RotateLeft64(entity, 32)) + when(frame, purpose) + gamma) // Key.At and Uint64, to be inlined
}

// when makes frames steps of a Weyl sequence: what an entity draws for one purpose, frame by frame, is a SplitMix64 sequence
// with an increment of its own. Purposes follow where the frames that fit into 32 bits end.
func when(frame int64, purpose uint32) uint64 {
	return (uint64(frame) + uint64(purpose)<<32) * frameStep
}

// frameStep is the fraction of the square root of two in 64 bits, made odd. It is not gamma, by which the draws of one
// Sequence are apart, or the second of them would be the first of the next frame's.
const frameStep = 0x6a09e667f3bcc909

// Key is the seed of a match, or of one part of it. Every value is valid.
type Key struct{ Seed uint64 }

// At returns the sequence of draws that answers one question: the first Uint64 is what Draw returns, more of them serve
// a question that needs several numbers. Of questions of one entity that are less than 2^24 frames and 2^16 purposes apart,
// the sequences do not meet within 500,000 draws.
func (k Key) At(entity uint64, frame int64, purpose uint32) Sequence {
	return k.Of(entity).At(frame, purpose)
}

// Of prepares the questions of one entity. It takes half of the work of a draw, for an entity that asks often.
//
// The halves of the entity change places, so that no two pairs of a seed and an entity below 2^32 are mixed to the same.
func (k Key) Of(entity uint64) Asker { return Asker{mix(k.Seed ^ bits.RotateLeft64(entity, 32))} }

// Asker asks for one entity under one key. It holds nothing that those two do not give: make it where it is needed, or
// keep it; a rollback does not touch it. Key.Of makes it.
type Asker struct{ state uint64 }

// At returns what Key.At returns for the entity.
func (a Asker) At(frame int64, purpose uint32) Sequence {
	return Sequence{a.state + when(frame, purpose)}
}

// Split returns the key of a part of the match that draws for itself, such as one map or one player's deck.
func (k Key) Split(purpose uint32) Key { return Key{mix(mix(k.Seed+splitDomain) ^ uint64(purpose))} }

// XorShift returns the stream of a part of the match, to be kept in the saved state.
func (k Key) XorShift(purpose uint32) XorShift { return XorShift{k.Split(purpose).Seed} }

// splitDomain keeps the keys of Split apart from the draws of At. Any value but 0 and gamma would do.
const splitDomain = 0xd1b54a32d192ed03
