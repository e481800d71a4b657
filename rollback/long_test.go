package rollback_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"example.com/backstep/rollback"
)

// Sessions of weeks: wherever frame numbers outgrow 14, 16 or 31 bits, the match
// is the same as at its beginning.
func TestFrameNumbersNeverWrap(t *testing.T) {
	for _, base := range []rollback.Frame{1<<14 - 50, 3<<14 - 7, 1<<16 - 6, 1<<21 - 30, 1<<31 - 110, 1 << 31} {
		m := newMatch(t, 3, nil)
		for _, g := range m.peers {
			rollback.StartAt(g.session, base)
		}
		plain := newMatch(t, 3, nil)
		for i, x := range []*match{m, plain} {
			r := rand.New(rand.NewPCG(7, 9))
			lost := map[[3]int]bool{}
			x.lose = func(from, to, tick int) bool {
				k := [3]int{from, to, tick}
				if _, drawn := lost[k]; !drawn {
					lost[k] = r.IntN(5) == 0
				}
				return lost[k]
			}
			start := rollback.Frame(0)
			if i == 0 {
				start = base
			}
			x.feedFrom = int(start)
			x.run(400)
		}
		for i := range m.peers {
			a, b := m.peers[i], plain.peers[i]
			if a.Digest != b.Digest || a.session.Frame()-base != b.session.Frame() || b.session.Frame() < 300 {
				t.Errorf("from frame %d: peer %d is at %d with %x, from frame 0 at %d with %x", base, i,
					a.session.Frame()-base, a.Digest, b.session.Frame(), b.Digest)
			}
			st := a.session.Stats()
			if st.Foreign+st.Malformed+st.Refused+st.Conflicts > 0 || len(desyncs(m.events[i])) > 0 || st.Rollbacks == 0 {
				t.Errorf("from frame %d: %+v, %v", base, st, m.events[i])
			}
			if n := a.session.PeerStats(0).SumsCompared; n < 20 {
				t.Errorf("from frame %d: %d checksums compared", base, n)
			}
		}
	}
}

// wide is the largest input.
type wide [rollback.MaxInputBytes]byte

// The largest inputs of the most players behind one link, unacknowledged for as
// long as anybody can be ahead: every packet keeps to its size, and once the
// way is free everything arrives.
func TestLargestInputs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var s [2]*rollback.Session[uint64, wide]
	seats := [2][]int{{0, 1, 2, 3, 4, 5, 6, 7}, {8}}
	for i := range s {
		cfg := rollback.Config[wide]{Local: seats[i], Window: 60, Peers: []rollback.PeerConfig{{Seats: seats[1-i]}}}
		cfg.Entropy[0] = byte(i)
		var err error
		if s[i], err = rollback.NewSession(&anyGame[wide]{}, cfg); err != nil {
			t.Fatal(err)
		}
	}
	now, largest := tick, 0
	step := func(n int, deliver bool) {
		for i := range s {
			s[i].Poll(now)
			in := make([]wide, len(seats[i]))
			for p := range in {
				for k := range in[p] {
					in[p][k] = byte(r.Uint32())
				}
			}
			if _, err := s[i].Advance(now, in...); err != nil {
				t.Fatal(err)
			}
			for _, b := range s[i].Packets() {
				largest = max(largest, len(b))
				if deliver && r.IntN(5) > 0 {
					s[1-i].Receive(now, 0, b)
				}
			}
		}
		now += tick
	}
	for n := range 60 {
		step(n, true)
	}
	at := s[0].Frame()
	if err := s[0].SetInputDelay(0, 60); err != nil { // 128 more inputs on the way, all at once
		t.Fatal(err)
	}
	for n := range 130 {
		step(n, false)
	}
	if s[0].Frame() <= at+50 || s[0].PeerStats(0).Unacknowledged < 100 {
		t.Fatalf("frame %d after %d, %d inputs on the way", s[0].Frame(), at, s[0].PeerStats(0).Unacknowledged)
	}
	for n := range 3000 {
		step(n, true)
	}
	for i := range s {
		if s[i].ConfirmedFrame() < at+200 || s[i].Stats().Conflicts > 0 {
			t.Errorf("side %d confirmed %d: %+v", i, s[i].ConfirmedFrame(), s[i].Stats())
		}
	}
	if largest > rollback.MaxPacket || largest < 1000 {
		t.Errorf("the largest packet has %d bytes", largest)
	}
}

// A hundred matches at once share nothing: each is what it is alone.
func TestManyMatchesAtOnce(t *testing.T) {
	play := func(seed int) string {
		m := newMatch(t, 2, nil)
		m.input = func(p, tick int) uint16 { return uint16(tick * (p + seed)) }
		m.run(200)
		return fmt.Sprint(m.peers[0].Digest, m.peers[1].Digest, m.peers[0].session.Stats())
	}
	var alone [100]string
	for i := range alone {
		alone[i] = play(i)
	}
	var together [100]string
	var all sync.WaitGroup
	for i := range together {
		all.Go(func() { together[i] = play(i) })
	}
	all.Wait()
	for i := range alone {
		if alone[i] != together[i] {
			t.Errorf("match %d is another one in company:\n%s\n%s", i, alone[i], together[i])
		}
	}
}
