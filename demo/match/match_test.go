package match_test

import (
	"errors"
	"testing"
	"time"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// bout is peers of one match over a network in memory, with one bot a seat.
type bout struct {
	t     *testing.T
	now   time.Duration
	net   *memnet.Net
	peers []*match.Peer
	bots  []duel.Bot
	press func(seat int) duel.Buttons // default: the bots
}

func newBout(t *testing.T, players int, change func(*match.Setup)) *bout {
	t.Helper()
	b := &bout{t: t, net: memnet.New(1, players)}
	b.press = func(seat int) duel.Buttons { return b.bots[seat].Press(&b.peers[seat].World, seat) }
	if err := b.net.SetAll(memnet.Policy{Delay: 50 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.03}); err != nil {
		t.Fatal(err)
	}
	for seat := range players {
		s := match.Setup{Players: players, Seat: seat, Options: live.Options{Now: func() time.Duration { return b.now }}}
		for other := range players {
			if other != seat {
				s.Links = append(s.Links, transport.Link(b.net.Link(seat, other)))
			}
		}
		if change != nil {
			change(&s)
		}
		p, err := match.NewPeer(s)
		if err != nil {
			t.Fatal(err)
		}
		b.peers, b.bots = append(b.peers, p), append(b.bots, duel.NewBot(uint64(seat+1)))
	}
	return b
}

func (b *bout) run(long time.Duration, absent ...int) {
	for end := b.now + long; b.now < end; b.now += time.Second / 120 {
		b.net.SetNow(b.now)
	next:
		for seat, p := range b.peers {
			for _, a := range absent {
				if a == seat {
					continue next
				}
			}
			p.Update(func() duel.Buttons { return b.press(seat) })
		}
	}
}

func TestRecordsAgree(t *testing.T) {
	for players := 2; players <= duel.MaxFighters; players++ {
		b := newBout(t, players, nil)
		b.run(15 * time.Second)
		compared := 0
		for f := rollback.Frame(1); f <= b.peers[0].Record.Frame(); f++ {
			want, ok := b.peers[0].Record.Sum(f)
			for seat, p := range b.peers[1:] {
				got, has := p.Record.Sum(f)
				if !ok || !has {
					continue
				}
				compared++
				if got != want {
					t.Fatalf("%d players, frame %d: seat %d has %x, seat 0 %x", players, f, seat+1, got, want)
				}
			}
		}
		if compared < 600 {
			t.Errorf("%d players: compared %d checksums, want many", players, compared)
		}
		for seat, p := range b.peers {
			if p.Status() != match.Playing || p.Host.Session().Stats().Rollbacks == 0 {
				t.Errorf("%d players, seat %d: %v (%v) after %d rollbacks, want to play on after some", players, seat, p.Status(), p.Why(),
					p.Host.Session().Stats().Rollbacks)
			}
		}
	}
}

func TestStatus(t *testing.T) {
	b := newBout(t, 2, nil)
	if got := b.peers[0].Status(); got != match.Connecting {
		t.Errorf("at first %v, want %v", got, match.Connecting)
	}
	b.run(2 * time.Second)
	b.run(2*time.Second, 1)
	if got := b.peers[0].Status(); got != match.Interrupted {
		t.Errorf("after two silent seconds %v, want %v", got, match.Interrupted)
	}
	b.run(time.Second)
	if got := b.peers[0].Status(); got != match.Playing {
		t.Errorf("after the other came back %v, want %v", got, match.Playing)
	}
	b.peers[1].Host.Leave(rollback.ReasonLeft)
	b.run(time.Second)
	for seat, p := range b.peers {
		if got := p.Status(); got != match.Left {
			t.Errorf("seat %d after a goodbye: %v (%v), want %v", seat, got, p.Why(), match.Left)
		}
	}
}

func TestAnotherBuildIsRefused(t *testing.T) {
	b := newBout(t, 2, func(s *match.Setup) { s.Build = uint64(s.Seat + 1) })
	b.run(3 * time.Second)
	for seat, p := range b.peers {
		var mismatch *rollback.HandshakeError
		if p.Status() != match.Broken || !errors.As(p.Why(), &mismatch) || mismatch.Field != "build" {
			t.Errorf("seat %d: %v, %v; want it broken by another build", seat, p.Status(), p.Why())
		}
	}
}

func TestSetupIsChecked(t *testing.T) {
	for _, s := range []match.Setup{{Players: 1}, {Players: 5}, {Players: 2, Seat: 2}, {Players: 2, Seat: -1}, {Players: 2}} {
		if _, err := match.NewPeer(s); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

func TestSumsKept(t *testing.T) {
	b := newBout(t, 2, nil)
	b.run(20 * time.Second)
	r := &b.peers[0].Record
	newest := r.Frame()
	for _, c := range []struct {
		f    rollback.Frame
		want bool
	}{{0, false}, {newest, true}, {newest + 1, false}, {newest - match.KeptSums + 1, true}, {newest - match.KeptSums, false}} {
		if _, ok := r.Sum(c.f); ok != c.want {
			t.Errorf("checksum of frame %d of %d: %v, want %v", c.f, newest, ok, c.want)
		}
	}
}
