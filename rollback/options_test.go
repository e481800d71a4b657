package rollback_test

import (
	"fmt"
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// However rarely states are saved, and whatever the window, the outcome is that
// of saving every frame; only the calls differ.
func TestSparseSavingChangesNothing(t *testing.T) {
	for _, w := range []int{1, 2, 3, 8, 20} {
		var digests [2]map[int64]uint64
		var saves [2]uint64
		for i, every := range []int{1, 7} {
			m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.Window, c.SaveEvery = w, every })
			m.lose = func(from, to, tick int) bool { return (tick*7+from*3+to)%11 == 0 }
			m.input = func(p, _ int) uint16 { return uint16(m.peers[p].session.Frame()) * uint16(p+3) }
			m.start()
			m.run(500)
			m.agree()
			digests[i], saves[i] = m.peers[0].digests, m.peers[0].session.Stats().Saves
			if f := m.peers[0].session.ConfirmedFrame(); f < 100 {
				t.Fatalf("window %d every %d: confirmed %d", w, every, f)
			}
			if len(desyncs(m.events[0])) > 0 || m.peers[0].session.PeerStats(0).SumsCompared < 10 {
				t.Errorf("window %d every %d: %v, compared %d", w, every, m.events[0], m.peers[0].session.PeerStats(0).SumsCompared)
			}
		}
		for f := int64(1); f < 100; f++ {
			if digests[0][f] != digests[1][f] {
				t.Fatalf("window %d: state after frame %d differs", w, f-1)
			}
		}
		if w >= 8 && saves[1] >= saves[0] {
			t.Errorf("window %d: %d saves instead of %d", w, saves[1], saves[0])
		}
	}
}

// A player dropped behind the last kept save is dropped on the right frame.
func TestSparseSavingAndDrop(t *testing.T) {
	for every := range 12 {
		m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.SaveEvery, c.Timeout = every+1, time.Second })
		m.start()
		m.run(40 + every)
		from := m.tick
		m.lose = func(a, b, tick int) bool { return a == 2 && tick >= from && b == 1 }
		m.run(3)
		m.gone[2] = true
		m.run(300)
		m.agree()
		a, n := m.left(0, 2)
		b, k := m.left(1, 2)
		if n != 1 || k != 1 || a.Frame != b.Frame || m.peers[1].session.ConfirmedFrame() < 200 {
			t.Errorf("every %d: %v, %v", every+1, m.events[0], m.events[1])
		}
	}
}

// A packet every k frames: fewer packets, the same match.
func TestTurnLength(t *testing.T) {
	var packets []uint64
	for _, k := range []int{1, 2, 4} {
		m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.SendEvery, c.Window = k, 12 })
		m.start()
		m.run(600)
		m.agree()
		packets = append(packets, m.peers[0].session.Stats().PacketsOut)
		if f := m.peers[0].session.ConfirmedFrame(); f < 560 {
			t.Errorf("every %d frames: confirmed %d", k, f)
		}
	}
	if packets[1]*10 > packets[0]*6 || packets[2]*10 > packets[1]*6 {
		t.Errorf("packets for turns of 1, 2, 4 frames: %v", packets)
	}
	cfg := rollback.Config[[60]byte]{Local: []int{0}, Peers: []rollback.PeerConfig{{Seats: []int{1}}}, SendEvery: 20}
	if _, err := rollback.NewSession(&anyGame[[60]byte]{}, cfg); err == nil {
		t.Error("20 frames of 60 bytes are accepted in one packet")
	}
}

// Running ahead: what is shown is some frames further than the inputs, and
// what was guessed wrongly is run again.
func TestRunAhead(t *testing.T) {
	g := &tracer{digests: map[int64]uint64{}}
	s, err := rollback.NewSession(g, rollback.Config[uint16]{Local: []int{0}, RunAhead: 3})
	if err != nil {
		t.Fatal(err)
	}
	plain := &tracer{}
	var inputs []uint16
	for n := range 300 {
		in := uint16(n / 5)
		step, err := s.Advance(tick*time.Duration(n), in)
		if err != nil || !step.Advanced {
			t.Fatalf("%+v, %v", step, err)
		}
		inputs = append(inputs, in)
	}
	for f := range s.ConfirmedFrame() + 1 {
		// The input given while frame f+3 was first run belongs to frame f.
		plain.Advance([]rollback.Input[uint16]{{Value: inputs[f+3], Present: true}})
		if plain.Digest != g.digests[int64(f)+1] {
			t.Fatalf("state after frame %d differs", f)
		}
	}
	if st := s.Stats(); st.Rollbacks < 50 || st.MaxDepth() != 3 || s.ConfirmedFrame() < 290 {
		t.Errorf("confirmed %d, %+v", s.ConfirmedFrame(), st)
	}
}

// Nobody starts before everybody has loaded, however long that takes, and
// loading is no silence.
func TestBarrier(t *testing.T) {
	m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.Barrier, c.HandshakeTimeout = true, 5*time.Second })
	m.peers[0].session.Ready(m.now)
	m.peers[1].session.Ready(m.now)
	m.run(60 * 120)
	for i, g := range m.peers {
		if g.session.State() != rollback.Synchronizing || g.session.Frame() != 0 {
			t.Fatalf("peer %d is %v: %v", i, g.session.State(), m.events[i])
		}
	}
	m.peers[2].session.Ready(m.now)
	m.run(60)
	for i, g := range m.peers {
		if g.session.Frame() == 0 {
			t.Errorf("peer %d has not started: %v", i, m.events[i])
		}
	}
	m.agree()
}

