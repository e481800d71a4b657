package jobs

import (
	"errors"
	"fmt"
	"time"
)

// Request is a question whose answer is to be applied in a later frame.
type Request[In comparable] struct {
	Made int64 // the frame in which it was made
	Due  int64 // the frame in which it is applied
	In   In    // all that the answer depends on
}

// Queue is the requests that wait, in the order in which they were made. It belongs in the game's saved state, which it
// completes: a peer that loads the state alone, because it joined late, has the same questions and finds the same
// answers. The zero value is empty.
type Queue[In comparable] struct{ Waiting []Request[In] }

// ErrOption is wrapped by the error of NewScheduler that names an option out of range.
var ErrOption = errors.New("jobs: option out of range")

// Options configure a Scheduler. Delay and Limit must be the same on all peers, since results depend on them; the others
// may differ.
type Options struct {
	// Delay is the frames from request to application, at least 1.
	Delay int
	// Limit is how many requests may wait in a queue; 0 means 64.
	Limit int
	// Window is the frames that a rollback may go back; answers are kept as long. 0 means 16, a negative one none.
	Window int
	// Workers is the goroutines that answer; 0 means 1, a negative one none: then answers are computed when they are due.
	Workers int
	// Now is a clock for Stats.Stalled, or nil. Results do not depend on it.
	Now func() time.Duration
}

// The bounds of the options.
const (
	maxDelay   = 1 << 16
	maxLimit   = 1 << 16
	maxWindow  = 1 << 16
	maxWorkers = 1 << 10
)

// validate checks the options and fills in the defaults.
func (o Options) validate() (Options, error) {
	defaults := []struct {
		field   *int
		name    string
		zero    int
		lo, hi  int
		negated bool // a negative value means none
	}{
		{&o.Delay, "Delay", 0, 1, maxDelay, false},
		{&o.Limit, "Limit", 64, 1, maxLimit, false},
		{&o.Window, "Window", 16, 0, maxWindow, true},
		{&o.Workers, "Workers", 1, 0, maxWorkers, true},
	}
	for _, d := range defaults {
		if *d.field == 0 {
			*d.field = d.zero
		} else if d.negated {
			*d.field = max(*d.field, 0)
		}
		if *d.field < d.lo || *d.field > d.hi {
			return o, fmt.Errorf("%w: %s is %d, want %d to %d", ErrOption, d.name, *d.field, d.lo, d.hi)
		}
	}
	return o, nil
}

// Stats counts what a Scheduler did since it was made. It differs from machine to machine: it is for tuning Delay and
// Workers, and must not reach the simulation.
type Stats struct {
	Requested int64 // requests made, those of frames that are run again included
	Computed  int64 // answers computed, by whomever
	Reused    int64 // requests whose answer was known or under way
	Withdrawn int64 // questions that a rollback undid and that were not asked again
	Applied   int64 // answers handed out
	Late      int64 // answers that were not ready when they were due
	Helped    int64 // of those, computed by the caller, for no worker had begun
	Blocked   int64 // of those, waited for until a worker had finished

	Stalled time.Duration // the time that late answers took the caller, if there is a clock
}
