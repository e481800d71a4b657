package duel

import (
	"testing"

	"example.com/backstep/fixed"
)

// hitAfter presses b on the first frame and returns the frame on which the
// victim, who holds v, is touched; 0 is never.
func hitAfter(w *World, b, v Buttons) int {
	before := w.NextSpark
	for n := 1; n <= 40; n++ {
		Step(w, held(b, v))
		if w.NextSpark != before {
			return n
		}
	}
	return 0
}

// The frame data is what players feel: how soon and how far each attack hits.
func TestMovesHitWhenAndWhereTheTableSays(t *testing.T) {
	for _, tc := range []struct {
		name  string
		press Buttons
		move  Move
		frame int // counted from 1, the frame of the press
		reach int // the widest gap at which it hits
	}{
		{"jab", Light, Jab, 5, 101},
		{"kick", Heavy, Kick, 10, 141},
		{"low jab", Down | Light, LowJab, 6, 93},
		{"sweep", Down | Heavy, Sweep, 11, 129},
		{"throw", Light | Heavy, Throw, 5, 67},
		{"uppercut", Down | Special, Uppercut, 6, 103},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, 60)
			Step(w, held(tc.press, 0))
			if f := w.Fighters[0]; f.Action != Attack || f.Move != tc.move {
				t.Fatalf("pressed %b: action %d move %d, want move %d", tc.press, f.Action, f.Move, tc.move)
			}
			if n := hitAfter(arena(0, 60), tc.press, 0); n != tc.frame {
				t.Errorf("hits on frame %d, want %d", n, tc.frame)
			}
			reach := 0
			for gap := 44; gap < 200; gap++ {
				if hitAfter(arena(0, gap), tc.press, 0) != 0 {
					reach = gap
				}
			}
			if reach != tc.reach {
				t.Errorf("reaches %d units, want %d", reach, tc.reach)
			}
		})
	}
}

// A hit costs health and control for exactly as long as the table says.
func TestHitTakesDamageAndTime(t *testing.T) {
	for _, tc := range []struct {
		name   string
		press  Buttons
		health int16
		stop   int // frames in which both stand still
		stun   int // frames after that in which the victim cannot act
	}{
		{"jab", Light, 960, 7, 14},
		{"kick", Heavy, 910, 11, 19},
		{"low jab", Down | Light, 965, 7, 13},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, 60)
			v := &w.Fighters[1]
			until(t, w, 40, func() bool { return v.Action == Reel }, tc.press, 0)
			if v.Health != tc.health {
				t.Errorf("health %d, want %d", v.Health, tc.health)
			}
			before := *w
			for range tc.stop {
				Step(w, held(0, 0))
				for i := range 2 {
					if got, want := w.Fighters[i].Pos, before.Fighters[i].Pos; got != want {
						t.Fatalf("fighter %d moved during hit-stop: %v, want %v", i, got, want)
					}
					if got, want := w.Fighters[i].Frame, before.Fighters[i].Frame; got != want {
						t.Fatalf("fighter %d aged during hit-stop: frame %d, want %d", i, got, want)
					}
				}
			}
			n := until(t, w, 60, func() bool { return v.Action != Reel }, 0, 0)
			if n-1 != tc.stun {
				t.Errorf("victim reels for %d frames after hit-stop, want %d", n-1, tc.stun)
			}
			if v.Pos.X <= before.Fighters[1].Pos.X {
				t.Errorf("victim was not knocked back: x %v, was %v", v.Pos.X, before.Fighters[1].Pos.X)
			}
		})
	}
}

// What blocks what: held away, at the right height, and throws not at all.
func TestBlocking(t *testing.T) {
	const stand, crouch, none = Right, Right | Down, Buttons(0)
	for _, tc := range []struct {
		name   string
		press  Buttons
		hold   Buttons
		action Action
		health int16
	}{
		{"mid against standing block", Light, stand, Block, 1000},
		{"mid against crouching block", Heavy, crouch, Block, 1000},
		{"low against standing block", Down | Light, stand, Reel, 965},
		{"low against crouching block", Down | Light, crouch, Block, 1000},
		{"sweep against standing block", Down | Heavy, stand, Fall, 920},
		{"throw against a block", Light | Heavy, stand, Fall, 880},
		{"uppercut against a block takes chip", Down | Special, stand, Block, 986},
		{"mid against nothing", Light, none, Reel, 960},
		{"mid against forward", Light, Left, Reel, 960},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, 46)
			if hitAfter(w, tc.press, tc.hold) == 0 {
				t.Fatal("did not touch")
			}
			if v := w.Fighters[1]; v.Action != tc.action || v.Health != tc.health {
				t.Errorf("action %d health %d, want %d and %d", v.Action, v.Health, tc.action, tc.health)
			}
		})
	}
}

