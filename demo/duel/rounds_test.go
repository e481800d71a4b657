package duel

import (
	"strings"
	"testing"

	"example.com/backstep/fixed"
)

// knockOut ends the round with a hit of seat 0 on seat 1.
func knockOut(t *testing.T, w *World) {
	t.Helper()
	until(t, w, IntroFrames+1, func() bool { return w.Phase == Fight }, 0, 0)
	w.Fighters[1].Pos.X = w.Fighters[0].Pos.X + fixed.FromInt(60)
	w.Fighters[1].Health = 1
	until(t, w, 40, func() bool { return w.Phase == Knockout }, Light, 0)
}

func TestKnockoutEndsTheRound(t *testing.T) {
	w := arena(0, 60)
	knockOut(t, w)
	if w.Winner != 0 || w.Verdict != ByKnockout || w.Wins != [MaxFighters]uint8{1} {
		t.Fatalf("winner %d verdict %d wins %v, want seat 0 by knock-out", w.Winner, w.Verdict, w.Wins)
	}
	frozen := w.Fighters
	run(w, FreezeFrames-1, Right, Left)
	if w.Fighters[1].Pos != frozen[1].Pos {
		t.Error("the world moves during the freeze")
	}
	until(t, w, KnockoutFrames, func() bool { return w.Phase == RoundOver }, 0, 0)
	if a, b := w.Fighters[0].Action, w.Fighters[1].Action; a != Victory || b != Lying {
		t.Errorf("actions %d and %d, want victory and lying", a, b)
	}
	until(t, w, RoundOverFrames, func() bool { return w.Phase == Intro }, 0, 0)
	if w.Round != 2 || w.Fighters[1].Health != MaxHealth || w.Clock != RoundFrames {
		t.Errorf("round %d health %d clock %d, want a fresh second round", w.Round, w.Fighters[1].Health, w.Clock)
	}
}

func TestBestOfThree(t *testing.T) {
	w := arena(0, 60)
	knockOut(t, w)
	knockOut2 := func() { until(t, w, 1000, func() bool { return w.Phase == Intro }, 0, 0); knockOut(t, w) }
	knockOut2()
	until(t, w, 1000, func() bool { return w.Phase == MatchOver }, 0, 0)
	if w.Winner != 0 || w.Wins[0] != RoundsToWin || w.Round != 2 {
		t.Fatalf("winner %d wins %v round %d, want seat 0 after two", w.Winner, w.Wins, w.Round)
	}
	run(w, AskFrames-1, Light, Light)
	if w.Phase != MatchOver || w.Asked != 0 {
		t.Fatal("a rematch was asked for before the result was shown")
	}
	run(w, 2, 0, Heavy)
	run(w, 40, 0, 0)
	if w.Phase != MatchOver || w.Asked != 1<<1 {
		t.Fatalf("phase %d asked %b, want the match over and seat 1 to have asked", w.Phase, w.Asked)
	}
	run(w, 1, Light, 0)
	if w.Phase != Rematch {
		t.Fatalf("phase %d when both had asked, want a rematch", w.Phase)
	}
	until(t, w, RematchFrames, func() bool { return w.Phase == Intro }, 0, 0)
	if w.Match != 2 || w.Round != 1 || w.Wins != [MaxFighters]uint8{} || w.Asked != 0 {
		t.Errorf("match %d round %d wins %v, want a fresh second match", w.Match, w.Round, w.Wins)
	}
}

func TestTimerEndsTheRound(t *testing.T) {
	for _, tc := range []struct {
		name   string
		health [2]int16
		winner int8
		wins   [MaxFighters]uint8
	}{
		{"more health wins", [2]int16{500, 501}, 1, [MaxFighters]uint8{0, 1}},
		{"equal health counts for both", [2]int16{500, 500}, NoTeam, [MaxFighters]uint8{1, 1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := arena(0, 300)
			w.Fighters[0].Health, w.Fighters[1].Health = tc.health[0], tc.health[1]
			if n := until(t, w, RoundFrames, func() bool { return w.Phase != Fight }, 0, 0); n != RoundFrames-1 {
				t.Errorf("lasted %d frames more, want %d", n, RoundFrames-1)
			}
			if w.Winner != tc.winner || w.Verdict != ByTime || w.Wins != tc.wins {
				t.Errorf("winner %d verdict %d wins %v, want %d by time and %v", w.Winner, w.Verdict, w.Wins, tc.winner, tc.wins)
			}
		})
	}
}

func TestDoubleKnockoutIsADraw(t *testing.T) {
	w := arena(0, 60)
	w.Fighters[0].Health, w.Fighters[1].Health = 1, 1
	until(t, w, 20, func() bool { return w.Phase == Knockout }, Light, Light)
	if w.Winner != NoTeam || w.Wins != [MaxFighters]uint8{1, 1} {
		t.Errorf("winner %d wins %v, want a draw that counts for both", w.Winner, w.Wins)
	}
}

// Nobody acts before the round begins.
func TestIntroHoldsTheFighters(t *testing.T) {
	w := New(1, 2)
	start := w.Fighters
	run(&w, IntroFrames-1, Right|Heavy, Left|Up)
	for i := range 2 {
		if w.Fighters[i].Pos != start[i].Pos || w.Fighters[i].Action != Idle {
			t.Errorf("fighter %d moved in the intro: %+v", i, w.Fighters[i])
		}
	}
}

// With four the round goes on until one team is left.
func TestFourFightAndTeamsHold(t *testing.T) {
	w := NewTeams(1, 0, 0, 1, 1)
	run(&w, IntroFrames+1, 0, 0, 0, 0)
	for i := range 3 {
		w.Fighters[i+1].Pos.X = w.Fighters[0].Pos.X + fixed.FromInt(20+20*i)
	}
	mate := w.Fighters[1]
	w.Fighters[2].Health = 1
	run(&w, 12, Heavy, 0, 0, 0)
	if got := w.Fighters[1]; got.Health != mate.Health {
		t.Errorf("hit a team mate: health %d", got.Health)
	}
	if w.Fighters[2].Alive() || w.Phase != Fight {
		t.Fatalf("alive %v phase %d, want one down and the fight going on", w.Fighters[2].Alive(), w.Phase)
	}
	w.Fighters[3].Health = 0
	run(&w, 1, 0, 0, 0, 0)
	if w.Phase != Knockout || w.Winner != 0 {
		t.Errorf("phase %d winner %d, want team 0", w.Phase, w.Winner)
	}
}

func TestNewRefusesImpossibleMatches(t *testing.T) {
	for _, tc := range []struct {
		name string
		call func()
		want string
	}{
		{"one player", func() { New(1, 1) }, "players 1"},
		{"five players", func() { New(1, 5) }, "players 5"},
		{"one team", func() { NewTeams(1, 2, 2) }, "teams [2 2]"},
		{"unknown team", func() { NewTeams(1, 0, 4) }, "team 4 of seat 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			defer func() {
				if msg, _ := recover().(string); !strings.Contains(msg, tc.want) {
					t.Errorf("panic %q, want it to name %q", msg, tc.want)
				}
			}()
			tc.call()
		})
	}
}
