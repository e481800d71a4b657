package jobs

// work is a worker: of the questions that are wanted it takes the one that is due first.
func (s *Scheduler[In, Out]) work() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.closed {
		if e := s.next(); e != nil {
			s.run(e)
		} else {
			s.changed.Wait()
		}
	}
}

// next is the question to work on, or nil.
func (s *Scheduler[In, Out]) next() (best *entry[In, Out]) {
	for _, e := range s.order {
		if e.state == waiting && !e.stale && (best == nil || e.due < best.due) {
			best = e
		}
	}
	return best
}

// run computes the answer of a question. The lock is held, but not while it computes.
func (s *Scheduler[In, Out]) run(e *entry[In, Out]) {
	e.state = running
	in := e.in
	s.mu.Unlock()
	out, failure := s.try(in)
	s.mu.Lock()
	e.out, e.failure, e.state = out, failure, ready
	s.computed++
	s.changed.Broadcast()
}

// try calls compute and catches a panic.
func (s *Scheduler[In, Out]) try(in In) (out Out, failure any) {
	defer func() { failure = recover() }()
	return s.compute(in), nil
}
