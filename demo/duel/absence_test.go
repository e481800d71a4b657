package duel

import (
	"fmt"
	"testing"

	"example.com/backstep/rollback"
)

// without is one frame of inputs in which some seats are absent and the others
// press what could change something.
func without(w *World, absent ...int) inputs {
	in := make(inputs, w.Count)
	for p := range in {
		in[p] = rollback.Input[Buttons]{Value: Right | Heavy, Present: true}
	}
	for _, p := range absent {
		in[p] = rollback.Input[Buttons]{}
	}
	return in
}

// away steps n frames without some seats, and checks that the match stands.
func away(t *testing.T, w *World, n int, absent ...int) {
	t.Helper()
	was := *w
	for range n {
		Step(w, without(w, absent...))
		if !w.Standing() {
			t.Fatalf("frame %d: it moves without %v: phase %d frame %d", w.Frame, absent, w.Phase, w.PhaseFrame)
		}
	}
	stood(t, &was, w)
}

// stood checks that w is was, but for the frames that passed and who is here.
func stood(t *testing.T, was, w *World) {
	t.Helper()
	a, b := *was, *w
	for _, c := range []*World{&a, &b} {
		c.Frame, c.Resume = 0, 0
		for i := range c.seats() {
			c.Fighters[i].Grace, c.Fighters[i].Present = 0, false
		}
	}
	if a != b {
		t.Fatalf("it did not stand still:\n%+v\nwas\n%+v", b, a)
	}
}

// allBack lets all be here again, and steps to the last frame that stands.
func allBack(t *testing.T, w *World) {
	t.Helper()
	was := *w
	for n := range ResumeFrames - 1 {
		Step(w, without(w))
		if !w.Standing() {
			t.Fatalf("it goes on %d frames after the return, want %d", n, ResumeFrames)
		}
	}
	stood(t, &was, w)
}

// phases are matches of two at moments in which somebody may go away. Seat 0 has
// won the first round where one is over.
var phases = []struct {
	name string
	at   func(t *testing.T) *World
}{
	{"the first frame", func(*testing.T) *World { w := New(1, 2); return &w }},
	{"the intro", func(*testing.T) *World { w := New(1, 2); run(&w, 30, 0, 0); return &w }},
	{"the last frame of the intro", func(*testing.T) *World { w := New(1, 2); run(&w, IntroFrames-1, 0, 0); return &w }},
	{"the first frame of the fight", func(*testing.T) *World { w := New(1, 2); run(&w, IntroFrames, 0, 0); return &w }},
	{"a jump, a kick and a fireball", func(t *testing.T) *World {
		w := arena(0, 300)
		until(t, w, 60, func() bool { return w.Fireballs[0].Live }, Special, 0)
		run(w, 12, Heavy, Up|Left)
		if f := w.Fighters; !f[1].InAir() || f[0].Action != Attack || !w.Fireballs[0].Live {
			t.Fatalf("%+v", f)
		}
		return w
	}},
	{"hit-stop", func(t *testing.T) *World {
		w := arena(0, 60)
		until(t, w, 40, func() bool { return w.Fighters[1].Stop > 3 }, Heavy, 0)
		return w
	}},
	{"the freeze of a knock-out", func(t *testing.T) *World { w := arena(0, 60); knockOut(t, w); return w }},
	{"its slow end", func(t *testing.T) *World { w := arena(0, 60); knockOut(t, w); run(w, FreezeFrames+5, 0, 0); return w }},
	{"between rounds", func(t *testing.T) *World {
		w := arena(0, 60)
		knockOut(t, w)
		until(t, w, KnockoutFrames, func() bool { return w.Phase == RoundOver }, 0, 0)
		run(w, 10, 0, 0)
		return w
	}},
}

