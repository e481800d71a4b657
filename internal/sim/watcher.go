package sim

import (
	"fmt"

	"example.com/backstep/rollback"
)

// historyLen is how many frames' states a watcher remembers: more than the feed
// may lag behind.
const historyLen = 512

// watcher is the game, and a record of what the session asked of it.
//
// Its frames are those that were played. A session's are more once there was a
// pause; played tells how many of them were.
type watcher struct {
	State
	history [historyLen]State // newest pass, by frame
	saved   [historyLen]State // as saved, by frame
	sums    [historyLen]State // as checksummed and not yet compared, by frame

	paused  func(rollback.Frame) bool // the session's
	settled rollback.Frame            // newest frame of the session that no Load may touch
	played  int64                     // frames up to it that were played
	pauses  bool                      // somebody pauses the match, or ends what is no pause
	sparse  bool                      // states are not saved before every frame

	simulated int64 // frames ever run: below it, a pass is a second one
	fault     error // the first wrong that the session asked for

	// of the current call of Session.Advance
	loads, advances int
	loaded          int64
	saves, checks   int // since the start
	allLoads        int

	corrupt  int64  // the state of this frame gets one wrong bit in every pass; 0 = none
	impure   bool   // reads something that is not in the state
	passes   uint64 // what it then reads
	comeback bool   // the next Advance replays the frame that was mispredicted
}

func newWatcher(p *Plan, seed uint64) *watcher {
	w := &watcher{State: begin(seed), settled: rollback.NoFrame, sparse: p.SaveEvery > 1, pauses: p.pauses()}
	w.history[0] = w.State
	for i := range w.sums {
		w.sums[i].Frame = -1
	}
	return w
}

func (w *watcher) blame(format string, args ...any) {
	if w.fault == nil {
		w.fault = fmt.Errorf(format, args...)
	}
}

// expect prepares for one call of Session.Advance.
func (w *watcher) expect(settled rollback.Frame) {
	for w.settled < settled {
		w.settled++
		if !w.paused(w.settled) {
			w.played++
		}
	}
	w.loads, w.advances, w.loaded, w.comeback = 0, 0, -1, false
}

// before is how many frames before frame f of the session were played.
func (w *watcher) before(f rollback.Frame) int64 {
	n := w.played
	for g := w.settled + 1; g < f; g++ {
		if !w.paused(g) {
			n++
		}
	}
	for g := f; g <= w.settled; g++ { // a sparse save may lie further back
		if !w.paused(g) {
			n--
		}
	}
	return n
}

// Save keeps a copy by frame, to compare with what Load brings back.
func (w *watcher) Save(dst *State) {
	w.saves++
	*dst = w.State
	w.saved[w.Frame%historyLen] = w.State
}

// Load goes back. It must bring exactly what was saved of a frame that has been
// simulated, and never one that is confirmed.
func (w *watcher) Load(src *State) {
	w.loads++
	w.allLoads++
	switch {
	case src.Frame < w.played && !w.sparse:
		w.blame("load of frame %d, confirmed are %d", src.Frame, w.played)
	case src.Frame > w.simulated || src.Frame == w.simulated && !w.pauses:
		w.blame("load of frame %d, simulated only %d", src.Frame, w.simulated)
	case w.saved[src.Frame%historyLen] != *src:
		w.blame("load of frame %d gives %x, saved was %x", src.Frame, *src, w.saved[src.Frame%historyLen])
	}
	w.State = *src
	w.loaded, w.comeback = src.Frame, !w.sparse && !w.pauses
}

// Checksum is asked for states that can no longer change. They are compared
// with the ledger once it reaches them.
func (w *watcher) Checksum(s *State) uint64 {
	w.checks++
	w.sums[s.Frame%historyLen] = *s
	return s.Digest
}

// advance plays one frame. The first frame after a Load must come out other
// than before: a rollback that changes nothing there went back too far.
func (w *watcher) advance(values []uint64, present uint16) {
	w.advances++
	w.State.advance(values, present)
	if w.corrupt != 0 && w.Frame == w.corrupt {
		w.Digest ^= 1 << 17
	}
	if w.impure {
		w.passes++
		w.Digest ^= w.passes
	}
	old := &w.history[w.Frame%historyLen]
	if w.comeback && *old == w.State {
		w.blame("rollback to frame %d, which was right", w.Frame-1)
	}
	w.comeback = false
	*old = w.State
	w.simulated = max(w.simulated, w.Frame)
}

// judge compares what one call of Session.Advance did with what it says.
func (w *watcher) judge(step rollback.Step) {
	first, end := step.Frame, step.Frame
	if step.Advanced {
		end++
	}
	if step.RolledBack != rollback.NoFrame {
		first = step.RolledBack
	}
	from, to := w.before(first), w.before(end)
	switch {
	case int64(w.advances) != to-from:
		w.blame("%d frames run, %d of them to be played: %+v", w.advances, to-from, step)
	case step.RolledBack != rollback.NoFrame && step.Resimulated != int(step.Frame-first):
		w.blame("went back %d frames, step says %+v", step.Frame-first, step)
	case (w.loads == 1) != (step.RolledBack != rollback.NoFrame) || w.loads > 1:
		w.blame("%d loads, step says %+v", w.loads, step)
	case w.loads == 1 && w.loaded != from:
		w.blame("loaded frame %d, want %d: %+v", w.loaded, from, step)
	case step.Advanced && w.Frame != to:
		w.blame("the game is at frame %d, want %d after %+v", w.Frame, to, step)
	}
}

// judgeShow is judge for an endpoint that only watches.
func (w *watcher) judgeShow(step rollback.Step, now rollback.Frame) {
	if want := w.before(now) - w.before(now-rollback.Frame(step.Ran)); int64(w.advances) != want {
		w.blame("%d frames run, %d of them to be played: %+v", w.advances, want, step)
	}
	if w.loads > 0 || step.RolledBack != rollback.NoFrame || step.Advanced != (step.Ran > 0) {
		w.blame("%d loads, step says %+v", w.loads, step)
	}
}
