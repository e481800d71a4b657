package rollback_test

import (
	"errors"
	"testing"

	"example.com/backstep/rollback"
)

func desyncs(events []rollback.Event) (list []rollback.Event) {
	for _, e := range events {
		if e.Kind == rollback.EventDesync {
			list = append(list, e)
		}
	}
	return list
}

// Everything mispredicted, long latency, every frame compared: guesses and
// states that are still to be repaired are never compared.
func TestNoFalseAlarm(t *testing.T) {
	for _, lag := range []int{3, 10, 20} {
		for _, every := range []int{1, 10} {
			m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.ChecksumEvery, c.Window = every, 45 })
			m.lag = lag
			m.input = func(p, tick int) uint16 { return uint16(tick * (p + 3)) }
			m.start()
			m.run(600)
			for i, g := range m.peers {
				if d := desyncs(m.events[i]); len(d) > 0 {
					t.Errorf("lag %d every %d: %v", lag, every, d)
				}
				st, ps := g.session.Stats(), g.session.PeerStats(0)
				if st.Rollbacks < 400 || ps.SumsCompared < uint64(400/every) {
					t.Errorf("lag %d every %d: %d rollbacks, %d compared", lag, every, st.Rollbacks, ps.SumsCompared)
				}
			}
		}
	}
}

// One wrong bit in one state: one event on each side, with the first compared
// frame from there on, whatever the interval.
func TestOneFlippedBit(t *testing.T) {
	for _, every := range []int{1, 7, 10, 31, 32, 33, 100, 300} {
		for _, lossy := range []bool{false, true} {
			m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.ChecksumEvery = every })
			m.lose = func(from, _, tick int) bool { return lossy && tick%5 == from }
			m.start()
			const at = 230
			m.peers[0].flipAt = at
			m.run(900)
			// The state after frame at is the first that is wrong.
			first := rollback.Frame((at/every + 1) * every)
			for i := range 2 {
				d := desyncs(m.events[i])
				if len(d) != 1 {
					t.Fatalf("every %d loss %v: peer %d has %d events", every, lossy, i, len(d))
				}
				var de *rollback.DesyncError
				if !errors.As(d[0].Err, &de) || de.Ours == de.Theirs || de.Frame < first {
					t.Fatalf("every %d loss %v: %v, first wrong is %d", every, lossy, d[0], first)
				}
				if !lossy && (de.Frame != first || de.LastEqual != first-rollback.Frame(every)) {
					t.Errorf("every %d: peer %d names frame %d, last equal %d, want %d", every, i, de.Frame, de.LastEqual, first)
				}
			}
		}
	}
}

// With three or more endpoints each side also says who is alone.
func TestWhoIsAlone(t *testing.T) {
	for _, n := range []int{3, 4, 5} {
		m := newMatch(t, n, nil)
		m.start()
		bad := n - 2
		m.peers[bad].flipAt = 100
		m.run(400)
		for i := range n {
			d := desyncs(m.events[i])
			var de *rollback.DesyncError
			if len(d) != 1 || !errors.As(d[0].Err, &de) || de.Alone() != 1<<bad || de.Frame != 110 {
				t.Errorf("%d players: peer %d was told %v", n, i, d)
			}
		}
	}
}

// Checks switched off on one side, or of unlike intervals, disturb nobody.
func TestMixedIntervals(t *testing.T) {
	m := newMatch(t, 2, func(i int, c *rollback.Config[uint16]) { c.ChecksumEvery = []int{-1, 4}[i] })
	m.start()
	m.run(300)
	m.agree()
	if n := m.peers[0].session.PeerStats(0).SumsCompared; n != 0 {
		t.Errorf("compared %d", n)
	}
	m = newMatch(t, 2, func(i int, c *rollback.Config[uint16]) { c.ChecksumEvery = []int{6, 4}[i] })
	m.start()
	m.run(300)
	for i, g := range m.peers {
		if n := g.session.PeerStats(0).SumsCompared; n < 15 || len(desyncs(m.events[i])) > 0 {
			t.Errorf("peer %d compared %d: %v", i, n, m.events[i])
		}
	}
}
