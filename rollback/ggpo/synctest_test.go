package ggpo_test

import (
	"testing"

	"example.com/backstep/rollback/ggpo"
)

// rewound is a game under SyncTest with two players.
func rewound(t *testing.T, distance int, strict bool) (*game, *ggpo.SyncTest) {
	t.Helper()
	g := newGame(t)
	s := ggpo.NewSyncTest(g, 2, distance, inputSize, strict)
	g.backend = &s
	for n := range 2 {
		player := ggpo.NewLocalPlayer(20, n+1)
		var h ggpo.PlayerHandle
		must(t, s.AddPlayer(&player, &h))
		if h != ggpo.PlayerHandle(n) {
			t.Fatalf("handle of player %d is %d", n+1, h)
		}
		g.handles = append(g.handles, h)
	}
	s.Start()
	return g, &s
}

// The game is rewound in every frame, by the whole distance once there is one.
func TestSyncTestRewindsEveryFrame(t *testing.T) {
	for _, distance := range []int{1, 2, 8, 60} {
		g, _ := rewound(t, distance, true)
		const frames = 100
		again := 0
		for f := range frames {
			must(t, g.turn())
			again += min(f+1, distance)
			if g.Frame != f+1 || g.loads != f+1 || g.again != again {
				t.Fatalf("distance %d, after %d frames: at frame %d, %d loads, %d frames again, want %d", distance, f+1, g.Frame, g.loads, g.again, again)
			}
		}
		for id := range g.ids {
			if id < 0 || id > distance {
				t.Errorf("distance %d: SaveGameState(%d)", distance, id)
			}
		}
		if n := len(g.codes(ggpo.EventCodeRunning)); n != 1 || len(g.events) != 1 {
			t.Errorf("distance %d: told %v, want only that it runs", distance, g.events)
		}
	}
}

// forgetful has a state outside of what it saves.
func forgetful(g *game) {
	hidden := uint32(0)
	g.inside = func() {
		if g.Frame == 20 {
			hidden++
			g.Digest += hidden
		}
	}
}

func TestSyncTestFindsADifference(t *testing.T) {
	for _, distance := range []int{1, 8} {
		g, _ := rewound(t, distance, false)
		forgetful(g)
		for range 60 {
			must(t, g.turn())
		}
		found := g.codes(ggpo.EventCodeSyncTestDesync)
		if len(found) == 0 {
			t.Fatalf("distance %d: nothing was found", distance)
		}
		if e := found[0]; e.NumFrameOfDesync != 21 || e.LastVerified != 20 || e.CurrentState != 21 || e.LocalChecksum == e.RemoteChecksum {
			t.Errorf("distance %d: told %+v, want frame 21 at once", distance, e)
		}
	}
}

func TestStrictSyncTestStops(t *testing.T) {
	g, s := rewound(t, 4, true)
	forgetful(g)
	var err error
	for range 60 {
		if err = g.turn(); err != nil {
			break
		}
	}
	wantCode(t, "AdvanceFrame", err, ggpo.ErrorCodeGeneralFailure)
	wantCode(t, "Idle afterwards", s.Idle(0), ggpo.ErrorCodeGeneralFailure)
	if n := len(g.codes(ggpo.EventCodeSyncTestDesync)); n != 1 || g.Frame != 21 {
		t.Errorf("%d differences told, stopped at frame %d, want 1 at 21", n, g.Frame)
	}
	must(t, s.Close())
}

// A test that compares nothing proves nothing.
func TestStrictSyncTestNeedsChecksums(t *testing.T) {
	g, _ := rewound(t, 4, true)
	g.silent = true
	var err error
	for range 60 {
		if err = g.turn(); err != nil {
			break
		}
	}
	wantCode(t, "AdvanceFrame", err, ggpo.ErrorCodeGeneralFailure)
	if g.Frame != 4 {
		t.Errorf("stopped at frame %d, want 4", g.Frame)
	}
}

func TestSyncTestDelay(t *testing.T) {
	g, s := rewound(t, 8, true)
	must(t, s.SetFrameDelay(1, 3))
	for range 50 {
		must(t, g.turn())
	}
	must(t, s.SetFrameDelay(1, 0))
	for range 50 {
		must(t, g.turn())
	}
	for f := 3; f < 100; f++ {
		from := f
		if f <= 52 { // three inputs are dropped as the delay falls
			from = f - 3
		}
		if got, want := g.inputs[f][4], byte(from/5*7+1); got != want {
			t.Fatalf("frame %d: player 2's input is %d, want %d of frame %d", f, got, want, from)
		}
		if got, want := g.inputs[f][0], byte(f/5*7); got != want {
			t.Fatalf("frame %d: player 1's input is %d, want %d", f, got, want)
		}
	}
}

func TestSyncTestOrderOfCalls(t *testing.T) {
	g, s := rewound(t, 2, true)
	must(t, g.turn())
	wantCode(t, "AdvanceFrame first", s.AdvanceFrame(1), ggpo.ErrorCodeInvalidRequest)
	must(t, s.AddLocalInput(0, []byte{5}, 1))
	wantCode(t, "a second input", s.AddLocalInput(0, []byte{6}, 1), ggpo.ErrorCodeInputDropped)
	wantCode(t, "player 2", s.AddLocalInput(2, []byte{6}, 1), ggpo.ErrorCodeInvalidPlayerHandle)
	wantCode(t, "a long input", s.AddLocalInput(1, make([]byte, 5), 5), ggpo.ErrorCodeInvalidRequest)
	values, err := s.SyncInput(nil) // player 2 repeats its last input
	must(t, err)
	if values[0][0] != 5 || values[1][0] != g.inputs[0][4] {
		t.Errorf("inputs %v, want 5 and the last of player 2", values)
	}
	must(t, g.run())
	wantCode(t, "DisconnectPlayer", s.DisconnectPlayer(0), ggpo.ErrorCodeUnsupported)
	_, err = s.GetNetworkStats(0)
	wantCode(t, "GetNetworkStats", err, ggpo.ErrorCodeUnsupported)
	wantCode(t, "player 3", s.AddPlayer(&ggpo.Player{PlayerNum: 3}, nil), ggpo.ErrorCodePlayerOutOfRange)
	wantCode(t, "nil", s.AddPlayer(nil, nil), ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "a delay of -1", s.SetFrameDelay(0, -1), ggpo.ErrorCodeInvalidRequest)
	for name, err := range map[string]error{"timeout": s.SetDisconnectTimeout(1), "notice": s.SetDisconnectNotifyStart(1), "connection": s.InitializeConnection(), "close": s.Close()} {
		wantCode(t, name, err, ggpo.ErrorCodeSuccess)
	}
	wantCode(t, "Idle after Close", s.Idle(0), ggpo.ErrorCodeInvalidSession)
}

func TestSyncTestCallsInARollback(t *testing.T) {
	g, s := rewound(t, 2, true)
	calls := 0
	g.inside = func() {
		calls++
		wantCode(t, "Idle", s.Idle(0), ggpo.ErrorCodeInRollback)
		wantCode(t, "AddLocalInput", s.AddLocalInput(0, []byte{1}, 1), ggpo.ErrorCodeInRollback)
		wantCode(t, "Close", s.Close(), ggpo.ErrorCodeInRollback)
	}
	must(t, g.turn())
	if calls != 1 {
		t.Errorf("%d frames of rollbacks, want 1", calls)
	}
}
