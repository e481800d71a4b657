package rng

import (
	"math/bits"
	"testing"
)

// Games ask with small, consecutive numbers: exactly where a weak mixing shows.
func TestNeighbouringQuestionsGetUnrelatedAnswers(t *testing.T) {
	seen := make(map[uint64]bool)
	var ones [64]int
	for seed := range uint64(4) {
		for entity := range uint64(16) {
			for frame := range int64(64) {
				for purpose := range uint32(4) {
					v := Draw(seed, entity, frame, purpose)
					seen[v] = true
					for i := range ones {
						ones[i] += int(v >> i & 1)
					}
				}
			}
		}
	}
	const draws = 4 * 16 * 64 * 4
	if len(seen) != draws {
		t.Errorf("%d draws gave %d answers", draws, len(seen))
	}
	for i, n := range ones {
		if tooUneven([]int{n, draws - n}) {
			t.Errorf("bit %d is set in %d of %d draws", i, n, draws)
		}
	}
}

// flipBit returns the draw at i with input bit n of its 224 bits flipped, or none for n = -1.
func flipBit(i uint64, n int) uint64 {
	words := [4]uint64{i, i * 3, i * 7, i & 3} // seed, entity, frame, purpose
	if n >= 0 {
		words[n/64] ^= 1 << (n % 64)
	}
	return Draw(words[0], words[1], int64(words[2]), uint32(words[3]))
}

func TestEachInputBitChangesEachOutputBitHalfOfTheTime(t *testing.T) {
	for n := range 224 {
		var changed [64]int
		for i := range uint64(samples) {
			for d := flipBit(i, -1) ^ flipBit(i, n); d != 0; d &= d - 1 {
				changed[bits.TrailingZeros64(d)]++
			}
		}
		for bit, k := range changed {
			if unlikely(k, samples) {
				t.Errorf("input bit %d changes output bit %d in %d of %d", n, bit, k, samples)
			}
		}
	}
}

// The first draws of questions must not be the second ones of others.
func TestSequencesOfNeighbouringQuestionsDoNotMeet(t *testing.T) {
	seen := make(map[uint64]bool)
	draws := 0
	for entity := range uint64(16) {
		for frame := range int64(256) {
			for purpose := range uint32(4) {
				s := Key{7}.At(entity, frame, purpose)
				for range 8 {
					seen[s.Uint64()] = true
					draws++
				}
			}
		}
	}
	if len(seen) != draws {
		t.Errorf("%d draws gave %d answers", draws, len(seen))
	}
}

// The k-th draw of a question is the first of another if k gammas are a whole number of frames and purposes.
func TestSequencesOfAnEntityMeetLate(t *testing.T) {
	inverse := uint64(frameStep) // of frameStep modulo 2^64; each step doubles its right bits
	for range 6 {
		inverse *= 2 - frameStep*inverse
	}
	for k := uint64(1); k <= 500_000; k++ {
		steps := k * gamma * inverse
		frames := int64(int32(steps))
		purposes := int64(steps-uint64(frames)) >> 32
		if max(frames, -frames) < 1<<24 && max(purposes, -purposes) < 1<<16 {
			t.Fatalf("after %d draws a sequence meets the one %d frames and %d purposes on", k, frames, purposes)
		}
	}
}

func TestSplitsDifferFromEachOtherAndFromDraws(t *testing.T) {
	seen := make(map[uint64]string)
	note := func(v uint64, what string) {
		if before, ok := seen[v]; ok {
			t.Errorf("%s equals %s", what, before)
		}
		seen[v] = what
	}
	for purpose := range uint32(1000) {
		note(Key{7}.Split(purpose).Seed, "a split of key 7")
		note(Key{8}.Split(purpose).Seed, "a split of key 8")
		note(Key{7}.Split(3).Split(purpose).Seed, "a split of a split")
		note(Draw(7, 0, 0, purpose), "a draw")
	}
}
