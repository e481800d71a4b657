//go:build !js

package rtc_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

var _ rtc.Signal = (*signal.Peer)(nil)

// Two programs meet in a room and open a link to each other.
func Example() {
	rooms, err := signal.NewServer(signal.Config{})
	if err != nil {
		panic(err)
	}
	web := httptest.NewServer(rooms)
	url := "ws" + web.URL[len("http"):]
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	host, err := signal.Create(ctx, url, signal.Options{Game: "duel/1"})
	if err != nil {
		panic(err)
	}
	guest, err := signal.Join(ctx, url, host.Code(), signal.Options{Game: "duel/1"})
	if err != nil {
		panic(err)
	}
	<-host.Events() // the guest has joined

	open := func(c *signal.Client, seat int) *rtc.Link {
		peer, err := c.Peer(seat)
		if err != nil {
			panic(err)
		}
		link, err := rtc.Open(rtc.Config{Offerer: peer.Offerer(), Loopback: true}, peer)
		if err != nil {
			panic(err)
		}
		return link
	}
	a, b := open(host, 1), open(guest, 0)
	fmt.Println(a.Wait(ctx), b.Wait(ctx), a.State())

	fmt.Println(passes(a, b, "a packet"))

	rooms.Close(ctx) // links go on without the room
	web.Close()
	fmt.Println(passes(b, a, "an answer"))

	a.Close()
	<-a.Done()
	<-b.Done()
	fmt.Println(b.Err())
	// Output:
	// <nil> <nil> connected
	// a packet
	// an answer
	// rtc: the peer closed the link
}

// passes sends until the packet has arrived: any one may be lost.
func passes(from, to *rtc.Link, packet string) string {
	var buf [transport.MaxPacket]byte
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for ; ; <-tick.C {
		if err := from.Send([]byte(packet)); err != nil {
			return err.Error()
		}
		n, err := to.Recv(buf[:])
		if !errors.Is(err, transport.ErrEmpty) {
			return string(buf[:n])
		}
	}
}
