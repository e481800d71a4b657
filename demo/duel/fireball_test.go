package duel

import (
	"testing"

	"example.com/backstep/fixed"
)

// A fireball crosses the whole arena at its speed and goes out at the wall.
func TestFireballCrossesTheArena(t *testing.T) {
	w := arena(0, 200)
	w.Fighters[0].Pos.X = fixed.FromInt(-ReachX)
	w.Fighters[1].Pos.X = fixed.FromInt(ReachX)
	w.Fighters[1].Health = 1 // would end the round if it were touched
	ball := &w.Fireballs[0]
	if n := until(t, w, 30, func() bool { return ball.Live }, Special, 0); n != 14 {
		t.Errorf("thrown on frame %d, want 14", n)
	}
	start := ball.Pos.X
	w.Fighters[1].do(Lying) // nothing stands in the way
	w.Fighters[1].Frame = -1000
	n := until(t, w, 400, func() bool { return !ball.Live }, 0, 0)
	if want := (ArenaHalf*unit - start) / fireballSpeed; fixed.Q16(n) < want || fixed.Q16(n) > want+1 {
		t.Errorf("flew for %d frames, want %d", n, want)
	}
	if ball.Pos.X != ArenaHalf*unit {
		t.Errorf("ended at %v, want the wall", ball.Pos.X)
	}
}

func TestFireballHitsBlocksAndMisses(t *testing.T) {
	for _, tc := range []struct {
		name   string
		hold   Buttons
		action Action
		health int16
	}{
		{"hits a standing fighter", 0, Reel, 930},
		{"hits a crouching one", Down, Reel, 930},
		{"is blocked for chip", Right, Block, 991},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, 300)
			v := &w.Fighters[1]
			until(t, w, 90, func() bool { return v.Stop > 0 }, Special, tc.hold)
			if v.Action != tc.action || v.Health != tc.health {
				t.Errorf("action %d health %d, want %d and %d", v.Action, v.Health, tc.action, tc.health)
			}
			if w.Fireballs[0].Live {
				t.Error("the fireball flies on")
			}
		})
	}
}

func TestFireballPassesUnderAJump(t *testing.T) {
	w := arena(0, 260)
	v := &w.Fighters[1]
	run(w, 26, Special, 0)
	run(w, 14, 0, Up)
	run(w, 60, 0, 0)
	if v.Health != MaxHealth {
		t.Errorf("health %d, want %d", v.Health, MaxHealth)
	}
}

func TestOneFireballAFighterAndTheyPutEachOtherOut(t *testing.T) {
	w := arena(0, 900)
	run(w, 60, Special, 0)
	run(w, 1, 0, 0)
	first := w.Fireballs[0]
	run(w, 20, Special, 0)
	if got := w.Fireballs[0]; !got.Live || got.Frame != first.Frame+20 {
		t.Errorf("fireball %+v after asking for a second, want the first one flying on from %+v", got, first)
	}
	w = arena(0, 500)
	run(w, 14, Special, Special)
	until(t, w, 60, func() bool { return !w.Fireballs[0].Live && !w.Fireballs[1].Live }, 0, 0)
	for i, f := range w.Fighters[:2] {
		if f.Health != MaxHealth {
			t.Errorf("fighter %d: health %d, want %d", i, f.Health, MaxHealth)
		}
	}
}
