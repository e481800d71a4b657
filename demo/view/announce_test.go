package view

import (
	"testing"

	"example.com/backstep/demo/duel"
)

func TestResultAndRematchLines(t *testing.T) {
	w := duel.New(1, 2)
	w.Phase, w.Winner, w.Verdict = duel.MatchOver, 0, duel.ByForfeit
	o := &Overlay{Names: [duel.MaxFighters]string{"YOU", "BOT"}, Local: 0}
	for _, c := range []struct {
		name      string
		change    func()
		want, ask string
	}{
		{"won here", func() {}, "YOU WIN THE MATCH", "ATTACK FOR A REMATCH"},
		{"lost", func() { w.Winner = 1 }, "BOT WINS THE MATCH", "ATTACK FOR A REMATCH"},
		{"asked", func() { w.Asked = 1 }, "BOT WINS THE MATCH", "WAITING FOR THE OTHER SIDE"},
		{"drawn", func() { w.Winner = duel.NoTeam }, "DRAW", "WAITING FOR THE OTHER SIDE"},
		{"left alone", func() { w.Fighters[1].Present = false }, "DRAW", "NOBODY IS HERE FOR A REMATCH"},
	} {
		c.change()
		if got, line := result(&w, o, " WINS THE MATCH"), ask(&w, o); got != c.want || line != c.ask {
			t.Errorf("%s: %q, %q; want %q, %q", c.name, got, line, c.want, c.ask)
		}
	}
}
