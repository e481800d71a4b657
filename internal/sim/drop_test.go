package sim

import (
	"flag"
	"fmt"
	"testing"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

var everySubset = flag.Bool("subsets", false, "TestDropAgreement plays all 65,536 subsets for each lost player")

// dropCase is one way to lose a player out of three: how many inputs it made,
// and which of its last packets reached each of the two who stay. Bit 0 is the
// packet of the oldest of those inputs. A packet repeats all that was not
// acknowledged, so the newest that arrives decides what a survivor holds.
type dropCase struct {
	lost   int
	inputs int // that the lost player made
	last   int // of them in question, at most 8
	got    [2]uint8
	window int
	delay  int // input delay of the lost player, frames
}

func (c dropCase) survivors() [2]int { return [2]int{(c.lost + 1) % 3, (c.lost + 2) % 3} }

// play runs the case. It returns what each survivor says, and the greatest frame
// of the lost player that was delivered to any.
func (c dropCase) play() (ends [2]rollback.Frame, greatest rollback.Frame, err error) {
	p := plainPlan(uint64(c.inputs), 3, memnet.Policy{})
	p.Window, p.Timeout, p.Notify = c.window, 250*ms, 100*ms
	p.Seats[c.lost].Delay = c.delay
	greatest = rollback.NoFrame
	w, err := newWorld(&p)
	if err != nil {
		return ends, greatest, err
	}
	lost := w.hosts[c.lost]
	w.alter = func(from, to int, b []byte) []byte {
		const gamePacket = 1 // lowest bit of the first byte
		if from != c.lost || b[0]&gamePacket == 0 {
			return b
		}
		made := int(lost.Frame()) // inputs, one a frame
		at := made - 1 - (c.inputs - c.last)
		if made > c.inputs {
			lost.killed = true
			return nil
		}
		if at >= 0 && c.got[(to-c.lost+2)%3]>>at&1 == 0 {
			return nil
		}
		if made > 0 {
			greatest = max(greatest, rollback.Frame(made-1+c.delay))
		}
		return b
	}
	if err := c.until(w); err != nil {
		return ends, greatest, err
	}
	for i, s := range c.survivors() {
		ends[i] = w.hosts[s].events.ends[c.lost]
	}
	return ends, greatest, w.agree()
}

// until plays on for as long as the survivors need, and a little.
func (c dropCase) until(w *world) error {
	for range 60 {
		if err := w.advanceTo(w.now + 50*ms); err != nil {
			return err
		}
		if w.find(func(h *host) bool { return h.id != c.lost && len(h.events.ends) == 0 }) == nil {
			return w.advanceTo(w.now + 50*ms)
		}
	}
	return fmt.Errorf("the survivors do not agree within 3 s")
}

func (c dropCase) check(t *testing.T, seen map[rollback.Frame]int) {
	t.Helper()
	ends, want, err := c.play()
	seen[want]++
	if err != nil || ends != [2]rollback.Frame{want, want} {
		t.Errorf("%+v: survivors say %v (%v), want frame %d", c, ends, err, want)
	}
}

// subsets calls visit for every way in which n packets can reach two survivors.
func subsets(n int, visit func(got [2]uint8)) {
	for a := range 1 << n {
		for b := range 1 << n {
			visit([2]uint8{uint8(a), uint8(b)})
		}
	}
}

// Whatever of its last inputs reached whom, and whoever is lost: the survivors
// end a lost player at the same frame, the greatest that any of them holds.
func TestDropAgreement(t *testing.T) {
	seen := map[rollback.Frame]int{} // how many cases ended where
	played := 0
	for lost := range 3 {
		most := 4
		if *everySubset {
			most = 8
		}
		// Lost at the prediction limit of the others, in mid-match, in the first
		// frames, and before the first input: with n inputs the last n are drawn.
		for _, inputs := range []int{0, 1, 2, 3, 5, 30} {
			last := min(inputs, most)
			subsets(last, func(got [2]uint8) {
				dropCase{lost: lost, inputs: inputs, last: last, got: got, window: 10}.check(t, seen)
				played++
			})
		}
		played += newest(t, lost, seen)
	}
	t.Logf("%d ways to lose a player, ends after frames %v", played, seen)
	for _, f := range []rollback.Frame{rollback.NoFrame, 0, 1, 2, 21, 22, 23, 24, 25, 26, 27, 28, 29, 32} {
		if seen[f] == 0 {
			t.Errorf("no case ended after frame %d", f)
		}
	}
}

// newest plays every pair of newest packets out of the last eight, for other
// windows and input delays.
func newest(t *testing.T, lost int, seen map[rollback.Frame]int) (played int) {
	for _, window := range []int{1, 9, 40} {
		for _, delay := range []int{0, 3} {
			last := min(8, window)
			for a := range last + 1 {
				for b := range last + 1 {
					got := [2]uint8{uint8(1<<a) >> 1, uint8(1<<b) >> 1}
					dropCase{lost: lost, inputs: 30, last: last, got: got, window: window, delay: delay}.check(t, seen)
					played++
				}
			}
		}
	}
	return played
}
