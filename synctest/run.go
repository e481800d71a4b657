package synctest

import (
	"testing"

	"example.com/backstep/rollback"
)

// Run plays cfg.Frames frames of game, rewinding at each, and fails t at the
// first thing wrong with the frame and the fields that differ.
func Run[S, I any](t testing.TB, game rollback.Game[S, I], cfg Config[I]) {
	t.Helper()
	RunAgainst(t, game, nil, cfg)
}

// RunAgainst is Run with a second instance of the game, as said at
// SyncTest.Against.
func RunAgainst[S, I any](t testing.TB, game, twin rollback.Game[S, I], cfg Config[I]) {
	t.Helper()
	st, err := New(game, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if twin != nil {
		st.Against(twin)
	}
	st.run(t)
}

// RunCold is Run with a saved state loaded into a new instance every 60 frames,
// as said at SyncTest.Cold. newGame also makes the instance that is tested.
func RunCold[S, I any](t testing.TB, newGame func() rollback.Game[S, I], cfg Config[I]) {
	t.Helper()
	st, err := New(newGame(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	st.Cold(newGame)
	st.run(t)
}

func (t *SyncTest[S, I]) run(tb testing.TB) {
	tb.Helper()
	for range t.cfg.Frames {
		if err := t.Step(); err != nil {
			tb.Fatal(err)
		}
	}
	if err := t.Finish(); err != nil {
		tb.Fatal(err)
	}
	s := t.Stats()
	tb.Logf("%d frames, %d resimulated in %d rollbacks, %d with wrong inputs; checksum %#016x",
		s.Frames, s.Resimulated, s.Rollbacks, s.Mispredicted, t.Checksum())
}
