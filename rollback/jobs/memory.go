package jobs

// begin brings the scheduler to a frame and returns how many requests of the queue are due. Those that are late are helped
// with before any is waited for.
func (s *Scheduler[In, Out]) begin(q *Queue[In], frame int64) (due int) {
	s.mu.Lock()
	if frame <= s.frame { // after a rollback: what was asked from here on counts as not asked
		for _, e := range s.order {
			e.stale = e.stale || e.made >= frame
		}
	}
	s.frame, s.pass = frame, s.pass+1
	for _, r := range q.Waiting {
		s.want(r)
		if r.Due <= frame {
			due++
		}
	}
	s.forget()
	s.mu.Unlock()
	for _, r := range q.Waiting[:due] {
		s.help(r)
	}
	return due
}

// want sees to it that a question is known and wanted, and reports whether its answer is ready or under way already.
func (s *Scheduler[In, Out]) want(r Request[In]) (known bool) {
	e := s.entries[r.In]
	if e == nil {
		e = s.newEntry(r)
	}
	known = e.state != waiting
	e.stale, e.undone, e.pass = false, false, s.pass
	e.made, e.until = max(e.made, r.Made), max(e.until, r.Due)
	if e.due < s.frame || r.Due < e.due {
		e.due = r.Due
	}
	if !known {
		s.changed.Broadcast()
	}
	return known
}

func (s *Scheduler[In, Out]) newEntry(r Request[In]) *entry[In, Out] {
	var e *entry[In, Out]
	if n := len(s.free); n > 0 {
		e, s.free = s.free[n-1], s.free[:n-1]
	} else {
		e = new(entry[In, Out])
	}
	*e = entry[In, Out]{in: r.In, due: r.Due}
	s.entries[r.In] = e
	s.order = append(s.order, e)
	return e
}

// forget removes what the frames so far have no use for: questions that were undone, not asked again when their frame was
// run again, and not begun; answers that no rollback can need; and of answers beyond a bound the oldest, since those can
// be computed again. An answer to a question that was undone is kept as the others are: it may be asked a frame later.
func (s *Scheduler[In, Out]) forget() {
	excess := len(s.order) - s.bound()
	kept := s.order[:0]
	for _, e := range s.order {
		if e.stale && !e.undone && e.made < s.frame {
			e.undone = true
			s.stats.Withdrawn++
		}
		old := e.until+int64(s.opts.Window) < s.frame
		drop := old || e.undone && e.state == waiting || excess > 0
		if !drop || e.state == running || e.pass == s.pass {
			kept = append(kept, e)
			continue
		}
		excess--
		delete(s.entries, e.in)
		*e = entry[In, Out]{}
		s.free = append(s.free, e)
	}
	clear(s.order[len(kept):])
	s.order = kept
}

// bound is the answers that are kept at most, beside those that are running or wanted: what a full queue asks in Delay
// frames, over the frames of a rollback and twice that for what is undone.
func (s *Scheduler[In, Out]) bound() int {
	return s.opts.Limit * (2 + 2*s.opts.Window/s.opts.Delay)
}
