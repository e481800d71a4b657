package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

// audience is a match with spectators, which may have spectators themselves.
type audience struct {
	*match
	watching []*viewer
}

// viewer is a spectator and its link to whoever serves it.
type viewer struct {
	*tracer
	host   *rollback.Session[world, uint16]
	peer   rollback.Peer // its number there
	queue  [2][]flight   // to it, to the host
	asleep bool
	lose   func(tick int) bool
	events []rollback.Event
	steps  int
	feed   rollback.Frame
}

func spectators(n int) func(int, *rollback.Config[uint16]) {
	return func(_ int, c *rollback.Config[uint16]) { c.Spectators = n }
}

// join adds a spectator to a player (or, with relay, to another spectator).
func (a *audience) join(host *rollback.Session[world, uint16], change func(*rollback.Config[uint16])) *viewer {
	a.t.Helper()
	peer, err := host.AddSpectator(a.now)
	if err != nil {
		a.t.Fatal(err)
	}
	cfg := rollback.Config[uint16]{Players: len(a.peers), GameID: "trace", Peers: []rollback.PeerConfig{{Host: true}}}
	cfg.Entropy[0], cfg.Entropy[1], cfg.Entropy[2] = 77, byte(len(a.watching)), byte(len(a.watching)>>8)
	if change != nil {
		change(&cfg)
	}
	g := &tracer{digests: map[int64]uint64{}}
	s, err := rollback.NewSession(g, cfg)
	if err != nil {
		a.t.Fatal(err)
	}
	g.session = s
	v := &viewer{tracer: g, host: host, peer: peer, lose: func(int) bool { return false }}
	a.watching = append(a.watching, v)
	return v
}

// show runs ticks of everybody.
func (a *audience) show(ticks int) {
	a.t.Helper()
	for range ticks {
		for _, v := range a.watching {
			v.queue[1] = v.pour(v.queue[1], a.tick, func(b []byte) { v.host.Receive(a.now, v.peer, b) })
		}
		a.keep()
		a.step()
		for _, v := range a.watching {
			if !v.asleep {
				a.stepViewer(v)
			}
		}
	}
}

// keep makes the match's step pass the spectators' packets to them.
func (a *audience) keep() {
	a.extra = func(from int, p rollback.Peer, b []byte) {
		for _, v := range a.watching {
			if v.host == a.peers[from].session && v.peer == p && !v.lose(a.tick) {
				v.queue[0] = append(v.queue[0], flight{a.tick + a.lag, append([]byte(nil), b...)})
			}
		}
	}
}

func (v *viewer) pour(q []flight, tick int, to func([]byte)) []flight {
	kept := q[:0]
	for _, f := range q {
		if f.due > tick {
			kept = append(kept, f)
		} else {
			to(f.packet)
		}
	}
	return kept
}

func (a *audience) stepViewer(v *viewer) {
	s := v.session
	v.queue[0] = v.pour(v.queue[0], a.tick, func(b []byte) { s.Receive(a.now, 0, b) })
	s.Poll(a.now)
	if s.State() < rollback.Leaving {
		step, err := s.Advance(a.now)
		if err != nil {
			a.t.Fatal(err)
		}
		v.steps = step.Ran
	}
	for p, b := range s.Packets() {
		if p == 0 {
			if !v.lose(a.tick) {
				v.queue[1] = append(v.queue[1], flight{a.tick + a.lag, append([]byte(nil), b...)})
			}
			continue
		}
		for _, w := range a.watching { // a relay's own
			if w.host == s && w.peer == p {
				w.queue[0] = append(w.queue[0], flight{a.tick + a.lag, append([]byte(nil), b...)})
			}
		}
	}
	for e := range s.Events() {
		v.events = append(v.events, e)
		if e.Kind == rollback.EventEntered {
			v.feed = e.Frame
		}
	}
	for f := range s.Confirmed() {
		if f != v.feed {
			a.t.Fatalf("a spectator's feed gives frame %d, want %d", f, v.feed)
		}
		v.feed++
	}
}

// equal checks a spectator's states against a player's.
func (a *audience) equal(v *viewer, player int) {
	a.t.Helper()
	g := a.peers[player]
	for f := int64(1); f <= int64(v.session.Frame()); f++ {
		if v.digests[f] != g.digests[f] {
			a.t.Fatalf("a spectator's state after frame %d differs from player %d's", f-1, player)
		}
	}
}

// A spectator sees the players' match, whenever it comes, through loss, at any
// speed of catching up, and never runs a frame that is not there.
func TestSpectatorJoinsAtAnyTime(t *testing.T) {
	for _, at := range []int{0, 1, 59, 400, 1500} {
		for _, speed := range []int{1, 2, 10, 60} {
			a := &audience{match: newMatch(t, 2, spectators(4))}
			a.start()
			a.run(at)
			v := a.join(a.peers[0].session, func(c *rollback.Config[uint16]) { c.CatchUp = speed })
			v.lose = func(tick int) bool { return uint32(tick)*2654435761>>30 == 0 } // a quarter
			ticks := 200
			if speed > 1 {
				ticks += at / (speed - 1)
			}
			for range ticks {
				a.show(1)
				if v.steps > speed {
					t.Fatalf("%d frames in one call, want at most %d", v.steps, speed)
				}
			}
			a.equal(v, 0)
			behind := a.peers[0].session.Frame() - v.session.Frame()
			if limit := rollback.Frame(60); speed > 1 && behind > limit {
				t.Errorf("joined at %d, speed %d: still %d frames behind", at, speed, behind)
			}
			near := behind < 400 // checksums are kept for so long
			if near && v.session.PeerStats(0).SumsCompared == 0 || len(desyncs(v.events)) > 0 {
				t.Errorf("compared %d checksums: %v", v.session.PeerStats(0).SumsCompared, v.events)
			}
		}
	}
}

