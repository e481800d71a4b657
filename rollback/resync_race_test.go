package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

// A caller who asks for something in every frame does not keep a resync out of the log.
func TestResyncBesidesTheCallersRecords(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.OnDesync = rollback.ResyncOnDesync })
	m.start()
	m.peers[1].flipAt = 100
	input := m.input
	m.input = func(i, tick int) uint16 {
		if i == 0 {
			_ = m.peers[0].session.Resume(0)
		}
		return input(i, tick)
	}
	m.run(600)
	if !hasEvent(m.events[0], rollback.EventResynced) || !hasEvent(m.events[1], rollback.EventResynced) {
		t.Errorf("never mended: %v", m.events)
	}
}

// A pause that is asked for while a resync is due is not lost.
func TestPauseBesidesAResync(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.OnDesync = rollback.ResyncOnDesync })
	m.start()
	m.peers[1].flipAt = 100
	_ = m.peers[0].session.SetInputDelay(0, 0)
	paused := false
	for range 300 {
		if !paused && m.peers[0].session.Frame() > 90 {
			// a pause asked for between two ticks
			if hasEvent(m.events[1], rollback.EventDesync) || m.peers[0].session.Frame() > 108 {
				paused = true
				_ = m.peers[0].session.Pause(0)
			}
		}
		m.step()
	}
	if !hasEvent(m.events[0], rollback.EventPaused) {
		t.Errorf("pause lost: %v", m.events[0])
	}
}

// A desync is mended while somebody is on its way back.
func TestResyncWhileOneComesBack(t *testing.T) {
	bad := 0
	for k := 10; k < 40 && bad < 3; k++ {
		m := comingBack(t, 3, k, func(_ int, c *rollback.Config[uint16]) { c.OnDesync = rollback.ResyncOnDesync })
		from := m.tick
		m.peers[1].flipAt = int64(m.peers[1].session.Frame()) + 1
		m.lose = func(a, b, tick int) bool { return a == 2 && tick < from+40 }
		m.run(1500)
		for i, p := range m.peers {
			if p.session.Rejoining() || p.session.ConfirmedFrame() < 1200 {
				bad++
				t.Errorf("k %d: peer %d: %v %v %d: %v", k, i, p.session.State(), p.session.Rejoining(), p.session.ConfirmedFrame(), m.events[i])
				break
			}
		}
	}
}

// Two that came back one after the other do not greet each other for ever.
func TestHellosEnd(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.run(100)
	for _, d := range []int{1, 2} {
		m.gone[d] = true
		m.run(400)
		m.restart(d)
		m.run(400)
	}
	n := 0
	m.lose = func(a, b, tick int) bool {
		for _, f := range *m.wire(a, b) {
			if f.due == m.tick+m.lag-1 && f.packet[0] == 2 {
				n++
			}
		}
		return false
	}
	m.run(300)
	if n > 10 {
		t.Errorf("%d hellos in 300 ticks, of sessions that play", n)
	}
}

// Players who were lost long ago do not count as a partition for one who comes back.
func TestLostLongAgoIsNoPartition(t *testing.T) {
	m := newMatch(t, 6, func(_ int, c *rollback.Config[uint16]) { c.StopWithoutMajority = true })
	m.start()
	m.run(50)
	for _, d := range []int{5, 4, 3} {
		m.gone[d] = true
		m.run(800)
	}
	m.gone[2] = true
	m.run(800)
	m.restart(2)
	m.run(600)
	if m.peers[2].session.State() != rollback.Running {
		t.Errorf("%v: %v", m.peers[2].session.State(), m.events[2])
	}
}

// One comes back whose link to another does not work: play goes through the third.
func TestBackWithoutALink(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.lose = func(a, b, _ int) bool { return a == 1 && b == 2 || a == 2 && b == 1 }
	m.run(1000)
	if c := m.peers[2].session.ConfirmedFrame(); c < 900 {
		t.Fatalf("before: %d", c)
	}
	m.gone[2] = true
	m.run(600)
	m.restart(2)
	m.run(2000)
	for i, p := range m.peers {
		if p.session.ConfirmedFrame() < 2800 {
			t.Errorf("peer %d: %v %d waits for %b: %v", i, p.session.State(), p.session.ConfirmedFrame(), m.steps[i].WaitingFor, m.events[i])
		}
	}
}

