// Package pegs is the chaos lab: a ball among round pegs, which doubles the
// smallest difference over and over until everybody can see it. It shows what one
// wrong bit does to a match, and how soon the checksums tell.
//
// The nouns:
//
//   - Float, Fixed: a ball in float64 and one in Q16.16. They are the whole state
//     of their worlds, and obey the same rules: no friction, no gravity, walls that
//     turn a component of the velocity round, and pegs that reflect it without a
//     square root, as v - 2 (v·d)/(d·d) d.
//   - Lab: two copies of one ball, started a number of units in the last place
//     apart. Its Report tells the first step at which the checksums of the copies
//     differ, the first at which they are visibly apart, and the first at which the
//     difference has been rounded away again.
//   - Nudge: a player's input. It moves the ball by units in the last place, so a
//     ball is a rollback.Game: rollback.Plain(&ball, pegs.Step).
//   - World: one ball of each kind, for a match whose peers run on unlike machines.
//
// Lengths are arena units, x grows to the right and y downwards from the corner
// (0, 0); velocities are units a step. The state at step k is the one before the
// inputs of step k apply.
//
//	lab := pegs.NewLab(pegs.Start(1).Float, 1)
//	for lab.Report().Apart == pegs.Never {
//		lab.Advance()
//	}
//
// Both balls compute the same bits on every target: Fixed has integers only, and
// every product of Float is the operand of a conversion, so that no compiler may
// fuse it with the sum that follows.
//
// # Limitations
//
// A ball that enters a peg between two steps turns round inside of it, at most one
// step deep; a ball faster than Contact units a step may pass through. Fixed keeps
// its speed to within rounding: over 200,000 steps it drifts by less than 1/1024.
// Beyond ±32,768 units a Fixed wraps, and distances on the screen mean nothing.
package pegs
