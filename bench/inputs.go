package main

import "example.com/backstep/rollback"

// pattern is how the players use their pads.
type pattern struct {
	name string
	// input is what player holds down in a frame: the same in every run.
	input func(frame, player int) uint16
	// predict overrides the guess; nil repeats the last input.
	predict func(last uint16, ahead int) uint16
}

var patterns = []pattern{
	{name: "idle", input: constant},
	{name: "idle+rollback", input: constant, predict: neverRight},
	{name: "every8", input: everyEight},
	{name: "random", input: random},
}

func constant(_, player int) uint16 { return uint16(player + 1) }

// everyEight changes at every eighth frame, all players at once.
func everyEight(frame, player int) uint16 { return random(frame/8, player) }

// random differs in every frame, so repeating the last input is never right
// (but for one frame in 65,536).
func random(frame, player int) uint16 {
	return uint16(mix(uint64(frame)<<8 | uint64(player)))
}

// neverRight makes every frame a misprediction while the wire stays idle.
func neverRight(last uint16, _ int) uint16 { return ^last }

// mix is the finalizer of splitmix64: equal bits everywhere.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// world is the 16-byte state of the simulation that peers play.
type world struct{ Frame, Digest uint64 }

// step is as small as a simulation can be and still depend on every input.
func step(w *world, in []rollback.Input[uint16]) {
	for _, i := range in {
		w.Digest = (w.Digest ^ uint64(i.Value)) * 0x100000001b3
	}
	w.Frame++
}
