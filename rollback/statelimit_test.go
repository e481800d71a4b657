package rollback_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
)

// A state larger than the limit is refused before it is unpacked, however small
// it is as it travels; the one who asked for it is told.
func TestStateLimit(t *testing.T) {
	for _, random := range []bool{false, true} { // it travels as some 1 kB, or as it is
		stateLimit(t, random)
	}
}

func stateLimit(t *testing.T, random bool) {
	type large struct{ Fill [1 << 20]byte }
	open := func(me int, rejoin bool) *rollback.Session[large, uint16] {
		cfg := rollback.Config[uint16]{Local: []int{me}, Peers: []rollback.PeerConfig{{Seats: []int{1 - me}}}, StateLimit: 1 << 16, Rejoin: rejoin}
		cfg.Entropy[0] = byte(me + 1)
		if rejoin {
			cfg.Entropy[1] = 1
		}
		w := new(large)
		if random {
			r := rand.NewChaCha8([32]byte{})
			_, _ = r.Read(w.Fill[:]) // never returns an error
		}
		s, err := rollback.NewSession(rollback.Plain(w, func(*large, []rollback.Input[uint16]) {}), cfg)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a, b := open(0, false), open(1, false)
	now := tick
	play := func(ticks int) {
		for range ticks {
			for _, s := range []*rollback.Session[large, uint16]{a, b} {
				s.Poll(now)
				if s.State() < rollback.Leaving {
					if _, err := s.Advance(now, 0); err != nil {
						t.Fatal(err)
					}
				}
				to := b
				if s == b {
					to = a
				}
				for _, packet := range s.Packets() {
					to.Receive(now, 0, packet)
				}
			}
			now += tick
		}
	}
	play(60)
	b = open(1, true)
	play(600)
	if !errors.Is(b.Err(), rollback.ErrStateLimit) {
		t.Errorf("random %v: state %v, error %v", random, b.State(), b.Err())
	}
}
