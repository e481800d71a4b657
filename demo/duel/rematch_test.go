package duel

import (
	"testing"

	"example.com/backstep/rollback"
)

// result is a match that seat 0 has won, as long over as a rematch takes to be
// asked for.
func result(t *testing.T) *World {
	t.Helper()
	w := arena(0, 60)
	for range RoundsToWin {
		knockOut(t, w)
		until(t, w, 1000, func() bool { return w.Phase == Intro || w.Phase == MatchOver }, 0, 0)
	}
	run(w, AskFrames, 0, 0)
	return w
}

// A bot plays again with whoever asks, and asks nobody.
func TestBotAgreesToARematch(t *testing.T) {
	w := result(t)
	bot := NewBot(1)
	for range 30 {
		if b := bot.Press(w, 1); b != 0 {
			t.Fatalf("the bot presses %b before anybody asked", b)
		}
		run(w, 1, 0, 0)
	}
	run(w, 1, Heavy, 0)
	run(w, 1, 0, bot.Press(w, 1))
	if w.Phase != Rematch {
		t.Errorf("phase %d after the bot was asked, want %d", w.Phase, Rematch)
	}
}

// Nobody plays a rematch alone.
func TestRematchNeedsTwo(t *testing.T) {
	w := result(t)
	run(w, 1, Light, Light)
	if w.Phase != Rematch {
		t.Fatalf("phase %d, want %d", w.Phase, Rematch)
	}
	alone := held(0, 0)
	alone[1] = rollback.Input[Buttons]{}
	for range RematchFrames {
		Step(w, alone)
	}
	if w.Phase != MatchOver || w.Asked != 0 || w.Match != 1 {
		t.Errorf("phase %d asked %b match %d after the other left, want the result of the first", w.Phase, w.Asked, w.Match)
	}
	for range MatchOverFrames + 10 {
		Step(w, alone)
	}
	if w.Phase != MatchOver {
		t.Errorf("phase %d, want the match to stay over", w.Phase)
	}
}
