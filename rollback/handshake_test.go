package rollback_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// Either side may be first, by any time, at any round trip: nothing depends on
// one packet or one timer.
func TestStartGapsAndRoundTrips(t *testing.T) {
	for _, gap := range []int{0, 1, 7, 60, 300, 1800, 3600} {
		for _, lag := range []int{0, 3, 6, 15, 30, 60} { // ticks of one way, up to a 2 s round trip
			for late := range 2 {
				m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.HandshakeTimeout = 5 * time.Minute })
				m.lag = lag
				m.gone[late] = true
				m.run(gap)
				m.gone[late] = false
				limit := 3*(2*lag) + 75 // three round trips and the slow timer of a long wait
				for range limit {
					m.step()
				}
				for i, g := range m.peers {
					if g.session.Frame() == 0 {
						t.Errorf("gap %d lag %d late %d: peer %d is %v", gap, lag, late, i, g.session.State())
					}
				}
			}
		}
	}
}

// Both sides of a mismatch learn which field differs, and both values.
func TestMismatchIsNamedOnBothSides(t *testing.T) {
	for _, c := range []struct {
		field  string
		change func(*rollback.Config[uint16])
	}{
		{"game id", func(c *rollback.Config[uint16]) { c.GameID = "other" }},
		{"build", func(c *rollback.Config[uint16]) { c.Build = 7 }},
		{"frame rate", func(c *rollback.Config[uint16]) { c.FrameRate = 50 }},
		{"seed", func(c *rollback.Config[uint16]) { c.Seed = 9 }},
		{"seats", func(c *rollback.Config[uint16]) {
			c.Local, c.Peers[0].Seats = []int{1, 2}, []int{0}
		}},
	} {
		for _, lossy := range []bool{false, true} {
			m := newMatch(t, 2, func(i int, cfg *rollback.Config[uint16]) {
				cfg.Seed = 5
				if c.field == "seats" {
					cfg.Players = 3
					if i == 0 {
						cfg.Peers[0].Seats = []int{1}
						cfg.Local = []int{0, 2}
					}
				}
				if i == 1 {
					c.change(cfg)
				}
			})
			m.lose = func(_, _, tick int) bool { return lossy && tick%3 == 0 }
			for range 60 {
				m.stepIdle()
			}
			for i, g := range m.peers {
				var he *rollback.HandshakeError
				if !errors.As(g.session.Err(), &he) || he.Field != c.field || he.Ours == he.Theirs || he.Ours == "" {
					t.Errorf("%s (loss %v): peer %d has %v", c.field, lossy, i, g.session.Err())
				}
			}
			a, b := handshakeError(m, 0), handshakeError(m, 1)
			if a != nil && b != nil && c.field != "seats" && (a.Ours != b.Theirs || a.Theirs != b.Ours) {
				t.Errorf("%s: %v but %v", c.field, a, b)
			}
		}
	}
}

func handshakeError(m *match, i int) *rollback.HandshakeError {
	var he *rollback.HandshakeError
	errors.As(m.peers[i].session.Err(), &he)
	return he
}

// stepIdle is step without inputs: for sessions that never run.
func (m *match) stepIdle() {
	for i, g := range m.peers {
		m.deliver(i)
		g.session.Poll(m.now)
		for p, b := range g.session.Packets() {
			if to := peerIndex(i, p); !m.lose(i, to, m.tick) {
				w := m.wire(i, to)
				*w = append(*w, flight{m.tick + m.lag, append([]byte(nil), b...)})
			}
		}
		for e := range g.session.Events() {
			m.events[i] = append(m.events[i], e)
		}
	}
	m.tick++
	m.now += tick
}

func TestMismatchTakesTwoRoundTrips(t *testing.T) {
	m := newMatch(t, 2, func(i int, c *rollback.Config[uint16]) { c.Build = uint64(i + 1) })
	m.lag = 6
	for range 4*m.lag + 8 {
		m.stepIdle()
	}
	for i, g := range m.peers {
		if g.session.Err() == nil {
			t.Errorf("peer %d does not know after two round trips and a timer", i)
		}
	}
}

