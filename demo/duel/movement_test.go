package duel

import (
	"testing"

	"example.com/backstep/fixed"
)

// travel is how far fighter 0 gets within n frames of a script, in units.
func travel(w *World, script func(frame int) Buttons, n int) int32 {
	x := w.Fighters[0].Pos.X
	for i := range n {
		Step(w, held(script(i), 0))
	}
	return (w.Fighters[0].Pos.X - x).Int()
}

func TestWalkingAndDashing(t *testing.T) {
	hold := func(b Buttons) func(int) Buttons { return func(int) Buttons { return b } }
	double := func(b Buttons, gap int) func(int) Buttons {
		return func(i int) Buttons {
			if i < 2 || i >= 2+gap && i < 4+gap {
				return b
			}
			return 0
		}
	}
	for _, tc := range []struct {
		name   string
		script func(int) Buttons
		want   int32
	}{
		{"stands", hold(0), 0},
		{"walks forward", hold(Right), 112},
		{"walks back slower", hold(Left), -90},
		{"crouch does not walk", hold(Right | Down), 0},
		{"opposite directions cancel", hold(Right | Left), 0},
		{"dashes forward", double(Right, 2), 133},
		{"dashes back", double(Left, 2), -158},
		{"two slow taps are steps", double(Right, 14), 15},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := travel(arena(0, 500), tc.script, 30); got != tc.want {
				t.Errorf("moved %d units in 30 frames, want %d", got, tc.want)
			}
		})
	}
}

func TestJumpArc(t *testing.T) {
	for _, tc := range []struct {
		name  string
		press Buttons
		dir   int
	}{{"up", Up, 0}, {"forward", Up | Right, 1}, {"back", Up | Left, -1}} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, 500)
			f := &w.Fighters[0]
			x := f.Pos.X
			if n := until(t, w, 20, f.InAir, tc.press, 0); n != preJumpFrames+1 {
				t.Errorf("leaves the floor on frame %d, want %d", n, preJumpFrames+1)
			}
			var top fixed.Q16
			air := until(t, w, 80, func() bool { top = max(top, f.Pos.Y); return !f.InAir() }, 0, 0)
			if air < 34 || air > 40 {
				t.Errorf("in the air for %d frames, want 34 to 40", air)
			}
			if top < 130*unit || top > 160*unit {
				t.Errorf("rises to %v, want 130 to 160", top)
			}
			if got := (f.Pos.X - x).Sign(); got != tc.dir {
				t.Errorf("moved %v, want direction %d", f.Pos.X-x, tc.dir)
			}
		})
	}
}

// Fighters do not stand in each other, also not against a wall, and turn
// around when one jumps over the other.
func TestBodiesPushApart(t *testing.T) {
	for _, x := range []int{0, ReachX - 30, -ReachX + 30} {
		w := arena(x, 60)
		run(w, 80, Right, Left)
		gap := w.Fighters[1].Pos.X - w.Fighters[0].Pos.X
		if gap < (2*pushBoxHalf-8)*unit {
			t.Errorf("around %d: gap %v after walking into each other, want %d", x, gap, 2*pushBoxHalf)
		}
	}
}

func TestJumpOverTurnsAround(t *testing.T) {
	w := arena(0, 80)
	run(w, 50, Up|Right, 0)
	a, b := w.Fighters[0], w.Fighters[1]
	if a.Pos.X <= b.Pos.X {
		t.Fatalf("at %v and %v: the jump did not cross", a.Pos.X, b.Pos.X)
	}
	run(w, 8, 0, 0)
	if a, b = w.Fighters[0], w.Fighters[1]; a.Facing != -1 || b.Facing != 1 {
		t.Errorf("facing %d and %d, want -1 and 1", a.Facing, b.Facing)
	}
}

// A press made during hit-stop or recovery comes out as soon as it can.
func TestPressesAreBuffered(t *testing.T) {
	w := arena(0, 400)
	f := &w.Fighters[0]
	run(w, 1, Light, 0)
	jab := Jab.Data()
	end := int(jab.end())
	run(w, end-4, 0, 0)
	run(w, 1, Heavy, 0)
	until(t, w, 4, func() bool { return f.Move == Kick }, 0, 0)
}

func TestFireballByMotionAndByButton(t *testing.T) {
	for _, tc := range []struct {
		name   string
		frames []Buttons
		want   Move
	}{
		{"special", []Buttons{Special}, FireballMove},
		{"down, diagonal, forward and light", []Buttons{Down, Down | Right, Right, Right | Light}, FireballMove},
		{"down, diagonal, forward and heavy", []Buttons{Down, Down | Right, Right | Heavy}, FireballMove},
		{"backwards is no motion", []Buttons{Down, Down | Left, Left, Left | Light}, Jab},
		{"without the diagonal", []Buttons{Down, Right, Right | Light}, Jab},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, 400)
			for _, b := range tc.frames {
				run(w, 1, b, 0)
			}
			if got := w.Fighters[0].Move; got != tc.want {
				t.Errorf("move %d, want %d", got, tc.want)
			}
		})
	}
}
