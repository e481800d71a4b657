package rollback_test

import (
	"slices"
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// left is what peer i was told about player p's end.
func (m *match) left(i, p int) (e rollback.Event, times int) {
	for _, x := range m.events[i] {
		if x.Kind == rollback.EventDisconnected && x.Player == p {
			e = x
			times++
		}
	}
	return e, times
}

// However a player goes, those who stay agree on its last frame, are told once,
// and play on.
func TestSurvivorsAgreeOnTheLastFrame(t *testing.T) {
	ways := map[string]struct {
		go_    func(m *match, p int)
		reason rollback.Reason
	}{
		"goodbye": {func(m *match, p int) { m.peers[p].session.Leave(m.now, rollback.ReasonLeft) }, rollback.ReasonLeft},
		"silence": {func(m *match, p int) { m.gone[p] = true }, rollback.ReasonTimeout},
		"removed": {func(m *match, p int) {
			m.peers[0].session.Drop(m.now, rollback.Peer(p-1))
			m.gone[p] = true
		}, rollback.ReasonKicked},
		"link lost": {func(m *match, p int) {
			m.gone[p] = true
			m.run(m.lag + 1) // what was under way arrives first
			for i, g := range m.peers {
				if i != p {
					g.session.LinkLost(m.now, rollback.Peer(p-min(1, max(0, p-i))))
				}
			}
		}, rollback.ReasonLeft},
	}
	for name, way := range ways {
		for _, n := range []int{2, 3, 4} {
			for _, at := range []int{0, 1, 40} {
				m := newMatch(t, n, nil)
				m.input = func(p, tick int) uint16 { return uint16(tick * (p + 1)) }
				m.start()
				m.run(at)
				p := n - 1
				// The last packets reach only some.
				stop := m.tick + 3
				m.lose = func(from, to, tick int) bool { return from == p && to != 0 && tick >= stop-6 && tick < stop+30 }
				way.go_(m, p)
				m.run(700)
				m.gone[p] = true
				m.agree()
				first, _ := m.left(0, p)
				for i := range n - 1 {
					e, times := m.left(i, p)
					if times != 1 || e.Frame != first.Frame {
						t.Errorf("%s, %d players, at %d: peer %d was told %d times: %v; peer 0: %v", name, n, at, i, times, e, first)
					}
					if i == 0 && e.Reason != way.reason {
						t.Errorf("%s: reason %v", name, e.Reason)
					}
					if s := m.peers[i].session; s.ConfirmedFrame() < 300 || s.Present(p) {
						t.Errorf("%s, %d players, at %d: peer %d confirmed %d", name, n, at, i, s.ConfirmedFrame())
					}
				}
			}
		}
	}
}

// A goodbye is known within a round trip and 200 ms.
func TestGoodbyeIsQuick(t *testing.T) {
	for _, lag := range []int{0, 3, 12} {
		m := newMatch(t, 2, nil)
		m.lag = lag
		m.start()
		m.run(60)
		m.peers[0].session.Leave(m.now, rollback.ReasonLeft)
		m.peers[0].session.Leave(m.now, rollback.ReasonDesync) // the first one counts
		ticks := 0
		for ; ; ticks++ {
			if e, n := m.left(1, 0); n > 0 {
				if e.Reason != rollback.ReasonLeft {
					t.Errorf("reason %v", e.Reason)
				}
				break
			}
			m.step()
		}
		if limit := 2*lag + 12; ticks > limit {
			t.Errorf("lag %d: known after %d ticks, want at most %d", lag, ticks, limit)
		}
		m.run(2*lag + 12)
		if s := m.peers[0].session; s.State() != rollback.Closed || s.Err() != nil {
			t.Errorf("lag %d: the leaver is %v, %v", lag, s.State(), s.Err())
		}
	}
}

// Nobody answers: a goodbye still ends within its bound.
func TestGoodbyeToNobodyEnds(t *testing.T) {
	m := newMatch(t, 2, nil)
	m.start()
	m.gone[1] = true
	m.peers[0].session.Leave(m.now, rollback.ReasonLeft)
	m.run(62)
	if s := m.peers[0].session.State(); s != rollback.Closed {
		t.Errorf("after a second: %v", s)
	}
}

// A removed peer learns that it was.
func TestRemovedPeerIsTold(t *testing.T) {
	m := newMatch(t, 2, nil)
	m.start()
	m.run(30)
	m.peers[0].session.Drop(m.now, 0)
	m.run(30)
	last := m.events[1][len(m.events[1])-1]
	if last.Kind != rollback.EventClosed || last.Reason != rollback.ReasonKicked {
		t.Errorf("told %v", m.events[1])
	}
}

// A short silence is an interruption that ends; it costs nobody the seat.
func TestInterruptedAndResumed(t *testing.T) {
	m := newMatch(t, 2, nil)
	m.start()
	m.run(60)
	from := m.tick
	m.lose = func(_, _, tick int) bool { return tick < from+150 }
	m.run(400)
	m.agree()
	for i := range m.peers {
		var kinds []rollback.EventKind
		for _, e := range m.events[i] {
			if e.Kind != rollback.EventSynchronized && e.Kind != rollback.EventRunning {
				kinds = append(kinds, e.Kind)
			}
		}
		if want := []rollback.EventKind{rollback.EventInterrupted, rollback.EventResumed}; !slices.Equal(kinds, want) {
			t.Errorf("peer %d: %v, want %v", i, kinds, want)
		}
		if s := m.peers[i].session; s.ConfirmedFrame() < 250 {
			t.Errorf("peer %d confirmed %d", i, s.ConfirmedFrame())
		}
	}
}

// A process that slept far beyond the timeout finds a queue full of packets:
// it reads them before it judges, and its own sleep is nobody's silence.
func TestOwnPauseIsNotTheOthersSilence(t *testing.T) {
	for _, pause := range []time.Duration{time.Second, 4 * time.Second, 12 * time.Second, time.Minute} {
		for _, waiting := range []bool{true, false} {
			m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Timeout = 5 * time.Second })
			m.start()
			m.run(60)
			s := m.peers[0].session
			if waiting {
				for n := time.Duration(0); n < min(pause, 4*time.Second); n += tick {
					m.peers[1].session.Poll(m.now + n)
					for _, b := range m.peers[1].session.Packets() {
						w := m.wire(1, 0)
						*w = append(*w, flight{m.tick, append([]byte(nil), b...)})
					}
				}
			}
			m.now += pause
			m.deliver(0)
			s.Poll(m.now)
			if _, n := m.left(0, 1); n > 0 || !s.Present(1) {
				t.Errorf("pause %v: the other was dropped at the first poll", pause)
			}
		}
	}
}