// Spectators that stall, vanish, come and go leave no trace in the match: the
// players advance as if nobody watched, and what is kept stays bounded.
func TestSpectatorsNeverSlowThePlayers(t *testing.T) {
	run := func(watch bool) []rollback.Frame {
		a := &audience{match: newMatch(t, 3, spectators(40))}
		a.start()
		if watch {
			for range 32 {
				a.join(a.peers[0].session, nil)
			}
		}
		var frames []rollback.Frame
		for n := range 1200 {
			if watch && n == 200 {
				for i, v := range a.watching {
					v.asleep = i%2 == 0
				}
			}
			if watch && n == 900 {
				a.join(a.peers[0].session, nil)
			}
			a.show(1)
			frames = append(frames, a.peers[1].session.Frame())
		}
		if watch {
			left := 0
			for _, e := range a.events[0] {
				if e.Kind == rollback.EventSpectatorLeft && e.Reason == rollback.ReasonTimeout {
					left++
				}
			}
			if left == 0 {
				t.Error("nobody noticed the spectators that vanished")
			}
			for i, v := range a.watching {
				a.equal(v, 0)
				if !v.asleep && i < 32 && v.session.Frame() < 1150 {
					t.Errorf("spectator %d is at %d", i, v.session.Frame())
				}
			}
		}
		return frames
	}
	with, without := run(true), run(false)
	for i := range with {
		if with[i] != without[i] {
			t.Fatalf("tick %d: frame %d with spectators, %d without", i, with[i], without[i])
		}
	}
}

// A chain of relays shows the same match, each a little later.
func TestRelays(t *testing.T) {
	a := &audience{match: newMatch(t, 2, spectators(2))}
	a.start()
	relay := func(c *rollback.Config[uint16]) { c.Spectators = 2 }
	v1 := a.join(a.peers[1].session, relay)
	a.show(100)
	v2 := a.join(v1.session, relay)
	v3 := a.join(v2.session, nil)
	a.show(400)
	for i, v := range []*viewer{v1, v2, v3} {
		a.equal(v, 0)
		if v.session.Frame() < 420 {
			t.Errorf("relay %d is at frame %d", i, v.session.Frame())
		}
	}
}

// The delay of what spectators see is kept.
func TestSpectatorDelay(t *testing.T) {
	a := &audience{match: newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Spectators, c.SpectatorDelay = 1, 120 })}
	a.start()
	v := a.join(a.peers[0].session, nil)
	for range 600 {
		a.show(1)
		if ahead := v.session.Frame() - max(a.peers[0].session.Frame()-120, 0); ahead > 0 {
			t.Fatalf("%d frames too early", ahead)
		}
	}
	if v.session.Frame() < 400 {
		t.Errorf("at frame %d", v.session.Frame())
	}
}

// A drop is on the same frame for spectators, whoever serves them, and shows as
// absence from there on.
func TestSpectatorsSeeTheSameDrop(t *testing.T) {
	for host := range 2 {
		a := &audience{match: newMatch(t, 3, spectators(1))}
		a.start()
		v := a.join(a.peers[host].session, nil)
		a.show(60)
		from := a.tick
		a.lose = func(x, to, tick int) bool { return x == 2 && to == host && tick >= from }
		a.show(4)
		a.gone[2] = true
		a.show(700)
		a.equal(v, 0)
		want, _ := a.left(0, 2)
		var got []rollback.Event
		for _, e := range v.events {
			if e.Kind == rollback.EventDisconnected {
				got = append(got, e)
			}
		}
		if len(got) != 1 || got[0].Frame != want.Frame || got[0].Player != 2 || v.session.Present(2) {
			t.Errorf("the spectator of %d saw %v, the players %v", host, got, want)
		}
		if v.session.Frame() < 400 {
			t.Errorf("at frame %d", v.session.Frame())
		}
	}
}

// The host dies, or leaves: its spectators play what they have and end with the
// reason.
func TestHostGoes(t *testing.T) {
	for _, way := range []string{"dies", "leaves"} {
		a := &audience{match: newMatch(t, 2, spectators(1))}
		a.start()
		v := a.join(a.peers[0].session, nil)
		a.show(100)
		want := rollback.ReasonTimeout
		if way == "dies" {
			a.gone[0] = true
		} else {
			want = rollback.ReasonLeft
			a.peers[0].session.Leave(a.now, rollback.ReasonLeft)
		}
		a.show(420)
		var closed []rollback.Event
		interrupted := 0
		for _, e := range v.events {
			switch e.Kind {
			case rollback.EventClosed:
				closed = append(closed, e)
			case rollback.EventInterrupted:
				interrupted++
			}
		}
		if len(closed) != 1 || closed[0].Reason != want || (interrupted == 1) != (way == "dies") {
			t.Errorf("%s: %v", way, v.events)
		}
		if way == "leaves" && a.peers[0].session.State() != rollback.Closed {
			t.Error("the host does not get away")
		}
	}
}
