package duel_test

import (
	"fmt"

	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
)

// Two bots play a match.
func Example() {
	w := duel.New(3, 2)
	bots := []duel.Bot{duel.NewBot(1), duel.NewBot(2)}
	in := make([]rollback.Input[duel.Buttons], len(bots))
	for w.Phase != duel.MatchOver {
		for seat := range bots {
			in[seat] = rollback.Input[duel.Buttons]{Value: bots[seat].Press(&w, seat), Present: true}
		}
		duel.Step(&w, in)
	}
	fmt.Printf("seat %d wins %d:%d\n", w.Winner, w.Wins[w.Winner], w.Wins[1-w.Winner])
	// Output: seat 0 wins 2:0
}
