package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/backstep/transport/memnet"
)

// stallSetup is a match at 5 % loss and 0 to 2 frames of jitter. A link delivers
// between steps and is looked at in steps, so a delay drawn evenly from half a
// frame before delay-1/2 to delay+2 arrives delay, delay+1 or delay+2 steps later
// with equal chances. Smooth draws it from delay to delay+2 instead, which
// arrives half a step later on average.
func stallSetup(players, delay int, smooth bool) lossySetup {
	s := lossySetup{name: "whole frames", players: players, step: frameTime,
		policy: memnet.Policy{Delay: frames(2*delay + 1), Jitter: frames(3), Loss: 0.05}}
	if smooth {
		s.name = "smooth"
		s.policy.Delay, s.policy.Jitter = frames(2*delay+2), frames(2)
	}
	return s
}

// frames is a time in half frames.
func frames(halves int) time.Duration { return frameTime * time.Duration(halves) / 2 }

// stallRow is one match of the second table: how often the engine and the ideal
// protocol stall with equal draws.
type stallRow struct {
	setup         lossySetup
	delay         int // frames
	engine, ideal tally
}

// playStalls plays what the second table shows.
func playStalls(o sweepOptions) (rows []stallRow, err error) {
	for _, smooth := range []bool{false, true} {
		for _, c := range []struct{ players, delay int }{{2, 6}, {4, 3}} {
			r := stallRow{setup: stallSetup(c.players, c.delay, smooth), delay: c.delay}
			if err := r.play(o); err != nil {
				return nil, err
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

func (r *stallRow) play(o sweepOptions) (err error) {
	r.engine, err = playSeeds(r.setup, o, func(seed uint64, seat int) (player, error) {
		return newSessionPlayer[[4]byte](r.setup, seat, 0, newHabit(everyFrame, seed, seat))
	})
	if err != nil {
		return err
	}
	r.ideal, err = playSeeds(r.setup, o, func(uint64, int) (player, error) { return newIdealPlayer(r.setup.players), nil })
	return err
}

func (r *stallRow) markdown(b *strings.Builder) {
	share := func(t *tally) string {
		return strconv.FormatFloat(100*float64(t.stalls)/float64(t.turns), 'f', 4, 64) + " %"
	}
	fmt.Fprintf(b, "| %d players, %d frames, 5 %% loss | %s | %d | %s | %s | %.3f |\n", r.setup.players, r.delay, r.setup.name,
		r.engine.turns/uint64(r.setup.players), share(&r.engine), share(&r.ideal), float64(r.engine.stalls)/float64(r.ideal.stalls))
}