// An attack from the air must be blocked standing.
func TestOverheadBeatsCrouchingBlock(t *testing.T) {
	for _, tc := range []struct {
		name string
		hold Buttons
		want Action
	}{{"standing", Right, Block}, {"crouching", Right | Down, Reel}} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, 140)
			a, v := &w.Fighters[0], &w.Fighters[1]
			until(t, w, 40, func() bool { return a.Action == Airborne && a.Vel.Y < -5*unit }, Up|Right, 0)
			until(t, w, 40, func() bool { return v.Stop > 0 }, Heavy, tc.hold)
			if v.Action != tc.want {
				t.Errorf("action %d, want %d", v.Action, tc.want)
			}
		})
	}
}

func TestChipDamageDoesNotKnockOut(t *testing.T) {
	w := arena(0, 60)
	v := &w.Fighters[1]
	v.Health = 3
	if hitAfter(w, Down|Special, Right) == 0 || v.Action != Block {
		t.Fatalf("not blocked: %+v", *v)
	}
	if v.Health != 1 || w.Phase != Fight {
		t.Errorf("health %d phase %d, want 1 and a fight that goes on", v.Health, w.Phase)
	}
}

// A light that connects cancels into a heavy; one that whiffs does not.
func TestCancelNeedsContact(t *testing.T) {
	for _, tc := range []struct {
		name string
		gap  int
		want Move
	}{{"hit", 60, Kick}, {"whiff", 300, Jab}} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, tc.gap)
			run(w, 8, Light, 0)
			run(w, 2, 0, 0)
			until(t, w, 8, func() bool { return w.Fighters[0].Stop == 0 }, Heavy, 0)
			run(w, 1, Heavy, 0)
			if got := w.Fighters[0].Move; got != tc.want {
				t.Errorf("move %d, want %d", got, tc.want)
			}
		})
	}
}

// Two attacks on the same frame trade, and both are paid for.
func TestEqualAttacksTrade(t *testing.T) {
	w := arena(0, 70)
	run(w, 8, Light, Light)
	for i := range 2 {
		if f := w.Fighters[i]; f.Action != Reel || f.Health != 960 {
			t.Errorf("fighter %d: action %d health %d, want both hit", i, f.Action, f.Health)
		}
	}
}

func TestThrowsBreakEachOtherAndLoseToStrikes(t *testing.T) {
	w := arena(0, 50)
	run(w, 6, Light|Heavy, Light|Heavy)
	for i := range 2 {
		if f := w.Fighters[i]; f.Action != Reel || f.Health != MaxHealth {
			t.Errorf("fighter %d: action %d health %d, want a broken throw", i, f.Action, f.Health)
		}
	}
	w = arena(0, 50)
	run(w, 6, Light|Heavy, Light)
	if f := w.Fighters[0]; f.Action != Reel {
		t.Errorf("the thrower's action is %d, want %d", f.Action, Reel)
	}
}

// Further hits of one combo hurt less, down to a floor.
func TestComboScaling(t *testing.T) {
	for _, tc := range []struct {
		n    uint8
		want int16
	}{{1, 100}, {2, 90}, {5, 60}, {8, 30}, {9, 30}, {255, 30}} {
		if got := scaled(100, tc.n); got != tc.want {
			t.Errorf("hit %d: %d, want %d", tc.n, got, tc.want)
		}
	}
}

// In the corner the attacker is pushed back instead of the victim.
func TestCorneredVictimPushesBack(t *testing.T) {
	w := arena(ReachX-30, 60)
	w.Fighters[1].Pos.X = fixed.FromInt(ReachX)
	run(w, 5, Light, 0)
	x := w.Fighters[0].Pos.X
	run(w, 20, 0, 0)
	if w.Fighters[0].Pos.X >= x-8*unit {
		t.Errorf("attacker at %v, was %v: want it pushed back", w.Fighters[0].Pos.X, x)
	}
}
