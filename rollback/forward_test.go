package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

func (m *match) forwarded() (n uint64) {
	for _, g := range m.peers {
		for p := range len(m.peers) - 1 {
			n += g.session.PeerStats(rollback.Peer(p)).Forwarded
		}
	}
	return n
}

// Inputs of others are passed on while a link is missing, and only then: a mesh
// that is healthy, or healthy again, pays nothing, at any latency.
func TestForwardingOnlyWhileALinkIsMissing(t *testing.T) {
	for _, lag := range []int{1, 3, 6, 12} {
		m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.Window = 20 })
		m.lag = lag
		m.start()
		m.run(600)
		if n := m.forwarded(); n != 0 {
			t.Errorf("lag %d: %d inputs passed on in a healthy mesh", lag, n)
		}
		from := m.tick
		m.lose = func(a, b, tick int) bool { return a < 2 && b < 2 && tick < from+300 }
		before := m.peers[0].session.ConfirmedFrame()
		m.run(300)
		if n := m.forwarded(); n == 0 || m.peers[0].session.ConfirmedFrame() < before+200 {
			t.Errorf("lag %d: %d passed on, confirmed %d after %d", lag, n, m.peers[0].session.ConfirmedFrame(), before)
		}
		m.run(300)
		healed := m.forwarded()
		m.run(600)
		if n := m.forwarded() - healed; n != 0 {
			t.Errorf("lag %d: %d inputs passed on after the link came back", lag, n)
		}
		m.agree()
	}
}
