package ggpo_test

import (
	"testing"
	"time"

	"example.com/backstep/rollback/ggpo"
	"example.com/backstep/transport/memnet"
)

// watch seats a spectator of player 1 at host i, and has player 1 add it.
func (tb *table) watch(i, players int) (*game, ggpo.PlayerHandle) {
	tb.t.Helper()
	g := newGame(tb.t)
	s := ggpo.NewSpectator(g, 0, players, inputSize, "127.0.0.1", 100)
	s.UseNetwork(tb.at(i))
	s.Start()
	g.backend, g.clock = &s, []func() int64{tb.milliseconds}
	g.handles = []ggpo.PlayerHandle{1} // its loop is a player's
	for len(tb.games) <= i {
		tb.games = append(tb.games, nil)
	}
	tb.games[i], tb.gone[i] = g, false
	return g, tb.admit(i)
}

func (tb *table) admit(i int) ggpo.PlayerHandle {
	tb.t.Helper()
	var h ggpo.PlayerHandle
	player := ggpo.NewSpectatorPlayer(20, "127.0.0.1", 100+i)
	must(tb.t, tb.peers[0].AddPlayer(&player, &h))
	return h
}

// saw checks that a spectator ran what the player did, all of it, at least
// `least` frames.
func saw(t *testing.T, least int, spectator, player *game) {
	t.Helper()
	if spectator.Frame < least {
		t.Fatalf("the spectator has seen %d frames, want %d", spectator.Frame, least)
	}
	for f := range spectator.Frame {
		if spectator.digests[f] != player.digests[f] {
			t.Fatalf("frame %d: inputs %x flags %b for the spectator, %x %b for the player", f,
				spectator.inputs[f], spectator.flags[f], player.inputs[f], player.flags[f])
		}
	}
	if spectator.loads > 0 {
		t.Errorf("the spectator was rolled back %d times", spectator.loads)
	}
}

func TestSpectators(t *testing.T) {
	tb := newHall(t, 2, 2, lossy)
	one, h1 := tb.watch(2, 2)
	two, h2 := tb.watch(3, 2)
	if h1 != 1000 || h2 != 1001 {
		t.Errorf("handles %d and %d, want 1000 and 1001", h1, h2)
	}
	tb.frames(300)
	saw(t, 300, one, tb.games[0])
	saw(t, 300, two, tb.games[1])
	s, err := tb.peers[0].GetNetworkStats(h1)
	must(t, err)
	if s.Network.KbpsSent == 0 {
		t.Errorf("a spectator's stats are %+v", s)
	}
	if s, err = one.backend.GetNetworkStats(0); err != nil || s.Network.KbpsSent == 0 {
		t.Errorf("the host's stats are %+v, %v", s, err)
	}
	for _, c := range []ggpo.EventCode{ggpo.EventCodeConnectedToPeer, ggpo.EventCodeSynchronizedWithPeer, ggpo.EventCodeRunning} {
		if n := len(one.codes(c)); n != 1 {
			t.Errorf("a spectator was told %v %d times", c, n)
		}
	}
}

// Who comes late sees it all from frame 0, and catches up several frames at a
// time.
func TestSpectatorComesLate(t *testing.T) {
	tb := newHall(t, 2, 1, memnet.Policy{Delay: 20 * time.Millisecond})
	tb.frames(600)
	late, _ := tb.watch(2, 2)
	tb.until("it caught up", 400, func() bool { return late.Frame > tb.games[0].Frame-45 })
	tb.frames(tb.games[0].Frame + 60)
	saw(t, 800, late, tb.games[0])
	if late.again == 0 {
		t.Error("no frame was run by Session.AdvanceFrame")
	}
}

// A spectator that hangs for half a minute stops nobody. It is let go, is told so
// when it wakes up, and may come again.
func TestSpectatorHangs(t *testing.T) {
	tb := newHall(t, 2, 1, memnet.Policy{Delay: 20 * time.Millisecond})
	hung, h := tb.watch(2, 2)
	tb.frames(120)
	tb.gone[2] = true
	from := tb.games[0].Frame
	for range 30 * 60 {
		tb.tick()
	}
	if f := tb.games[0].Frame - from; f < 29*60 {
		t.Errorf("the players ran %d frames in 30 s", f)
	}
	if e := tb.games[0].codes(ggpo.EventCodeDisconnectedFromPeer); len(e) != 1 || e[0].Player != h {
		t.Errorf("the host was told %v, want the end of %d", e, h)
	}
	_, err := tb.peers[0].GetNetworkStats(h)
	wantCode(t, "its stats", err, ggpo.ErrorCodePlayerDisconnected)
	tb.until("it knows", 900, func() bool { return codeOf(hung.turn()) == ggpo.ErrorCodePlayerDisconnected })
	saw(t, 100, hung, tb.games[0])
	again, h2 := tb.watch(2, 2)
	if h2 == h {
		t.Errorf("the handle %d is used again", h)
	}
	tb.until("it sees the match", 2000, func() bool { return again.Frame > tb.games[0].Frame-45 })
	saw(t, 1900, again, tb.games[0])
}

func TestSpectatorIsRemoved(t *testing.T) {
	tb := newHall(t, 2, 1, memnet.Policy{Delay: 20 * time.Millisecond})
	g, h := tb.watch(2, 2)
	tb.frames(60)
	must(t, tb.peers[0].DisconnectPlayer(h))
	wantCode(t, "again", tb.peers[0].DisconnectPlayer(h), ggpo.ErrorCodePlayerDisconnected)
	tb.gone[2] = true
	tb.until("it knows", 120, func() bool { return codeOf(g.turn()) == ggpo.ErrorCodePlayerDisconnected })
	if e := g.codes(ggpo.EventCodeDisconnectedFromPeer); len(e) != 1 || e[0].Player != 0 {
		t.Errorf("it was told %v, want the end of its host", e)
	}
	saw(t, 40, g, tb.games[0])
}

