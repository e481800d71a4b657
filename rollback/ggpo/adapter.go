package ggpo

import "example.com/backstep/rollback"

// slot is a saved state, as the session knows it: the number under which the
// game keeps it, and what was said of it.
type slot struct {
	number int // stateID + 1; 0 = the slot was never used
	sums   sums
}

// sums are the two checksums that a game can give for one state; 0 is none.
type sums struct {
	saved int    // what SaveGameState returned
	given uint32 // the argument of the AdvanceFrame that led to the state
}

// adapter turns the calls of a rollback.Session into those that a game of this
// package expects. The two differ in who steps. In a rollback the session does,
// by the game's AdvanceFrame. A new frame the game runs by itself, between
// SyncInput and AdvanceFrame: for the session it is run at once, and no call
// goes into the session until the game has caught up.
type adapter struct {
	game         Session
	resimulating func() bool
	turn         turn
	inside       bool   // the game's AdvanceFrame is under way
	given        uint32 // with the last AdvanceFrame
	slots        int    // numbers that were given out
}

// Save numbers a slot when it is first used. The session has a fixed number of
// them and overwrites none that it may still load, so neither does the game.
func (a *adapter) Save(dst *slot) {
	a.catchUp()
	if dst.number == 0 {
		a.slots++
		dst.number = a.slots
	}
	dst.sums = sums{a.game.SaveGameState(dst.number - 1), a.given}
}

// Load is followed by an Advance before the next Save, which sets given.
func (a *adapter) Load(src *slot) { a.game.LoadGameState(src.number - 1) }

func (a *adapter) Advance(in []rollback.Input[[]byte]) {
	a.catchUp()
	a.turn.take(in)
	if a.resimulating() {
		a.catchUp()
	}
}

// Checksum is what peers compare: the one given to AdvanceFrame, or if there is
// none that of SaveGameState.
func (a *adapter) Checksum(s *slot) uint64 {
	if s.sums.given != 0 {
		return uint64(s.sums.given)
	}
	return uint64(s.sums.saved)
}

// catchUp has the game run the frame that is ready, if one is: the session goes
// on behind it.
func (a *adapter) catchUp() {
	if !a.turn.ready {
		return
	}
	a.inside, a.given = true, 0
	defer func() { a.inside, a.turn.ready = false, false }()
	a.game.AdvanceFrame(0)
}

// advanced is Backend.AdvanceFrame, inside a rollback and outside.
func (a *adapter) advanced(checksum uint32) error {
	if err := a.turn.finish(); err != nil {
		return err
	}
	a.given = checksum
	return nil
}
