package ggpo_test

import (
	"log"
	"strings"
	"testing"

	"example.com/backstep/rollback/ggpo"
)

// The shapes that existing games are compiled against.
var (
	_ func(ggpo.Session, int, int, int) ggpo.Peer                   = ggpo.NewPeer
	_ func(ggpo.Session, int, int, int, string, int) ggpo.Spectator = ggpo.NewSpectator
	_ func(ggpo.Session, int, int, int, bool) ggpo.SyncTest         = ggpo.NewSyncTest
	_ func(int, int) ggpo.Player                                    = ggpo.NewLocalPlayer
	_ func(int, int, string, int) ggpo.Player                       = ggpo.NewRemotePlayer
	_ func(int, string, int) ggpo.Player                            = ggpo.NewSpectatorPlayer
	_ func()                                                        = ggpo.EnableLogs
	_ func()                                                        = ggpo.DisableLogs
	_ func(*log.Logger)                                             = ggpo.SetLogger
	_ error                                                         = ggpo.Error{Code: ggpo.ErrorCodeSuccess, Name: ""}

	_ interface {
		Idle(timeoutMs int, timeFunc ...func() int64) error
		AddPlayer(*ggpo.Player, *ggpo.PlayerHandle) error
		AddLocalInput(ggpo.PlayerHandle, []byte, int) error
		SyncInput(*int) ([][]byte, error)
		AdvanceFrame(uint32) error
		DisconnectPlayer(ggpo.PlayerHandle) error
		GetNetworkStats(ggpo.PlayerHandle) (ggpo.NetworkStats, error)
		SetFrameDelay(ggpo.PlayerHandle, int) error
		SetDisconnectTimeout(int) error
		SetDisconnectNotifyStart(int) error
		Close() error
		Start()
		InitializeConnection(...ggpo.Connection) error
	} = ggpo.Backend(nil)

	_ interface {
		SaveGameState(stateID int) int
		LoadGameState(stateID int)
		AdvanceFrame(flags int)
		OnEvent(info *ggpo.Event)
	} = ggpo.Session(nil)
)

func TestConstants(t *testing.T) {
	for name, c := range map[string][2]int{
		"MaxPlayers": {ggpo.MaxPlayers, 4}, "MaxPredictionFrames": {ggpo.MaxPredictionFrames, 8}, "MaxSpectators": {ggpo.MaxSpectators, 32},
		"DefaultDisconnectTimeout":     {ggpo.DefaultDisconnectTimeout, 5000},
		"DefaultDisconnectNotifyStart": {ggpo.DefaultDisconnectNotifyStart, 750}, "RecommendationInterval": {ggpo.RecommendationInterval, 240},
		"PlayerTypeLocal": {int(ggpo.PlayerTypeLocal), 0}, "PlayerTypeRemote": {int(ggpo.PlayerTypeRemote), 1}, "PlayerTypeSpectator": {int(ggpo.PlayerTypeSpectator), 2},
		"EventCodeConnectedToPeer": {int(ggpo.EventCodeConnectedToPeer), 1000}, "EventCodeSynchronizingWithPeer": {int(ggpo.EventCodeSynchronizingWithPeer), 1001},
		"EventCodeSynchronizedWithPeer": {int(ggpo.EventCodeSynchronizedWithPeer), 1002}, "EventCodeRunning": {int(ggpo.EventCodeRunning), 1003},
		"EventCodeDisconnectedFromPeer": {int(ggpo.EventCodeDisconnectedFromPeer), 1004}, "EventCodeTimeSync": {int(ggpo.EventCodeTimeSync), 1005},
		"EventCodeConnectionInterrupted": {int(ggpo.EventCodeConnectionInterrupted), 1006}, "EventCodeConnectionResumed": {int(ggpo.EventCodeConnectionResumed), 1007},
		"EventCodeSyncTestDesync": {int(ggpo.EventCodeSyncTestDesync), 1008}, "EventCodeDesync": {int(ggpo.EventCodeDesync), 1009},
	} {
		if c[0] != c[1] {
			t.Errorf("%s is %d, want %d", name, c[0], c[1])
		}
	}
	for code, want := range map[interface{ String() string }]string{
		ggpo.EventCodeTimeSync: "TimeSync", ggpo.EventCode(7): "EventCode(7)",
		ggpo.ErrorCodeInvalidRequest: "InvalidRequest", ggpo.ErrorCode(12): "ErrorCode(12)", ggpo.ErrorCode(-2): "ErrorCode(-2)",
	} {
		if got := code.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLogs(t *testing.T) {
	var text strings.Builder
	ggpo.SetLogger(log.New(&text, "match ", 0))
	defer ggpo.SetLogger(nil)
	end := func() {
		p := solo(t, newGame(t))
		must(t, p.Idle(0))
		must(t, p.Close())
	}
	end()
	if text.Len() > 0 {
		t.Errorf("logged %q before EnableLogs", text.String())
	}
	ggpo.EnableLogs()
	end()
	ggpo.DisableLogs()
	logged := text.String()
	if !strings.HasPrefix(logged, "match level=INFO msg=\"session closed\"") {
		t.Errorf("logged %q, want the end of a match", logged)
	}
	if end(); text.String() != logged {
		t.Errorf("logged %q after DisableLogs", text.String())
	}
}

// The largest and the smallest input, every byte of them.
func TestInputSizes(t *testing.T) {
	for _, size := range []int{1, 8, ggpo.MaxInputSize} {
		p := ggpo.NewPeer(newGame(t), 0, 1, size)
		player := ggpo.NewLocalPlayer(20, 1)
		must(t, p.AddPlayer(&player, nil))
		p.Start()
		must(t, p.Idle(0))
		in := make([]byte, size)
		for i := range in {
			in[i] = byte(255 - i)
		}
		must(t, p.AddLocalInput(1, in, size))
		out, err := p.SyncInput(nil)
		must(t, err)
		if string(out[0]) != string(in) {
			t.Errorf("size %d: got %x, want %x", size, out[0], in)
		}
		must(t, p.Close())
	}
}
