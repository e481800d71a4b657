package duel

import "testing"

// Matches of two bots come to a result by knock-out, and both sides really
// fight: every attack is used, and attacks are hit with and blocked.
func TestBotsFightToAResult(t *testing.T) {
	const limit = 3 * (RoundFrames + IntroFrames + KnockoutFrames + RoundOverFrames)
	var used [moveCount]int
	var blocks, hits [2]int
	for seed := uint64(1); seed <= 6; seed++ {
		w := New(seed, 2)
		bots := []Bot{NewBot(seed), NewBot(seed + 100)}
		in := make(inputs, 2)
		for w.Phase != MatchOver {
			if w.Frame > limit {
				t.Fatalf("seed %d: no result after %d frames: wins %v", seed, limit, w.Wins)
			}
			before := w
			press(&w, bots, in)
			Step(&w, in)
			for i := range 2 {
				f, was := &w.Fighters[i], &before.Fighters[i]
				if f.Action == Attack && f.Move != was.Move {
					used[f.Move]++
				}
				if f.Stop > was.Stop && f.Action == Block {
					blocks[i]++
				}
				if f.Health < was.Health && f.Action != Block {
					hits[i]++
				}
			}
		}
		if w.Winner == NoTeam && w.Wins[0] != w.Wins[1] {
			t.Errorf("seed %d: wins %v without a winner", seed, w.Wins)
		}
	}
	for m := Jab; m < moveCount; m++ {
		if used[m] == 0 {
			t.Errorf("no bot used move %d: %v", m, used)
		}
	}
	for i := range 2 {
		if hits[i] < 60 || blocks[i] < 20 {
			t.Errorf("seat %d took %d hits and blocked %d, want at least 60 and 20", i, hits[i], blocks[i])
		}
	}
}

// A bot beats one who does nothing and one who presses at random.
func TestBotBeatsPassiveAndRandomPlayers(t *testing.T) {
	for _, tc := range []struct {
		name  string
		rival func(m *masher) Buttons
	}{
		{"passive", func(*masher) Buttons { return 0 }},
		{"random", (*masher).press},
	} {
		t.Run(tc.name, func(t *testing.T) {
			wins := 0
			for seed := uint64(1); seed <= 8; seed++ {
				w, bot, m := New(seed, 2), NewBot(seed), mashers(seed, 1)
				for w.Phase != MatchOver {
					Step(&w, held(bot.Press(&w, 0), tc.rival(&m[0])))
				}
				if w.Winner == 0 {
					wins++
				}
			}
			if wins < 7 {
				t.Errorf("won %d matches of 8, want 7", wins)
			}
		})
	}
}

// Equal seeds and equal worlds give equal buttons, whatever bot is asked when.
func TestBotIsAPureFunction(t *testing.T) {
	w, a, b := New(9, 3), NewBot(4), NewBot(4)
	ms := mashers(9, 2)
	for range 4000 {
		p, q := a.Press(&w, 2), b.Press(&w, 2)
		if p != q {
			t.Fatalf("frame %d: %b and %b from equal bots", w.Frame, p, q)
		}
		before := w
		if a.Press(&before, 2); before != w {
			t.Fatal("looking at the world changed it")
		}
		a = b
		Step(&w, held(ms[0].press(), ms[1].press(), p))
	}
}

// Asked about a seat that is not there, or out of a fight, it presses nothing.
func TestBotOutsideOfAFight(t *testing.T) {
	w, b := New(1, 2), NewBot(1)
	for _, seat := range []int{-1, 0, 2, 9} {
		if got := b.Press(&w, seat); got != 0 {
			t.Errorf("seat %d in the intro: %b, want nothing", seat, got)
		}
	}
}
