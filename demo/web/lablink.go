//go:build js

package main

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"example.com/backstep/demo/pegs/lab"
	"example.com/backstep/demo/pegs/twin"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// dialTime bounds the search for the native peer.
const dialTime = 20 * time.Second

var (
	errNoWebRTC = errors.New("this browser has no WebRTC, or it is switched off")
	errNobody   = errors.New("the peer has just left its room")
)

// dial connects to a native peer that computes copy B. It waits, so it must not be
// called from an event handler.
func dial(ctx context.Context, d dom) (*rtc.Link, error) {
	if js.Global().Get("RTCPeerConnection").IsUndefined() {
		return nil, errNoWebRTC
	}
	room, err := d.join(ctx, signal.Options{Game: twin.GameID, Seats: 2}, "", "/pegs/room")
	if err != nil {
		return nil, err
	}
	defer room.Close() // the link goes on without it
	peers := room.Peers()
	if len(peers) == 0 {
		return nil, errNobody
	}
	link, err := rtc.Open(rtc.Config{Offerer: peers[0].Offerer(), OpenTimeout: dialTime}, peers[0])
	if err != nil {
		return nil, err
	}
	if err := link.Wait(ctx); err != nil {
		link.Close()
		return nil, err
	}
	return link, nil
}

// reason says in a sentence why copy B is not in the native peer.
func reason(err error) string {
	var version *twin.VersionError
	switch {
	case errors.As(err, &version):
		return fmt.Sprintf("The native peer speaks version %d of the messages, this page %d: reload it.", version.Theirs, twin.Version)
	case errors.Is(err, rtc.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return "No connection to the native peer in time; a firewall may be in the way."
	case errors.Is(err, signal.ErrUnreachable), errors.Is(err, signal.ErrLost):
		return "The demo's server does not answer. Is `go run ./demo` still running?"
	case errors.Is(err, lab.ErrSilent):
		return "The native peer does not answer any more."
	case errors.Is(err, rtc.ErrPeerClosed):
		return "The native peer has closed the link."
	case errors.Is(err, rtc.ErrFailed):
		return "The path to the native peer is gone."
	}
	return "There is no link to the native peer: " + err.Error() + "."
}
