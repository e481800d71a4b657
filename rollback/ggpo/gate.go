package ggpo

// gate refuses calls to what does not work any more, and calls from within the
// game's own methods.
type gate struct {
	busy   bool // a call into the game is under way
	closed bool
	broken error // nothing but Close works any more
}

func (g *gate) check() error {
	switch {
	case g.closed:
		return fail(ErrorCodeInvalidSession, "it is closed")
	case g.busy:
		return fail(ErrorCodeInRollback, "called from within the game's own methods")
	case g.broken != nil:
		return g.broken
	}
	return nil
}

// guarded runs what calls the game. If the game panics there, everything stopped
// halfway and is of no more use: the panic goes on, and a caller who recovers
// finds an error in every later call.
func (g *gate) guarded(call func()) {
	g.busy = true
	g.broken = fail(ErrorCodeGeneralFailure, "the game panicked in one of its methods")
	defer func() { g.busy = false }()
	call()
	g.broken = nil
}

// unmade is the error of a Backend that no constructor made.
func unmade() error { return fail(ErrorCodeInvalidSession, "it was made by no constructor") }
