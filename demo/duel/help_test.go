package duel

import (
	"encoding/binary"
	"hash/fnv"
	"testing"

	"example.com/backstep/fixed"
	"example.com/backstep/fixed/rng"
	"example.com/backstep/rollback"
)

type inputs = []rollback.Input[Buttons]

// held makes one frame of inputs, all present.
func held(bs ...Buttons) inputs {
	in := make(inputs, len(bs))
	for i, b := range bs {
		in[i] = rollback.Input[Buttons]{Value: b, Present: true}
	}
	return in
}

// run steps n frames with the same buttons.
func run(w *World, n int, bs ...Buttons) {
	in := held(bs...)
	for range n {
		Step(w, in)
	}
}

// arena is a fight of two about to begin, standing gap units apart around x.
func arena(x, gap int) *World {
	w := New(1, 2)
	run(&w, IntroFrames, 0, 0)
	w.Fighters[0].Pos.X = fixed.FromInt(x - gap/2)
	w.Fighters[1].Pos.X = w.Fighters[0].Pos.X + fixed.FromInt(gap)
	run(&w, 1, 0, 0)
	return &w
}

// until steps with the same buttons until done, and returns how many frames it
// took; it fails after limit.
func until(t *testing.T, w *World, limit int, done func() bool, bs ...Buttons) int {
	t.Helper()
	in := held(bs...)
	for n := 1; n <= limit; n++ {
		Step(w, in)
		if done() {
			return n
		}
	}
	t.Fatalf("not within %d frames; fighters %+v", limit, w.Fighters[:w.Count])
	return 0
}

// fold is a hash of a World by its declared fields, independent of the target.
func fold(t *testing.T, w *World) uint64 {
	t.Helper()
	h := fnv.New64a()
	if err := binary.Write(h, binary.LittleEndian, w); err != nil {
		t.Fatal(err)
	}
	return h.Sum64()
}

// masher presses random buttons and holds each choice for a few frames.
type masher struct {
	rand rng.XorShift
	held Buttons
	left uint64
}

func (m *masher) press() Buttons {
	if m.left == 0 {
		m.held, m.left = Buttons(m.rand.Uint64()>>40), m.rand.Below(14)
	} else {
		m.left--
	}
	return m.held
}

func mashers(seed uint64, n int) []masher {
	ms := make([]masher, n)
	for i := range ms {
		ms[i].rand = rng.NewXorShift(seed*16 + uint64(i))
	}
	return ms
}

// press lets bots fill in one frame of inputs.
func press(w *World, bots []Bot, in inputs) {
	for i := range bots {
		in[i] = rollback.Input[Buttons]{Value: bots[i].Press(w, i), Present: true}
	}
}
