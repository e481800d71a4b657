package jobs_test

import (
	"fmt"

	"example.com/backstep/rollback/jobs"
)

func ExamplePartition() {
	pool := jobs.NewPool(3)
	defer pool.Close()
	positions := []int{3, 14, 15, 92, 65, 35, 89, 79}

	var near jobs.Partition[int] // kept from frame to frame, for its buffers
	hits := near.Run(pool, len(positions), 2, func(lo, hi int, out []int) []int {
		for i := lo; i < hi; i++ {
			if positions[i] < 50 {
				out = append(out, i)
			}
		}
		return out
	})
	fmt.Println(hits)
	// Output: [0 1 2 5]
}

func ExampleReduction() {
	pool := jobs.NewPool(3)
	defer pool.Close()
	masses := []float64{1e16, 1, -1e16, 1, 0.5}

	var sum jobs.Reduction[float64]
	total := sum.Run(pool, len(masses), 2,
		func(lo, hi int) (part float64) {
			for _, m := range masses[lo:hi] {
				part += m
			}
			return part
		},
		func(a, b float64) float64 { return a + b })
	fmt.Println(total) // rounded, but the same on every machine
	// Output: 0.5
}

func ExampleCursor() {
	type world struct{ Thinking jobs.Cursor } // part of the saved state
	var w world
	for range 4 { // frames
		budget := jobs.Budget{Left: 100} // nodes
		lo, hi, done := w.Thinking.Take(250, &budget)
		fmt.Println(lo, hi, done, "left for others:", budget.Left)
	}
	// Output:
	// 0 100 false left for others: 0
	// 100 200 false left for others: 0
	// 200 250 true left for others: 50
	// 0 100 false left for others: 0
}

func ExampleScheduler() {
	// The world is what is saved and loaded; the scheduler is beside it.
	type question struct{ Unit, Goal int32 }
	type world struct {
		Frame    int64
		Requests jobs.Queue[question]
	}
	paths, err := jobs.NewScheduler(jobs.Options{Delay: 3, Workers: 2}, func(q question) string {
		return fmt.Sprintf("unit %d goes to %d", q.Unit, q.Goal) // a search that takes long
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer paths.Close()

	var w world
	advance := func(asks ...question) {
		for request, path := range paths.Due(&w.Requests, w.Frame) {
			fmt.Printf("frame %d: %s, asked in %d\n", w.Frame, path, request.Made)
		}
		for _, q := range asks {
			paths.Request(&w.Requests, w.Frame, q)
		}
		w.Frame++
	}
	saved := w // no request waits yet, so a copy of the struct is a copy of the state
	advance(question{1, 70})
	advance()
	w = saved // a rollback: in truth another unit asked
	advance(question{2, 50})
	advance()
	advance()
	advance()
	fmt.Println(paths.Stats().Withdrawn, "withdrawn")
	// Output:
	// frame 3: unit 2 goes to 50, asked in 0
	// 1 withdrawn
}
