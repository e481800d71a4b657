// Package duel is a small fighting game as a pure simulation: the World is a
// plain value, and Step turns it and one frame of inputs into the next.
//
// The nouns:
//
//   - World: everything that the next frame depends on. Numbers, arrays and
//     structs of them, so a plan can copy, hash and compare it field by field.
//   - Fighter: one seat's body. Its Action says what it is doing and Frame for
//     how long; hit-stop halts both.
//   - Move: an attack. Its MoveData are the frames, boxes and numbers that
//     make it what it is, all in one table.
//   - Fireball, Spark: one live projectile a fighter, and a short memory of
//     impacts, which is how a view learns of events: the simulation calls
//     nobody.
//   - Phase: intro, fight, knock-out, round over, match over, rematch.
//   - Bot: an opponent. It stands outside the World and presses buttons.
//
// Lengths are arena units (a standing fighter is about 112 tall), x grows to
// the right from the middle of the arena, y grows upwards from the floor.
// Times are frames; there are 60 a second. Numbers are Q16.16, so every target
// computes the same bits.
//
//	w := duel.New(1, 2)
//	in := make([]rollback.Input[duel.Buttons], 2)
//	for p := range in {
//		in[p] = rollback.Input[duel.Buttons]{Value: duel.Right, Present: true}
//	}
//	duel.Step(&w, in)
//
// # The rules
//
// Two to four fighters, each against all or in teams. Walk, dash by a double
// tap, jump, crouch. Light and Heavy change with the stance; both together
// throw; Special (or a quarter circle forward and an attack) is a fireball,
// Down and Special a rising uppercut. Holding away from the attacker blocks:
// low attacks must be blocked crouching, overheads standing, throws not at
// all. A light that connects cancels into a heavy, and either into a special.
// Two rounds win the match. Then an attack asks for a rematch, which begins when
// everybody has asked.
//
// While a player is absent, by rollback.Input.Present alone, the match stands: no
// fighter moves, no clock runs. When all are back it goes on, after a second in
// which everybody can find the keys, where it stood. A player who is away for
// GraceFrames is out of the round, and a match left to one team is forfeited. The
// grace is one for each seat and round, and not for each absence, so
// nobody holds up a match by coming and going; it does not run while nobody is
// there to wait. Nobody is waited for once the match is decided.
//
// # Limitations
//
// One character, no supers, no juggles: a fighter in the air after a hit can
// not be hit again. A player who comes back too late, where others fight on,
// fights from the next round on. An absence on purpose looks like any other.
package duel
