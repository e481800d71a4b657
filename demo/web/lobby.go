//go:build js

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.com/backstep/demo/chaos"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// lobby finds the room that the page's address asks for, and opens a match in it
// with everybody who comes.
type lobby struct {
	page  *page
	stage *stage
}

// run returns when the room is gone.
func (l *lobby) run(ctx context.Context) {
	room, err := l.enter(ctx)
	if err != nil {
		l.stage.wait("NO ROOM", "see below")
		l.page.fail(explain(err))
		return
	}
	l.page.room(room.Code())
	if peers := room.Peers(); len(peers) > 0 {
		l.open(room, peers[0], room.Match())
	} else {
		l.stage.wait("WAITING", "send a friend the link, or open it in another tab")
	}
	for e := range room.Events() {
		if e.Kind != signal.Joined {
			continue // who left the room may still play
		}
		if peer, err := room.Peer(e.Seat); err == nil {
			l.open(room, peer, e.Match)
		}
	}
	if !l.stage.playing() { // else the match goes on without the room
		l.page.fail(explain(room.Err()))
	}
}

// enter takes a seat in a room.
func (l *lobby) enter(ctx context.Context) (*signal.Client, error) {
	opts := signal.Options{Game: match.GameID, Seats: 2}
	wanted, friend := l.page.wants()
	if friend {
		return signal.Create(ctx, l.page.signalURL(), opts)
	}
	return l.page.join(ctx, opts, wanted, "/bot")
}

// open starts a match with who joined.
func (l *lobby) open(room *signal.Client, peer *signal.Peer, m signal.Match) {
	link, err := rtc.Open(rtc.Config{Offerer: peer.Offerer(), Wake: l.stage.poke}, peer)
	if err != nil {
		l.page.fail(explain(err))
		return
	}
	bad := chaos.Wrap(link, m.Seed|1)
	p, err := match.NewPeer(match.Setup{
		Players: 2, Seat: room.Seat(), Links: []transport.Link{bad}, Name: "RIVAL", Seed: m.Seed, ID: m.ID,
	})
	if err != nil {
		bad.Close()
		l.page.fail(explain(err))
		return
	}
	l.stage.begin(p, bad)
}

// explain says in the player's words what went wrong and what to do.
func explain(err error) string {
	var mismatch *rollback.HandshakeError
	var desync *rollback.DesyncError
	switch {
	case err == nil:
		return "The room has closed. Reload for a new match."
	case errors.As(err, &mismatch) && mismatch.Field != "":
		return fmt.Sprintf("The other player has another version of the game (%s: %s here, %s there). Both reload the page to get the newest.",
			mismatch.Field, mismatch.Ours, mismatch.Theirs)
	case errors.As(err, &mismatch):
		return "The other player does not answer. Reload to try again."
	case errors.As(err, &desync):
		return "The two sides no longer agree on the match: " + desync.Error()
	case errors.Is(err, rtc.ErrTimeout):
		return "No connection to the other player in time. A firewall may be in the way; reload to try again."
	case errors.Is(err, signal.ErrUnreachable), errors.Is(err, signal.ErrLost):
		return "The demo's server does not answer. Is `go run ./demo` still running?"
	}
	text := strings.TrimPrefix(err.Error(), "signal: ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
