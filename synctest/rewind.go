package synctest

import (
	"example.com/backstep/rollback"
)

// rewind loads an earlier frame and simulates the way back to the current one.
// Every state on it must be the one that was saved the first time. The calls
// are those of a session: Load f, Advance, Save f+1, Advance, Save f+2, ...
func (t *SyncTest[S, I]) rewind() *Failure {
	from := max(0, t.frame-rollback.Frame(t.cfg.CheckDistance))
	slot := t.latest(from)
	if f := t.intact(from, slot); f != nil {
		return f
	}
	if t.cfg.Mispredict {
		t.mispredict(from, slot)
		if f := t.intact(from, slot); f != nil {
			return f
		}
	}
	t.load(slot)
	if bad := t.resimulate(from); bad != rollback.NoFrame {
		return t.mismatch(from, bad, slot)
	}
	return t.intact(from, slot)
}

// latest is the state of a window's first frame as it was saved last. The
// window before resimulated it, unless it is the very first frame.
func (t *SyncTest[S, I]) latest(f rollback.Frame) *S {
	if f == 0 {
		return t.saved(f)
	}
	return t.redone(f)
}

func (t *SyncTest[S, I]) load(s *S) {
	t.game.Load(s)
	t.stats.Rollbacks++
}

// intact checks that a slot is as it was saved.
func (t *SyncTest[S, I]) intact(f rollback.Frame, slot *S) *Failure {
	was := t.saved(f)
	if was != slot && t.sameByPlan(was, slot) {
		return nil
	}
	sum := t.game.Checksum(slot)
	if sum == t.sums[f&t.mask] {
		return nil
	}
	if was == slot {
		was = nil // nothing is left to compare with
	}
	return t.fail(ErrSlotModified, f, sum, was, slot)
}

// asFirst reports whether s is the state of frame f as it was saved first.
func (t *SyncTest[S, I]) asFirst(s *S, f rollback.Frame) bool {
	if t.plan == nil {
		return t.game.Checksum(s) == t.sums[f&t.mask]
	}
	return t.plan.Equal(t.saved(f), s)
}

// sameByPlan reports that two states are equal, where that can be told without
// their checksums: cheaper, and free of collisions.
func (t *SyncTest[S, I]) sameByPlan(a, b *S) bool { return t.plan != nil && t.plan.Equal(a, b) }

// mispredict simulates from a loaded frame with wrong inputs, one frame
// further than the current one, and leaves the game there.
func (t *SyncTest[S, I]) mispredict(from rollback.Frame, slot *S) {
	t.load(slot)
	swayed := false
	for f := from; f <= t.frame; f++ {
		t.game.Advance(t.lend(t.src.mislead()))
		s := t.redone(f + 1)
		t.game.Save(s)
		swayed = swayed || f < t.frame && !t.asFirst(s, f+1)
		t.stats.Mispredicted++
	}
	if swayed {
		t.stats.Swayed++
	}
}

// resimulate runs the right inputs from a loaded frame to the current one. It
// returns the first frame whose state differs, or NoFrame.
func (t *SyncTest[S, I]) resimulate(from rollback.Frame) (bad rollback.Frame) {
	bad = rollback.NoFrame
	for f := from; f < t.frame; f++ {
		t.game.Advance(t.lend(t.row(f)))
		s := t.redone(f + 1)
		t.game.Save(s)
		if bad == rollback.NoFrame && !t.asFirst(s, f+1) {
			bad = f + 1
		}
	}
	t.stats.Resimulated += int(t.frame - from)
	return bad
}
