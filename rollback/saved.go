package rollback

// Saved is the state that is kept of frame f: the one before its inputs apply.
// It can never change any more if f is at most ConfirmedFrame(). ok is false where
// none is held: Window frames and Config.KeepFrames are kept, and of every
// Config.SaveEvery-th only; the state of Frame() itself is the game's own. It
// stays the session's, and is valid until the next Advance.
func (s *Session[S, I]) Saved(f Frame) (state *S, ok bool) {
	if f > s.frame {
		return nil, false
	}
	return s.sim.ring.Get(f)
}
