package rollback_test

import (
	"testing"
	"time"

	"example.com/backstep/rollback"
)

func resynced(_ int, c *rollback.Config[uint16]) {
	c.Explain, c.OnDesync = true, rollback.ResyncOnDesync
}

// Times that were never set counted as later than all others where the caller's
// clock shows less than zero: no state was made nor sent.
func TestStatesTravelWithClocksBelowZero(t *testing.T) {
	m := newMatch(t, 3, resynced)
	m.now = -40 * time.Hour
	m.start()
	m.peers[0].flipAt = 100
	m.run(300)
	for i := range m.peers {
		if len(reports(m.events[i])) != 1 || countEvents(m.events[i], rollback.EventResynced) != 1 {
			t.Fatalf("peer %d: %v", i, m.events[i])
		}
	}
	m.gone[2] = true
	m.run(400)
	m.restart(2)
	m.run(300)
	for i := range m.peers {
		if returned(m.events[i], 2) == rollback.NoFrame {
			t.Errorf("peer %d: %v", i, m.events[i])
		}
	}
}

// The checksum that differed was to be told again after a resync had struck it
// out: the session panicked.
func TestResyncWhileTheDifferenceIsTold(t *testing.T) {
	m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) {
		c.OnDesync, c.ChecksumEvery, c.FrameRate = rollback.ResyncOnDesync, 1, 20
	})
	m.start()
	m.peers[0].flipAt = 50
	m.run(200)
	for i := range m.peers {
		if countEvents(m.events[i], rollback.EventResynced) != 1 {
			t.Errorf("peer %d: %v", i, m.events[i])
		}
	}
}

// A spectator with the policy resync took itself for the authority, and panicked.
func TestSpectatorOfADesyncedHost(t *testing.T) {
	a := &audience{match: newMatch(t, 2, func(i int, c *rollback.Config[uint16]) {
		spectators(1)(i, c)
		c.OnDesync = rollback.ResyncOnDesync
	})}
	a.start()
	v := a.join(a.peers[0].session, func(c *rollback.Config[uint16]) { c.OnDesync = rollback.ResyncOnDesync })
	a.show(100)
	a.peers[0].flipAt = int64(a.peers[0].session.Frame()) + 5
	a.show(400)
	if f, host := v.session.Frame(), a.peers[0].session.Frame(); f < host-60 {
		t.Errorf("the spectator is at frame %d, its host at %d: %v", f, host, v.events)
	}
}

// One who came in with the state of frame 0 held nothing of any log, and was
// taken for one who had not said yet what it holds: nothing was sent to it.
func TestBackWithFrameZero(t *testing.T) {
	m := newMatch(t, 2, nil)
	for m.peers[1].session.Frame() == 0 {
		m.step()
	}
	m.gone[1] = true
	m.wires = map[[2]int]*[]flight{} // its first inputs are lost
	m.run(400)
	m.restart(1)
	m.run(300)
	m.agree()
	if f := returned(m.events[0], 1); f == rollback.NoFrame || m.peers[0].session.ConfirmedFrame() < f {
		t.Errorf("%v, the other %v", m.events[0], m.events[1])
	}
}

// Of two who came back together, one had met the third's former process and the
// other's link to it was new: they never knew each other again, and a fourth had to
// pass everything on.
func TestTwoWhoReturnMeet(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.run(200)
	m.restart(0)
	m.restart(2)
	for range 2000 {
		if m.step(); returned(m.events[1], 0) != rollback.NoFrame {
			break
		}
	}
	m.restart(1)
	m.run(1200)
	m.agree()
	for i, p := range m.peers {
		for j := range 2 {
			if s := p.session.PeerStats(rollback.Peer(j)); s.RTT == 0 || s.Disconnected {
				t.Errorf("peer %d knows peer %d: %+v: %v", i, peerIndex(i, rollback.Peer(j)), s, m.events[i])
			}
		}
	}
}