// A peer that dies while loading is noticed.
func TestDeathAtTheBarrier(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Barrier, c.HandshakeTimeout = true, 6*time.Second })
	m.run(120)
	m.gone[1] = true
	m.run(420)
	if s := m.peers[0].session; s.State() != rollback.Closed || s.Err() == nil {
		t.Errorf("%v, %v", s.State(), s.Err())
	}
}

// A pause holds on the same frame for everybody, whoever had predicted past it;
// states stand still while frames go on; anybody ends it.
func TestPauseIsAgreedOnAFrame(t *testing.T) {
	for _, lag := range []int{0, 3, 7} {
		m := newMatch(t, 3, nil)
		m.lag = lag
		m.input = func(p, tick int) uint16 { return uint16(tick * (p + 1)) }
		m.start()
		m.run(60)
		if err := m.peers[1].session.Pause(1); err != nil {
			t.Fatal(err)
		}
		m.run(60)
		still := [3]uint64{}
		for i, g := range m.peers {
			still[i] = g.Digest
		}
		m.run(300)
		for i, g := range m.peers {
			if g.Digest != still[i] || still[i] != still[0] || g.session.Frame() < 380 {
				t.Errorf("lag %d: peer %d does not stand still", lag, i)
			}
		}
		m.peers[2].session.Resume(2)
		m.run(100)
		var frames []string
		for i, g := range m.peers {
			story := ""
			for _, e := range m.events[i] {
				if e.Kind == rollback.EventPaused || e.Kind == rollback.EventUnpaused {
					story += fmt.Sprint(e, "; ")
				}
			}
			frames = append(frames, story)
			if story == "" || story != frames[0] || g.session.ConfirmedFrame() < 440 {
				t.Errorf("lag %d: peer %d: %q, peer 0: %q", lag, i, story, frames[0])
			}
			if g.Digest == still[i] {
				t.Errorf("lag %d: peer %d still stands", lag, i)
			}
		}
		m.agreePaused()
	}
}

// agreePaused compares states by the number of frames that were played.
func (m *match) agreePaused() {
	m.t.Helper()
	last := func(g *tracer) int64 {
		n := int64(0)
		for f := rollback.Frame(0); f <= g.session.ConfirmedFrame(); f++ {
			if !g.session.Paused(f) {
				n++
			}
		}
		return n
	}
	n := last(m.peers[0])
	for _, g := range m.peers {
		n = min(n, last(g))
	}
	for i, g := range m.peers {
		if g.digests[n] != m.peers[0].digests[n] {
			m.t.Errorf("peer %d: state after %d played frames differs", i, n)
		}
	}
}

// The one who paused leaves: the match stays paused until somebody else ends it.
func TestPauserLeaves(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.run(30)
	m.peers[2].session.Pause(2)
	m.run(30)
	m.peers[2].session.Leave(m.now, rollback.ReasonLeft)
	m.run(120)
	still := m.peers[0].Digest
	m.run(60)
	if m.peers[0].Digest != still {
		t.Fatal("the pause ended by itself")
	}
	m.peers[0].session.Resume(0)
	m.run(60)
	if m.peers[0].Digest == still || m.peers[1].Digest == still {
		t.Error("the match does not go on")
	}
}

// A partition: by default each side plays on; or a side without a majority
// stops and says why.
func TestPartition(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		for _, stop := range []bool{false, true} {
			m := newMatch(t, n, func(_ int, c *rollback.Config[uint16]) { c.StopWithoutMajority = stop })
			m.start()
			m.run(60)
			half := n / 2
			m.lose = func(a, b, _ int) bool { return (a < half) != (b < half) }
			m.run(600)
			for i, g := range m.peers {
				side := half
				if i >= half {
					side = n - half
				}
				minority := 2*side <= n
				closed := g.session.State() == rollback.Closed
				if closed != (stop && minority) {
					t.Errorf("%d players, stop %v: peer %d is %v", n, stop, i, g.session.State())
				}
				if !closed && g.session.ConfirmedFrame() < 300 {
					t.Errorf("%d players, stop %v: peer %d confirmed %d", n, stop, i, g.session.ConfirmedFrame())
				}
			}
		}
	}
}

// A second match over the same links, and a hundred after it: each starts at
// frame 0 with its own seed, and nothing of the one before reaches it.
func TestRematches(t *testing.T) {
	m := newMatch(t, 2, nil)
	seeds := map[uint64]bool{}
	for round := range 100 {
		m.start()
		m.run(20)
		m.agree()
		a, b := m.peers[0].session, m.peers[1].session
		if a.Seed() != b.Seed() || seeds[a.Seed()] {
			t.Fatalf("round %d: seeds %x and %x", round, a.Seed(), b.Seed())
		}
		seeds[a.Seed()] = true
		id, seed := a.NextMatch()
		next := newMatch(t, 2, func(i int, c *rollback.Config[uint16]) {
			c.MatchID, c.Seed = id, seed
			c.Entropy[9], c.Entropy[10] = byte(round+1), byte(i)
		})
		next.now, next.tick, next.wires = m.now, m.tick, m.wires // what is under way stays under way
		m = next
	}
}
