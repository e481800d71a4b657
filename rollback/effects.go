package rollback

import "iter"

// Change is what presentation has to do about an effect.
type Change uint8

// The changes.
const (
	Play   Change = iota + 1 // start it: the simulation emits it for the first time
	Cancel                   // stop it: the frame that emitted it was run again and did not
	Shift                    // it belongs to Frame instead of From
)

func (c Change) String() string {
	return [...]string{"none", "play", "cancel", "shift"}[min(c, Shift)]
}

// Effect is a sound, a spark, a shake: something that presentation shows and
// the simulation does not need.
type Effect[K comparable] struct {
	Change Change
	Key    K
	Frame  Frame
	From   Frame // of a Shift: where it was before
}

// Effects lets a simulation say what to show without showing it twice. The
// simulation calls Emit in every run of a frame, the repeated ones too; Drain,
// after each Session.Advance, yields what has changed for the player: an
// effect is played once however often its frame is run, cancelled when a
// rollback finds that it never happened, shifted when it happened at another
// time. It is not part of the state.
type Effects[K comparable] struct {
	shown []emitted[K] // what is playing, of frames that may still change
	fresh []emitted[K] // emitted since the last Drain
	limit int
	lost  uint64
	final Frame // no effect up to this frame changes any more
}

type emitted[K comparable] struct {
	frame Frame
	key   K
	kept  bool
}

// NewEffects keeps at most limit effects of unconfirmed frames; what a
// simulation emits beyond that is dropped and counted.
func NewEffects[K comparable](limit int) *Effects[K] {
	return &Effects[K]{limit: limit, final: NoFrame, shown: make([]emitted[K], 0, limit), fresh: make([]emitted[K], 0, limit)}
}

// Emit says that frame f, being run, has the effect k. Two effects of one frame
// need different keys; the same key in another frame is the same effect moved,
// if the rollback that ran both tells them apart no better.
func (e *Effects[K]) Emit(f Frame, k K) {
	if f <= e.final {
		return // run again from an older save; what it emits was played for good
	}
	if len(e.fresh) == e.limit {
		e.lost++
		return
	}
	e.fresh = append(e.fresh, emitted[K]{frame: f, key: k})
}

// Lost counts the effects that were dropped because of the limit.
func (e *Effects[K]) Lost() uint64 { return e.lost }

// Drain yields what to do, given what the last Advance did and which frame is
// confirmed since. Ends of effects come before beginnings. Range to the end:
// what is left out is not offered again.
func (e *Effects[K]) Drain(step Step, confirmed Frame) iter.Seq[Effect[K]] {
	return func(yield func(Effect[K]) bool) {
		again := step.RolledBack
		if again == NoFrame {
			again = 1 << 62
		}
		goOn := e.match(again, yield)
		e.settle(confirmed, goOn, yield)
	}
}

// match pairs what was shown of the frames that were run again with what they
// emit now: first what stayed, then what moved, and cancels the rest.
func (e *Effects[K]) match(again Frame, yield func(Effect[K]) bool) (goOn bool) {
	for i := range e.shown {
		s := &e.shown[i]
		s.kept = s.frame < again
		if n := e.find(s.key, s.frame, true); !s.kept && n >= 0 {
			s.kept, e.fresh[n].kept = true, true
		}
	}
	goOn = true
	for i := range e.shown {
		s := &e.shown[i]
		if s.kept {
			continue
		}
		change := Effect[K]{Change: Cancel, Key: s.key, Frame: s.frame}
		if n := e.find(s.key, s.frame, false); n >= 0 {
			change = Effect[K]{Change: Shift, Key: s.key, Frame: e.fresh[n].frame, From: s.frame}
			s.kept, s.frame, e.fresh[n].kept = true, e.fresh[n].frame, true
		}
		goOn = goOn && yield(change)
	}
	return goOn
}

// find looks for an unpaired fresh effect: of that very frame, or of the
// nearest one.
func (e *Effects[K]) find(k K, f Frame, exact bool) int {
	best := -1
	for i := range e.fresh {
		x := &e.fresh[i]
		if x.kept || x.key != k || exact && x.frame != f {
			continue
		}
		if best < 0 || (x.frame-f)*(x.frame-f) < (e.fresh[best].frame-f)*(e.fresh[best].frame-f) {
			best = i
		}
	}
	return best
}

// settle plays what is new and forgets what can never change again.
func (e *Effects[K]) settle(confirmed Frame, goOn bool, yield func(Effect[K]) bool) {
	kept := e.shown[:0]
	for _, s := range e.shown {
		if s.kept && s.frame > confirmed {
			kept = append(kept, s)
		}
	}
	e.shown = kept
	for _, x := range e.fresh {
		if x.kept {
			continue
		}
		if x.frame > confirmed && len(e.shown) < e.limit {
			e.shown = append(e.shown, x)
		}
		goOn = goOn && yield(Effect[K]{Change: Play, Key: x.key, Frame: x.frame})
	}
	e.fresh = e.fresh[:0]
	e.final = max(e.final, confirmed)
}
