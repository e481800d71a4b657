package jobs

import (
	"iter"
	"slices"
	"sync"
	"time"
)

// Scheduler answers requests a fixed number of frames after they were made. It holds no state of the game: it knows
// answers by their questions, so that whatever it remembers or has forgotten, the answer is the same.
type Scheduler[In comparable, Out any] struct {
	opts    Options
	compute func(In) Out
	frame   int64 // the last frame that Due was called for
	pass    int64 // counts the calls of Due
	due     []Request[In]
	stats   Stats

	mu       sync.Mutex
	changed  sync.Cond // an answer was finished, a question came, or closed
	entries  map[In]*entry[In, Out]
	order    []*entry[In, Out] // all of entries, in the order in which they came
	free     []*entry[In, Out]
	computed int64
	closed   bool
	workers  sync.WaitGroup
}

// entry is a question and, in time, its answer.
type entry[In comparable, Out any] struct {
	in      In
	out     Out
	failure any // what compute panicked with
	state   entryState
	stale   bool  // its frame is being run again, or was, and it was not asked again so far
	undone  bool  // it was
	pass    int64 // the last one in which it was in the queue
	made    int64 // the last frame in which it was asked
	due     int64 // the next frame in which it is applied
	until   int64 // the last one
}

type entryState uint8

const (
	waiting entryState = iota // nobody works on it
	running                   // a worker does
	ready                     // out or failure is set
)

// NewScheduler starts a scheduler. compute must be a pure function of its argument; it runs on several goroutines. The
// game may keep an answer but must not write to what it points to: a frame that is run again gets the same one. The error
// wraps ErrOption. Close ends the workers.
func NewScheduler[In comparable, Out any](opts Options, compute func(In) Out) (*Scheduler[In, Out], error) {
	opts, err := opts.validate()
	if err != nil {
		return nil, err
	}
	s := &Scheduler[In, Out]{opts: opts, compute: compute, frame: -1, entries: map[In]*entry[In, Out]{}}
	s.changed.L = &s.mu
	for range opts.Workers {
		s.workers.Go(s.work)
	}
	return s, nil
}

// Close ends the workers; what they are at they finish. Afterwards answers are computed when they are due. It may be called
// again.
func (s *Scheduler[In, Out]) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.changed.Broadcast()
	s.workers.Wait()
}

// Stats returns the counts so far.
func (s *Scheduler[In, Out]) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	stats := s.stats
	stats.Computed = s.computed
	return stats
}

// Request asks in frame `frame` for an answer in frame frame+Delay, and puts the question into the queue. It reports false,
// and does nothing, if Limit requests wait there already, which is so on all peers or on none. In each frame Due comes
// before the requests.
func (s *Scheduler[In, Out]) Request(q *Queue[In], frame int64, in In) bool {
	if len(q.Waiting) >= s.opts.Limit {
		return false
	}
	r := Request[In]{frame, frame + int64(s.opts.Delay), in}
	q.Waiting = append(q.Waiting, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Requested++
	if s.want(r) {
		s.stats.Reused++
	}
	return true
}

// Due takes the requests that are due in frame `frame` out of the queue and yields each with its answer, in the order in
// which they were made. It is called once in each frame that is run, and again in each that is run again after a rollback:
// by the number of the frame the scheduler sees a rollback. An answer that is not ready is waited for; a question that no
// worker has begun is answered here. If compute panicked, Due panics with the same value.
//
// All are taken out even if the loop ends early.
func (s *Scheduler[In, Out]) Due(q *Queue[In], frame int64) iter.Seq2[Request[In], Out] {
	return func(yield func(Request[In], Out) bool) {
		n := s.begin(q, frame)
		s.due = append(s.due[:0], q.Waiting[:n]...)
		q.Waiting = slices.Delete(q.Waiting, 0, n)
		for _, r := range s.due {
			if !yield(r, s.answer(r)) {
				return
			}
		}
	}
}

// help answers a question here if no worker has begun.
func (s *Scheduler[In, Out]) help(r Request[In]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.entries[r.In]; e.state == waiting {
		since := s.now()
		s.stats.Late++
		s.stats.Helped++
		s.run(e)
		s.stats.Stalled += s.now() - since
	}
}

// answer waits for the answer of a question.
func (s *Scheduler[In, Out]) answer(r Request[In]) Out {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.entries[r.In]
	if e.state != ready {
		since := s.now()
		s.stats.Late++
		s.stats.Blocked++
		for e.state != ready {
			s.changed.Wait()
		}
		s.stats.Stalled += s.now() - since
	}
	s.stats.Applied++
	if e.failure != nil {
		panic(e.failure)
	}
	return e.out
}

func (s *Scheduler[In, Out]) now() time.Duration {
	if s.opts.Now == nil {
		return 0
	}
	return s.opts.Now()
}
