package main

import (
	"strings"
	"testing"

	"example.com/backstep/rollback"
)

// shortSweep is a minute of every cell: what is asserted has room.
var shortSweep = sweepOptions{minutes: 1, seeds: 1}

// What the engine promises beside the published figures, of a confirmed frame.
// In the cell of 200 ms the inputs under way alone are more than half of the
// published bytes: nothing that sends each until it is acknowledged can be below.
func TestSweepBesideThePublishedFigures(t *testing.T) {
	for _, c := range cells {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			theirs := c.published.frame
			slow := c.players == 4 && c.loss > 0.1
			for _, v := range variants {
				if v.reading == oneWay || v.name != "random" && (c.players > 4 || c.inputBytes == 32 && v.delay > 0) {
					continue // 16 players take their time, and one size shows what a step earlier does
				}
				ours := playVariant(t, c, v).frame
				if theirs.stalls == 0 && ours.stalls > 0 || theirs.stalls > 0 && ours.stalls >= theirs.stalls {
					t.Errorf("%s: %.4f stalls, published %.4f", v.name, ours.stalls, theirs.stalls)
				}
				if theirs.packets != unknown && !slow && ours.packets >= theirs.packets/2 {
					t.Errorf("%s: %.3f packets, want fewer than half of %.3f", v.name, ours.packets, theirs.packets)
				}
				possible := v.habit != everyFrame || !slow
				if !v.ideal && possible && ours.bytes >= theirs.bytes/2 {
					t.Errorf("%s: %.1f bytes, want fewer than half of %.1f", v.name, ours.bytes, theirs.bytes)
				}
			}
		})
	}
}

// No session stalls more, or knows less of the others' inputs, than the ideal
// protocol does on the same network.
func TestSweepCellsAreTheIdealProtocols(t *testing.T) {
	for _, c := range cells {
		if c.players > 4 || c.inputBytes != 4 {
			continue // the inputs do not matter, and 16 players take their time
		}
		for _, r := range []reading{roundTrip, oneWay} {
			engine := playVariant(t, c, variant{reading: r})
			ideal := playVariant(t, c, variant{reading: r, ideal: true})
			if engine.stalls != ideal.stalls || engine.lag != ideal.lag {
				t.Errorf("%v, reading %d: %v stalls a minute and a lag of %v, ideal %v and %v", c, r, engine.stalls, engine.lag, ideal.stalls, ideal.lag)
			}
		}
	}
}

func playVariant(t *testing.T, c cell, v variant) figures {
	t.Helper()
	s := c.setup(v.reading)
	sum, err := playSeeds(s, shortSweep, func(seed uint64, seat int) (player, error) { return c.player(s, v, seed, seat) })
	if err != nil {
		t.Fatal(err)
	}
	return measured(sum, sweepStep)
}

func TestPublishedFiguresOfAConfirmedFrame(t *testing.T) {
	got := published(7119, 142.3, 119.5, 2, 6, 6.69, 2064).frame
	// 62.5 steps a second less 34.4 stalls are 28.1 frames.
	for _, c := range []struct {
		what      string
		got, want float64
	}{{"bytes", got.bytes, 253.3}, {"packets", got.packets, 5.064}, {"resimulated", got.resimulated, 2.39}, {"stalls", got.stalls, 1.224}} {
		if c.got < 0.999*c.want || c.got > 1.001*c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestTallyDepth(t *testing.T) {
	s := tally{rollbacks: 100}
	if got := s.depth(0.5); got != 0 {
		t.Errorf("without a depth: %d, want 0", got)
	}
	s.depths[2], s.depths[3], s.depths[7] = 50, 48, 2
	for share, want := range map[float64]int{0.5: 2, 0.51: 3, 0.98: 3, 0.99: 7, 1: 7} {
		if got := s.depth(share); got != want {
			t.Errorf("the share %v: depth %d, want %d", share, got, want)
		}
	}
}

func TestHabits(t *testing.T) {
	const frames = 36000
	for kind, want := range map[habitKind][2]float64{ // changes a second, at 60 frames
		everyFrame:  {59.9, 60},
		eightValues: {52, 53},
		mash:        {19.5, 20.5},
		human:       {5, 6},
	} {
		a, b, other := newHabit(kind, 1, 0), newHabit(kind, 1, 0), newHabit(kind, 1, 1)
		changes, differ := 0, 0
		last := a.now
		for f := range frames {
			a.at(f)
			b.at(f)
			b.at(f) // asking twice changes nothing
			other.at(f)
			if a.now != b.now {
				t.Fatalf("habit %d: frame %d is not the same twice", kind, f)
			}
			if a.now != last {
				changes++
			}
			if a.now != other.now {
				differ++
			}
			last = a.now
		}
		if rate := float64(changes) * 60 / frames; rate < want[0] || rate > want[1] {
			t.Errorf("habit %d: %v changes a second, want %v to %v", kind, rate, want[0], want[1])
		}
		if differ < frames/4 {
			t.Errorf("habit %d: two players differ in %d of %d frames", kind, differ, frames)
		}
	}
}

func TestSweepTable(t *testing.T) {
	c := cell{network: "LAN", players: 2, inputBytes: 4, published: published(6250, 125, 50, 2, 4, 1.5, 0)}
	ours := figures{bytes: 1250, packets: 62.5, rollbacks: 10, p50: 1, p99: 3, lag: 1, stalls: 6,
		frame: perFrame{bytes: 20, packets: 1, resimulated: 0.1, stalls: 0.001}}
	r := sweepReport{options: shortSweep, rows: []sweepRow{
		{cell: c, who: "published", figures: c.published, theirs: true},
		{cell: c, who: "mash", figures: ours},
		{cell: c, who: "ideal protocol", figures: ours, ideal: true},
	}, stalls: []stallRow{{setup: stallSetup(2, 6, false), delay: 6,
		engine: tally{turns: 2000, stalls: 21}, ideal: tally{turns: 2000, stalls: 20}}}}
	text := r.markdown()
	for _, want := range []string{
		"seeds 1 to 1, 1 virtual minutes each",
		"| 2p LAN 4 B | published | 6250 | 125 | 50 | 2/4 | 1.5 | 0 | 100 | 2 | 1 | 0 |\n",
		"|  | mash | 1250 | 62.5 | 10 | 1/3 | 1 | 6 | 20 (0.20x) | 1 (0.50x) | 0.1 (0.10x) | 0.1 |\n",
		"|  | ideal protocol | 1250 | 62.5 |  |  | 1 | 6 | 20 (0.20x) | 1 (0.50x) |  | 0.1 |\n",
		"| 2 players, 6 frames, 5 % loss | whole frames | 1000 | 1.0500 % | 1.0000 % | 1.050 |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

func TestSweepRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"written as .md":       {"-o", "sweep.json"},
		"must be positive":     {"-seeds", "0"},
		"unexpected argument":  {"all"},
		"flag provided but no": {"-bogus"},
	} {
		var out, progress strings.Builder
		err := run(append([]string{"sweep"}, args...), &out, &progress)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", args, err, want)
		}
	}
}

// A match that never gets going is an error, not a table of nothing.
func TestLossyMatchThatDoesNotStart(t *testing.T) {
	s := stallSetup(2, 6, false)
	_, err := newLossy(s, 1, func(int) (player, error) { return standing{newIdealPlayer(2)}, nil })
	if err == nil || !strings.Contains(err.Error(), "player 0 is at frame 0") {
		t.Errorf("got %v, want an error that names the player and the frame", err)
	}
}

// standing is a player who never advances.
type standing struct{ player }

func (standing) frame() rollback.Frame { return 0 }
