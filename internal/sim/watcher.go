package sim

import (
	"fmt"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// historyLen is how many frames' states a watcher remembers: more than the feed
// may lag behind.
const historyLen = 512

// watcher is the game, and a record of what the session asked of it.
//
// Its frames are those that were played. A session's are more once there was a
// pause; played tells how many of them were.
type watcher struct {
	Scene
	plan    *savestate.Plan[Scene]
	history [historyLen]State // newest pass, by frame
	saved   [historyLen]State // as saved, by frame
	sums    [historyLen]State // as checksummed and not yet compared, by frame

	of      driver         // the session
	settled rollback.Frame // newest frame of the session that no Load may touch
	played  int64          // frames up to it that were played
	pauses  bool           // somebody pauses the match, or ends what is no pause
	sparse  bool           // states are not saved before every frame
	lied    bool           // a state taken over may be any
	mends   bool           // records of the engine's own make rollbacks to what was right

	simulated int64 // frames ever run: below it, a pass is a second one
	fault     error // the first wrong that the session asked for

	// of the current call of Session.Advance
	before        call
	advances      int
	loads         []load
	saves, checks int // since the start
	allLoads      int

	wrong    spoiled
	impure   bool   // reads something that is not in the state
	passes   uint64 // what it then reads
	comeback bool   // the next Advance replays the frame that was mispredicted
}

// call is where a session stood before an Advance.
type call struct {
	frame   rollback.Frame
	away    bool // it may begin with somebody else's state
	resyncs uint64
}

// load is one state that was loaded, and what would be wrong with it if it were
// one that this game saved.
type load struct {
	State
	wrong error
}

func newWatcher(p *Plan, seed uint64) (*watcher, error) {
	plan, err := savestate.PlanOf[Scene]()
	w := &watcher{Scene: Scene{begin(seed), newBody(p.StateBytes)}, plan: plan, settled: rollback.NoFrame,
		sparse: p.SaveEvery > 1, lied: p.Hostile, pauses: p.pauses(), mends: p.renews(), wrong: sound()}
	w.history[0] = w.State
	for i := range w.sums {
		w.sums[i].Frame = -1
	}
	return w, err
}

func (w *watcher) blame(format string, args ...any) {
	if w.fault == nil {
		w.fault = fmt.Errorf(format, args...)
	}
}

// expect prepares for one call of Session.Advance. An endpoint that is away, or
// only watches, may come in with a state that it did not save.
func (w *watcher) expect(away bool) {
	w.settle(w.of.ConfirmedFrame())
	w.before = call{w.of.Frame(), away, w.of.Stats().Resyncs}
	w.loads, w.advances, w.comeback = w.loads[:0], 0, false
}

func (w *watcher) settle(f rollback.Frame) {
	for w.settled < f {
		w.settled++
		if !w.of.Paused(w.settled) {
			w.played++
		}
	}
}

// index is how many frames before frame f of the session were played.
func (w *watcher) index(f rollback.Frame) int64 {
	n := w.played
	for g := w.settled + 1; g < f; g++ {
		if !w.of.Paused(g) {
			n++
		}
	}
	for g := f; g <= w.settled; g++ { // a sparse save may lie further back
		if !w.of.Paused(g) {
			n--
		}
	}
	return n
}

// Save keeps a copy by frame, to compare with what Load brings back.
func (w *watcher) Save(dst *Scene) {
	w.saves++
	w.copy(dst, &w.Scene)
	w.saved[w.Frame%historyLen] = w.State
}

func (w *watcher) copy(dst, src *Scene) {
	if src.Body == nil {
		*dst = *src
		return
	}
	w.plan.Copy(dst, src)
}

// Load goes back. It must bring exactly what was saved of a frame that has been
// simulated, and never one that is confirmed; unless it turns out that the state
// is somebody else's.
func (w *watcher) Load(src *Scene) {
	w.allLoads++
	l := load{State: src.State}
	switch {
	case src.Frame < w.played && !w.sparse:
		l.wrong = fmt.Errorf("load of frame %d, confirmed are %d", src.Frame, w.played)
	case src.Frame > w.simulated || src.Frame == w.simulated && !w.pauses:
		l.wrong = fmt.Errorf("load of frame %d, simulated only %d", src.Frame, w.simulated)
	case w.saved[src.Frame%historyLen] != src.State:
		l.wrong = fmt.Errorf("load of frame %d gives %v, saved was %v", src.Frame, src.State, w.saved[src.Frame%historyLen])
	}
	w.loads = append(w.loads, l)
	w.copy(&w.Scene, src)
	w.history[w.Frame%historyLen] = w.State
	w.comeback = l.wrong == nil && !w.sparse && !w.pauses && !w.mends && !w.before.away
}

// Checksum is asked for states that can no longer change. They are compared
// with the ledger once it reaches them.
func (w *watcher) Checksum(s *Scene) uint64 {
	w.checks++
	w.sums[s.Frame%historyLen] = s.State
	if s.Body == nil {
		return s.sum()
	}
	return w.plan.Hash(s)
}

// advance plays one frame. The first frame after a Load must come out other
// than before: a rollback that changes nothing there went back too far.
func (w *watcher) advance(values []uint64, present uint16) {
	w.advances++
	w.State.advance(values, present)
	if w.Body != nil {
		w.Body.advance(&w.State)
	}
	w.wrong.apply(&w.Scene)
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
	own := w.loads
	if w.took(step) {
		own = own[1:]
	}
	end := w.of.Frame()
	start := end - rollback.Frame(step.Ran)
	first := start
	if step.RolledBack != rollback.NoFrame {
		first = step.RolledBack
	}
	from, to := w.index(first), w.index(end)
	switch {
	case w.lied && w.of.Stats().Resyncs > 0: // its frames are numbered anyhow
	case len(own) > 0 && own[0].wrong != nil:
		w.blame("%w", own[0].wrong)
	case int64(w.advances) != to-from:
		w.blame("%d frames run, %d of them to be played: %+v", w.advances, to-from, step)
	case step.Resimulated != int(start-first):
		w.blame("went back %d frames, step says %+v", start-first, step)
	case (len(own) == 1) != (step.RolledBack != rollback.NoFrame) || len(own) > 1:
		w.blame("%d loads, step says %+v", len(w.loads), step)
	case len(own) == 1 && own[0].Frame != from:
		w.blame("loaded frame %d, want %d: %+v", own[0].Frame, from, step)
	case step.Advanced && w.Frame != to:
		w.blame("the game is at frame %d, want %d after %+v", w.Frame, to, step)
	}
}

// took tells whether the first state loaded in this call is somebody else's, and
// goes on from it if this endpoint came in with it.
func (w *watcher) took(step rollback.Step) bool {
	if len(w.loads) == 0 || len(w.loads) == 1 && step.RolledBack != rollback.NoFrame {
		return false
	}
	if w.of.Stats().Resyncs > w.before.resyncs {
		return true
	}
	if !w.before.away {
		return false
	}
	w.settled, w.played = w.of.Frame()-rollback.Frame(step.Ran)-1, w.loads[0].Frame
	w.simulated = max(w.loads[0].Frame, w.Frame)
	return true
}
