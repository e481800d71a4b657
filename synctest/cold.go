package synctest

import "example.com/backstep/rollback"

// coldFrames is for how long a new instance plays along before the next one
// takes its place.
const coldFrames = 60

// Cold makes the test load a saved state into a new instance of the game every
// 60 frames, which then plays the same inputs beside the first. Every state
// must be the same in both. So does a player who joins late or comes back; it
// finds what a game keeps outside its state from the frames before, even if it
// comes into play much later than the check distance. The state of a
// rollback.Planned game goes to the new instance as a snapshot, as it would over
// the network, so a savestate.Hook that does not decode what it appended is found
// too. Call it before the first Step; newGame makes an instance that shares
// nothing with others.
func (t *SyncTest[S, I]) Cold(newGame func() rollback.Game[S, I]) { t.newGame = newGame }

// compareCold advances the new instance to the current frame and compares. At
// its end another one begins.
func (t *SyncTest[S, I]) compareCold() *Failure {
	if t.newGame == nil {
		return nil
	}
	if t.cold != nil {
		t.cold.Advance(append([]rollback.Input[I](nil), t.row(t.frame-1)...))
		t.cold.Save(&t.coldState)
		if !t.asFirst(&t.coldState, t.frame) {
			f := t.fail(ErrCold, t.frame, t.game.Checksum(&t.coldState), t.saved(t.frame), &t.coldState)
			f.Loaded = t.coldFrom
			return f
		}
	}
	if t.frame%coldFrames == 0 {
		return t.beginCold()
	}
	return nil
}

func (t *SyncTest[S, I]) beginCold() *Failure {
	t.cold, t.coldFrom = t.newGame(), t.frame
	was := t.saved(t.frame)
	g, ok := t.game.(rollback.Planned[S])
	if !ok {
		t.cold.Load(was)
		return nil
	}
	var sent S
	if _, err := g.Plan().DecodeSnapshot(g.Plan().AppendSnapshot(nil, t.frame, was), &sent); err != nil {
		f := t.fail(ErrCold, t.frame, 0, nil, nil)
		f.Loaded, f.Hint = t.frame, err.Error()
		return f
	}
	t.cold.Load(&sent)
	return nil
}
