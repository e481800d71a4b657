package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

// One whose line was down for just the timeout ends everybody's match.
func TestOneCutOffEndsNobodysMatch(t *testing.T) {
	for _, n := range []int{3, 4} {
		bad, all := 0, 0
		for down := 290; down < 340; down++ {
			m := newMatch(t, n, nil)
			m.start()
			m.run(60)
			at := m.tick
			m.lose = func(from, to, tick int) bool { return (from == 0 || to == 0) && tick >= at && tick < at+down }
			m.run(900)
			all++
			for i := 1; i < n; i++ {
				if s := m.peers[i].session; s.State() != rollback.Running {
					bad++
					if bad == 1 {
						for j := range n {
							t.Logf("down %d: peer %d %v frame %d %v", down, j, m.peers[j].session.State(), m.peers[j].session.Frame(), m.events[j])
						}
					}
					break
				}
			}
		}
		if bad > 0 {
			t.Errorf("%d players: in %d of %d lengths of the cut the majority's sessions ended", n, bad, all)
		}
	}
}

// Any reason to leave is a goodbye, not a removal.
func TestAnyReasonToLeave(t *testing.T) {
	for why := range 17 {
		m := newMatch(t, 3, nil)
		m.start()
		m.run(60)
		m.peers[0].session.Leave(m.now, rollback.Reason(why))
		m.run(120)
		if s := m.peers[1].session; s.State() != rollback.Running {
			t.Errorf("player 0 left with %v; player 1's session ended: %v", rollback.Reason(why), m.events[1])
		}
	}
}
