package pegs

import "testing"

// The golden hashes are the same on every target: of floats because no product is
// fused, of Q16.16 because there are integers only.
func TestGoldenHashes(t *testing.T) {
	w := Start(1)
	golden(t, "pegs/float64", w.Float, 0xdca7fb9dcab27966)
	golden(t, "pegs/Q16.16", w.Fixed, 0x3b2739a73f33e181)
}

// golden folds the checksums of 200,000 steps, each of which follows from all
// before it.
func golden[B Ball[B]](t *testing.T, name string, ball B, want uint64) {
	t.Helper()
	l := NewLab(ball, 0)
	hash := uint64(0xcbf29ce484222325)
	for range 200_000 {
		l.Advance()
		a, _ := l.Checksums()
		hash = (hash ^ a) * 0x100000001b3
	}
	t.Logf("golden %s %016x", name, hash)
	if hash != want {
		t.Errorf("%s: hash %#016x, pinned is %#016x: the rules changed, or this target computes otherwise", name, hash, want)
	}
}
