package rollback

// StartAt makes a session that has not begun start at frame f instead of 0, as
// if everything before had been played with nothing pressed: what a session of
// weeks looks like at its end.
func StartAt[S, I any](s *Session[S, I], f Frame) {
	s.frame, s.confirmed, s.feed, s.pause.told = f, f-1, f, f-1
	for p := range s.logs {
		s.logs[p].have, s.logs[p].floor, s.logs[p].same = f-1, f-1, f-1
	}
	for i := range s.peers {
		e := &s.peers[i]
		e.frames = f
		for p := range e.theirs {
			e.theirs[p] = f - 1
		}
	}
	if every := Frame(s.set.checksumEvery); every > 0 {
		s.sums.next = (f + every) / every * every
		for i := range s.peers {
			s.peers[i].sums.sent = s.sums.next - every
		}
	}
}