func TestHostVanishes(t *testing.T) {
	tb := newHall(t, 2, 1, memnet.Policy{Delay: 20 * time.Millisecond})
	g, _ := tb.watch(2, 2)
	must(t, g.backend.SetDisconnectTimeout(3000))
	must(t, g.backend.SetDisconnectNotifyStart(1000))
	tb.frames(60)
	tb.gone[0], tb.gone[2] = true, true
	waited := 0
	tb.until("it knows", 240, func() bool {
		err := g.turn()
		if codeOf(err) == ggpo.ErrorCodePredictionThreshold {
			waited++
		}
		return codeOf(err) == ggpo.ErrorCodePlayerDisconnected
	})
	if waited == 0 || len(g.codes(ggpo.EventCodeConnectionInterrupted)) != 1 {
		t.Errorf("it waited %d times and was told %v", waited, g.events)
	}
}

// A player's absence begins on the same frame for the spectator.
func TestSpectatorSeesADrop(t *testing.T) {
	tb := newHall(t, 3, 1, lossy)
	g, _ := tb.watch(3, 3)
	tb.frames(60)
	tb.gone[2] = true
	tb.until("the end of player 3", 600, func() bool { return len(g.codes(ggpo.EventCodeDisconnectedFromPeer)) > 0 })
	tb.frames(g.Frame + 60)
	saw(t, 100, g, tb.games[0])
	if a, b := leftAt(g, 2), leftAt(tb.games[0], 2); a != b || a < 0 {
		t.Errorf("player 3 is absent from frame %d for the spectator, %d for the player", a, b)
	}
}

func TestMostSpectators(t *testing.T) {
	tb := newHall(t, 2, ggpo.MaxSpectators+1, memnet.Policy{})
	for i := range ggpo.MaxSpectators {
		tb.watch(2+i, 2)
	}
	player := ggpo.NewSpectatorPlayer(20, "127.0.0.1", 100+2+ggpo.MaxSpectators)
	wantCode(t, "one too many", tb.peers[0].AddPlayer(&player, nil), ggpo.ErrorCodeTooManySpectators)
	taken := ggpo.NewSpectatorPlayer(20, "127.0.0.1", 101)
	wantCode(t, "a player's address", tb.peers[0].AddPlayer(&taken, nil), ggpo.ErrorCodeInvalidRequest)
	tb.frames(60)
	for i := range ggpo.MaxSpectators {
		saw(t, 60, tb.games[2+i], tb.games[0])
	}
	must(t, tb.peers[0].DisconnectPlayer(1000))
	wantCode(t, "there is room again", tb.peers[0].AddPlayer(&player, nil), ggpo.ErrorCodeSuccess)
	wantCode(t, "and no more", tb.peers[0].AddPlayer(&ggpo.Player{PlayerType: ggpo.PlayerTypeSpectator, Remote: ggpo.Remote{IpAdress: "127.0.0.1", Port: 9}}, nil), ggpo.ErrorCodeTooManySpectators)
}

func TestSpectatorOnlyWatches(t *testing.T) {
	s := ggpo.NewSpectator(newGame(t), 0, 2, inputSize, "127.0.0.1", 9)
	player := ggpo.NewLocalPlayer(20, 1)
	wantCode(t, "AddPlayer", s.AddPlayer(&player, nil), ggpo.ErrorCodeUnsupported)
	wantCode(t, "DisconnectPlayer", s.DisconnectPlayer(1), ggpo.ErrorCodeUnsupported)
	wantCode(t, "SetFrameDelay", s.SetFrameDelay(1, 1), ggpo.ErrorCodeUnsupported)
	wantCode(t, "AddLocalInput", s.AddLocalInput(1, nil, 0), ggpo.ErrorCodeSuccess)
	_, err := s.SyncInput(nil)
	wantCode(t, "SyncInput", err, ggpo.ErrorCodeNotSynchronized)
	wantCode(t, "AdvanceFrame", s.AdvanceFrame(0), ggpo.ErrorCodeInvalidRequest)
	must(t, s.Close())
	for name, s := range map[string]ggpo.Spectator{"no constructor": {}, "no host": ggpo.NewSpectator(newGame(t), 0, 2, 4, "", 9), "no port": ggpo.NewSpectator(newGame(t), 0, 2, 4, "127.0.0.1", 0)} {
		everyCall(t, name, &s)
	}
}

// Over UDP: the whole surface as a game uses it.
func TestSpectatorOverUDP(t *testing.T) {
	l := newLobby(t)
	a, b, c := l.listen(0), l.listen(0), l.listen(0)
	ports := []int{portOf(a), portOf(b)}
	one, two := l.host(0, a, ports...), l.host(1, b, ports...)
	watcher := newGame(t)
	s := ggpo.NewSpectator(watcher, portOf(c), 2, inputSize, "127.0.0.1", ports[0])
	must(t, s.InitializeConnection(c))
	s.Start()
	watcher.backend = &s
	player := ggpo.NewSpectatorPlayer(20, "127.0.0.1", portOf(c))
	must(t, one.backend.AddPlayer(&player, nil))
	l.frames(300, one, two)
	l.until("the spectator's frames", func() bool { return watcher.Frame >= 200 }, one, two, watcher)
	saw(t, 200, watcher, one)
	closeAll(t, one, two, watcher)
}
