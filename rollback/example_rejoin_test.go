package rollback_test

import (
	"fmt"
	"time"

	"example.com/backstep/rollback"
)

// A process dies in mid-match and is started again: it knows its seat and where
// the others are, and nothing of the match.
func ExampleSession_Rejoining() {
	var balls [2]ball
	open := func(me int, again bool) *rollback.Session[ball, int8] {
		balls[me] = ball{}
		cfg := rollback.Config[int8]{Local: []int{me}, Peers: []rollback.PeerConfig{{Seats: []int{1 - me}}}, Rejoin: again}
		cfg.Entropy[0] = byte(me)
		if again {
			cfg.Entropy[1] = 1 // every process has its own; rollback/live sees to it
		}
		s, err := rollback.NewSession(rollback.Plain(&balls[me], push), cfg)
		if err != nil {
			panic(err)
		}
		return s
	}
	ends := [2]*rollback.Session[ball, int8]{open(0, false), open(1, false)}
	const frame = time.Second / 60
	now := frame
	play := func(whom ...int) {
		for range 120 {
			for _, me := range whom {
				ends[me].Poll(now)
				_, _ = ends[me].Advance(now, 1)
				for _, packet := range ends[me].Packets() {
					ends[1-me].Receive(now, 0, packet)
				}
			}
			now += frame
		}
	}
	play(0, 1)
	_ = ends[0].LinkLost(now, 0) // the transport says so, or the timeout does
	play(0)
	fmt.Println("player 1 is there:", ends[0].Present(1))
	ends[1] = open(1, true)
	play(0, 1)
	play(0, 1)
	fmt.Println("player 1 is there:", ends[0].Present(1), "and on its way:", ends[1].Rejoining())
	f := min(ends[0].ConfirmedFrame(), ends[1].ConfirmedFrame())
	a, _ := ends[0].Saved(f)
	b, _ := ends[1].Saved(f)
	fmt.Println("equal states:", *a == *b)
	// Output:
	// player 1 is there: false
	// player 1 is there: true and on its way: false
	// equal states: true
}
