package jobs

// Budget is the units of work that may be done in a frame, shared by several kinds of work in a fixed order. It is made
// anew in each frame from a constant or from the state, never from a clock.
type Budget struct{ Left int64 }

// Grant returns how many of the wanted units may be spent, and takes them away.
func (b *Budget) Grant(want int64) int64 {
	granted := max(min(want, b.Left), 0)
	b.Left -= granted
	return granted
}

// Cursor is how far work that is spread over frames has come in its items. It belongs in the game's saved state.
type Cursor struct{ At int64 }

// Take returns the next items to work on, [lo, hi), as many as the budget grants of the rest of n. done tells that the
// items end there; the next call begins with the first again. An n that has shrunk below the cursor ends the round.
func (c *Cursor) Take(n int64, b *Budget) (lo, hi int64, done bool) {
	lo = max(min(c.At, n), 0)
	hi = lo + b.Grant(n-lo)
	c.At = hi
	if hi >= n {
		c.At = 0
		return lo, hi, true
	}
	return lo, hi, false
}
