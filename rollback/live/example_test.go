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

// A process dies in mid-match, and another one takes its seat. The other host is given
// the link to it, and plays on.
func ExampleHost_Relink() {
	var now time.Duration
	clock := live.Options{Now: func() time.Duration { return now }}
	join := func(net *memnet.Net, seat int, again bool) *live.Host[Position, int8] {
		cfg := rollback.Config[int8]{Local: []int{seat}, Peers: []rollback.PeerConfig{{Seats: []int{1 - seat}}}, Rejoin: again}
		h, err := live.New(rollback.Plain(new(Position), walk), cfg, []transport.Link{net.Link(seat, 1-seat)}, clock)
		if err != nil {
			panic(err)
		}
		return h
	}
	play := func(net *memnet.Net, until time.Duration, hosts ...*live.Host[Position, int8]) {
		for ; now < until; now += time.Second / 60 {
			net.SetNow(now)
			for _, h := range hosts {
				_, _ = h.Update(1)
			}
		}
	}
	before, after := memnet.New(1, 2), memnet.New(2, 2)
	a, b := join(before, 0, false), join(before, 1, false)
	play(before, 2*time.Second, a, b) // and b is no more
	c := join(after, 1, true)
	if err := a.Relink(0, after.Link(0, 1)); err != nil {
		fmt.Println(err)
	}
	play(after, 5*time.Second, a, c)
	for _, h := range []*live.Host[Position, int8]{a, c} {
		for e := range h.Events() {
			if e.Kind == rollback.EventReturned {
				fmt.Println("seat", e.Player, e.Kind, e.Frame > 120)
			}
		}
	}
	// Output:
	// seat 1 returned true
	// seat 1 returned true
}
