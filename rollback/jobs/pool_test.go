package jobs

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// threads is the numbers of goroutines that results are compared over; 0 is the caller alone.
var threads = []int{0, 1, 2, 3, 7, 15}

// dawdle takes a random time without a clock.
func dawdle() {
	for range rand.IntN(20) {
		runtime.Gosched()
	}
}

func TestRunDoesEachJobOnce(t *testing.T) {
	for _, workers := range threads {
		p := NewPool(workers)
		for _, jobs := range []int{-1, 0, 1, 2, 15, 16, 17, 500} {
			counts := make([]atomic.Int32, max(jobs, 0))
			p.Run(jobs, func(job int) { dawdle(); counts[job].Add(1) })
			for job := range counts {
				if n := counts[job].Load(); n != 1 {
					t.Errorf("%d workers, %d jobs: job %d ran %d times", workers, jobs, job, n)
				}
			}
		}
		p.Close()
		p.Close()
		ran := 0
		p.Run(3, func(int) { ran++ })
		if ran != 3 {
			t.Errorf("%d workers: after Close %d of 3 jobs ran", workers, ran)
		}
	}
	ran := 0
	(*Pool)(nil).Run(3, func(int) { ran++ })
	(*Pool)(nil).Close()
	if ran != 3 {
		t.Errorf("the nil pool ran %d of 3 jobs", ran)
	}
}

func TestThePanicOfTheLowestJobIsRaised(t *testing.T) {
	for _, workers := range threads {
		p := NewPool(workers)
		ran := atomic.Int32{}
		func() {
			defer func() {
				if got := recover(); got != "job 3" {
					t.Errorf("%d workers: recovered %v, want job 3", workers, got)
				}
			}()
			p.Run(20, func(job int) {
				ran.Add(1)
				dawdle()
				if job%4 == 3 {
					panic(fmt.Sprint("job ", job))
				}
			})
		}()
		if n := ran.Load(); n != 20 {
			t.Errorf("%d workers: %d of 20 jobs ran", workers, n)
		}
		p.Run(5, func(int) {}) // and the pool still works
		p.Close()
	}
}

func TestPartitionMergesInTheOrderOfTheParts(t *testing.T) {
	var want []int
	for i := range 1000 {
		if i%3 == 0 {
			want = append(want, i*i)
		}
	}
	for _, workers := range threads {
		p := NewPool(workers)
		var m Partition[int]
		for _, size := range []int{-5, 1, 7, 100, 999, 1000, 5000} {
			for range 3 { // with buffers of its own and with used ones
				got := m.Run(p, 1000, size, func(lo, hi int, out []int) []int {
					dawdle()
					for i := lo; i < hi; i++ {
						if i%3 == 0 {
							out = append(out, i*i)
						}
					}
					return out
				})
				if !slices.Equal(got, want) {
					t.Errorf("%d workers, parts of %d: %d results, want %d in order", workers, size, len(got), len(want))
				}
			}
		}
		if got := m.Run(p, 0, 10, nil); len(got) != 0 {
			t.Errorf("an empty range gives %v", got)
		}
		p.Close()
	}
}

// A sum of floats differs with the order of its terms; it must not differ with the number of goroutines.
func TestReductionHasOneShape(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, 10_000)
	for i := range values {
		values[i] = r.NormFloat64() * float64(int64(1)<<r.IntN(60))
	}
	add := func(a, b float64) float64 { return a + b }
	leaf := func(lo, hi int) (sum float64) {
		dawdle()
		for _, v := range values[lo:hi] {
			sum += v
		}
		return sum
	}
	var want Reduction[float64]
	results := map[float64]bool{}
	for _, size := range []int{1, 64, 100, 9999, 10_000, 20_000} {
		wanted := want.Run(nil, len(values), size, leaf, add)
		results[wanted] = true
		for _, workers := range threads {
			p := NewPool(workers)
			var got Reduction[float64]
			for range 3 {
				if sum := got.Run(p, len(values), size, leaf, add); sum != wanted {
					t.Errorf("%d workers, parts of %d: %v, want %v", workers, size, sum, wanted)
				}
			}
			p.Close()
		}
	}
	if len(results) < 2 {
		t.Error("the sum does not depend on its shape: the test shows nothing")
	}
	if got := want.Run(nil, 0, 8, leaf, add); got != 0 {
		t.Errorf("the sum of nothing = %v", got)
	}
}

func TestReductionJoinsPairsInOrder(t *testing.T) {
	var r Reduction[string]
	got := r.Run(nil, 7, 1, func(lo, _ int) string { return fmt.Sprint(lo) }, func(a, b string) string { return "(" + a + b + ")" })
	if want := "(((01)(23))((45)6))"; got != want {
		t.Errorf("the tree is %s, want %s", got, want)
	}
}

func TestWarmRunsDoNotAllocate(t *testing.T) {
	p := NewPool(2)
	defer p.Close()
	var m Partition[int]
	var sum Reduction[int]
	work := func(lo, hi int, out []int) []int { return append(out, lo, hi) }
	leaf := func(lo, hi int) int { return hi - lo }
	add := func(a, b int) int { return a + b }
	if n := testing.AllocsPerRun(100, func() {
		m.Run(p, 100, 10, work)
		sum.Run(p, 100, 10, leaf, add)
	}); n != 0 {
		t.Errorf("%v allocations a run", n)
	}
}

func TestCursorVisitsEachItemOnceARound(t *testing.T) {
	for _, units := range []int64{1, 3, 10, 100} {
		var c Cursor
		visits := make([]int, 10)
		for rounds, frames := 0, 0; rounds < 3; frames++ {
			b := Budget{units}
			lo, hi, done := c.Take(10, &b)
			for i := lo; i < hi; i++ {
				visits[i]++
			}
			if done {
				rounds++
			}
			if hi-lo > units || frames > 40 {
				t.Fatalf("%d units: took [%d, %d) in frame %d", units, lo, hi, frames)
			}
		}
		for i, n := range visits {
			if n != 3 {
				t.Errorf("%d units: item %d visited %d times in 3 rounds", units, i, n)
			}
		}
	}
}

func TestCursorEdges(t *testing.T) {
	tests := []struct {
		at, n, left int64
		lo, hi, end int64
		done        bool
	}{
		{0, 0, 5, 0, 0, 0, true},
		{8, 5, 5, 5, 5, 0, true}, // the items became fewer
		{2, 5, 0, 2, 2, 2, false},
		{2, 5, -1, 2, 2, 2, false},
		{-4, 5, 2, 0, 2, 2, false},
		{2, -1, 5, 0, 0, 0, true},
	}
	for _, tt := range tests {
		c, b := Cursor{tt.at}, Budget{tt.left}
		if lo, hi, done := c.Take(tt.n, &b); lo != tt.lo || hi != tt.hi || done != tt.done || c.At != tt.end {
			t.Errorf("Take(%d) of %d from %d = %d, %d, %t, cursor %d, want %+v", tt.n, tt.left, tt.at, lo, hi, done, c.At, tt)
		}
	}
	b := Budget{10}
	if b.Grant(4) != 4 || b.Grant(-3) != 0 || b.Grant(20) != 6 || b.Grant(1) != 0 || b.Left != 0 {
		t.Errorf("grants of 4, -3, 20 and 1 of 10 left %d", b.Left)
	}
}
