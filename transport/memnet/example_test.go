package memnet_test

import (
	"fmt"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// Two hosts on a path of 40 ms that loses nothing, then a cut one.
func Example() {
	net := memnet.New(1, 2)
	if err := net.SetAll(memnet.Policy{Delay: 40 * time.Millisecond}); err != nil {
		fmt.Println(err)
		return
	}
	alice, bob := net.Link(0, 1), net.Link(1, 0)
	buf := make([]byte, transport.MaxPacket)

	_ = alice.Send([]byte("frame 7: jump"))
	_, err := bob.Recv(buf)
	fmt.Println(err)

	net.SetNow(40 * time.Millisecond)
	n, _ := bob.Recv(buf)
	fmt.Printf("%s\n", buf[:n])

	net.Cut(0, 1)
	_ = alice.Send([]byte("frame 8: duck"))
	fmt.Println("lost to the cut:", net.Stats(0, 1).Cut)
	// Output:
	// transport: no packet waits
	// frame 7: jump
	// lost to the cut: 1
}

func ExampleNet_trace() {
	net := memnet.New(1, 2)
	net.Trace = func(e memnet.Event) { fmt.Println(e) }
	_ = net.SetPolicy(0, 1, memnet.Policy{Delay: 5 * time.Millisecond, MTU: 100})
	_ = net.Link(0, 1).Send(make([]byte, 40))
	_ = net.Link(0, 1).Send(make([]byte, 120))
	net.SetNow(5 * time.Millisecond)
	_, _ = net.Link(1, 0).Recv(make([]byte, transport.MaxPacket))
	// Output:
	// 0s 0->1 sent 40
	// 0s 0->1 sent 120
	// 0s 0->1 oversize 120
	// 5ms 0->1 delivered 40
}
