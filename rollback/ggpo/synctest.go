package ggpo

import (
	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// maxCheckDistance is that of rollback.MaxWindow: no session goes further back.
const maxCheckDistance = rollback.MaxWindow

// SyncTest finds out whether a game is deterministic, with all players at this
// machine and no network. In every frame it loads the state of some frames ago,
// has the game run the same inputs again, and compares the checksums of each
// state on the way with those of the first time. Copies are the same test.
type SyncTest struct{ t *syncTest }

type syncTest struct {
	gate
	adapter
	distance int
	strict   bool
	frame    savestate.Frame // the next to run
	verified savestate.Frame // newest state found equal
	ring     *savestate.Ring[slot]
	logs     []delayedLog
	inputs   []rollback.Input[[]byte]
	told     bool // EventCodeRunning was reported
	summed   bool // the game has given a checksum
}

// NewSyncTest prepares a test of numPlayers with inputs of inputSize bytes, which
// goes back by frames, 1 to 60. A difference is reported as
// EventCodeSyncTestDesync. A strict test then stops: AdvanceFrame and every call
// after it return an error. It also stops when the game has given no checksum by
// the time that the first could be compared over the whole distance.
func NewSyncTest(cb Session, numPlayers, frames, inputSize int, strict bool) SyncTest {
	t := &syncTest{adapter: adapter{game: cb}, distance: frames, strict: strict, verified: savestate.NoFrame}
	t.resimulating = func() bool { return true }
	if t.broken = checkShape(cb, 0, numPlayers, inputSize); t.broken != nil {
		return SyncTest{t}
	}
	if frames < 1 || frames > maxCheckDistance {
		t.broken = fail(ErrorCodeInvalidRequest, "a check distance of %d frames, want 1 to %d", frames, maxCheckDistance)
		return SyncTest{t}
	}
	t.turn = newTurn(numPlayers, inputSize)
	t.ring = savestate.NewRing[slot](frames + 1)
	t.inputs = make([]rollback.Input[[]byte], numPlayers)
	for range numPlayers {
		t.logs = append(t.logs, newDelayedLog(inputSize, frames))
	}
	return SyncTest{t}
}

func (t *syncTest) usable() error {
	if t == nil {
		return unmade()
	}
	return t.check()
}

func (t *syncTest) log(h PlayerHandle) (*delayedLog, error) {
	if err := t.usable(); err != nil {
		return nil, err
	}
	if h < 0 || int(h) >= len(t.logs) {
		return nil, fail(ErrorCodeInvalidPlayerHandle, "player %d, want 0 to %d", h, len(t.logs)-1)
	}
	return &t.logs[h], nil
}

// ready makes the frame ready for the game to run, once.
func (t *syncTest) ready() {
	if t.turn.ready {
		return
	}
	if t.frame == 0 {
		t.guarded(func() { t.Save(t.ring.Slot(0)) })
	}
	for p := range t.logs {
		t.logs[p].fill(t.frame)
	}
	t.turn.take(t.at(t.frame))
}

// at is the inputs of frame f.
func (t *syncTest) at(f savestate.Frame) []rollback.Input[[]byte] {
	for p := range t.logs {
		t.inputs[p] = rollback.Input[[]byte]{Value: t.logs[p].at(f), Present: true}
	}
	return t.inputs
}

// ran follows a frame that the game has run: it saves the state that came of it,
// goes back, and runs forward again.
func (t *syncTest) ran() error {
	t.frame++
	bad := savestate.NoFrame
	var first, second sums
	t.guarded(func() {
		newest := t.ring.Slot(t.frame)
		t.Save(newest)
		t.summed = t.summed || newest.sums != sums{}
		bad, first, second = t.rewind(max(t.frame-savestate.Frame(t.distance), 0))
	})
	if bad != savestate.NoFrame {
		t.desync(bad, first, second)
		if t.strict && t.broken == nil {
			t.broken = fail(ErrorCodeGeneralFailure, "the state of frame %d came out differently when it was run again", bad)
		}
	}
	if t.strict && !t.summed && t.frame >= savestate.Frame(t.distance) {
		t.broken = fail(ErrorCodeGeneralFailure, "the game gave no checksum for any of %d frames", t.frame)
	}
	return t.broken
}

// rewind runs the game from frame base to the present again. It returns the
// first frame whose state differs, with the checksums of both runs.
func (t *syncTest) rewind(base savestate.Frame) (bad savestate.Frame, first, second sums) {
	bad = savestate.NoFrame
	if start, ok := t.ring.Get(base); ok {
		t.Load(start)
	}
	for f := base; f < t.frame; f++ {
		t.Advance(t.at(f))
		s, _ := t.ring.Get(f + 1)
		before := s.sums
		t.Save(s)
		switch {
		case bad != savestate.NoFrame:
		case before.differ(s.sums):
			bad, first, second = f+1, before, s.sums
		default:
			t.verified = max(t.verified, f+1)
		}
	}
	return bad, first, second
}

// differ compares what both runs gave a checksum of.
func (s sums) differ(o sums) bool {
	return s.saved != 0 && o.saved != 0 && s.saved != o.saved || s.given != 0 && o.given != 0 && s.given != o.given
}

func (t *syncTest) desync(f savestate.Frame, first, second sums) {
	e := Event{Code: EventCodeSyncTestDesync, CurrentState: int(t.frame), LastVerified: int(min(t.verified, f-1)),
		NumFrameOfDesync: int(f), LocalChecksum: second.saved, RemoteChecksum: first.saved}
	if first.given != second.given && first.given != 0 && second.given != 0 {
		e.LocalChecksum, e.RemoteChecksum = int(second.given), int(first.given)
	}
	t.game.OnEvent(&e)
}
