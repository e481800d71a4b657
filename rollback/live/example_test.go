package live_test

import (
	"fmt"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// Position is the state of a small game: how far each of two players walked.
type Position struct{ X [2]int32 }

func walk(p *Position, in []rollback.Input[int8]) {
	for i, step := range in {
		p.X[i] += int32(step.Value)
	}
}

// Two hosts play for two seconds over 60 ms of network. The clock is one that
// the example moves; without Options.Now it is the machine's.
func Example() {
	var now time.Duration
	net := memnet.New(1, 2)
	_ = net.SetAll(memnet.Policy{Delay: 60 * time.Millisecond})
	var states [2]Position
	var hosts [2]*live.Host[Position, int8]
	for i := range hosts {
		cfg := rollback.Config[int8]{Local: []int{i}, Peers: []rollback.PeerConfig{{Seats: []int{1 - i}}}}
		links := []transport.Link{net.Link(i, 1-i)}
		h, err := live.New(rollback.Plain(&states[i], walk), cfg, links, live.Options{Now: func() time.Duration { return now }})
		if err != nil {
			fmt.Println(err)
			return
		}
		hosts[i] = h
	}
	for ; now < 2*time.Second; now += time.Second / 144 { // a 144 Hz display
		net.SetNow(now)
		for i, h := range hosts {
			step := int8(1) // player 0 walks on, player 1 turns round after a while
			if i == 1 && h.Session().Frame() >= 50 {
				step = -1
			}
			if _, err := h.Update(step); err != nil {
				fmt.Println(err)
			}
		}
	}
	stats := hosts[0].Session().Stats()
	fmt.Println("rolled back:", stats.Rollbacks > 0, "desyncs:", stats.Desyncs)
	// Output: rolled back: true desyncs: 0
}
