package rollback_test

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
)

func countEvents(events []rollback.Event, k rollback.EventKind) (n int) {
	for _, e := range events {
		if e.Kind == k {
			n++
		}
	}
	return n
}

// returned is the frame with which a player came back for one peer, NoFrame if
// it did not.
func returned(events []rollback.Event, player int) rollback.Frame {
	f := rollback.NoFrame
	for _, e := range events {
		if e.Kind == rollback.EventReturned && e.Player == player {
			f = e.Frame
		}
	}
	return f
}

// A process is killed in mid-match and started again: it is back in its seat on
// one frame for everybody, and the others played on meanwhile.
func TestKilledAndBack(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		for dead := range n {
			m := newMatch(t, n, nil)
			m.start()
			m.run(200)
			m.gone[dead] = true
			m.run(500)
			alive := m.peers[(dead+1)%n].session
			if alive.Frame() < 350 || alive.Present(dead) {
				t.Fatalf("n %d dead %d: frame %d, present %v", n, dead, alive.Frame(), alive.Present(dead))
			}
			m.restart(dead)
			m.run(400)
			m.agree()
			g := returned(m.events[dead], dead)
			for i, p := range m.peers {
				if f := returned(m.events[i], dead); f == rollback.NoFrame || f != g {
					t.Fatalf("n %d dead %d: back with frame %d for peer %d, with %d for itself: %v", n, dead, f, i, g, m.events[i])
				}
				if !p.session.Present(dead) || p.session.ConfirmedFrame() < g+100 || p.session.Rejoining() {
					t.Fatalf("n %d dead %d peer %d: confirmed %d, back with %d: %v", n, dead, i, p.session.ConfirmedFrame(), g, m.events[i])
				}
			}
		}
	}
}

// Restarted at once, before anybody's timeout: the old process is given up as soon
// as the new one speaks in its place.
func TestRestartedAtOnce(t *testing.T) {
	for _, n := range []int{2, 3} {
		m := newMatch(t, n, nil)
		m.start()
		m.run(200)
		m.restart(1)
		m.run(300)
		m.agree()
		for i, p := range m.peers {
			if f := returned(m.events[i], 1); f == rollback.NoFrame || p.session.ConfirmedFrame() < f+50 {
				t.Fatalf("n %d peer %d: back with %d, confirmed %d: %v", n, i, f, p.session.ConfirmedFrame(), m.events[i])
			}
		}
	}
}

// Back and gone, again and again, everybody in turn, over a bad network.
func TestBackAgainAndAgain(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 31))
		n := 2 + int(seed%3)
		m := newMatch(t, n, nil)
		m.lose = func(int, int, int) bool { return r.IntN(100) < 15 }
		m.start()
		for round := range 5 {
			m.run(60 + r.IntN(200))
			dead := r.IntN(n)
			m.gone[dead] = true
			m.run(r.IntN(600))
			m.restart(dead)
			m.run(600)
			m.agree()
			for i, p := range m.peers {
				if p.session.State() != rollback.Running || returned(m.events[i], dead) == rollback.NoFrame || p.session.Rejoining() {
					t.Fatalf("seed %d round %d: peer %d is %v, dead was %d: %v", seed, round, i, p.session.State(), dead, m.events[i])
				}
			}
		}
	}
}

// A guest that has more to catch up with than a log keeps, because it napped and
// is slow, gets there.
func TestLongWayBack(t *testing.T) {
	m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.CatchUp = 2 })
	m.start()
	m.run(100)
	m.gone[2] = true
	_ = m.peers[0].session.LinkLost(m.now, 1)
	_ = m.peers[1].session.LinkLost(m.now, 1)
	m.run(60)
	m.restart(2)
	for !hasEvent(m.events[2], rollback.EventEntered) {
		m.step()
	}
	m.gone[2] = true
	m.run(280)
	m.gone[2] = false
	m.run(1500)
	m.agree()
	if g := returned(m.events[2], 2); g < m.feedsFrom[2]+560 || m.peers[2].session.Rejoining() {
		t.Errorf("in with %d, back with %d: %v", m.feedsFrom[2], g, m.events[2])
	}
}
