package rollback_test

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
)

// A delay that covers the latency leaves nothing to predict: the input for
// frame f+delay leaves at frame f.
func TestDelayCoversLatency(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.InputDelay = 4 })
	m.start()
	m.run(60)
	before := m.peers[0].session.Stats()
	m.run(600)
	after := m.peers[0].session.Stats()
	if n := after.Rollbacks - before.Rollbacks; n != 0 || after.Frames-before.Frames != 600 {
		t.Errorf("%d rollbacks in %d frames", n, after.Frames-before.Frames)
	}
	m.agree()
}

// Every mix of delays from frame 0: the first frames are neutral for everybody.
func TestEveryMixOfDelays(t *testing.T) {
	for d0 := range 9 {
		for d1 := range 9 {
			m := newMatch(t, 2, func(i int, c *rollback.Config[uint16]) { c.InputDelay = []int{d0, d1}[i] })
			m.input = func(p, tick int) uint16 { return 0xff }
			m.start()
			m.run(60)
			m.agree()
			for f := range 20 {
				if got := m.feeds[0][f]; got != neutral(f, d0, d1) {
					t.Fatalf("delays %d, %d: frame %d is %x, want %x", d0, d1, f, got, neutral(f, d0, d1))
				}
			}
		}
	}
}

// neutral is the feed's number for a frame in which each player either holds
// 0xff or, before its delay, nothing.
func neutral(f, d0, d1 int) uint64 {
	v := uint64(0)
	for _, d := range []int{d0, d1} {
		in := uint64(0xff)
		if f < d {
			in = 0
		}
		v = v*65537 + in + 1
	}
	return v
}

// Delays of unlike length for two players of one endpoint, changed in play.
func TestCouchWithUnlikeDelays(t *testing.T) {
	cfg := func(local, remote []int) rollback.Config[uint16] {
		c := rollback.Config[uint16]{Local: local, Peers: []rollback.PeerConfig{{Seats: remote}}}
		c.Entropy[0] = byte(local[0])
		return c
	}
	games := [2]*tracer{{digests: map[int64]uint64{}}, {digests: map[int64]uint64{}}}
	var s [2]*rollback.Session[world, uint16]
	for i, seats := range [][2][]int{{{0, 2}, {1}}, {{1}, {0, 2}}} {
		var err error
		if s[i], err = rollback.NewSession(games[i], cfg(seats[0], seats[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := s[0].SetInputDelay(2, 3); err != nil {
		t.Fatal(err)
	}
	now := tick
	for n := range 400 {
		for i := range s {
			s[i].Poll(now)
			in := []uint16{uint16(n * 3), uint16(n * 5)}[:2-i]
			if _, err := s[i].Advance(now, in...); err != nil {
				t.Fatal(err)
			}
			for _, b := range s[i].Packets() {
				s[1-i].Receive(now, 0, b)
			}
		}
		if n == 200 {
			s[0].SetInputDelay(0, 5)
			s[0].SetInputDelay(2, 0)
		}
		now += tick
	}
	for f := int64(1); f <= int64(s[0].ConfirmedFrame()) && f <= int64(s[1].ConfirmedFrame()); f++ {
		if games[0].digests[f] != games[1].digests[f] {
			t.Fatalf("states differ after frame %d", f-1)
		}
	}
	if s[0].ConfirmedFrame() < 380 || s[0].Stats().Rollbacks+s[1].Stats().Rollbacks == 0 {
		t.Errorf("confirmed %d, %+v", s[0].ConfirmedFrame(), s[0].Stats())
	}
}

// Any change of delay at any frame: every frame keeps exactly one input, the
// same for everybody, and both sides go on.
func TestDelayChangesAtAnyFrame(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 5))
		m := newMatch(t, 2, nil)
		m.lose = func(int, int, int) bool { return r.IntN(20) == 0 }
		m.input = func(p, tick int) uint16 { return uint16(tick*7 + p) }
		m.start()
		changes := 0
		for range 1500 {
			if r.IntN(10) == 0 {
				p := r.IntN(2)
				if err := m.peers[p].session.SetInputDelay(p, r.IntN(17)); err != nil {
					t.Fatal(err)
				}
				changes++
			}
			m.step()
		}
		m.agree()
		for i, g := range m.peers {
			if g.session.ConfirmedFrame() < 1200 || changes < 100 || !hasEvent(m.events[i], rollback.EventDelayChanged) {
				t.Errorf("seed %d peer %d: confirmed %d after %d changes", seed, i, g.session.ConfirmedFrame(), changes)
			}
		}
	}
}

// Lockstep with a delay of the one-way latency (plus the tick in which a packet
// waits to be read) never stalls, predicts, saves or loads.
func TestLockstep(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Window, c.InputDelay, c.ChecksumEvery = -1, 4, -1 })
	m.start()
	m.run(60)
	before := m.peers[0].session.Stats()
	m.run(1000)
	st := m.peers[0].session.Stats()
	if st.Stalls != before.Stalls || st.Frames-before.Frames != 1000 || st.Predicted+st.Saves+st.Loads != 0 {
		t.Errorf("%+v", st)
	}
	m.agree()
}

