package rollback

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// The log against a slice that never forgets, under random appends, guesses
// and look-ups.
func TestInputLogAgainstSlice(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 4))
		size, window := r.IntN(9), r.IntN(20)
		l := newInputLog(size, 128, window)
		var truth [][]byte
		guessed := map[Frame][]byte{}
		simulated := Frame(0)
		for range 2000 {
			if simulated <= l.have+Frame(window) && r.IntN(2) == 0 { // run a frame
				if simulated > l.have {
					g := random(r, size)
					copy(l.at(simulated), g)
					guessed[simulated] = g
				}
				simulated++
			}
			l.floor = max(l.floor, Frame(len(truth)-r.IntN(100)))
			if r.IntN(2) == 0 && l.room() {
				in := random(r, size)
				f := l.have + 1
				g, guess := guessed[f]
				want := guess && f < simulated && !bytes.Equal(g, in)
				if got := l.append(in, simulated); got != want {
					t.Fatalf("seed %d frame %d: mispredicted %v, want %v", seed, f, got, want)
				}
				truth = append(truth, in)
			}
			f := Frame(len(truth) - 1 - r.IntN(140))
			if !l.holds(f) {
				if f >= 0 && f >= l.floor && f <= l.have {
					t.Fatalf("seed %d: frame %d is needed (floor %d) and gone (have %d)", seed, f, l.floor, l.have)
				}
				continue
			}
			if !bytes.Equal(l.at(f), truth[f]) {
				t.Fatalf("seed %d frame %d: got %x, want %x", seed, f, l.at(f), truth[f])
			}
		}
	}
}

func random(r *rand.Rand, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(r.IntN(3))
	}
	return b
}

func TestLogIsFullBeforeItForgets(t *testing.T) {
	l := newInputLog(1, 256, 8)
	n := 0
	for l.room() {
		l.append([]byte{byte(n)}, 0)
		n++
	}
	if !l.holds(0) || l.at(0)[0] != 0 || n < 128+2*8 {
		t.Errorf("%d inputs fit, first held: %v", n, l.holds(0))
	}
	l.floor = 1
	if !l.room() {
		t.Error("an acknowledged frame makes no room")
	}
}
