package duel

import (
	"fmt"
	"testing"

	"example.com/backstep/rollback"
)

// Whatever anybody presses, and whoever comes and goes, every state is sane.
func TestEveryStateStaysInTheArena(t *testing.T) {
	for seed := uint64(1); seed <= 12; seed++ {
		players := 2 + int(seed%3)
		w := New(seed, players)
		ms := mashers(seed, players)
		in, gone := make(inputs, players), make([]uint64, players)
		for range 12000 {
			for p := range in {
				if gone[p] > 0 {
					gone[p]--
				} else if ms[p].rand.Below(3000) == 0 {
					gone[p] = 1 + ms[p].rand.Below(2*GraceFrames)
				}
				in[p] = rollback.Input[Buttons]{Value: ms[p].press(), Present: gone[p] == 0}
			}
			Step(&w, in)
			if bad := insane(&w); bad != "" {
				t.Fatalf("seed %d players %d frame %d: %s\n%+v", seed, players, w.Frame, bad, w)
			}
		}
	}
}

// insane names what is wrong with a world, if anything.
func insane(w *World) string {
	for i := range w.seats() {
		f := &w.Fighters[i]
		switch {
		case f.Pos.X.Abs() > ReachX*unit || f.Pos.Y < 0 || f.Pos.Y > Ceiling*unit:
			return "a fighter outside of the arena"
		case f.Vel.X.Abs() > 20*unit || f.Vel.Y.Abs() > 30*unit:
			return "a fighter too fast"
		case f.Health < 0 || f.Health > MaxHealth || f.Trail < f.Health:
			return "health out of range"
		case f.Facing != 1 && f.Facing != -1:
			return "a fighter facing nowhere"
		case f.Action >= actionCount || f.Move >= moveCount || (f.Move != NoMove) != (f.Action == Attack):
			return "an unknown action"
		case f.Grace < 0 || f.Grace > GraceFrames || f.Grace == 0 && f.Action != Absent:
			return "grace out of range"
		case f.Stop < 0 || f.Stop > 14:
			return "hit-stop out of range"
		}
		if b := &w.Fireballs[i]; b.Pos.X.Abs() > ArenaHalf*unit || b.Frame > 2*ArenaHalf {
			return "a fireball outside of the arena"
		}
	}
	if w.Phase > Rematch || w.Clock < 0 || w.PhaseFrame < 0 || w.Resume < 0 || w.Resume > ResumeFrames || w.Round > 2*RoundsToWin {
		return "a phase out of range"
	}
	return ""
}

// flip mirrors buttons.
func flip(b Buttons) Buttons {
	out := b &^ (Left | Right)
	if b.Has(Left) {
		out |= Right
	}
	if b.Has(Right) {
		out |= Left
	}
	return out
}

// No side of the screen and no seat has an advantage: a match with mirrored
// inputs in exchanged seats is the mirror image, to the last bit. Somebody goes
// away now and then.
func TestMirroredMatchIsTheMirrorImage(t *testing.T) {
	for seed := uint64(1); seed <= 12; seed++ {
		a, b := New(seed, 2), New(seed, 2)
		ms := mashers(seed, 2)
		for range 6000 {
			p, q := ms[0].press(), ms[1].press()
			one, other := held(p, q), held(flip(q), flip(p))
			if a.Frame%500 >= 420 {
				away := a.Frame / 500 % 2
				one[away].Present, other[1-away].Present = false, false
			}
			Step(&a, one)
			Step(&b, other)
			for i := range 2 {
				f, g := a.Fighters[i], b.Fighters[1-i]
				if f.Pos.X != -g.Pos.X || f.Pos.Y != g.Pos.Y || f.Health != g.Health || f.Action != g.Action || f.Facing != -g.Facing {
					t.Fatalf("seed %d frame %d: fighter %d\n%+v\nis not the mirror image of\n%+v", seed, a.Frame, i, f, g)
				}
			}
		}
	}
}

// The same inputs from a copy give the same world: nothing hides outside.
func TestACopyGoesTheSameWay(t *testing.T) {
	w := New(5, 4)
	bots := []Bot{NewBot(1), NewBot(2), NewBot(3), NewBot(4)}
	in := make(inputs, 4)
	for range 3000 {
		press(&w, bots, in)
		twin := w
		Step(&w, in)
		Step(&twin, in)
		if w != twin {
			t.Fatalf("frame %d: two steps from one state differ", w.Frame)
		}
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	w := New(1, 4)
	bots := []Bot{NewBot(1), NewBot(2), NewBot(3), NewBot(4)}
	in := make(inputs, 4)
	if n := testing.AllocsPerRun(2000, func() {
		press(&w, bots, in)
		Step(&w, in)
	}); n != 0 {
		t.Errorf("%v allocations a frame, want 0", n)
	}
}

func BenchmarkStep(b *testing.B) {
	for _, players := range []int{2, 4} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			w := New(1, players)
			ms := mashers(1, players)
			in := make(inputs, players)
			for b.Loop() {
				for p := range in {
					in[p] = rollback.Input[Buttons]{Value: ms[p].press(), Present: true}
				}
				Step(&w, in)
			}
		})
	}
}
