package ggpo_test

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/ggpo"
	"example.com/backstep/transport/memnet"
)

var lossy = memnet.Policy{Delay: 40 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.1}

func TestPeersAgree(t *testing.T) {
	for players := 2; players <= 4; players++ {
		tb := newTable(t, players, lossy)
		tb.frames(400)
		agree(t, 380, tb.games...)
		for i, g := range tb.games {
			if g.loads == 0 || g.again < g.loads {
				t.Errorf("%d players: game %d was rolled back %d times for %d frames, want some", players, i, g.loads, g.again)
			}
			if n := len(g.codes(ggpo.EventCodeDesync)); n > 0 {
				t.Errorf("%d players: game %d was told of %d desyncs", players, i, n)
			}
		}
	}
}

func TestEventsOfABeginning(t *testing.T) {
	tb := newTable(t, 2, memnet.Policy{Delay: 20 * time.Millisecond})
	tb.frames(1)
	want := []ggpo.Event{
		{Code: ggpo.EventCodeConnectedToPeer, Player: 2},
		{Code: ggpo.EventCodeSynchronizingWithPeer, Player: 2, Count: 1, Total: 1},
		{Code: ggpo.EventCodeSynchronizedWithPeer, Player: 2},
		{Code: ggpo.EventCodeRunning},
	}
	if d := cmp.Diff(want, tb.games[0].events); d != "" {
		t.Error(d)
	}
}

// The game keeps its states by the number it is told, in an array of ten.
func TestStateNumbersAreFew(t *testing.T) {
	tb := newTable(t, 2, lossy)
	tb.frames(200)
	for id := range tb.games[0].ids {
		if id < 0 || id > ggpo.MaxPredictionFrames+1 {
			t.Errorf("SaveGameState(%d), want 0 to %d", id, ggpo.MaxPredictionFrames+1)
		}
	}
}

// Each player's inputs reach everybody as they were, although the game reuses
// the slice that it gave.
func TestInputsAreCopied(t *testing.T) {
	tb := newTable(t, 2, lossy)
	tb.frames(200)
	for f := range 150 {
		for p := range 2 {
			want := uint32(f / 5 * 7)
			for i, g := range tb.games {
				if got := binary.LittleEndian.Uint32(g.inputs[f][4*p:]); got != want {
					t.Fatalf("frame %d: player %d's input is %#x for game %d, want %#x", f, p+1, got, i, want)
				}
			}
		}
	}
}

func TestReturnedInputsAreTheCallers(t *testing.T) {
	g := newGame(t)
	p := solo(t, g)
	must(t, p.Idle(0))
	must(t, p.AddLocalInput(1, []byte{9, 8, 7, 6}, 4))
	first, err := p.SyncInput(nil)
	must(t, err)
	clear(first[0])
	again, err := p.SyncInput(nil)
	must(t, err)
	if d := cmp.Diff([][]byte{{9, 8, 7, 6}}, again); d != "" {
		t.Error(d)
	}
	must(t, p.AdvanceFrame(0))
}

// solo is a match of one local player: it runs without a network.
func solo(t *testing.T, g *game) *ggpo.Peer {
	t.Helper()
	p := ggpo.NewPeer(g, 0, 1, inputSize)
	t.Cleanup(func() { _ = p.Close() })
	player := ggpo.NewLocalPlayer(20, 1)
	must(t, p.AddPlayer(&player, nil))
	p.Start()
	g.backend = &p
	return &p
}

func TestDelay(t *testing.T) {
	tb := newTable(t, 2, lossy)
	for i, p := range tb.peers {
		must(t, p.SetFrameDelay(ggpo.PlayerHandle(i+1), 2))
	}
	tb.frames(100)
	agree(t, 80, tb.games...)
	for f := 2; f < 80; f++ {
		if got, want := binary.LittleEndian.Uint32(tb.games[1].inputs[f]), uint32((f-2)/5*7); got != want {
			t.Fatalf("frame %d: got input %#x, want %#x of frame %d", f, got, want, f-2)
		}
	}
}

// A delay that is raised and lowered in play changes neither what is agreed nor
// stops the match.
func TestDelayChangesInPlay(t *testing.T) {
	tb := newTable(t, 2, lossy)
	for i, d := range []int{0, 4, 1, 9, 0, 3} {
		must(t, tb.peers[0].SetFrameDelay(1, d))
		must(t, tb.peers[1].SetFrameDelay(2, 9-d))
		tb.frames(60 * (i + 1))
	}
	agree(t, 340, tb.games...)
}

