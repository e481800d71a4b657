package rollback_test

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
)

func TestPeersAgree(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		m := newMatch(t, n, nil)
		m.start()
		m.run(600)
		m.agree()
		for i, g := range m.peers {
			st := g.session.Stats()
			t.Logf("n %d peer %d: frame %d confirmed %d %+v", n, i, g.session.Frame(), g.session.ConfirmedFrame(), st)
			if st.Rollbacks == 0 || g.session.ConfirmedFrame() < 550 || st.Malformed+st.Foreign+st.Conflicts+st.Refused > 0 {
				t.Errorf("peer %d: rollbacks %d, confirmed %d, %+v", i, st.Rollbacks, g.session.ConfirmedFrame(), st)
			}
		}
	}
}

func TestPeersAgreeUnderLoss(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + int(seed%3)
		m := newMatch(t, n, nil)
		m.lose = func(int, int, int) bool { return r.IntN(100) < 30 }
		m.start()
		m.run(600)
		m.agree()
		for i, g := range m.peers {
			if g.session.ConfirmedFrame() < 200 {
				t.Errorf("seed %d peer %d confirmed %d: %v", seed, i, g.session.ConfirmedFrame(), m.events[i])
			}
		}
	}
}

func TestLeave(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		m := newMatch(t, n, nil)
		m.start()
		m.run(100)
		m.peers[1].session.Leave(m.now, rollback.ReasonLeft)
		m.run(200)
		if s := m.peers[1].session.State(); s != rollback.Closed {
			t.Errorf("leaver is %v", s)
		}
		m.gone[1] = true
		m.agree()
		for i, g := range m.peers {
			if i != 1 && (g.session.ConfirmedFrame() < 280 || !hasEvent(m.events[i], rollback.EventDisconnected)) {
				t.Errorf("n %d peer %d: confirmed %d, %v", n, i, g.session.ConfirmedFrame(), m.events[i])
			}
		}
	}
}

func TestTimeout(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		m := newMatch(t, n, nil)
		m.start()
		m.run(100)
		m.gone[n-1] = true
		m.run(600)
		m.agree()
		for i, g := range m.peers {
			if i != n-1 && (g.session.ConfirmedFrame() < 350 || !hasEvent(m.events[i], rollback.EventDisconnected)) {
				t.Errorf("n %d peer %d: confirmed %d, %v", n, i, g.session.ConfirmedFrame(), m.events[i])
			}
		}
	}
}
