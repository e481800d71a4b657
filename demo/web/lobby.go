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
	policy, err := l.page.policy()
	if err != nil {
		l.page.fail(explain(err))
		return
	}
	room, was, err := l.enter(ctx)
	if err != nil {
		l.stage.wait("NO ROOM", "see below")
		l.page.fail(explain(err))
		return
	}
	l.page.room(room.Code())
	if peers := room.Peers(); len(peers) > 0 {
		l.report(l.ask(ctx, room, peers[0], match.Greeting{Match: was.in(room), OnDesync: policy}))
	} else {
		l.stage.wait("WAITING", "send a friend the link, or open it in another tab")
	}
	for e := range room.Events() {
		if e.Kind != signal.Joined {
			continue // who left the room may still play
		}
		if peer, err := room.Peer(e.Seat); err == nil {
			l.report(l.answer(ctx, room, peer, e.Match, policy))
		}
	}
	if !l.stage.playing() { // else the match goes on without the room
		l.page.fail(explain(room.Err()))
	}
}

func (l *lobby) report(err error) {
	if err != nil {
		l.page.fail(explain(err))
	}
}

// enter takes a seat in a room: in that of the match that the page was in before it
// was reloaded, if there still is somebody.
func (l *lobby) enter(ctx context.Context) (*signal.Client, seat, error) {
	opts := signal.Options{Game: match.GameID, Seats: 2}
	wanted, friend := l.page.wants()
	if was, ok := l.page.recall(); ok {
		room, err := l.page.join(ctx, opts, was.Room, "")
		if err == nil && (len(room.Peers()) > 0 || friend || wanted != "") {
			return room, was, nil
		}
		if err == nil {
			_ = room.Close() // the bot has left
		}
	}
	if friend {
		room, err := signal.Create(ctx, l.page.signalURL(), opts)
		return room, seat{}, err
	}
	room, err := l.page.join(ctx, opts, wanted, "/bot")
	return room, seat{}, err
}

// ask says what this page wants of who is in the room, and does what the answer is.
func (l *lobby) ask(ctx context.Context, room *signal.Client, peer *signal.Peer, wants match.Greeting) error {
	if err := wants.Send(peer); err != nil {
		return err
	}
	got, err := match.HearGreeting(ctx, peer)
	if err != nil {
		return err
	}
	setup := match.Setup{Seat: room.Seat(), ID: room.Match().ID, Seed: room.Match().Seed, OnDesync: got.OnDesync}
	if got.Match != [16]byte{} && got.Match == wants.Match {
		setup.ID, setup.Seed, setup.Return = got.Match, 0, true
	}
	link, err := l.connect(peer)
	if err != nil {
		return err
	}
	return l.open(setup, link)
}

// answer hears what who joined wants: to come back into the match that is on, or to
// play another one.
func (l *lobby) answer(ctx context.Context, room *signal.Client, peer *signal.Peer, m signal.Match, policy rollback.DesyncPolicy) error {
	wants, err := match.HearGreeting(ctx, peer)
	if err != nil {
		return err
	}
	back := l.stage.goesOn(wants.Match)
	reply := match.Greeting{OnDesync: policy}
	if back {
		reply.Match = wants.Match
	}
	if err := reply.Send(peer); err != nil {
		return err
	}
	link, err := l.connect(peer)
	if err != nil {
		return err
	}
	if back {
		return l.stage.relink(peer.Seat(), link)
	}
	return l.open(match.Setup{Seat: room.Seat(), ID: m.ID, Seed: m.Seed, OnDesync: policy}, link)
}

// connect opens a link that can be made worse.
func (l *lobby) connect(peer *signal.Peer) (*chaos.Link, error) {
	link, err := rtc.Open(rtc.Config{Offerer: peer.Offerer(), Wake: l.stage.poke}, peer)
	if err != nil {
		return nil, err
	}
	return chaos.Wrap(link, uint64(peer.Seat())+1), nil
}

// open puts a match on.
func (l *lobby) open(setup match.Setup, link *chaos.Link) error {
	setup.Players, setup.Name, setup.Links, setup.Scrub = 2, "RIVAL", []transport.Link{link}, true
	p, err := match.NewPeer(setup)
	if err != nil {
		link.Close()
		return err
	}
	l.stage.begin(p, link)
	return nil
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
	case errors.Is(err, match.ErrGreeting):
		return "The other player has left, or is of another version of the game. Reload to try again."
	case errors.Is(err, rtc.ErrTimeout):
		return "No connection to the other player in time. A firewall may be in the way; reload to try again."
	case errors.Is(err, signal.ErrUnreachable), errors.Is(err, signal.ErrLost):
		return "The demo's server does not answer. Is `go run ./demo` still running?"
	}
	text := strings.TrimPrefix(err.Error(), "signal: ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
