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
	for range st.cfg.Frames {
		if err := st.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Finish(); err != nil {
		t.Fatal(err)
	}
	s := st.Stats()
	t.Logf("%d frames, %d resimulated in %d rollbacks, %d with wrong inputs; checksum %#016x",
		s.Frames, s.Resimulated, s.Rollbacks, s.Mispredicted, st.Checksum())
}