// Whoever is absent, and whenever, finds the match where it stood: it goes on
// exactly as if the absence had not been, but for the count of frames.
func TestMatchStandsWhileAPlayerIsAway(t *testing.T) {
	for _, tc := range phases {
		for _, absent := range [][]int{{0}, {1}, {0, 1}} {
			t.Run(fmt.Sprint(tc.name, absent), func(t *testing.T) {
				w := tc.at(t)
				going := *w
				away(t, w, 300, absent...)
				allBack(t, w)
				for range 400 {
					in := without(w)
					Step(w, in)
					Step(&going, in)
				}
				shift := w.Frame - going.Frame
				if want := uint32(300 + ResumeFrames - 1); shift != want {
					t.Errorf("stood for %d frames, want %d", shift, want)
				}
				for i := range w.Sparks {
					w.Sparks[i].Born = 0
					going.Sparks[i].Born = 0
				}
				if w.Standing() {
					t.Error("still standing")
				}
				stood(t, &going, w)
			})
		}
	}
}

// Who is not back within the grace has lost the match, whenever that is.
func TestForfeit(t *testing.T) {
	for _, tc := range phases {
		for _, absent := range []int{0, 1} {
			t.Run(tc.name, func(t *testing.T) {
				w := tc.at(t)
				away(t, w, GraceFrames-1, absent)
				Step(w, without(w, absent))
				there := 1 - absent
				if f := &w.Fighters[absent]; w.Phase != Knockout || w.Verdict != ByForfeit || w.Winner != int8(there) || f.Action != Absent || w.Standing() {
					t.Fatalf("phase %d verdict %d winner %d action %d after the grace, want a forfeit", w.Phase, w.Verdict, w.Winner, f.Action)
				}
				for range KnockoutFrames + RoundOverFrames + 10 {
					Step(w, without(w, absent))
				}
				if w.Phase != MatchOver || w.Winner != int8(there) || w.Wins[there] != RoundsToWin {
					t.Errorf("phase %d winner %d wins %v, want the match to be that of seat %d", w.Phase, w.Winner, w.Wins, there)
				}
				// Back again: the next match has both.
				until(t, w, AskFrames+RematchFrames, func() bool { return w.Phase == Intro }, Light, Light)
				if f := w.Fighters[absent]; f.Action != Idle || f.Health != MaxHealth || f.Grace != GraceFrames {
					t.Errorf("who returned has action %d health %d grace %d", f.Action, f.Health, f.Grace)
				}
			})
		}
	}
}

// The last frame of the grace is in time.
func TestReturnInTheLastFrame(t *testing.T) {
	for _, tc := range phases {
		t.Run(tc.name, func(t *testing.T) {
			w := tc.at(t)
			phase := w.Phase
			away(t, w, GraceFrames-1, 1)
			if g := w.Fighters[1].Grace; g != 1 {
				t.Errorf("grace %d, want 1", g)
			}
			allBack(t, w)
			run(w, 1, 0, 0)
			if w.Standing() || w.Verdict == ByForfeit || w.Fighters[1].Action == Absent || w.Phase != phase && w.PhaseFrame > 0 {
				t.Errorf("phase %d frame %d verdict %d, want to go on", w.Phase, w.PhaseFrame, w.Verdict)
			}
		})
	}
}

// Each seat has its own grace; it is that of a round, and does not begin anew with
// each absence.
func TestAbsencesOneAfterTheOther(t *testing.T) {
	w := arena(0, 60)
	grace := func(want0, want1 int16) {
		t.Helper()
		if a, b := w.Fighters[0].Grace, w.Fighters[1].Grace; a != want0 || b != want1 {
			t.Fatalf("grace %d and %d, want %d and %d", a, b, want0, want1)
		}
	}
	away(t, w, 700, 0)
	grace(GraceFrames-700, GraceFrames)
	away(t, w, 5000, 0, 1) // nobody waits
	grace(GraceFrames-700, GraceFrames)
	away(t, w, 600, 1) // seat 0 is back, the other not
	grace(GraceFrames-700, GraceFrames-600)
	allBack(t, w)
	away(t, w, 100, 1) // again, before it went on
	allBack(t, w)
	run(w, 20, 0, 0)
	away(t, w, GraceFrames-701, 0)
	allBack(t, w)
	grace(1, GraceFrames-700)
	knockOut(t, w)
	until(t, w, KnockoutFrames+RoundOverFrames, func() bool { return w.Phase == Intro }, 0, 0)
	grace(GraceFrames, GraceFrames)
	away(t, w, GraceFrames-1, 0)
	Step(w, without(w, 0))
	if w.Verdict != ByForfeit || w.Winner != 1 {
		t.Errorf("verdict %d winner %d, want a forfeit", w.Verdict, w.Winner)
	}
}

