package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

// The authority of a second resync dies before its record is everywhere.
func TestAuthorityOfASecondResyncDies(t *testing.T) {
	bad := 0
	for k := 0; k < 30 && bad < 3; k += 2 {
		m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.OnDesync = rollback.ResyncOnDesync })
		m.start()
		m.peers[1].flipAt = 100
		m.run(850)
		m.peers[1].flipAt = int64(m.peers[1].session.Frame()) + 2
		m.run(k)
		m.gone[0] = true
		from := m.tick
		m.lose = func(a, b, tick int) bool { return a == 0 && b == 2 && tick > from-10 }
		// what 0 had on its way to 2 is lost as well
		*m.wire(0, 2) = nil
		m.run(1200)
		for i, p := range m.peers {
			if i > 0 && p.session.ConfirmedFrame() < 1200 {
				bad++
				t.Errorf("k %d: peer %d: %v %d: %v", k, i, p.session.State(), p.session.ConfirmedFrame(), m.events[i])
				break
			}
		}
	}
}

// One who came back after a resync counts its pause as the others do.
func TestReturnerKnowsOfTheLastResync(t *testing.T) {
	m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.OnDesync = rollback.ResyncOnDesync })
	m.start()
	m.peers[1].flipAt = 100
	m.run(150)
	m.gone[0] = true
	_ = m.peers[1].session.LinkLost(m.now, 0)
	_ = m.peers[2].session.LinkLost(m.now, 0)
	m.run(20)
	m.restart(0)
	m.run(100)
	m.peers[1].flipAt = int64(m.peers[1].session.Frame()) + 2
	m.run(1200)
	for i := range m.peers {
		t.Log(i, m.peers[i].session.ConfirmedFrame(), m.events[i])
	}
	a, b := countEvents(m.events[0], rollback.EventResynced), 0
	for _, e := range m.events[1] {
		if e.Kind == rollback.EventResynced && e.Frame > 200 {
			b++
		}
	}
	if a != b {
		t.Errorf("the returner resynced %d times, the others %d", a, b)
	}
}

// The authority dies after the desync and before its record is there: the next
// one writes its own.
func TestAuthorityDiesBeforeItsRecord(t *testing.T) {
	for _, explain := range []bool{false, true} {
		m := newMatch(t, 4, func(_ int, c *rollback.Config[uint16]) { c.OnDesync, c.Explain = rollback.ResyncOnDesync, explain })
		m.start()
		m.peers[3].flipAt = 100
		for !hasEvent(m.events[1], rollback.EventDesync) {
			m.step()
		}
		m.gone[0] = true
		m.run(1500)
		for i := 1; i < 4; i++ {
			if !hasEvent(m.events[i], rollback.EventResynced) || m.peers[i].session.ConfirmedFrame() < 1000 {
				t.Errorf("explain %v: peer %d: %v", explain, i, m.events[i])
			}
		}
	}
}

// When the one who differed has gone, a later desync is told too.
func TestLaterDesyncIsTold(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.peers[2].flipAt = 100
	m.run(200)
	m.gone[2] = true
	m.run(500)
	m.peers[1].flipAt = int64(m.peers[1].session.Frame()) + 3
	m.run(200)
	if n := countEvents(m.events[0], rollback.EventDesync); n != 2 {
		t.Errorf("%d desyncs are told: %v", n, m.events[0])
	}
}
