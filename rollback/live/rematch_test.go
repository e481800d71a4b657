package live_test

import (
	"errors"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// lastFrame is how long a match of a series is.
const lastFrame = 60

// entrant is an endpoint of a series of matches.
type entrant struct {
	*live.Host[world, uint16]
	state  world
	feed   world // advanced by the confirmed inputs alone
	ends   []uint64
	seeds  []uint64
	rolled uint64
}

// series is two players, one who watches the first and one who watches that one.
type series struct {
	t        *testing.T
	clock    clock
	net      *memnet.Net
	entrants [4]*entrant
}

func newSeries(t *testing.T, p memnet.Policy) *series {
	t.Helper()
	s := &series{t: t, net: memnet.New(5, 4)}
	if err := s.net.SetAll(p); err != nil {
		t.Fatal(err)
	}
	for i := range s.entrants {
		cfg := rollback.Config[uint16]{Players: 2, Spectators: 1}
		partner := [...]int{1, 0, 0, 2}[i]
		if i < 2 {
			cfg.Local, cfg.Peers = []int{i}, []rollback.PeerConfig{{Seats: []int{partner}}}
		} else {
			cfg.Peers = []rollback.PeerConfig{{Host: true}}
		}
		links := []transport.Link{s.net.Link(i, partner)}
		e := &entrant{}
		h, err := live.New(rollback.Plain(&e.state, step), cfg, links, live.Options{Now: s.clock.read})
		if err != nil {
			t.Fatal(err)
		}
		e.Host, s.entrants[i] = h, e
	}
	s.admit(0, 2)
	return s
}

// admit lets one entrant watch another.
func (s *series) admit(host, guest int) {
	s.t.Helper()
	if _, err := s.entrants[host].AddSpectator(s.net.Link(host, guest)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *series) step() {
	s.clock.now += time.Second / 120
	s.net.SetNow(s.clock.now)
	for i, e := range s.entrants {
		_, err := e.UpdateFunc(func(in []uint16) {
			for k := range in {
				in[k] = uint16(e.state.Frame/5)*3 + uint16(i)
			}
		})
		if err != nil {
			s.t.Fatalf("entrant %d in match %d: %v", i, len(e.ends), err)
		}
		e.follow(s.t)
	}
}

// follow asks for the next match after the last frame of one.
func (e *entrant) follow(t *testing.T) {
	t.Helper()
	for f, in := range e.Confirmed() {
		if uint64(f) != e.feed.Frame {
			t.Fatalf("match %d feeds frame %d after %d frames", len(e.ends), f, e.feed.Frame)
		}
		step(&e.feed, in)
		if e.feed.Frame == lastFrame {
			break
		}
	}
	for range e.Events() {
	}
	if e.feed.Frame < lastFrame {
		return
	}
	e.ends, e.seeds = append(e.ends, e.feed.Digest), append(e.seeds, e.Session().Seed())
	e.rolled += e.Session().Stats().Rollbacks
	e.state, e.feed = world{}, world{}
	if err := e.Rematch(rollback.Plain(&e.state, step)); err != nil {
		t.Fatal(err)
	}
}

// Twenty matches in a row over the same links, which lose and reorder: everybody
// sees the end of each, whoever is first to begin the next.
func TestRematches(t *testing.T) {
	const matches = 20
	for _, p := range []memnet.Policy{{}, {Delay: 40 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.1, Duplicate: 0.05}} {
		s := newSeries(t, p)
		for s.entrants[2].Session().State() != rollback.Running { // a relay must know the match that it passes on
			s.step()
		}
		s.admit(2, 3)
		for steps := 0; len(s.entrants[0].ends) < matches || len(s.entrants[3].ends) < matches; steps++ {
			if s.step(); steps > 120*60*3 {
				t.Fatalf("%+v: %d, %d, %d and %d matches after three minutes", p, len(s.entrants[0].ends), len(s.entrants[1].ends),
					len(s.entrants[2].ends), len(s.entrants[3].ends))
			}
		}
		a, seen := s.entrants[0], map[uint64]bool{}
		for m := range matches {
			if seen[a.seeds[m]] {
				t.Errorf("%+v: match %d has the seed of one before", p, m)
			}
			seen[a.seeds[m]] = true
			for i, e := range s.entrants[1:] {
				if e.ends[m] != a.ends[m] || e.seeds[m] != a.seeds[m] {
					t.Errorf("%+v: match %d ends as %x (seed %x) for entrant %d, %x (seed %x) for entrant 0", p, m, e.ends[m], e.seeds[m], i+1, a.ends[m], a.seeds[m])
				}
			}
		}
		if p.Delay > 0 && a.rolled == 0 {
			t.Error("nothing was ever rolled back")
		}
	}
}

// The input delay that is set stays.
func TestRematchKeepsTheDelay(t *testing.T) {
	d := newDuo(t, memnet.Policy{}, nil)
	d.start()
	a := d.seats[0]
	if err := a.Session().SetInputDelay(0, 4); err != nil {
		t.Fatal(err)
	}
	if err := a.Rematch(rollback.Plain(&a.state, step)); err != nil {
		t.Fatal(err)
	}
	if n, err := a.Session().InputDelay(0); n != 4 || err != nil {
		t.Errorf("a delay of %d frames (%v), want 4", n, err)
	}
}

func TestRematchIsRefused(t *testing.T) {
	d := newDuo(t, memnet.Policy{}, nil)
	again := func(s *seat) error { return s.Rematch(rollback.Plain(&s.state, step)) }
	if err := again(d.seats[0]); err == nil {
		t.Error("a rematch before the match")
	}
	d.start()
	d.seats[1].Leave(rollback.ReasonLeft)
	d.run(200 * time.Millisecond)
	if err := again(d.seats[0]); err == nil {
		t.Error("a rematch without the other player")
	}
	if err := again(d.seats[1]); !errors.Is(err, rollback.ErrClosed) {
		t.Errorf("after leaving: %v, want %v", err, rollback.ErrClosed)
	}
}

// Who leaves while the other has not seen the end yet is missed at once.
func TestLeaveDuringRematch(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 30 * time.Millisecond}, nil)
	d.start()
	d.run(500 * time.Millisecond)
	a, b := d.seats[0], d.seats[1]
	if err := a.Rematch(rollback.Plain(&a.state, step)); err != nil {
		t.Fatal(err)
	}
	d.run(50 * time.Millisecond)
	a.Leave(rollback.ReasonLeft)
	d.run(200 * time.Millisecond)
	if !has(b.events, rollback.EventDisconnected) {
		t.Errorf("events %v, want the player who left to be missed", b.events)
	}
}
