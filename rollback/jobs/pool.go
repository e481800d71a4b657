package jobs

import (
	"sync"
	"sync/atomic"
)

// Pool runs numbered jobs on its goroutines and on the caller's. The nil Pool has no goroutines of its own.
type Pool struct {
	workers int
	batches chan *batch
	done    sync.WaitGroup
	batch   batch
	closed  bool
}

// NewPool starts a pool with so many goroutines beside the caller's; none for workers <= 0. Close ends them.
func NewPool(workers int) *Pool {
	p := &Pool{workers: max(workers, 0)}
	p.batches = make(chan *batch, p.workers)
	for range p.workers {
		p.done.Go(func() {
			for b := range p.batches {
				b.work()
				b.helpers.Done()
			}
		})
	}
	return p
}

// Close ends the goroutines. Afterwards all jobs run on the caller's. It may be called again.
func (p *Pool) Close() {
	if p == nil || p.closed {
		return
	}
	p.closed = true
	close(p.batches)
	p.done.Wait()
}

// Run calls run for the jobs 0 to jobs-1, each once, and returns when all have. Jobs run at the same time and in any order.
// If some panic, the others run nevertheless, and Run panics with the value of the lowest that did. A job must not call
// the pool.
func (p *Pool) Run(jobs int, run func(job int)) {
	if p == nil {
		p = &Pool{closed: true}
	}
	b := &p.batch
	b.jobs, b.run, b.failed = int64(jobs), run, int64(jobs)
	b.next.Store(0)
	if !p.closed {
		helpers := max(min(p.workers, jobs-1), 0)
		b.helpers.Add(helpers)
		for range helpers {
			p.batches <- b // has room for all
		}
	}
	b.work()
	b.helpers.Wait()
	b.run = nil
	if b.failed < b.jobs {
		panic(b.reason)
	}
}

// batch is the jobs of one call of Run.
type batch struct {
	jobs    int64
	run     func(job int)
	next    atomic.Int64 // the first job that nobody took
	helpers sync.WaitGroup

	mu     sync.Mutex
	failed int64 // the lowest job that panicked, or jobs
	reason any
}

// work takes jobs until none is left.
func (b *batch) work() {
	for {
		job := b.next.Add(1) - 1
		if job >= b.jobs {
			return
		}
		b.do(job)
	}
}

func (b *batch) do(job int64) {
	defer func() {
		if reason := recover(); reason != nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			if job < b.failed {
				b.failed, b.reason = job, reason
			}
		}
	}()
	b.run(int(job))
}
