package main

import (
	"testing"
	"time"

	"example.com/backstep/transport/memnet"
)

// stallOptions: enough that a match of two players stalls a thousand times.
var stallOptions = sweepOptions{minutes: 4, seeds: 2}

// A session stalls only where no protocol of one packet a link and step could go
// on: it is held against the ideal protocol, which meets the same draws.
func TestStallsAreThoseOfTheIdealProtocol(t *testing.T) {
	for _, c := range []struct {
		players, delay int
		limit          float64 // of the share of steps that stall, where jitter is in whole frames
	}{{2, 6, 0.021}, {4, 3, 0.0001}} {
		for _, smooth := range []bool{false, true} {
			r := stallRow{setup: stallSetup(c.players, c.delay, smooth), delay: c.delay}
			if err := r.play(stallOptions); err != nil {
				t.Fatal(err)
			}
			got, floor, turns := r.engine.stalls, r.ideal.stalls, r.engine.turns
			t.Logf("%d players, %d frames, %s: %d stalls in %d steps, ideal %d", c.players, c.delay, r.setup.name, got, turns, floor)
			if float64(got) > 1.1*float64(floor) || got < floor {
				t.Errorf("%d players, %s: %d stalls, want %d to 1.1 times that (seeds 1 to %d)", c.players, r.setup.name, got, floor, stallOptions.seeds)
			}
			if share := float64(got) / float64(turns); share > c.limit && !smooth {
				t.Errorf("%d players, %s: a share of %v stalls, want at most %v (seeds 1 to %d)", c.players, r.setup.name, share, c.limit, stallOptions.seeds)
			}
			// The draws are the same only if the packets are.
			if want := turns * uint64(c.players-1); r.engine.sent != want || r.ideal.sent != want {
				t.Errorf("%d players, %s: %d packets, ideal %d, want %d", c.players, r.setup.name, r.engine.sent, r.ideal.sent, want)
			}
		}
	}
}

// What the ideal protocol does can be told without it where nothing is drawn.
func TestIdealProtocol(t *testing.T) {
	for _, c := range []struct {
		delay  int // steps
		lag    float64
		stalls uint64 // in 9,000 steps of a player
	}{
		{1, 1, 0},
		{6, 6, 0},
		{8, 8, 0},
		{9, 8, 1000}, // 8 frames in 9 steps
	} {
		s := lossySetup{name: "clean", players: 2, step: frameTime, policy: memnet.Policy{Delay: time.Duration(c.delay) * frameTime}}
		for name, build := range map[string]func(int) (player, error){
			"ideal": func(int) (player, error) { return newIdealPlayer(2), nil },
			"engine": func(seat int) (player, error) {
				return newSessionPlayer[[4]byte](s, seat, 0, newHabit(everyFrame, 1, seat))
			},
		} {
			m, err := newLossy(s, 1, build)
			if err != nil {
				t.Fatal(err)
			}
			m.run(9000)
			got := m.counted()
			if lag := float64(got.lag) / float64(got.turns); lag < c.lag-0.01 || lag > c.lag+0.01 {
				t.Errorf("%s, delay %d: lag %v, want %v", name, c.delay, lag, c.lag)
			}
			if got.stalls != 2*c.stalls || got.turns != 18000 {
				t.Errorf("%s, delay %d: %d stalls in %d turns, want %d in 18000", name, c.delay, got.stalls, got.turns, 2*c.stalls)
			}
		}
	}
}

// What a frame costs beside time does not grow with the match: the work and the
// bytes of the last quarter of a long one are those of the first, up to chance.
func TestALongMatchStaysAsItBegan(t *testing.T) {
	m, err := newLong(1)
	if err != nil {
		t.Fatal(err)
	}
	quarter := func() tally {
		before := m.total()
		m.run(longFrames / 4)
		return m.total().plus(before, -1)
	}
	first := quarter()
	quarter()
	quarter()
	last := quarter()
	for _, c := range []struct {
		what        string
		first, last uint64
	}{
		{"bytes", first.bytes, last.bytes},
		{"packets", first.sent, last.sent},
		{"resimulated frames", first.resimulated, last.resimulated},
		{"lag", first.lag, last.lag},
	} {
		if r := float64(c.last) / float64(c.first); r < 0.95 || r > 1.05 {
			t.Errorf("%s: %d in the first quarter and %d in the last", c.what, c.first, c.last)
		}
	}
	if got := testing.AllocsPerRun(1000, func() { m.run(1) }); got != 0 {
		t.Errorf("%v allocations a step, want 0", got)
	}
}
