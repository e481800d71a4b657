package rollback_test

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
)

// hostile runs a match with spectators in which bad copies of real packets
// reach everybody, as spoil makes them.
func hostile(t *testing.T, ticks int, spoil func(b []byte) []byte) *audience {
	a := &audience{match: newMatch(t, 3, spectators(2))}
	var seen [][]byte // a bounded sample of what was sent
	a.lose = func(from, to, tick int) bool { return false }
	a.start()
	v := a.join(a.peers[0].session, nil)
	n := 0
	for range ticks {
		a.show(1)
		for i := range a.peers {
			for j := range a.peers {
				for _, f := range *a.wire(i, j) {
					if len(seen) < 64 {
						seen = append(seen, f.packet)
					} else {
						seen[n%64] = f.packet
					}
					n++
				}
			}
		}
		for _, f := range append(v.queue[0], v.queue[1]...) {
			seen = append(seen[:min(len(seen), 63)], f.packet)
		}
		for i, b := range seen {
			bad := spoil(append([]byte(nil), b...))
			if bad == nil {
				continue
			}
			a.peers[i%3].session.Receive(a.now, rollback.Peer(i/3%3), bad)
			v.session.Receive(a.now, 0, bad)
		}
	}
	return a
}

// Cut, repeated and misdirected packets, by the thousand, change nothing.
func TestCutRepeatedAndMisdirectedPackets(t *testing.T) {
	for name, spoil := range map[string]func(*rand.Rand, []byte) []byte{
		"cut": func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] },
		"repeated": func(_ *rand.Rand, b []byte) []byte {
			if b[0] == 2 {
				return nil // a flood of greetings may delay a greeting
			}
			return b
		},
		"other token": func(r *rand.Rand, b []byte) []byte {
			if len(b) < 4 || b[0] == 2 {
				return nil // a greeting is where a token is learnt
			}
			b[3] ^= byte(1 + r.IntN(255)) // in every other message the token's
			return b
		},
	} {
		r := rand.New(rand.NewPCG(1, 8))
		a := hostile(t, 400, func(b []byte) []byte { return spoil(r, b) })
		a.agree()
		a.equal(a.watching[0], 0)
		for i, g := range a.peers {
			st := g.session.Stats()
			if g.session.ConfirmedFrame() < 350 || st.Conflicts != 0 || len(desyncs(a.events[i])) > 0 {
				t.Errorf("%s: peer %d confirmed %d, %+v", name, i, g.session.ConfirmedFrame(), st)
			}
			if name != "repeated" && st.Foreign+st.Malformed < 1000 {
				t.Errorf("%s: peer %d counted %d and %d", name, i, st.Foreign, st.Malformed)
			}
		}
		if a.watching[0].session.Frame() < 350 {
			t.Errorf("%s: the spectator is at %d", name, a.watching[0].session.Frame())
		}
	}
}

// FuzzSession: whoever knows the token and sends anything at all can spoil the
// match, but can neither crash an endpoint nor drive it past its window.
func FuzzSession(f *testing.F) {
	f.Add([]byte{9, 1, 0xff, 12, 0, 0, 20, 3, 0x55})
	f.Add([]byte{6, 0x40, 1, 7, 0x80, 2, 8, 0x10, 3})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) < 3 || len(script) > 300 {
			return
		}
		i := 0
		a := hostile(t, 60, func(b []byte) []byte {
			op := script[i%(len(script)-2):]
			i += 3
			if int(op[0]) >= len(b) {
				return nil
			}
			b[op[0]] ^= op[1]
			return b[:len(b)-int(op[2])%len(b)]
		})
		for _, g := range a.peers {
			s := g.session
			if ahead := s.Frame() - s.ConfirmedFrame(); ahead > 8+2 && s.State() == rollback.Running {
				t.Fatalf("%d frames past the confirmed one", ahead)
			}
		}
	})
}
