package jobs

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// world is a simulation whose state is all that it has: the scheduler is beside it.
type world struct {
	Frame int64
	Hash  uint64
	Queue Queue[uint64]
}

func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// solve is the deferred work, done at random speed.
func solve(in uint64) uint64 {
	dawdle()
	return mix(in, 42)
}

func (w *world) step(s *Scheduler[uint64, uint64], input byte) {
	for r, out := range s.Due(&w.Queue, w.Frame) {
		w.Hash = mix(mix(mix(w.Hash, r.In), out), uint64(w.Frame-r.Made))
	}
	for i := range input % 4 {
		if !s.Request(&w.Queue, w.Frame, uint64(input)<<8|uint64(i)) {
			w.Hash = mix(w.Hash, 1) // a refusal is part of the world too
		}
	}
	w.Hash = mix(w.Hash, uint64(input))
	w.Frame++
}

func (w *world) clone() world {
	c := *w
	c.Queue.Waiting = slices.Clone(w.Queue.Waiting)
	return c
}

func newScheduler(t *testing.T, opts Options, compute func(uint64) uint64) *Scheduler[uint64, uint64] {
	t.Helper()
	s, err := NewScheduler(opts, compute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// play runs the inputs; with rollbacks some frames are first run with wrong inputs, then taken back and run again.
func play(s *Scheduler[uint64, uint64], inputs []byte, r *rand.Rand) world {
	var w world
	for int(w.Frame) < len(inputs) {
		saved, depth := w.clone(), 0
		if r != nil && r.IntN(3) == 0 {
			depth = 1 + r.IntN(min(8, len(inputs)-int(w.Frame)))
		}
		for range depth {
			input := inputs[w.Frame]
			if r.IntN(2) == 0 {
				input = byte(r.Uint32())
			}
			w.step(s, input)
		}
		w = saved
		for range max(depth, 1) {
			w.step(s, inputs[w.Frame])
		}
	}
	return w
}

func TestResultsDependOnNeitherWorkersNorRollbacks(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 1))
		inputs := make([]byte, 300)
		for i := range inputs {
			inputs[i] = byte(r.Uint32())
		}
		opts := Options{Delay: 1 + int(seed), Limit: 5 + int(seed), Window: 8, Workers: -1}
		want := play(newScheduler(t, opts, solve), inputs, nil)
		for workers := range 17 {
			opts.Workers = workers - 1 + workers/16 // -1, which is none, 0, which is one, and on to 16
			s := newScheduler(t, opts, solve)
			got := play(s, inputs, r)
			if got.Hash != want.Hash || !slices.Equal(got.Queue.Waiting, want.Queue.Waiting) {
				t.Errorf("seed %d, option %d workers: hash %#x, want %#x", seed, opts.Workers, got.Hash, want.Hash)
			}
			if n := len(s.order); n > s.bound()+2*opts.Limit {
				t.Errorf("seed %d: the scheduler remembers %d answers", seed, n)
			}
			s.Close()
		}
	}
}

// A peer that joins late has the state and an empty scheduler.
func TestTheStateAloneIsEnough(t *testing.T) {
	opts := Options{Delay: 6}
	inputs := []byte{1, 2, 3, 0, 7, 1, 0, 3, 2, 1, 0, 0, 3, 1, 2, 5, 6, 7, 0, 1}
	first := newScheduler(t, opts, solve)
	var w world
	for _, in := range inputs[:8] {
		w.step(first, in)
	}
	joined, late := w.clone(), newScheduler(t, opts, solve)
	for _, in := range inputs[8:] {
		w.step(first, in)
		joined.step(late, in)
		if w.Hash != joined.Hash {
			t.Fatalf("frame %d: %#x after joining, want %#x", w.Frame, joined.Hash, w.Hash)
		}
	}
}

// script runs frames of a world that asks by hand.
type script struct {
	t *testing.T
	s *Scheduler[uint64, uint64]
	w world
}

// frame runs one frame: it takes what is due and asks the questions.
func (c *script) frame(questions ...uint64) (applied []uint64) {
	for r := range c.s.Due(&c.w.Queue, c.w.Frame) {
		applied = append(applied, r.In)
	}
	for _, in := range questions {
		if !c.s.Request(&c.w.Queue, c.w.Frame, in) {
			c.t.Fatalf("frame %d: the queue is full", c.w.Frame)
		}
	}
	c.w.Frame++
	return applied
}

func TestAnswersAreAppliedAfterTheDelayInOrder(t *testing.T) {
	c := script{t: t, s: newScheduler(t, Options{Delay: 3, Workers: 4}, solve)}
	c.frame(30, 10, 20, 10)
	for range 2 {
		if got := c.frame(); got != nil {
			t.Errorf("frame %d applies %v early", c.w.Frame-1, got)
		}
	}
	if got, want := c.frame(), []uint64{30, 10, 20, 10}; !slices.Equal(got, want) {
		t.Errorf("frame 3 applies %v, want %v", got, want)
	}
	if got := c.s.Stats(); got.Computed != 3 || got.Applied != 4 || got.Requested != 4 {
		t.Errorf("stats %+v, want 3 computed for 4 requests, 2 of them equal", got)
	}
}

