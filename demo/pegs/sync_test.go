package pegs

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
	"example.com/backstep/synctest"
)

// Rolled back at every frame to distance 7, with wrong inputs first, both balls come
// out the same, though chaos spares no difference.
func TestSync(t *testing.T) {
	w := Start(5)
	synctest.Run(t, rollback.Plain(&w, Advance), synctest.Config[Nudge]{
		Players: 2, Frames: 2000, CheckDistance: 7, Seed: 5, Mispredict: true,
		Inputs: func(_ rollback.Frame, _ int, r *rand.Rand) Nudge { return Nudge(r.IntN(256) - 128) },
	})
}

func TestStepDoesNotAllocate(t *testing.T) {
	w := Start(6)
	in := []rollback.Input[Nudge]{{Value: 1, Present: true}}
	if n := testing.AllocsPerRun(100, func() { Advance(&w, in) }); n != 0 {
		t.Errorf("%v allocations a step, want 0", n)
	}
	l := NewLab(w.Float, 1)
	l.Advance(in...)
	if n := testing.AllocsPerRun(100, func() { l.Advance(in...) }); n != 0 {
		t.Errorf("%v allocations a step of a lab, want 0", n)
	}
}
