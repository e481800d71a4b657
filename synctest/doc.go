// Package synctest finds, on one machine and without a network, why two
// machines that play a game together would drift apart.
//
// A SyncTest is a session of local players that rolls back at every frame
// although it need not. It loads the state of some frames ago (the check
// distance), runs the same inputs again, and compares the checksum of each
// state on the way with that of the first time. In a test of the game:
//
//	func TestGame(t *testing.T) {
//		synctest.Run(t, newGame(), synctest.Config[Input]{Mispredict: true})
//	}
//
// where newGame returns a rollback.Game, for example
//
//	func newGame() rollback.Game[World, Input] {
//		return rollback.Plain(NewWorld(), Advance)
//	}
//
// A *Failure says what is wrong, at which frame, and in which fields. It is
// found when
//   - a resimulated state differs: something that Advance uses is not saved, or
//     is the order of a map, a random generator, a clock, an input slice that
//     was kept;
//   - a saved state changes afterwards: it shares memory with the live one;
//   - the state changes between frames, outside Advance;
//   - the checksum is missing or never changes, so that no desync would ever be
//     found.
//
// Inputs are random from a seed, recorded, or what a function answers. With
// Config.Mispredict each window is run with wrong inputs first, as in a session
// with a bad connection. RunAgainst plays a second instance of the game beside
// the first without ever rolling it back; give it another clock, other settings
// and another speed of drawing, since two machines have those too. RunCold
// loads saved states into new instances, as for a player who joins late.
//
// Record keeps the checksums of a match every so many frames, as text, and
// Verify finds the first of them that another build or machine does not reach.
//
// # Limitations
//
// A state that a game keeps outside Save and that comes into play later than
// the check distance can stay hidden; try 60. What differs between machines and
// not between two runs on one, such as the last bits of a math function, needs
// two machines. Code that the inputs do not reach is not tested.
package synctest