func TestARepeatedRequestIsNotComputedAgain(t *testing.T) {
	c := script{t: t, s: newScheduler(t, Options{Delay: 2, Workers: -1}, solve)}
	c.frame()
	saved := c.w.clone()
	for range 5 { // and five times back
		c.w = saved.clone()
		c.frame(7)
		c.frame()
		if got := c.frame(); !slices.Equal(got, []uint64{7}) {
			t.Fatalf("frame 3 applies %v, want 7", got)
		}
	}
	c.w = saved.clone() // now it comes a frame later
	c.frame()
	c.frame(7)
	c.frame()
	c.frame()
	if got := c.s.Stats(); got.Computed != 1 || got.Reused != 5 || got.Applied != 6 {
		t.Errorf("stats %+v, want 1 computed, 5 reused, 6 applied", got)
	}
}

func TestARequestThatARollbackUndidIsWithdrawn(t *testing.T) {
	begun, gate := make(chan uint64, 8), make(chan struct{})
	c := script{t: t, s: newScheduler(t, Options{Delay: 4, Workers: 1}, func(in uint64) uint64 {
		begun <- in
		<-gate
		return in
	})}
	c.frame(1) // keeps the only worker
	if in := <-begun; in != 1 {
		t.Fatalf("the worker began with %d", in)
	}
	saved := c.w.clone()
	c.frame(2)
	c.frame()
	c.w = saved
	c.frame(3) // 3 in place of 2
	c.frame()
	if got := c.s.Stats(); got.Withdrawn != 1 {
		t.Errorf("stats %+v, want 1 withdrawn", got)
	}
	close(gate)
	c.frame()
	if got := c.frame(); !slices.Equal(got, []uint64{1}) {
		t.Errorf("frame 4 applies %v, want 1", got)
	}
	if got := c.frame(); !slices.Equal(got, []uint64{3}) {
		t.Errorf("frame 5 applies %v, want 3", got)
	}
	c.s.Close()
	close(begun)
	for in := range begun {
		if in == 2 {
			t.Error("the question that was undone was worked on")
		}
	}
}

func TestStallsAreCountedAndTimed(t *testing.T) {
	var now time.Duration
	begun, gate := make(chan struct{}), make(chan struct{})
	reads := 0
	opts := Options{Delay: 1, Workers: 1, Now: func() time.Duration {
		now += time.Millisecond
		if reads++; reads == 3 { // after the two of the question that is helped with, before the wait
			close(gate)
		}
		return now
	}}
	c := script{t: t, s: newScheduler(t, opts, func(in uint64) uint64 {
		if in == 1 {
			close(begun)
			<-gate
		}
		return in
	})}
	c.frame(1)
	<-begun
	saved := c.w.Queue.Waiting
	c.w.Queue.Waiting = append(saved, Request[uint64]{0, 1, 2})
	if got := c.frame(); !slices.Equal(got, []uint64{1, 2}) {
		t.Errorf("frame 1 applies %v, want 1 and 2", got)
	}
	want := Stats{Requested: 1, Computed: 2, Applied: 2, Late: 2, Helped: 1, Blocked: 1, Stalled: 2 * time.Millisecond}
	if got := c.s.Stats(); got != want {
		t.Errorf("stats %+v, want %+v", got, want)
	}
}

func TestAFullQueueRefuses(t *testing.T) {
	s := newScheduler(t, Options{Delay: 2, Limit: 2}, solve)
	var q Queue[uint64]
	for i, want := range []bool{true, true, false} {
		if got := s.Request(&q, 0, uint64(i)); got != want {
			t.Errorf("request %d of a queue of 2 = %t", i, got)
		}
	}
	for range s.Due(&q, 2) {
		break // and what is due leaves it even if the loop does
	}
	if len(q.Waiting) != 0 || !s.Request(&q, 2, 9) {
		t.Errorf("after the due ones %d wait", len(q.Waiting))
	}
}

func TestAPanicIsRaisedWhereTheAnswerIsDue(t *testing.T) {
	for _, workers := range []int{-1, 2} {
		c := script{t: t, s: newScheduler(t, Options{Delay: 1, Workers: workers}, func(uint64) uint64 { panic("no path") })}
		c.frame(1)
		func() {
			defer func() {
				if got := recover(); got != "no path" {
					t.Errorf("recovered %v", got)
				}
			}()
			c.frame()
		}()
	}
}

func TestOptionsOutOfRangeAreRefused(t *testing.T) {
	for name, opts := range map[string]Options{
		"Delay 0": {}, "Delay -1": {Delay: -1}, "Limit": {Delay: 1, Limit: -1}, "Window": {Delay: 1, Window: 1 << 20},
		"Workers": {Delay: 1, Workers: 1 << 20}, "Delay": {Delay: 1 << 20},
	} {
		if _, err := NewScheduler(opts, solve); !errors.Is(err, ErrOption) {
			t.Errorf("%s: %+v gives %v", name, opts, err)
		}
	}
	s := newScheduler(t, Options{Delay: 1}, solve)
	s.Close()
	s.Close()
	c := script{t: t, s: s}
	c.frame(5)
	if got := c.frame(); !slices.Equal(got, []uint64{5}) {
		t.Errorf("a closed scheduler applies %v, want 5", got)
	}
}

func TestWhatIsOldIsForgotten(t *testing.T) {
	s := newScheduler(t, Options{Delay: 2, Window: 4}, solve)
	c := script{t: t, s: s}
	for i := range uint64(500) {
		c.frame(i, i+1_000_000)
	}
	if n := len(s.order); n > 2*(2+4+2) || len(s.entries) != n {
		t.Errorf("%d answers are kept, by %d questions", n, len(s.entries))
	}
}