func TestHandshakeTimeout(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.HandshakeTimeout = 2 * time.Second })
	m.gone[1] = true
	m.run(119)
	if err := m.peers[0].session.Err(); err != nil {
		t.Fatalf("too early: %v", err)
	}
	m.run(5)
	he := handshakeError(m, 0)
	if he == nil || he.Field != "" || he.Peer != 0 || he.After != 2*time.Second {
		t.Errorf("got %v", m.peers[0].session.Err())
	}
	closed := 0
	for _, e := range m.events[0] {
		if e.Kind == rollback.EventClosed {
			closed++
		}
	}
	if closed != 1 {
		t.Errorf("%d closed events: %v", closed, m.events[0])
	}
}

// Whatever is left of a former match between the same two changes nothing in
// the next one, in any of its phases.
func TestFormerMatchIsForeign(t *testing.T) {
	first := newMatch(t, 2, nil)
	var old [2][][]byte
	record := func(m *match, keep *[2][][]byte) {
		m.lose = func(from, to, tick int) bool { return false }
		for range 100 {
			m.step()
			for i := range 2 {
				for _, f := range *m.wire(1-i, i) {
					keep[i] = append(keep[i], f.packet)
				}
			}
		}
	}
	record(first, &old)
	second := newMatch(t, 2, func(i int, c *rollback.Config[uint16]) { c.Entropy[5] = byte(7 + i) })
	clean := newMatch(t, 2, func(i int, c *rollback.Config[uint16]) { c.Entropy[5] = byte(7 + i) })
	for n := range 200 {
		for i, g := range second.peers {
			g.session.Receive(second.now, 0, old[i][n%len(old[i])])
		}
		second.step()
		clean.step()
	}
	second.agree()
	for i, g := range second.peers {
		st := g.session.Stats()
		if st.Foreign < 100 || st.Conflicts+st.Malformed != 0 {
			t.Errorf("peer %d: %+v", i, st)
		}
		a, b := g.session.ConfirmedFrame(), clean.peers[i].session.ConfirmedFrame()
		if a < b-4 {
			t.Errorf("peer %d confirmed %d, %d without the old datagrams", i, a, b)
		}
	}
}

// The seed and the match id of the endpoint with seat 0 hold for all.
func TestIdentityIsAgreed(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		m := newMatch(t, n, nil)
		m.start()
		m.run(10)
		a := m.peers[0].session
		for i, g := range m.peers {
			if s := g.session; s.Seed() != a.Seed() || s.MatchID() != a.MatchID() || s.Seed() == 0 || s.MatchID() == [16]byte{} {
				t.Errorf("peer %d: seed %x, match %x; peer 0: %x, %x", i, s.Seed(), s.MatchID(), a.Seed(), a.MatchID())
			}
		}
	}
}

// A blob reaches the other side whole.
func TestBlob(t *testing.T) {
	m := newMatch(t, 3, func(i int, c *rollback.Config[uint16]) { c.Blob = []byte(fmt.Sprint("I am ", i)) })
	m.start()
	for i := range m.peers {
		for _, e := range m.events[i] {
			if e.Kind == rollback.EventSynchronized {
				if want := fmt.Sprint("I am ", peerIndex(i, e.Peer)); string(e.Blob) != want {
					t.Errorf("peer %d got %q, want %q", i, e.Blob, want)
				}
			}
		}
	}
}

// Random datagrams before, during and after the handshake: all counted, none
// believed.
func TestStraysChangeNothing(t *testing.T) {
	m := newMatch(t, 2, nil)
	rng := uint32(1)
	sent := uint64(0)
	for range 400 {
		for range 25 {
			b := make([]byte, rng%1501)
			for i := range b {
				rng ^= rng << 13
				rng ^= rng >> 17
				rng ^= rng << 5
				b[i] = byte(rng)
			}
			rng += 12345
			for _, g := range m.peers {
				g.session.Receive(m.now, 0, b)
			}
			sent++
		}
		m.step()
	}
	m.agree()
	for i, g := range m.peers {
		if st := g.session.Stats(); st.Foreign+st.Malformed != sent || g.session.ConfirmedFrame() < 350 {
			t.Errorf("peer %d: of %d strays %d foreign, %d malformed; confirmed %d", i, sent, st.Foreign, st.Malformed, g.session.ConfirmedFrame())
		}
	}
}