// The goodbye of one who came back is not heard by all alike.
func TestGoodbyeAfterAReturn(t *testing.T) {
	bad := 0
	for k := 0; k < 8 && bad < 3; k++ {
		m := newMatch(t, 3, nil)
		m.start()
		m.run(100)
		m.gone[2] = true
		m.run(400)
		m.restart(2)
		m.run(200)
		m.lose = func(a, b, tick int) bool { return a == 2 && b == 0 }
		m.run(k)
		m.peers[2].session.Leave(m.now, rollback.ReasonLeft)
		m.lose = func(a, b, tick int) bool { return a == 2 && b == 0 && false }
		m.run(1)
		m.lose = func(a, b, tick int) bool { return false }
		m.run(100)
		m.gone[2] = true
		m.run(900)
		var end [2]rollback.Frame
		for i := range 2 {
			for _, e := range m.events[i] {
				if e.Kind == rollback.EventDisconnected {
					end[i] = e.Frame
				}
			}
		}
		if end[0] != end[1] || m.peers[0].session.ConfirmedFrame() < 1200 {
			bad++
			t.Errorf("k %d: ends %v, confirmed %d %d: %v %v", k, end, m.peers[0].session.ConfirmedFrame(), m.peers[1].session.ConfirmedFrame(), m.events[0], m.events[1])
		}
	}
}

// One who was removed and starts anew is told.
func TestRemovedIsTold(t *testing.T) {
	m := newMatch(t, 2, nil)
	m.start()
	m.run(100)
	_ = m.peers[0].session.Drop(m.now, 0)
	m.run(100)
	m.restart(1)
	m.run(3000)
	for _, e := range m.events[1] {
		if e.Kind == rollback.EventClosed && e.Reason == rollback.ReasonKicked {
			return
		}
	}
	t.Errorf("%v", m.events[1])
}

// What breaks again soon after a resync is mended when its time has come.
func TestBrokenAgainSoonAfterAResync(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.OnDesync = rollback.ResyncOnDesync })
	m.start()
	m.peers[1].flipAt = 100
	m.run(200)
	m.peers[1].flipAt = 230
	m.run(1500)
	n := int64(m.peers[0].session.ConfirmedFrame()) - 20
	if m.peers[0].digests[n] != m.peers[1].digests[n] {
		t.Errorf("still apart at frame %d: %v", n, m.events[0])
	}
}

// Checksums of every frame are compared, and a desync is mended.
func TestResyncWithChecksumsOfEveryFrame(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.OnDesync, c.ChecksumEvery = rollback.ResyncOnDesync, 1 })
	m.start()
	m.peers[1].flipAt = 100
	m.run(300)
	m.run(300)
	if !hasEvent(m.events[1], rollback.EventResynced) {
		t.Errorf("%v", m.events)
	}
}

// The one who differs goes before that is told.
func TestWhoDiffersGoes(t *testing.T) {
	m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.ChecksumEvery = 1 })
	m.start()
	m.run(50)
	m.peers[1].flipAt = 100
	for m.peers[0].session.ConfirmedFrame() < 99 {
		m.run(1)
	}
	// 2 says nothing, so that the wait goes on
	m.lose = func(a, b, _ int) bool { return a == 2 }
	for range 30 {
		m.run(1)
	}
	_ = m.peers[0].session.LinkLost(m.now, 0)
	_ = m.peers[2].session.LinkLost(m.now, 0)
	m.peers[1].session.Leave(m.now, rollback.ReasonLeft)
	m.run(100)
	_ = m
}

// Who differed comes back, and so does a third, also where nothing is done about a
// desync.
func TestBackAfterADesync(t *testing.T) {
	for _, n := range []int{2, 3} {
		m := newMatch(t, n, nil)
		m.start()
		m.peers[1].flipAt = 100
		m.run(200)
		m.gone[n-1] = true
		m.run(500)
		m.restart(n - 1)
		m.run(1500)
		if s := m.peers[n-1].session; s.Rejoining() {
			t.Errorf("n %d: %v: %v", n, m.events[n-1], s.State())
		}
	}
}
