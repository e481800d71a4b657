package match_test

import (
	"testing"
	"time"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// gallery adds who watches seat 0, and who watches that one, to a bout.
func (b *bout) gallery(players int) (watchers [2]*match.Peer, step func()) {
	b.t.Helper()
	net := memnet.New(9, 3)
	if err := net.SetAll(memnet.Policy{Delay: 50 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.03}); err != nil {
		b.t.Fatal(err)
	}
	host := b.peers[0]
	for i := range watchers {
		p, err := match.NewPeer(match.Setup{Players: players, Seat: match.Watcher, Spectators: 1, Build: 0,
			Links: []transport.Link{net.Link(i+1, i)}, Options: live.Options{Now: func() time.Duration { return b.now }}})
		if err != nil {
			b.t.Fatal(err)
		}
		if err := host.Admit(net.Link(i, i+1)); err != nil {
			b.t.Fatal(err)
		}
		watchers[i], host = p, p
	}
	return watchers, func() {
		net.SetNow(b.now)
		for _, p := range watchers {
			p.Update(nil)
		}
	}
}

func spectators(s *match.Setup) { s.Spectators = 1 }

func TestWatchersSeeTheMatch(t *testing.T) {
	for _, players := range []int{2, 4} {
		b := newBout(t, players, spectators)
		watchers, step := b.gallery(players)
		sums := map[rollback.Frame]uint64{}
		compared := 0
		for range 15 * 120 {
			b.run(time.Second / 120)
			step()
			f := b.peers[0].Record.Frame()
			sums[f], _ = b.peers[0].Record.Sum(f)
			for i, w := range watchers {
				got, ok := w.Record.Sum(w.Record.Frame())
				if want, known := sums[w.Record.Frame()]; ok && known {
					compared++
					if got != want {
						t.Fatalf("%d players, frame %d: watcher %d has %x, seat 0 %x", players, w.Record.Frame(), i, got, want)
					}
				}
			}
		}
		for i, w := range watchers {
			if w.Status() != match.Playing || b.peers[0].Record.Frame()-w.Record.Frame() > 60 {
				t.Errorf("%d players: watcher %d is %v at frame %d of %d", players, i, w.Status(), w.Record.Frame(), b.peers[0].Record.Frame())
			}
			if err := w.TogglePause(); err == nil {
				t.Error("a watcher may pause")
			}
		}
		if compared < 1000 {
			t.Errorf("%d players: %d states compared, want many", players, compared)
		}
	}
}

func TestPause(t *testing.T) {
	b := newBout(t, 2, nil)
	b.run(4 * time.Second)
	pause := func(seat int) {
		t.Helper()
		if err := b.peers[seat].TogglePause(); err != nil {
			t.Fatal(err)
		}
		b.run(time.Second)
	}
	pause(1)
	still := b.peers[0].World
	b.run(3 * time.Second)
	for seat, p := range b.peers {
		if p.Status() != match.Paused || p.PausedBy() != 1 || p.World != still || p.Record.World != still {
			t.Errorf("seat %d: %v by %d at frame %d, want all to stand at frame %d, paused by 1", seat, p.Status(), p.PausedBy(), p.World.Frame, still.Frame)
		}
	}
	pause(0) // ends it
	for seat, p := range b.peers {
		if p.Status() != match.Playing || p.World.Frame <= still.Frame {
			t.Errorf("seat %d: %v at frame %d, want to play on", seat, p.Status(), p.World.Frame)
		}
	}
	f := min(b.peers[0].Record.Frame(), b.peers[1].Record.Frame())
	x, okX := b.peers[0].Record.Sum(f)
	y, okY := b.peers[1].Record.Sum(f)
	if !okX || !okY || x != y || int64(f) <= int64(still.Frame)+60*3 {
		t.Errorf("frame %d: checksums %x and %x, want equal ones long after frame %d", f, x, y, still.Frame)
	}
}

// Twenty matches in a row over the same links, with two who watch: both ask for the next, and neither opens a room for it.
func TestTwentyRematches(t *testing.T) {
	const matches = 20
	b := newBout(t, 2, spectators)
	b.press = func(seat int) duel.Buttons {
		p := b.peers[seat]
		if p.World.Phase >= duel.MatchOver {
			return duel.Light
		}
		if seat == 1 {
			return 0 // so that a match is short
		}
		return b.bots[seat].Press(&p.World, seat)
	}
	watchers, step := b.gallery(2)
	all := append([]*match.Peer{}, b.peers...)
	all = append(all, watchers[:]...)
	results := make([][]uint64, len(all))
	last := func(p *match.Peer) uint64 { // of the whole match: the world at its result
		w := &p.Record.World
		if w.Phase != duel.MatchOver || w.PhaseFrame < 20 {
			return 0
		}
		sum, _ := p.Record.Sum(p.Record.Frame() - rollback.Frame(w.PhaseFrame-20))
		return sum
	}
	rolled := uint64(0)
	for b.now < 30*time.Minute && all[3].Match <= matches {
		b.run(time.Second / 120)
		step()
		for i, p := range all {
			if p.Status() > match.Paused {
				t.Fatalf("peer %d is %v in match %d: %v", i, p.Status(), p.Match, p.Why())
			}
			if sum := last(p); sum != 0 && len(results[i]) < p.Match {
				results[i] = append(results[i], sum)
				rolled += p.Host.Session().Stats().Rollbacks
			}
		}
	}
	seen := map[uint64]bool{}
	for n := range matches {
		for i, r := range results {
			if len(r) <= n || r[n] != results[0][n] {
				t.Fatalf("match %d: peer %d saw %x, peer 0 %x", n+1, i, r, results[0])
			}
		}
		if seen[results[0][n]] {
			t.Errorf("match %d is one that was played before", n+1)
		}
		seen[results[0][n]] = true
	}
	if rolled == 0 {
		t.Error("nothing was rolled back")
	}
}

// Who has left plays no rematch, and does not break the match of who stays.
func TestNoRematchWithoutTheOther(t *testing.T) {
	b := newBout(t, 2, nil)
	b.press = func(seat int) duel.Buttons { return duel.Light }
	for b.peers[0].Record.World.Phase != duel.MatchOver && b.now < 10*time.Minute {
		b.run(time.Second)
	}
	b.peers[1].Host.Leave(rollback.ReasonLeft)
	b.run(5 * time.Second)
	if p := b.peers[0]; p.Match != 1 || p.Status() != match.Left {
		t.Errorf("match %d, %v; want the first, left", p.Match, p.Status())
	}
}
