//go:build !js

package signal_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"

	"example.com/backstep/transport/signal"
)

func Example() {
	server, err := signal.NewServer(signal.Config{})
	if err != nil {
		panic(err)
	}
	web := httptest.NewServer(server) // yours is an http.Server
	url := "ws" + web.URL[len("http"):]
	ctx := context.Background()
	duel := signal.Options{Game: "duel/1"}

	host, err := signal.Create(ctx, url, duel)
	if err != nil {
		panic(err)
	}
	guest, err := signal.Join(ctx, url, host.Code(), duel)
	if err != nil {
		panic(err)
	}
	event := <-host.Events()
	fmt.Println("seat", event.Seat, event.Kind, "- one match:", event.Match == guest.Match())

	if err := guest.Send(0, []byte("hello")); err != nil {
		panic(err)
	}
	peer, err := host.Peer(1)
	if err != nil {
		panic(err)
	}
	fmt.Printf("host hears %q\n", <-peer.Recv())

	_, err = signal.Join(ctx, url, host.Code(), duel)
	fmt.Println("a third:", errors.Is(err, signal.ErrFull))

	server.Close(ctx)
	<-guest.Done()
	fmt.Println(guest.Err())
	web.Close()
	// Output:
	// seat 1 joined - one match: true
	// host hears "hello"
	// a third: true
	// signal: the server is shutting down: running matches go on; try again later
}
