package udp_test

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/udp"
)

// Two sockets over loopback. Real peers learn each other's address from a lobby.
func Example() {
	alice, err := udp.Listen(udp.Config{Address: "127.0.0.1:0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer alice.Close()
	bob, err := udp.Listen(udp.Config{Address: "127.0.0.1:0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer bob.Close()

	toBob, _ := alice.Link(bob.LocalAddr())
	toAlice, _ := bob.Link(alice.LocalAddr())
	_ = toBob.Send([]byte("frame 7: jump"))

	buf := make([]byte, transport.MaxPacket)
	frame := time.NewTicker(time.Second / 60)
	defer frame.Stop()
	for range 60 { // a game asks once a frame
		if n, err := toAlice.Recv(buf); err == nil {
			fmt.Printf("%s\n", buf[:n])
			break
		}
		<-frame.C
	}
	fmt.Println(toAlice.State())
	// Output:
	// frame 7: jump
	// connected
}

// A socket behind a NAT asks for the address to tell its peers.
func ExampleSocket_PublicAddr() {
	socket, err := udp.Listen(udp.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer socket.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	addr, err := socket.PublicAddr(ctx, "stun.example.org:3478")
	if err != nil {
		fmt.Println("reachable in the local network only:", err)
		addr = netip.AddrPortFrom(netip.IPv6Loopback(), socket.LocalAddr().Port())
	}
	fmt.Println("join me at", addr)
}
