package duel

import "example.com/backstep/rollback"

// Awaits reports whether the match stands still for the player of a seat. Who is
// knocked out is awaited only after the fight of the others.
func (w *World) Awaits(seat int) bool {
	if seat < 0 || seat >= len(w.seats()) || w.decided() {
		return false
	}
	f := &w.Fighters[seat]
	return !f.Present && f.Action != Absent && (f.Alive() || w.Phase != Fight)
}

// Standing reports whether the match stood still on the frame that has led to
// w: somebody is awaited, or all are back and it goes on in a moment.
func (w *World) Standing() bool { return w.Resume > 0 }

// attend notes who is here.
func (w *World) attend(in []rollback.Input[Buttons]) {
	fs := w.seats()
	for i := range fs {
		fs[i].Present = i < len(in) && in[i].Present
	}
}

// stands decides whether the match stands still on this frame, and ends it when
// it is left to one team.
func (w *World) stands() bool {
	switch {
	case w.decided():
		w.Resume = 0
	case w.await():
		w.Resume = ResumeFrames
	case !several(w.staying()):
		w.Resume = 0
		w.decide(w.staying(), ByForfeit)
	case w.Resume > 0:
		w.Resume--
	}
	return w.Standing()
}

// await takes a frame from the grace of those who are absent, if anybody is here
// to wait for them, and reports whether somebody still has some.
func (w *World) await() (waits bool) {
	here := w.present() != 0
	for i := range w.seats() {
		if !w.Awaits(i) {
			continue
		}
		f := &w.Fighters[i]
		if here {
			f.Grace--
		}
		if f.Grace > 0 {
			waits = true
		} else {
			f.drop()
		}
	}
	return waits
}

// drop takes the fighter out of the round.
func (f *Fighter) drop() {
	f.do(Absent)
	f.Health, f.Stop, f.Vel = 0, 0, zero
	f.Pos.Y = 0
}

// present is the set of teams with a player.
func (w *World) present() (set uint8) {
	for _, f := range w.seats() {
		if f.Present {
			set |= 1 << f.Team
		}
	}
	return set
}

// staying is the set of teams with a player, or with one who can still come back
// in time.
func (w *World) staying() (set uint8) {
	for _, f := range w.seats() {
		if f.Present || f.Action != Absent {
			set |= 1 << f.Team
		}
	}
	return set
}