// Lockstep with a silent peer: no frame, nothing grows, and when it vanishes
// the survivor goes on alone without saving or loading.
func TestLockstepPeerVanishes(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Window, c.ChecksumEvery = -1, -1 })
	m.start()
	m.run(30)
	m.gone[1] = true
	m.run(10)
	s := m.peers[0].session
	at := s.Frame()
	m.run(200)
	if s.Frame() != at {
		t.Fatalf("ran from %d to %d without inputs", at, s.Frame())
	}
	m.run(400)
	if st := s.Stats(); s.Frame() < at+100 || st.Saves+st.Loads != 0 || !hasEvent(m.events[0], rollback.EventDisconnected) {
		t.Errorf("at frame %d, %+v, %v", s.Frame(), st, m.events[0])
	}
}

// Unlike windows on the two sides, lockstep among them, do not block each other.
func TestUnlikeWindows(t *testing.T) {
	for w0 := range 4 {
		for w1 := range 4 {
			m := newMatch(t, 2, func(i int, c *rollback.Config[uint16]) {
				if c.Window = []int{w0, w1}[i]; c.Window == 0 {
					c.Window = -1
				}
			})
			m.start()
			m.run(300)
			m.agree()
			if f := min(m.peers[0].session.ConfirmedFrame(), m.peers[1].session.ConfirmedFrame()); f < 40 {
				t.Errorf("windows %d and %d: confirmed %d", w0, w1, f)
			}
		}
	}
}

// All players local: every frame is confirmed at once, nothing is saved, no
// packet leaves, nothing grows.
func TestTrainingMode(t *testing.T) {
	for players := 1; players <= 3; players++ {
		var local []int
		for p := range players {
			local = append(local, p)
		}
		s, err := rollback.NewSession(&tracer{}, rollback.Config[uint16]{Local: local})
		if err != nil {
			t.Fatal(err)
		}
		for f := range 20000 {
			s.Poll(tick * 1)
			if step, err := s.Advance(0, make([]uint16, players)...); err != nil || !step.Advanced {
				t.Fatalf("frame %d: %+v, %v", f, step, err)
			}
			if got := s.ConfirmedFrame(); got != rollback.Frame(f) {
				t.Fatalf("frame %d: confirmed %d", f, got)
			}
			fed := 0
			for range s.Confirmed() {
				fed++
			}
			if fed != 1 {
				t.Fatalf("frame %d: %d frames fed", f, fed)
			}
			for range s.Packets() {
				t.Fatal("a packet to nobody")
			}
		}
		if st := s.Stats(); st.Saves+st.Loads+st.Predicted != 0 {
			t.Errorf("%+v", st)
		}
	}
}

// The session's own choice follows the path, one frame at a time, within its
// range, and costs nobody a desync.
func TestDelayAdapts(t *testing.T) {
	m := newMatch(t, 2, func(i int, c *rollback.Config[uint16]) {
		if i == 0 {
			c.MinDelay, c.MaxDelay = 1, 5
		}
	})
	m.start()
	s := m.peers[0].session
	for _, c := range []struct{ lag, ticks, lo, hi int }{{0, 1500, 1, 1}, {3, 1500, 4, 4}, {12, 600, 5, 5}, {0, 3000, 1, 1}} {
		m.lag = c.lag
		last, _ := s.InputDelay(0)
		for range c.ticks {
			m.step()
			d, _ := s.InputDelay(0)
			if d < 1 && m.tick > 120 || d > 5 || d > last+1 || d < last-1 {
				t.Fatalf("lag %d: the delay goes from %d to %d", c.lag, last, d)
			}
			last = d
		}
		if last < c.lo || last > c.hi {
			t.Errorf("lag %d: delay %d, want %d to %d (suggested %d)", c.lag, last, c.lo, c.hi, s.SuggestedDelay())
		}
		if d, _ := m.peers[1].session.InputDelay(1); d != 0 {
			t.Errorf("the other side's delay is %d", d)
		}
	}
	m.agree()
}