// One side's inputs are lost and its answers are not: both end in one verdict.
func TestHalfDeafLink(t *testing.T) {
	m := newMatch(t, 2, nil)
	m.start()
	m.run(60)
	m.lose = func(from, _, _ int) bool { return from == 1 }
	m.run(700)
	_, a := m.left(0, 1)
	_, b := m.left(1, 0)
	if a != 1 {
		t.Errorf("the deaf side was told %d times", a)
	}
	stalled := !m.steps[1].Advanced
	if b == 0 && !stalled {
		t.Errorf("one side is disconnected, the other plays on")
	}
}

// A dead peer's datagrams, sent again by somebody, do not keep it alive.
func TestReplaysAreNoLife(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Timeout = 2 * time.Second })
	m.start()
	var old [][]byte
	for range 120 {
		m.step()
		for _, f := range *m.wire(1, 0) {
			old = append(old, f.packet)
		}
	}
	m.gone[1] = true
	for n := range 150 {
		m.step()
		m.peers[0].session.Receive(m.now, 0, old[n*7%len(old)])
	}
	if e, n := m.left(0, 1); n != 1 || e.Reason != rollback.ReasonTimeout {
		t.Errorf("told %d times: %v", n, e)
	}
}

// Two that leave in the same moment both get away at once.
func TestBothLeaveTogether(t *testing.T) {
	for _, apart := range []int{0, 1, 2, 5} {
		m := newMatch(t, 2, nil)
		m.start()
		m.run(30)
		m.peers[0].session.Leave(m.now, rollback.ReasonLeft)
		m.run(apart)
		m.peers[1].session.Leave(m.now, rollback.ReasonLeft)
		m.run(20)
		for i, g := range m.peers {
			if g.session.State() != rollback.Closed {
				t.Errorf("%d ticks apart: peer %d is %v", apart, i, g.session.State())
			}
		}
	}
}

// One that slept through the timeout learns, as soon as it speaks again, that
// it was given up; it need not wait for a timeout of its own.
func TestSleeperIsTold(t *testing.T) {
	for _, n := range []int{2, 3} {
		m := newMatch(t, n, func(_ int, c *rollback.Config[uint16]) { c.Timeout = 2 * time.Second })
		m.start()
		m.run(60)
		m.gone[1] = true
		m.run(200)
		m.gone[1] = false
		for j := range n { // what came while it slept is lost
			*m.wire(j, 1) = nil
		}
		m.run(30)
		last := m.events[1][len(m.events[1])-1]
		if last.Kind != rollback.EventClosed || last.Reason != rollback.ReasonTimeout {
			t.Errorf("%d players: told %v", n, m.events[1])
		}
		for i, g := range m.peers {
			if i != 1 && g.session.State() != rollback.Running {
				t.Errorf("%d players: peer %d is %v", n, i, g.session.State())
			}
		}
	}
}
