package sim

// habit gives one player's inputs, turn by turn.
type habit struct {
	Seat
	dice dice
	mask uint64
	now  uint64
}

func newHabit(p *Plan, player int) habit {
	return habit{Seat: p.Seats[player], dice: newDice(p.Seed, uint64(100+player)), mask: p.mask(), now: uint64(player) & p.mask()}
}

func (h *habit) at(turn int) uint64 {
	change := false
	switch h.Habit {
	case Constant:
		return uint64(h.Period) & h.mask
	case Regular:
		change = turn%h.Period == 0
	case Random:
		change = h.dice.IntN(h.Period) == 0
	case Mashing:
		if turn/60%4 != 3 && turn%3 == 0 {
			h.now ^= 1
		}
	}
	if change {
		h.now = h.dice.Uint64() & h.mask
	}
	return h.now
}