// Where it can change nothing any more, nobody is waited for.
func TestADecidedMatchWaitsForNoOne(t *testing.T) {
	w := arena(0, 60)
	w.Wins[0] = RoundsToWin - 1
	knockOut(t, w)
	for range KnockoutFrames + RoundOverFrames {
		Step(w, without(w, 1))
		if w.Standing() {
			t.Fatalf("phase %d frame %d: it stands", w.Phase, w.PhaseFrame)
		}
	}
	if w.Phase != MatchOver || w.Winner != 0 || w.Verdict != ByKnockout {
		t.Errorf("phase %d winner %d verdict %d", w.Phase, w.Winner, w.Verdict)
	}
}

// With three, those who stay go on without who is gone for good; that one fights
// again from the next round on.
func TestThreeGoOnAsTwo(t *testing.T) {
	w := New(1, 3)
	run(&w, IntroFrames+10, 0, 0, 0)
	away(t, &w, GraceFrames-1, 2)
	Step(&w, without(&w, 2))
	if w.Phase != Fight || w.Fighters[2].Action != Absent || !w.Standing() {
		t.Fatalf("phase %d action %d, want the fight to go on in a moment", w.Phase, w.Fighters[2].Action)
	}
	for range ResumeFrames {
		Step(&w, without(&w, 2))
	}
	if w.Standing() {
		t.Fatal("it stands")
	}
	run(&w, 10, 0, 0, 0) // back, and gone again: not awaited
	for range 10 {
		Step(&w, without(&w, 2))
	}
	if w.Standing() || w.Fighters[2].Action != Absent {
		t.Errorf("standing %v, action %d of who had left for good", w.Standing(), w.Fighters[2].Action)
	}
	w.Fighters[1].Health = 0
	until(t, &w, KnockoutFrames+RoundOverFrames+1, func() bool { return w.Phase == Intro }, 0, 0, 0)
	if f := w.Fighters[2]; w.Wins != [MaxFighters]uint8{1} || f.Action != Idle || f.Health != MaxHealth {
		t.Errorf("wins %v, action %d health %d in the next round", w.Wins, f.Action, f.Health)
	}
}

// Who is knocked out keeps the others from nothing: it is waited for when their
// fight is over.
func TestKnockedOutIsAwaitedLater(t *testing.T) {
	w := New(1, 3)
	run(&w, IntroFrames+10, 0, 0, 0)
	w.Fighters[2].Health = 0
	for range 50 {
		Step(&w, without(&w, 2))
		if w.Standing() {
			t.Fatal("it stands while the others fight")
		}
	}
	w.Fighters[1].Health = 0
	Step(&w, without(&w, 2))
	if w.Phase != Knockout || w.Verdict != ByKnockout {
		t.Fatalf("phase %d verdict %d, want a knock-out", w.Phase, w.Verdict)
	}
	away(t, &w, 100, 2)
}

// A short or empty slice of inputs means that the rest is absent; without anybody
// the match stands, for however long.
func TestMissingInputsAreAbsentPlayers(t *testing.T) {
	w := New(1, 2)
	was := w
	for range 3 * GraceFrames {
		Step(&w, nil)
	}
	stood(t, &was, &w)
	if w.Fighters[0].Grace != GraceFrames {
		t.Errorf("grace %d with nobody to wait", w.Fighters[0].Grace)
	}
	for range GraceFrames {
		Step(&w, held(0))
	}
	if w.Verdict != ByForfeit || w.Winner != 0 {
		t.Errorf("verdict %d winner %d, want a forfeit of the seat without an input", w.Verdict, w.Winner)
	}
}

// A bot lets the buttons go while it waits.
func TestBotWaits(t *testing.T) {
	w, bot := arena(0, 60), NewBot(1)
	away(t, w, 10, 1)
	for range 100 {
		if b := bot.Press(w, 0); b != 0 {
			t.Fatalf("presses %b", b)
		}
	}
}
