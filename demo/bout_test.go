//go:build !js

package main

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// guest is a Go program that does what a page does.
type guest struct {
	t    *testing.T
	room *signal.Client
	link *rtc.Link
	*match.Peer
}

// visit joins a room and says what it wants; answered is the match that it gets.
func visit(t *testing.T, s *site, code string, wants match.Greeting) (g *guest, answered match.Greeting) {
	t.Helper()
	room, err := signal.Join(t.Context(), s.dojo.url, code, signal.Options{Game: match.GameID})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { room.Close() })
	peer := room.Peers()[0]
	if err := wants.Send(peer); err != nil {
		t.Fatal(err)
	}
	answered, err = match.HearGreeting(t.Context(), peer)
	if err != nil {
		t.Fatal(err)
	}
	wake := make(chan struct{}, 1)
	link, err := rtc.Open(rtc.Config{Offerer: peer.Offerer(), Loopback: true, Wake: poke(wake)}, peer)
	if err != nil {
		t.Fatal(err)
	}
	setup := match.Setup{Players: 2, Seat: room.Seat(), Links: []transport.Link{link}, ID: room.Match().ID, Seed: room.Match().Seed,
		OnDesync: answered.OnDesync, Options: live.Options{Wake: wake}}
	if answered.Match != [16]byte{} {
		setup.ID, setup.Seed, setup.Return = answered.Match, 0, true
	}
	p, err := match.NewPeer(setup)
	if err != nil {
		t.Fatal(err)
	}
	return &guest{t, room, link, p}, answered
}

var errFarEnough = errors.New("far enough")

// until plays until ok.
func (g *guest) until(ok func() bool) {
	g.t.Helper()
	err := g.Bot(g.t.Context(), duel.NewBot(3), func(live.Report) error {
		if ok() {
			return errFarEnough
		}
		return nil
	})
	if err != errFarEnough {
		g.t.Fatalf("the match ended at frame %d: %v, %v (%v)", g.Record.Frame(), err, g.Status(), g.Why())
	}
}

// die is the end of the process: no goodbye, but the link is gone, and the room server
// has noticed.
func (g *guest) die(s *site) {
	before := s.rooms.Stats().Conns
	g.room.Close()
	for s.rooms.Stats().Conns == before { // ends with the test's own deadline
		runtime.Gosched()
	}
	g.link.Close()
	<-g.link.Done()
}

// The bot plays on alone until who died is back, in its seat of the same match; who
// comes for another match gets another one, in the same room.
func TestBotTakesBack(t *testing.T) {
	t.Parallel()
	bots := make(chan *match.Peer, 4)
	s := startStub(t)
	s.dojo.ended = func(p *match.Peer) { bots <- p }
	code, err := s.dojo.waiting(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a, answered := visit(t, s, code, match.Greeting{OnDesync: rollback.ResyncOnDesync})
	if answered.Match != [16]byte{} || answered.OnDesync != rollback.ResyncOnDesync {
		t.Errorf("answered %+v, want a new match with the policy asked for", answered)
	}
	a.until(func() bool { return a.Record.Frame() > 60 })
	id, was := a.Host.Session().MatchID(), a.Record.Frame()
	a.die(s)

	b, answered := visit(t, s, code, match.Greeting{Match: id})
	if answered.Match != id || b.Seat != a.Seat {
		t.Fatalf("answered %+v in seat %d, want match %x in seat %d", answered, b.Seat, id, a.Seat)
	}
	b.until(func() bool { return b.Returned > was && b.Record.Frame() > b.Returned+60 })
	sum, _ := b.Tape.Sum(b.Returned + 40)
	b.die(s)

	c, answered := visit(t, s, code, match.Greeting{})
	if answered.Match != [16]byte{} || c.Host.Session().MatchID() == id {
		t.Errorf("answered %+v, want another match", answered)
	}
	bot := <-bots
	if got, ok := bot.Tape.Sum(b.Returned + 40); !ok || got != sum || bot.Returned != b.Returned || bot.Host.Session().Stats().Desyncs != 0 {
		t.Errorf("the bot has it back with frame %d and had state %x; want %d and %x", bot.Returned, got, b.Returned, sum)
	}
	c.until(func() bool { return c.Record.Frame() > 30 })
	c.Host.Close(context.WithoutCancel(t.Context()))
	<-c.link.Done()
}
