package duel

import "example.com/backstep/rollback"

// Step runs one frame. in[p] is seat p's input; a seat without one is absent.
// It is a pure function of *w and in.
func Step(w *World, in []rollback.Input[Buttons]) {
	w.Frame++
	w.attend(in)
	if w.stands() {
		return
	}
	w.readInputs(in)
	if w.runs() {
		w.simulate()
	}
	w.referee()
}

// readInputs feeds the controls; outside of a fight they see nothing held, so
// that fighters fall back to their stance.
func (w *World) readInputs(in []rollback.Input[Buttons]) {
	fs := w.seats()
	for i := range fs {
		var b Buttons
		if w.Phase == Fight && fs[i].Present {
			b = in[i].Value
		}
		fs[i].Control.read(b, fs[i].Facing)
	}
	if w.Phase == MatchOver {
		w.readRematch(in)
	}
}

// runs reports whether the world moves on this frame: it stands still at a
// knock-out and then goes on at half speed for a while.
func (w *World) runs() bool {
	if w.Phase != Knockout || w.Verdict != ByKnockout {
		return true
	}
	return w.PhaseFrame >= SlowFrames || w.PhaseFrame >= FreezeFrames && w.PhaseFrame%2 == 0
}

// simulate lets all decide, then all move, then all hit. Each stage ends before
// the next begins, so no seat goes first.
func (w *World) simulate() {
	fs := w.seats()
	for i := range fs {
		if fs[i].Stop == 0 {
			w.act(i)
		}
	}
	for i := range fs {
		if fs[i].Stop == 0 {
			fs[i].move()
		}
	}
	w.push()
	for i := range fs {
		fs[i].settle()
	}
	w.moveFireballs()
	if w.Phase == Fight {
		w.strike()
		w.burn()
	}
}
