package rollback_test

import (
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// The one that differs leaves while the verdict waits for a third: no desync is ever told again.
func TestDesyncOutlivesItsPeer(t *testing.T) {
	silent := 0
	for leave := 100; leave < 135; leave += 3 {
		for drop := 104; drop < 120; drop++ {
			m := newMatch(t, 3, nil)
			m.peers[1].flipAt = 100
			m.peers[2].flipAt = 300
			m.start()
			at := m.tick
			m.lose = func(from, to, tick int) bool { return from == 2 && to == 0 && tick == at+drop }
			m.run(leave)
			m.peers[1].session.Leave(m.now, rollback.ReasonLeft)
			m.run(500)
			m.gone[1] = true
			if !hasEvent(m.events[0], rollback.EventDesync) {
				silent++
				if silent == 1 {
					t.Errorf("leave %d drop %d: peer 0 knows of no desync though 2 differs since frame 300: %v", leave, drop, m.events[0])
				}
			}
		}
	}
	if silent > 0 {
		t.Logf("%d schedules", silent)
	}
}

// A peer that loads without a pause (its loop stands) ends the match at the barrier.
func TestLoadingThatBlocks(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Barrier = true })
	m.run(60)
	m.peers[0].session.Ready(m.now)
	m.gone[1] = true
	m.run(60 * 8)
	m.gone[1] = false
	m.peers[1].session.Ready(m.now)
	m.run(60)
	if s := m.peers[0].session; s.State() != rollback.Running {
		t.Errorf("peer 1 loaded for 8 s without calling Poll: %v, %v", s.State(), m.events[0])
	}
}

// The host's own pause costs the spectators their places.
func TestHostsPauseAndItsSpectators(t *testing.T) {
	a := &audience{match: newMatch(t, 2, spectators(1))}
	a.start()
	v := a.join(a.peers[0].session, nil)
	a.show(60)
	a.now += 12 * time.Second
	a.show(60)
	if hasEvent(a.events[0], rollback.EventSpectatorLeft) {
		t.Errorf("after a pause of everybody: %v; spectator %v", a.events[0], v.events)
	}
	if hasEvent(a.events[0], rollback.EventDisconnected) {
		t.Errorf("dropped a player")
	}
}

// Events after EventClosed.
func TestNothingAfterTheEnd(t *testing.T) {
	a := &audience{match: newMatch(t, 2, spectators(1))}
	a.start()
	a.join(a.peers[0].session, nil)
	a.show(60)
	a.peers[1].session.Drop(a.now, 0)
	a.show(30)
	a.watching[0].asleep = true
	a.show(900)
	closed := false
	for _, e := range a.events[0] {
		if closed {
			t.Errorf("after the end: %v", e)
		}
		closed = closed || e.Kind == rollback.EventClosed
	}
}

// A spectator's goodbye makes PeerStats panic.
func TestStatsOfASpectatorThatLeft(t *testing.T) {
	a := &audience{match: newMatch(t, 2, spectators(1))}
	a.start()
	v := a.join(a.peers[0].session, nil)
	a.show(60)
	v.session.Leave(a.now, rollback.ReasonLeft)
	for range 20 {
		a.show(1)
		a.peers[0].session.PeerStats(v.peer)
	}
}

func TestNeverNotified(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.NotifyAfter = -1 })
	m.start()
	m.lose = func(_, _, tick int) bool { return tick%3 == 0 }
	m.run(120)
	if hasEvent(m.events[0], rollback.EventInterrupted) {
		t.Errorf("NotifyAfter none: %v", m.events[0])
	}
}
