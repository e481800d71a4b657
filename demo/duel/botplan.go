package duel

// beat is buttons held for some frames.
type beat struct {
	held   Buttons
	frames int16
}

const maxBeats = 8

// plan is a short script of beats.
type plan struct {
	beats [maxBeats]beat
	n, at int8
	spent int16 // frames of the present beat already given out
}

// script makes a plan of at most maxBeats beats.
func script(beats ...beat) plan {
	var p plan
	p.n = int8(copy(p.beats[:], beats))
	return p
}

func (p *plan) done() bool { return p.at >= p.n }

// next is the plan's input for one frame.
func (p *plan) next() Buttons {
	if p.done() {
		return 0
	}
	b := p.beats[p.at]
	if p.spent++; p.spent >= b.frames {
		p.at, p.spent = p.at+1, 0
	}
	return b.held
}

// Ranges the bot thinks in, units between the two.
const (
	nearGap  = 96
	sweepGap = 118
	farGap   = 270
)

// think picks the next plan by range; the dice keep it from being read.
func (b *Bot) think(s *sight) {
	switch {
	case s.enemy.Invulnerable():
		b.plan = b.meaty(s)
	case s.gap <= nearGap:
		b.plan = b.near()
	case s.gap <= farGap:
		b.plan = b.middle(s)
	default:
		b.plan = b.far()
	}
}

// meaty waits for an enemy to get up, close enough to have a choice.
func (b *Bot) meaty(s *sight) plan {
	switch {
	case s.gap > nearGap:
		return script(beat{ahead, 6})
	case s.gap < 50 && b.chance(40):
		return script(beat{back, 8})
	case b.chance(25):
		return script(beat{Up | ahead, 5}, beat{0, 20}, beat{Heavy, 2}, beat{0, 6})
	}
	return script(beat{Down | back, 6})
}

// near mixes up: high, low, throw, and ways out.
func (b *Bot) near() plan {
	switch roll := b.roll(100); {
	case roll < 24: // high string into a fireball
		return script(beat{Light, 2}, beat{0, 9}, beat{Heavy, 2}, beat{0, 16}, beat{Special, 2}, beat{0, 14})
	case roll < 44: // low string
		return script(beat{Down | Light, 2}, beat{Down, 9}, beat{Down | Heavy, 2}, beat{Down | back, 18})
	case roll < 58:
		return script(beat{ahead, 7}, beat{Light | Heavy, 2}, beat{0, 10})
	case roll < 70:
		return script(beat{Heavy, 2}, beat{0, 14}, beat{Special, 2}, beat{0, 12})
	case roll < 80:
		return script(beat{back, 2}, beat{0, 2}, beat{back, 3}, beat{0, 16})
	case roll < 92:
		return script(beat{Down | back, 16})
	case roll < 96:
		return script(beat{Down | Special, 2}, beat{0, 10})
	}
	return script(beat{Up | back, 5}, beat{0, 26}, beat{Heavy, 2}, beat{0, 8})
}

// middle closes in, pokes or baits.
func (b *Bot) middle(s *sight) plan {
	if s.gap <= sweepGap && b.chance(35) {
		return script(beat{Down | Heavy, 2}, beat{Down | back, 12})
	}
	switch roll := b.roll(100); {
	case roll < 30:
		return script(beat{ahead, 10})
	case roll < 50:
		return script(dashIn(beat{0, 8})...)
	case roll < 68:
		return script(beat{Up | ahead, 5}, beat{0, 23}, beat{Heavy, 2}, beat{0, 8}, beat{Light, 2}, beat{0, 8}, beat{Heavy, 2})
	case roll < 80:
		return script(beat{Special, 2}, beat{0, 16})
	case roll < 90:
		return script(beat{back, 10})
	}
	return script(beat{Down | back, 12})
}

// far throws fireballs and comes closer.
func (b *Bot) far() plan {
	switch roll := b.roll(100); {
	case roll < 34: // as a motion, so that bots use what players use
		return script(beat{Down, 3}, beat{Down | ahead, 3}, beat{ahead, 2}, beat{ahead | Light, 2}, beat{0, 34})
	case roll < 58:
		return script(beat{ahead, 16})
	case roll < 80:
		return script(dashIn(beat{ahead, 8})...)
	case roll < 92:
		return script(beat{Up | ahead, 5}, beat{0, 30})
	}
	return script(beat{Down | back, 14})
}

// dashIn is a double tap forward and what follows it.
func dashIn(then beat) []beat {
	return []beat{{ahead, 2}, {0, 2}, {ahead, 3}, {0, 10}, then}
}
