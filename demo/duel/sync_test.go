package duel

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
	"example.com/backstep/synctest"
)

// Rolled back at every frame to distance 7, with wrong inputs first, the match
// comes out the same: nothing that Step uses lies outside of the World.
func TestSync(t *testing.T) {
	for _, tc := range []struct {
		name  string
		teams []uint8
		leave []rollback.Frame
	}{
		{"two", []uint8{0, 1}, nil},
		{"two, one leaves", []uint8{0, 1}, []rollback.Frame{0, 500}},
		{"two teams of two", []uint8{0, 1, 1, 0}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := NewTeams(11, tc.teams...)
			ms := mashers(11, len(tc.teams))
			synctest.Run(t, rollback.Plain(&w, Step), synctest.Config[Buttons]{
				Players: len(tc.teams), Frames: 2000, CheckDistance: 7,
				Seed: 11, LeaveFrames: tc.leave, Mispredict: true,
				Inputs: func(_ rollback.Frame, p int, _ *rand.Rand) Buttons { return ms[p].press() },
			})
			if w.Frame < 2000 {
				t.Errorf("world is at frame %d, want 2000 or more", w.Frame)
			}
		})
	}
}

// Whoever comes and goes meanwhile.
func TestSyncWithAbsences(t *testing.T) {
	w, ms := New(12, 3), mashers(12, 3)
	step := func(w *World, in []rollback.Input[Buttons]) {
		here := make(inputs, len(in))
		copy(here, in)
		for p := range here {
			here[p].Present = (w.Frame/50+uint32(p)*3)%16 != 0
		}
		Step(w, here)
	}
	synctest.Run(t, rollback.Plain(&w, step), synctest.Config[Buttons]{
		Players: 3, Frames: 2000, CheckDistance: 7, Seed: 12, Mispredict: true,
		Inputs: func(_ rollback.Frame, p int, _ *rand.Rand) Buttons { return ms[p].press() },
	})
	if w.Fighters[0].Grace == GraceFrames || w.Clock == RoundFrames {
		t.Errorf("grace %d clock %d, want absences and a fight", w.Fighters[0].Grace, w.Clock)
	}
}

// A snapshot carries the whole of a World.
func TestPlanTakesTheWorld(t *testing.T) {
	w, twin := New(3, 4), New(3, 4)
	g := rollback.Plain(&w, Step)
	before := g.Checksum(&twin)
	twin.Fighters[3].Control.MotionAge++
	if g.Checksum(&twin) == before {
		t.Error("the checksum does not cover the deepest field")
	}
}
