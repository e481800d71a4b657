package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

// The ask that says "I have everything" never arrives: the next guest is not kept out.
func TestLastAskIsLost(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.run(100)
	m.gone[1], m.gone[2] = true, true
	m.run(500)
	m.restart(1)
	m.restart(2)
	for range 900 {
		if hasEvent(m.events[1], rollback.EventEntered) { // no more asks from 1
			w := m.wire(1, 0)
			kept := (*w)[:0]
			for _, f := range *w {
				if f.packet[0] != 10 {
					kept = append(kept, f)
				}
			}
			*w = kept
		}
		m.run(1)
	}
	for i, p := range m.peers {
		if p.session.Rejoining() {
			t.Errorf("peer %d: %v: %v", i, p.session.State(), m.events[i])
		}
	}
}

// The transport to one of two finds nobody: the other takes the returner back.
func TestOneLinkLostWhileReturning(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.run(100)
	m.gone[1], m.gone[2] = true, true
	m.run(500)
	m.restart(2)
	m.run(2)
	_ = m.peers[2].session.LinkLost(m.now, 1) // the transport finds nobody there
	m.run(300)
	if s := m.peers[2].session; s.Rejoining() || s.State() != rollback.Running {
		t.Errorf("%v: %v", s.State(), m.events[2])
	}
}

// Two who return and meet each other first keep the id of the match.
func TestMatchIDOfTwoWhoReturn(t *testing.T) {
	for _, n := range []int{3, 4} {
		for k := range 20 {
			m := newMatch(t, n, nil)
			m.start()
			m.run(100)
			m.gone[0], m.gone[1] = true, true
			m.run(500)
			m.restart(0)
			m.run(k)
			m.restart(1)
			m.run(500)
			for i, p := range m.peers {
				if p.session.MatchID() != m.peers[2].session.MatchID() || p.session.Seed() != m.peers[2].session.Seed() {
					t.Fatalf("n %d k %d: peer %d is in match %x, the others in %x", n, k, i, p.session.MatchID(), m.peers[2].session.MatchID())
				}
			}
		}
	}
}

// Another leaves while the record of a return is on its way to the returner.
func TestAnotherLeavesWhileTheRecordTravels(t *testing.T) {
	bad := 0
	for k := 0; k < 40 && bad < 2; k++ {
		m := newMatch(t, 4, nil)
		m.lag = 6
		m.start()
		m.run(100)
		m.gone[3] = true
		m.run(500)
		m.lose = func(a, b, _ int) bool { return a == 2 && b == 3 }
		m.restart(3)
		m.run(k)
		m.peers[2].session.Leave(m.now, 1)
		m.run(70)
		m.gone[2] = true
		m.run(900)
		if !playsOn(t, m, "k "+itoa(int64(k))) {
			bad++
		}
	}
}

// A cut longer than the timeout, before the state has come.
func TestLongCutBeforeTheState(t *testing.T) {
	for _, k := range []int{5, 7, 8, 9, 10, 12, 14, 16} {
		m := comingBack(t, 2, k, nil)
		from := m.tick
		m.lose = func(_, _, tick int) bool { return tick < from+330 }
		m.run(800)
		if s := m.peers[1].session; s.Rejoining() || s.State() != rollback.Running {
			t.Errorf("k %d: %v %v: %v", k, s.State(), s.Rejoining(), m.events[1])
		}
	}
}
