package sim

import (
	"fmt"
	"runtime/debug"
)

// Run plays a plan. The error is the first invariant that did not hold.
func Run(p Plan) (Report, error) {
	w, err := newWorld(&p)
	if err != nil {
		return Report{}, err
	}
	err = w.run()
	return w.report(), err
}

// run plays the whole plan. A panic of the engine is a failure like any other.
func (w *world) run() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v: panic: %v\n%s", w.now, r, debug.Stack())
		}
	}()
	if err := w.advanceTo(w.plan.Heal); err != nil {
		return err
	}
	if err := w.heal(); err != nil {
		return err
	}
	if w.plan.Hostile {
		return w.advanceTo(w.now + steadyFor)
	}
	if err := w.home(); err != nil {
		return err
	}
	if err := w.converge(); err != nil {
		return err
	}
	if err := w.unmute(); err != nil {
		return err
	}
	return w.agree()
}

// unmute lets everybody read what waits for them.
func (w *world) unmute() error {
	for _, h := range w.hosts {
		if h.killed || h.ticks == 0 {
			continue
		}
		for _, k := range []Kind{MuteEvents, MuteFeed} {
			h.until[k] = min(h.until[k], w.now)
		}
		if err := h.drain(w); err != nil {
			return fmt.Errorf("%v, host %d: %w", w.now, h.id, err)
		}
	}
	return nil
}
