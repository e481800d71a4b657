package main

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/fixed/rng"
)

func BenchmarkRNG(b *testing.B) {
	stream, pcg := rng.NewXorShift(1), rand.NewPCG(1, 2)
	other := func() uint64 { return drawPCG(pcg) }
	ask := rng.Key{Seed: 1}.Of(2)
	runCompared(b,
		pitted("Draw", "pcg", func() uint64 { return drawKeyed(7, 3) }, other),
		pitted("Asker", "pcg", func() uint64 { return drawAsked(ask) }, other),
		pitted("XorShift", "pcg", func() uint64 { return drawStream(&stream) }, other),
		pitted("Below", "pcg", func() uint64 { return drawBelow(&stream) }, other),
	)
}

// drawKeyed asks as a step does: for 16 entities in each of 64 frames.
//
//go:noinline
func drawKeyed(seed uint64, purpose uint32) (sum uint64) {
	for frame := range int64(calls / 16) {
		for entity := range uint64(16) {
			sum += rng.Draw(seed, entity, frame, purpose)
		}
	}
	return sum
}

//go:noinline
func drawAsked(a rng.Asker) (sum uint64) {
	for frame := range int64(calls) {
		s := a.At(frame, 3)
		sum += s.Uint64()
	}
	return sum
}

//go:noinline
func drawStream(r *rng.XorShift) (sum uint64) {
	for range calls {
		sum += r.Uint64()
	}
	return sum
}

//go:noinline
func drawBelow(r *rng.XorShift) (sum uint64) {
	for range calls {
		sum += r.Below(6)
	}
	return sum
}

//go:noinline
func drawPCG(r *rand.PCG) (sum uint64) {
	for range calls {
		sum += r.Uint64()
	}
	return sum
}
