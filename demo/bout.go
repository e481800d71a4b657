//go:build !js

package main

import (
	"context"
	"errors"
	"time"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// returnTime is how long a bot plays on alone for who left to come back: a page that
// is reloaded takes a few seconds.
const returnTime = 30 * time.Second

// visitor is somebody who has joined the bot's room and said what for.
type visitor struct {
	peer  *signal.Peer
	match signal.Match
	wants match.Greeting
}

// bout is the matches of the bot in one room: against who joined first and, when that
// one is gone and another comes, against that other one.
func (d *dojo) bout(ctx context.Context, room *signal.Client, joined signal.Event) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	visitors := make(chan *visitor)
	v := welcome(ctx, room, joined)
	go attend(ctx, cancel, room, visitors)
	for v != nil {
		v = d.fight(ctx, room, v, visitors)
	}
}

// attend hears what everybody else who joins wants. When somebody knocks the bout ends:
// a friend of who plays the bot has opened the link to the room and wants the bot's seat.
func attend(ctx context.Context, yield func(), room *signal.Client, visitors chan<- *visitor) {
	for {
		select {
		case e, ok := <-room.Events():
			if !ok {
				return // the match goes on without a room
			}
			if e.Kind == signal.Knock {
				yield()
			}
			if v := welcome(ctx, room, e); v != nil {
				select {
				case visitors <- v:
				case <-ctx.Done():
				}
			}
		case <-ctx.Done():
			return
		}
	}
}

// welcome returns who joined, nil if nobody has, or that one has left or says nothing.
func welcome(ctx context.Context, room *signal.Client, e signal.Event) *visitor {
	if e.Kind != signal.Joined {
		return nil
	}
	peer, err := room.Peer(e.Seat)
	if err != nil {
		return nil
	}
	wants, err := match.HearGreeting(ctx, peer)
	if err != nil {
		return nil
	}
	return &visitor{peer, e.Match, wants}
}

// fight is a match against v. It returns who came to play another one, if somebody did.
func (d *dojo) fight(ctx context.Context, room *signal.Client, v *visitor, visitors <-chan *visitor) (next *visitor) {
	d.log.Info("somebody joined the bot", "room", room.Code())
	f := &opponent{seat: room.Seat(), wake: make(chan struct{}, 1)}
	defer f.close()
	if err := f.begin(v, d.wait); err != nil {
		d.log.Warn("no match", "room", room.Code(), "err", err)
		return nil
	}
	err := f.peer.Bot(ctx, duel.NewBot(v.match.Seed), func(live.Report) error {
		if d.watch != nil {
			d.watch(f.peer)
		}
		select {
		case v := <-visitors:
			if !f.knows(v) {
				next = v
				return errAnother
			}
			d.log.Info("somebody is back", "room", room.Code())
			return f.relink(v)
		default:
			return nil
		}
	})
	if d.ended != nil {
		d.ended(f.peer)
	}
	d.log.Info("match over", "room", room.Code(), "how", f.peer.Status().String(), "frames", int64(f.peer.Record.Frame()),
		"rollbacks", f.peer.Host.Session().Stats().Rollbacks, "err", errors.Join(err, f.peer.Why()))
	f.peer.Host.Close(context.WithoutCancel(ctx))
	return next
}

var errAnother = errors.New("somebody else has come")

// opponent is the bot's side of a match, and the links of it, former ones too.
type opponent struct {
	seat  int
	wake  chan struct{}
	peer  *match.Peer
	links []*rtc.Link
}

func (f *opponent) begin(v *visitor, wait time.Duration) error {
	link, err := f.answer(v, match.Greeting{OnDesync: v.wants.OnDesync})
	if err != nil {
		return err
	}
	f.peer, err = match.NewPeer(match.Setup{
		Players: 2, Seat: f.seat, Links: []transport.Link{link}, Name: "BOT", Seed: v.match.Seed, ID: v.match.ID,
		OnDesync: v.wants.OnDesync, Wait: wait, Options: live.Options{Wake: f.wake},
	})
	if err != nil {
		link.Close()
	}
	return err
}

// knows tells whether v wants back into this match.
func (f *opponent) knows(v *visitor) bool {
	return v.wants.Match != [16]byte{} && v.wants.Match == f.peer.Host.Session().MatchID() && v.peer.Seat() != f.seat
}

// relink lets v back in.
func (f *opponent) relink(v *visitor) error {
	link, err := f.answer(v, v.wants)
	if err != nil {
		return err
	}
	return f.peer.Relink(v.peer.Seat(), link)
}

// answer says which match it is, and starts to connect.
func (f *opponent) answer(v *visitor, g match.Greeting) (*rtc.Link, error) {
	if err := g.Send(v.peer); err != nil {
		return nil, err
	}
	link, err := rtc.Open(rtc.Config{Offerer: v.peer.Offerer(), Loopback: true, Wake: poke(f.wake)}, v.peer)
	if err == nil {
		f.links = append(f.links, link)
	}
	return link, err
}

// close returns when nothing of the links runs any more.
func (f *opponent) close() {
	for _, link := range f.links {
		<-link.Done()
	}
}
