package memnet

import (
	"math"
	"slices"
	"strconv"
	"testing"
	"time"
)

// The queue agrees with a sorted slice over random pushes and pops.
func TestQueueAgainstSortedSlice(t *testing.T) {
	for seed := range uint64(50) {
		draws := newStream(seed, 0, 1, 0)
		var q queue
		var model []packet
		for seq := range uint64(2000) {
			if draws.below(100) < 55 {
				p := packet{at: time.Duration(draws.below(300)) + time.Duration(seq), seq: seq}
				q.push(p)
				at, _ := slices.BinarySearchFunc(model, p, compare)
				model = slices.Insert(model, at, p)
			} else if len(model) > 0 {
				if got := q.pop(); got != model[0] {
					t.Fatalf("seed %d, operation %d: popped %v, want %v", seed, seq, got, model[0])
				}
				model = model[1:]
			}
			checkAfter(t, seed, &q, model, time.Duration(seq+100))
		}
	}
}

func compare(a, b packet) int {
	if a.before(&b) {
		return -1
	}
	return 1
}

func checkAfter(t *testing.T, seed uint64, q *queue, model []packet, now time.Duration) {
	t.Helper()
	i := slices.IndexFunc(model, func(p packet) bool { return p.at > now })
	at, ok := q.after(now)
	if q.len() != len(model) || ok != (i >= 0) || ok && at != model[i].at {
		t.Fatalf("seed %d: length %d of %d, after(%v) = %v, %v", seed, q.len(), len(model), now, at, ok)
	}
}

func TestChanceIsExactAtItsEnds(t *testing.T) {
	s := newStream(1, 0, 1, 0)
	for range 10000 {
		if s.hit(newChance(0)) || !s.hit(newChance(1)) {
			t.Fatal("probability 0 happened, or 1 did not")
		}
	}
	if got := newChance(0.5); got != 1<<31 {
		t.Errorf("newChance(0.5) = %d, want 2^31", got)
	}
	if got := newChance(math.Nextafter(0, 1)); got != 0 {
		t.Errorf("the least float is %d, want 0", got)
	}
}

func TestTransmitDoesNotOverflow(t *testing.T) {
	for _, c := range []struct {
		rate, bytes int
		want        time.Duration
	}{
		{0, 1200, 0},
		{1, 1200, 1200 * time.Second},
		{1e9, 1200, 1200},
		{math.MaxInt32, 1, 0},
		{1, math.MaxInt32, math.MaxInt32 * time.Second},
	} {
		r := rules{bytesPerSecond: uint64(c.rate)}
		if got := r.transmit(c.bytes); got != c.want {
			t.Errorf("%d bytes at %d a second: %v, want %v", c.bytes, c.rate, got, c.want)
		}
	}
	if strconv.IntSize == 64 {
		r := rules{bytesPerSecond: 1}
		if got := r.transmit(math.MaxInt); got != 1<<62 {
			t.Errorf("the most bytes at 1 a second: %v, want 2^62 ns", got)
		}
	}
}