// One bit goes wrong in one game: each side is told once.
func TestDesyncIsFound(t *testing.T) {
	tb := newTable(t, 2, lossy)
	tb.games[1].flip = 95
	tb.frames(200)
	for i, g := range tb.games {
		found := g.codes(ggpo.EventCodeDesync)
		if len(found) != 1 {
			t.Fatalf("game %d was told of %d desyncs, want 1: %v", i, len(found), found)
		}
		e := found[0]
		if e.NumFrameOfDesync < 96 || e.NumFrameOfDesync > 106 || e.LastVerified > 95 || e.LocalChecksum == e.RemoteChecksum || e.Player != ggpo.PlayerHandle(2-i) {
			t.Errorf("game %d was told %+v", i, e)
		}
	}
}

// Only the one that is ahead is told, so it is told of the whole distance.
func TestTimeSyncTellsOneSide(t *testing.T) {
	tb := newTable(t, 2, memnet.Policy{Delay: 30 * time.Millisecond})
	tb.frames(1)
	for range 4 { // game 0 runs ahead by four frames
		tb.games[0].play()
	}
	tb.frames(600)
	ahead, behind := tb.games[0].codes(ggpo.EventCodeTimeSync), tb.games[1].codes(ggpo.EventCodeTimeSync)
	if len(behind) > 0 {
		t.Errorf("the one behind was told %v", behind)
	}
	if len(ahead) < 1 || len(ahead) > 600/ggpo.RecommendationInterval {
		t.Fatalf("the one ahead was told %d times in 600 frames", len(ahead))
	}
	for _, e := range ahead {
		if e.FramesAhead < 3.5 || e.FramesAhead > 4.5 {
			t.Errorf("told of %v frames, want about 4", e.FramesAhead)
		}
	}
}

func TestNetworkStats(t *testing.T) {
	tb := newTable(t, 2, memnet.Policy{Delay: 50 * time.Millisecond})
	if _, err := tb.peers[0].GetNetworkStats(2); codeOf(err) != ggpo.ErrorCodeNotSynchronized {
		t.Errorf("before the match: %v", err)
	}
	tb.frames(300)
	s, err := tb.peers[0].GetNetworkStats(2)
	must(t, err)
	if s.Network.Ping < 100 || s.Network.Ping > 140 {
		t.Errorf("ping %d ms, want 100 and up to two frames of waiting", s.Network.Ping)
	}
	if s.Network.KbpsSent < 10 || s.Network.KbpsSent > 60 {
		t.Errorf("%d kbit/s, want those of 60 packets of 28 bytes and more", s.Network.KbpsSent)
	}
	if b := s.Timesync.AvgLocalFramesBehind; b < -1 || b > 1 || s.Timesync.AvgRemoteFramesBehind != -b {
		t.Errorf("behind by %v here and %v there, want about 0", b, s.Timesync.AvgRemoteFramesBehind)
	}
	if own, err := tb.peers[0].GetNetworkStats(1); own != (ggpo.NetworkStats{}) || err != nil {
		t.Errorf("of a local player: %+v, %v, want none", own, err)
	}
}

// Two players at one address are one peer; both are at one screen there.
func TestTwoPlayersAtOnePeer(t *testing.T) {
	tb := newTable(t, 0, memnet.Policy{})
	tb.net = memnet.New(3, 2)
	must(t, tb.net.SetAll(lossy))
	for i := range 2 {
		tb.pair(i)
	}
	tb.gone = make([]bool, 2)
	tb.frames(200)
	agree(t, 180, tb.games...)
	for f := range 150 {
		for p, local := range []int{0, 1, 0} { // both inputs come through one buffer
			want := uint32(f/5*7 + local)
			if got := binary.LittleEndian.Uint32(tb.games[1].inputs[f][4*p:]); got != want {
				t.Fatalf("frame %d: player %d's input is %#x, want %#x", f, p+1, got, want)
			}
		}
	}
	tb.until("all players' events", 10, func() bool { return len(tb.games[1].codes(ggpo.EventCodeConnectedToPeer)) == 2 })
}

func TestMostPlayers(t *testing.T) {
	tb := newTable(t, 6, memnet.Policy{Delay: 20 * time.Millisecond})
	tb.frames(60)
	agree(t, 40, tb.games...)
	if ggpo.MaxPlayers > rollback.MaxPlayers {
		t.Errorf("MaxPlayers is %d, the engine's %d", ggpo.MaxPlayers, rollback.MaxPlayers)
	}
}
