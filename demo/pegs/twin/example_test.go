package twin_test

import (
	"fmt"

	"example.com/backstep/demo/pegs/twin"
)

// A question and its answer, without a network between them.
func Example() {
	start := twin.Start(twin.Q16, 1)
	caller, peer := twin.NewCaller(start), twin.NewPeer("here")
	caller.Receive(peer.Answer(nil, caller.Poll(0, nil)))

	sums, ball, equal := twin.NewSums(), start, 0
	for b, ok := caller.Next(); ok; b, ok = caller.Next() {
		if ball = ball.Step(); sums.Of(ball).Sum == b.Sum {
			equal++
		}
	}
	fmt.Printf("%s: %d steps, all with equal checksums\n", caller.Target(), equal)
	// Output: here: 26 steps, all with equal checksums
}
