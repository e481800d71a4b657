package rollback_test

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
)

// troubledMatch runs a match in which a bit flips, a player is killed and comes
// back and a spectator begins late, while bad copies of real packets of all kinds
// reach everybody, as spoil makes them.
func troubledMatch(t *testing.T, spoil func(b []byte) []byte) *audience {
	a := &audience{match: newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) {
		c.Explain, c.OnDesync, c.Spectators, c.FeedMemory = true, rollback.ResyncOnDesync, 2, 1
	})}
	a.input = func(p, tick int) uint16 { return uint16(tick * (p + 31)) }
	var seen [64][]byte
	n := 0
	play := func(ticks int) {
		for range ticks {
			a.show(1)
			for i := range a.peers {
				for j := range a.peers {
					for _, f := range *a.wire(i, j) {
						seen[n%len(seen)] = f.packet
						n++
					}
				}
			}
			for i, b := range seen {
				if bad := spoil(append([]byte(nil), b...)); len(b) > 0 && bad != nil {
					a.peers[i%3].session.Receive(a.now, rollback.Peer(i/3%3), bad)
					if len(a.watching) > 0 {
						a.watching[0].session.Receive(a.now, 0, bad)
					}
				}
			}
		}
	}
	a.start()
	a.peers[1].flipAt = 60
	play(200)
	a.gone[2] = true
	play(350)
	a.restart(2)
	if a.peers[0].session.State() == rollback.Running {
		a.join(a.peers[0].session, nil)
	}
	play(300)
	return a
}

func TestReturnsAmongBadPackets(t *testing.T) {
	for name, spoil := range map[string]func(*rand.Rand, []byte) []byte{
		"cut": func(r *rand.Rand, b []byte) []byte {
			if len(b) == 0 {
				return nil
			}
			return b[:r.IntN(len(b))]
		},
		"repeated": func(r *rand.Rand, b []byte) []byte {
			if len(b) == 0 || b[0] == 2 || r.IntN(3) > 0 {
				return nil
			}
			return b
		},
		"other token": func(r *rand.Rand, b []byte) []byte {
			if len(b) < 4 || b[0] == 2 {
				return nil
			}
			b[3] ^= byte(1 + r.IntN(255))
			return b
		},
	} {
		r := rand.New(rand.NewPCG(2, 8))
		a := troubledMatch(t, func(b []byte) []byte { return spoil(r, b) })
		for i, g := range a.peers {
			if c := g.session.ConfirmedFrame(); c < 500 || returned(a.events[i], 2) == rollback.NoFrame || g.session.Stats().Conflicts > 0 {
				t.Errorf("%s: peer %d confirmed %d, %d conflicts: %v", name, i, c, g.session.Stats().Conflicts, a.events[i])
			}
			if i < 2 && (len(reports(a.events[i])) != 1 || countEvents(a.events[i], rollback.EventResynced) != 1) {
				t.Errorf("%s: peer %d: %v", name, i, a.events[i])
			}
			last := min(g.session.ConfirmedFrame(), a.peers[0].session.ConfirmedFrame())
			if g.digests[int64(last)] != a.peers[0].digests[int64(last)] {
				t.Errorf("%s: states of frame %d differ at peer %d", name, last, i)
			}
		}
		if v := a.watching[0]; v.session.Frame() < 500 || v.digests[int64(v.session.Frame())] != a.peers[0].digests[int64(v.session.Frame())] {
			t.Errorf("%s: the spectator is at %d: %v", name, v.session.Frame(), v.events)
		}
	}
}

// FuzzReturns: whoever knows the tokens can spoil a match, and nothing worse.
func FuzzReturns(f *testing.F) {
	f.Add([]byte{9, 1, 0xff, 12, 0, 0, 20, 3, 0x55})
	f.Add([]byte{1, 7, 1, 0, 8, 2, 8, 0x10, 3, 6, 255, 0, 7, 1, 0})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) < 3 || len(script) > 300 {
			return
		}
		i := 0
		a := troubledMatch(t, func(b []byte) []byte {
			op := script[i%(len(script)-2):]
			if i += 3; int(op[0]) >= len(b) {
				return nil
			}
			b[op[0]] ^= op[1]
			return b[:len(b)-int(op[2])%len(b)]
		})
		for _, g := range a.peers {
			s := g.session
			if ahead := s.Frame() - s.ConfirmedFrame(); ahead > 8+2 && s.State() == rollback.Running && !s.Rejoining() {
				t.Fatalf("%d frames past the confirmed one", ahead)
			}
		}
	})
}
