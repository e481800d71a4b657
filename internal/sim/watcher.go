package sim

import (
	"fmt"

	"example.com/backstep/rollback"
)

// historyLen is how many frames' states a watcher remembers: more than the feed
// may lag behind.
const historyLen = 512

// watcher is the game, and a record of what the session asked of it.
type watcher struct {
	State
	plan    *Plan
	host    int
	history [historyLen]State // newest pass, by frame
	saved   [historyLen]State // as saved, by frame
	sums    [historyLen]State // as checksummed and not yet compared, by frame

	simulated int64          // frames ever run: below it, a pass is a second one
	settled   rollback.Frame // newest frame that no Load may touch
	fault     error          // the first wrong that the session asked for

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

func newWatcher(p *Plan, host int) *watcher {
	w := &watcher{State: begin(p.Seed), plan: p, host: host}
	w.history[0] = w.State
	return w
}

func (w *watcher) blame(format string, args ...any) {
	if w.fault == nil {
		w.fault = fmt.Errorf(format, args...)
	}
}

// expect prepares for one call of Session.Advance.
func (w *watcher) expect(settled rollback.Frame) {
	w.settled, w.loads, w.advances, w.loaded, w.comeback = settled, 0, 0, -1, false
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
	case w.plan.Hostile: // a lie can pause the game, whose frames then are not the session's
	case src.Frame <= int64(w.settled):
		w.blame("load of frame %d, confirmed up to %d", src.Frame, w.settled)
	case src.Frame >= w.simulated:
		w.blame("load of frame %d, simulated only %d", src.Frame, w.simulated)
	case w.saved[src.Frame%historyLen] != *src:
		w.blame("load of frame %d gives %x, saved was %x", src.Frame, *src, w.saved[src.Frame%historyLen])
	}
	w.State = *src
	w.loaded, w.comeback = src.Frame, true
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
	if w.comeback && *old == w.State && !w.plan.Hostile {
		w.blame("rollback to frame %d, which was right", w.Frame-1)
	}
	w.comeback = false
	*old = w.State
	w.simulated = max(w.simulated, w.Frame)
}

// judge compares what one call of Session.Advance did with what it says.
func (w *watcher) judge(step rollback.Step) {
	want := step.Resimulated
	if step.Advanced {
		want++
	}
	switch {
	case w.plan.Hostile && w.advances < want: // a lie can pause the game
	case w.advances != want:
		w.blame("%d frames run, step says %+v", w.advances, step)
	case (w.loads == 1) != (step.RolledBack != rollback.NoFrame) || w.loads > 1:
		w.blame("%d loads, step says %+v", w.loads, step)
	case w.loads == 1 && w.loaded != int64(step.RolledBack):
		w.blame("loaded frame %d, step says %+v", w.loaded, step)
	case step.Advanced && w.Frame != int64(step.Frame)+1:
		w.blame("the game is at frame %d after %+v", w.Frame, step)
	}
}
