package duel

import "example.com/backstep/rollback"

// referee runs the phases of a match.
func (w *World) referee() {
	w.PhaseFrame++
	switch w.Phase {
	case Intro:
		w.after(IntroFrames, Fight)
	case Fight:
		w.Clock--
		w.judge()
	case Knockout:
		if w.after(KnockoutFrames, RoundOver) {
			w.pose()
		}
	case RoundOver:
		if w.PhaseFrame >= RoundOverFrames {
			w.nextRound()
		}
	case MatchOver:
		if w.agreed() {
			w.enter(Rematch)
		} else if w.PhaseFrame >= MatchOverFrames {
			w.rematch()
		}
	case Rematch:
		if w.after(RematchFrames, MatchOver) {
			w.Asked = 0
			w.rematch()
		}
	}
}

// after enters a phase when the present one has lasted so long.
func (w *World) after(frames int32, next Phase) bool {
	if w.PhaseFrame < frames {
		return false
	}
	w.enter(next)
	return true
}

// judge ends the round when it is decided.
func (w *World) judge() {
	if alive := w.alive(); !several(alive) {
		w.decide(alive, ByKnockout)
	} else if w.Clock <= 0 {
		w.decide(w.leading(), ByTime)
	}
}

// alive is the set of teams with a fighter in the round.
func (w *World) alive() (set uint8) {
	for _, f := range w.seats() {
		if f.Alive() {
			set |= 1 << f.Team
		}
	}
	return set
}

// leading is the set of teams with the most health.
func (w *World) leading() (set uint8) {
	var health [MaxFighters]int32
	for _, f := range w.seats() {
		health[f.Team] += int32(f.Health)
	}
	var most int32
	for team, h := range health {
		switch {
		case h > most:
			set, most = 1<<team, h
		case h == most && h > 0:
			set |= 1 << team
		}
	}
	return set
}

// decide awards the round. A draw counts for everyone who stays, so a match
// always ends; a forfeit decides the match.
func (w *World) decide(winners uint8, how Verdict) {
	w.Verdict, w.Winner = how, single(winners)
	if winners == 0 {
		winners = w.staying()
	}
	for team := range w.Wins {
		if winners&(1<<team) == 0 {
			continue
		}
		w.Wins[team]++
		if how == ByForfeit {
			w.Wins[team] = RoundsToWin
		}
	}
	w.enter(Knockout)
}

// single is the only member of a set of teams, or NoTeam.
func single(set uint8) int8 {
	for team := range int8(MaxFighters) {
		if set == 1<<team {
			return team
		}
	}
	return NoTeam
}

// pose lets the winners of the round show it.
func (w *World) pose() {
	fs := w.seats()
	for i := range fs {
		f := &fs[i]
		if f.Alive() && int8(f.Team) == w.Winner && !f.InAir() {
			f.do(Victory)
			f.Vel.X = 0
		}
	}
}

// nextRound goes on, or ends a match that somebody has won.
func (w *World) nextRound() {
	if !w.decided() {
		w.startRound()
		return
	}
	w.Winner = single(w.won())
	w.enter(MatchOver)
}

// decided reports whether nothing that happens can change the match's result.
func (w *World) decided() bool { return w.Phase >= MatchOver || w.won() != 0 }

// won is the set of teams with the rounds that win the match.
func (w *World) won() (set uint8) {
	for team, n := range w.Wins {
		if n >= RoundsToWin {
			set |= 1 << team
		}
	}
	return set
}

// readRematch notes who asks for a rematch, once the result has been shown.
func (w *World) readRematch(in []rollback.Input[Buttons]) {
	for i := range w.seats() {
		if w.PhaseFrame >= AskFrames && w.Fighters[i].Present && in[i].Value&attacks != 0 {
			w.Asked |= 1 << i
		}
	}
}

// agreed tells whether everybody who is here wants a rematch.
func (w *World) agreed() bool {
	for i, f := range w.seats() {
		if f.Present && w.Asked>>i&1 == 0 {
			return false
		}
	}
	return several(w.present())
}

// rematch starts the next match if there is anybody to fight.
func (w *World) rematch() {
	if several(w.present()) {
		w.startMatch()
	}
}
