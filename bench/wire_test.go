package main

import "testing"

// measuredFrames is a whole number of periods of everything that recurs: the
// inputs that change every 8 frames, the checksum every 10, a ping every 30.
const measuredFrames = 2400

// What a frame may put on a link, in bytes, for inputs of 2 bytes.
var wireBudget = []struct {
	delayFrames          int
	idle, every8, random float64
}{
	{3, 10, 12, 26},
	{6, 10, 14, 38},
}

func TestBytesOnTheWire(t *testing.T) {
	for _, w := range wireBudget {
		for _, p := range patterns {
			budget := map[string]float64{"idle": w.idle, "idle+rollback": w.idle, "every8": w.every8, "random": w.random}[p.name]
			s := setup{2, w.delayFrames, p}
			t.Run(s.String(), func(t *testing.T) {
				r := measure(t, s, newQueues(2, w.delayFrames))
				t.Logf("%.2f bytes and %.3f packets a link and frame", r.bytes, r.packets)
				if r.bytes > budget || r.bytes < 1 {
					t.Errorf("%.2f bytes a link and frame, want at most %v", r.bytes, budget)
				}
				if r.packets != 1 {
					t.Errorf("%v packets a link and frame, want 1", r.packets)
				}
			})
		}
	}
}

// The two carriers are the same network, so a match over either is the same.
func TestCarriersAgree(t *testing.T) {
	for _, players := range []int{2, 4} {
		for _, p := range patterns {
			s := setup{players, 3, p}
			a := measure(t, s, newQueues(players, 3))
			b := measure(t, s, newMemnet(players, 3))
			if a != b {
				t.Errorf("%v: %+v over the queue, %+v over memnet", s, a, b)
			}
			if a.packets != 1 {
				t.Errorf("%v: %v packets a link and frame, want 1", s, a.packets)
			}
		}
	}
}

// The benchmarks claim a rollback as deep as the delay in every frame, or none.
func TestRollbacksAreWhatTheNamesSay(t *testing.T) {
	want := map[string]float64{"idle": 0, "idle+rollback": 1, "every8": 1.0 / 8, "random": 1}
	for _, players := range []int{2, 4} {
		for _, delay := range []int{3, 6} {
			for _, p := range patterns {
				s := setup{players, delay, p}
				r := measure(t, s, newQueues(players, delay))
				if got := r.rollbacks; got != want[p.name] {
					t.Errorf("%v: %v rollbacks a frame, want %v", s, got, want[p.name])
				}
				if r.rollbacks > 0 && r.depth != float64(delay) {
					t.Errorf("%v: rollbacks of %v frames, want %d", s, r.depth, delay)
				}
			}
		}
	}
}

func TestAPeerFrameDoesNotAllocate(t *testing.T) {
	for _, p := range patterns {
		s := setup{2, 3, p}
		m, err := newMatch(s, newQueues(2, 3))
		if err != nil {
			t.Fatal(err)
		}
		if got := testing.AllocsPerRun(2000, m.peerFrame); got != 0 {
			t.Errorf("%v: %v allocations a peer-frame, want 0", s, got)
		}
	}
}

func measure(t *testing.T, s setup, net carrier) rates {
	t.Helper()
	m, err := newMatch(s, net)
	if err != nil {
		t.Fatal(err)
	}
	before := m.totals()
	m.run(measuredFrames)
	if n := m.totals().stalls - before.stalls; n != 0 {
		t.Errorf("%v: %d stalls, want none", s, n)
	}
	return m.since(before)
}
