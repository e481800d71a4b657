package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

// playsOn tells whether everybody who is stepped plays, agrees, and knows the same players.
func playsOn(t *testing.T, m *match, what string) bool {
	t.Helper()
	ok := true
	var at []rollback.Frame
	for _, p := range m.peers {
		at = append(at, p.session.ConfirmedFrame())
	}
	m.run(60)
	for i, p := range m.peers {
		if m.gone[i] {
			continue
		}
		if p.session.State() != rollback.Running || p.session.Rejoining() || p.session.ConfirmedFrame() < at[i]+40 {
			t.Errorf("%s: peer %d: %v rejoining %v confirmed %d -> %d: %v", what, i, p.session.State(), p.session.Rejoining(), at[i], p.session.ConfirmedFrame(), m.events[i])
			ok = false
		}
		for j := range m.peers {
			if p.session.Present(j) == m.gone[j] {
				t.Errorf("%s: peer %d thinks present(%d) = %v: %v", what, i, j, !m.gone[j], m.events[i])
				ok = false
			}
		}
	}
	if ok {
		if problem := m.disagreement(); problem != "" {
			t.Errorf("%s: %s", what, problem)
			return false
		}
		for i := range m.peers {
			if hasEvent(m.events[i], rollback.EventDesync) && !m.gone[i] {
				t.Errorf("%s: peer %d desync: %v", what, i, m.events[i])
				return false
			}
		}
	}
	return ok
}

// comingBack is a match whose last peer died and was started again k ticks ago.
func comingBack(t *testing.T, n, k int, change func(int, *rollback.Config[uint16])) *match {
	m := newMatch(t, n, change)
	m.start()
	m.run(100)
	m.gone[n-1] = true
	m.run(500)
	m.restart(n - 1)
	m.run(k)
	return m
}

// Two die and both come back, one a moment after the other.
func TestTwoComeBackAtOnce(t *testing.T) {
	for _, n := range []int{3, 4} {
		for k := 0; k < 40; k += 4 {
			m := newMatch(t, n, nil)
			m.start()
			m.run(100)
			m.gone[n-1], m.gone[n-2] = true, true
			m.run(500)
			m.restart(n - 1)
			m.run(k)
			m.restart(n - 2)
			m.run(700)
			if !playsOn(t, m, "n "+itoa(int64(n))+" k "+itoa(int64(k))) {
				break
			}
		}
	}
}

// Another leaves, or dies, at every moment of somebody's return.
func TestAnotherGoesWhileOneComesBack(t *testing.T) {
	for _, n := range []int{3, 4} {
		for _, how := range []string{"leave", "die"} {
			for other := range n - 1 {
				bad := 0
				for k := 0; k < 60 && bad < 3; k += 3 {
					m := comingBack(t, n, k, nil)
					if how == "leave" {
						m.peers[other].session.Leave(m.now, rollback.ReasonLeft)
						m.run(65)
					}
					m.gone[other] = true
					m.run(1500)
					if !playsOn(t, m, "n "+itoa(int64(n))+" "+how+" other "+itoa(int64(other))+" k "+itoa(int64(k))) {
						bad++
					}
				}
			}
		}
	}
}

// The link from the sponsor to the guest is cut for a second, at every moment.
func TestSponsorsLinkIsCut(t *testing.T) {
	for _, n := range []int{2, 3} {
		bad := 0
		for k := 0; k < 40 && bad < 4; k += 2 {
			m := comingBack(t, n, k, nil)
			from := m.tick
			m.lose = func(a, b, tick int) bool { return a == 0 && b == n-1 && tick < from+60 }
			m.run(1500)
			if !playsOn(t, m, "n "+itoa(int64(n))+" k "+itoa(int64(k))) {
				bad++
			}
		}
	}
}
