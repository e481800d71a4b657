package ggpo_test

import (
	"errors"
	"net/netip"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/ggpo"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

func TestErrorValues(t *testing.T) {
	for _, c := range []struct {
		code ggpo.ErrorCode
		want int
	}{
		{ggpo.ErrorCodeGeneralFailure, -1}, {ggpo.ErrorCodeSuccess, 0}, {ggpo.ErrorCodeInvalidSession, 1},
		{ggpo.ErrorCodeInvalidPlayerHandle, 2}, {ggpo.ErrorCodePlayerOutOfRange, 3}, {ggpo.ErrorCodePredictionThreshod, 4},
		{ggpo.ErrorCodePredictionThreshold, 4}, {ggpo.ErrorCodeUnsupported, 5}, {ggpo.ErrorCodeNotSynchronized, 6},
		{ggpo.ErrorCodeInRollback, 7}, {ggpo.ErrorCodeInputDropped, 8}, {ggpo.ErrorCodePlayerDisconnected, 9},
		{ggpo.ErrorCodeTooManySpectators, 10}, {ggpo.ErrorCodeInvalidRequest, 11},
	} {
		if int(c.code) != c.want {
			t.Errorf("%v is %d, want %d", c.code, c.code, c.want)
		}
	}
	if int(ggpo.EventCodeConnectedToPeer) != 1000 || int(ggpo.EventCodeDesync) != 1009 {
		t.Errorf("events are %d to %d, want 1000 to 1009", ggpo.EventCodeConnectedToPeer, ggpo.EventCodeDesync)
	}
}

func TestErrorsAreFoundByCode(t *testing.T) {
	var zero ggpo.Peer
	err := zero.Idle(0)
	if !errors.Is(err, ggpo.Error{Code: ggpo.ErrorCodeInvalidSession}) || errors.Is(err, ggpo.Error{Code: ggpo.ErrorCodeInRollback}) {
		t.Errorf("errors.Is does not go by the code of %#v", err)
	}
	if e, ok := err.(ggpo.Error); !ok || e.Code != ggpo.ErrorCodeInvalidSession || e.Name != "InvalidSession" {
		t.Errorf("got %#v", err)
	}
}

// What cannot work is said by the first call, and nothing panics.
func TestBadConstructors(t *testing.T) {
	g := newGame(t)
	for name, p := range map[string]ggpo.Peer{
		"no constructor": {}, "no game": ggpo.NewPeer(nil, 0, 2, 4), "port -1": ggpo.NewPeer(g, -1, 2, 4), "port 65536": ggpo.NewPeer(g, 65536, 2, 4),
		"0 players": ggpo.NewPeer(g, 0, 0, 4), "17 players": ggpo.NewPeer(g, 0, 17, 4), "0 bytes": ggpo.NewPeer(g, 0, 2, 0), "64 bytes": ggpo.NewPeer(g, 0, 2, 64),
	} {
		everyCall(t, name, &p)
	}
	for name, s := range map[string]ggpo.SyncTest{
		"no constructor": {}, "no game": ggpo.NewSyncTest(nil, 2, 1, 4, true), "0 frames": ggpo.NewSyncTest(g, 2, 0, 4, true),
		"61 frames": ggpo.NewSyncTest(g, 2, 61, 4, true), "0 players": ggpo.NewSyncTest(g, 0, 1, 4, true),
	} {
		everyCall(t, name, &s)
	}
}

// everyCall makes every call; each but Close must be refused.
func everyCall(t *testing.T, name string, b ggpo.Backend) {
	t.Helper()
	player := ggpo.NewLocalPlayer(20, 1)
	b.Start()
	_, err := b.SyncInput(nil)
	_, statsErr := b.GetNetworkStats(1)
	for call, err := range map[string]error{
		"Idle": b.Idle(0), "AddPlayer": b.AddPlayer(&player, nil), "AddLocalInput": b.AddLocalInput(1, []byte{1}, 1), "SyncInput": err,
		"AdvanceFrame": b.AdvanceFrame(0), "DisconnectPlayer": b.DisconnectPlayer(1), "GetNetworkStats": statsErr,
		"SetFrameDelay": b.SetFrameDelay(1, 1), "SetDisconnectTimeout": b.SetDisconnectTimeout(1),
		"SetDisconnectNotifyStart": b.SetDisconnectNotifyStart(1), "InitializeConnection": b.InitializeConnection(),
	} {
		if err == nil {
			t.Errorf("%s: %s was not refused", name, call)
		}
	}
	_ = b.Close()
}

func TestBadPlayers(t *testing.T) {
	p := ggpo.NewPeer(newGame(t), 0, 2, 4)
	local, first := ggpo.NewLocalPlayer(20, 1), ggpo.NewLocalPlayer(20, 2)
	must(t, p.AddPlayer(&local, nil))
	for _, c := range []struct {
		name string
		ggpo.Player
		want ggpo.ErrorCode
	}{
		{"player 0", ggpo.NewLocalPlayer(20, 0), ggpo.ErrorCodePlayerOutOfRange},
		{"player 3", ggpo.NewRemotePlayer(20, 3, "127.0.0.1", 7000), ggpo.ErrorCodePlayerOutOfRange},
		{"a second player 1", local, ggpo.ErrorCodeInvalidRequest},
		{"type 7", ggpo.Player{PlayerType: 7, PlayerNum: 2}, ggpo.ErrorCodeInvalidRequest},
		{"no address", ggpo.NewRemotePlayer(20, 2, "", 7000), ggpo.ErrorCodeInvalidRequest},
		{"no machine", ggpo.NewRemotePlayer(20, 2, "0.0.0.0", 7000), ggpo.ErrorCodeInvalidRequest},
		{"no such address", ggpo.NewRemotePlayer(20, 2, "300.1.1.1.1", 7000), ggpo.ErrorCodeInvalidRequest},
		{"port 0", ggpo.NewRemotePlayer(20, 2, "127.0.0.1", 0), ggpo.ErrorCodeInvalidRequest},
		{"port 70000", ggpo.NewSpectatorPlayer(20, "127.0.0.1", 70000), ggpo.ErrorCodeInvalidRequest},
	} {
		wantCode(t, c.name, p.AddPlayer(&c.Player, nil), c.want)
	}
	wantCode(t, "nil", p.AddPlayer(nil, nil), ggpo.ErrorCodeInvalidRequest)
	must(t, p.AddPlayer(&first, nil))
}

// A frame is done in order; what is out of order has one defined answer.
func TestOrderOfCalls(t *testing.T) {
	g := newGame(t)
	p := solo(t, g)
	one := []byte{1, 0, 0, 0}
	wantCode(t, "an input before the match", p.AddLocalInput(1, one, 4), ggpo.ErrorCodeNotSynchronized)
	must(t, p.Idle(0))
	_, err := p.SyncInput(nil)
	wantCode(t, "SyncInput first", err, ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "AdvanceFrame first", p.AdvanceFrame(1), ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "an unknown player", p.AddLocalInput(2, one, 4), ggpo.ErrorCodeInvalidPlayerHandle)
	wantCode(t, "5 of 4 bytes", p.AddLocalInput(1, one, 5), ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "an input of 5 bytes", p.AddLocalInput(1, make([]byte, 5), 5), ggpo.ErrorCodeInvalidRequest)
	must(t, p.AddLocalInput(1, one, 4))
	wantCode(t, "a second input", p.AddLocalInput(1, []byte{2, 0, 0, 0}, 4), ggpo.ErrorCodeInputDropped)
	wantCode(t, "AdvanceFrame without SyncInput", p.AdvanceFrame(1), ggpo.ErrorCodeInvalidRequest)
	values, err := p.SyncInput(nil)
	must(t, err)
	if values[0][0] != 1 {
		t.Errorf("the frame's input is %v, want the first one given", values[0])
	}
	wantCode(t, "the next input too early", p.AddLocalInput(1, one, 4), ggpo.ErrorCodeInputDropped)
	must(t, p.Idle(0))
	must(t, p.AdvanceFrame(1))
	wantCode(t, "AdvanceFrame twice", p.AdvanceFrame(1), ggpo.ErrorCodeInvalidRequest)
	must(t, p.AddLocalInput(1, one, 1))
}

// A frame that waits for others is refused by both calls, and offered again as
// often as it takes; of the inputs offered the last counts.
func TestFrameWaits(t *testing.T) {
	tb := newTable(t, 2, memnet.Policy{})
	tb.frames(20)
	g, p := tb.games[0], tb.peers[0]
	tb.net.Partition([]int{0}, []int{1})
	for codeOf(g.turn()) != ggpo.ErrorCodePredictionThreshold {
		if g.Frame > 40 {
			t.Fatalf("at frame %d without the other", g.Frame)
		}
	}
	at := g.Frame
	for _, press := range []byte{1, 2, 3} {
		wantCode(t, "AddLocalInput", p.AddLocalInput(1, []byte{press}, 1), ggpo.ErrorCodePredictionThreshold)
		_, err := p.SyncInput(nil)
		wantCode(t, "SyncInput", err, ggpo.ErrorCodePredictionThreshold)
		wantCode(t, "AdvanceFrame", p.AdvanceFrame(0), ggpo.ErrorCodeInvalidRequest)
	}
	tb.net.HealAll()
	g.pad = func(frame, _ int) uint32 { return 4 }
	tb.frames(at + 60)
	agree(t, at+40, tb.games...)
	if got := tb.games[1].inputs[at][0]; got != 4 {
		t.Errorf("frame %d has input %d, want the last one offered", at, got)
	}
}

func TestBadSettings(t *testing.T) {
	tb := newTable(t, 2, memnet.Policy{})
	p := tb.peers[0]
	wantCode(t, "a delay of -1", p.SetFrameDelay(1, -1), ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "a delay of 61", p.SetFrameDelay(1, rollback.MaxInputDelay+1), ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "a remote player's delay", p.SetFrameDelay(2, 1), ggpo.ErrorCodeInvalidPlayerHandle)
	wantCode(t, "nobody's delay", p.SetFrameDelay(0, 1), ggpo.ErrorCodeInvalidPlayerHandle)
	wantCode(t, "a timeout of -1", p.SetDisconnectTimeout(-1), ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "a removal before the match", p.DisconnectPlayer(2), ggpo.ErrorCodeNotSynchronized)
	tb.frames(10)
	wantCode(t, "the same timeout in play", p.SetDisconnectTimeout(ggpo.DefaultDisconnectTimeout), ggpo.ErrorCodeSuccess)
	wantCode(t, "another timeout in play", p.SetDisconnectTimeout(1), ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "nobody's removal", p.DisconnectPlayer(3), ggpo.ErrorCodeInvalidPlayerHandle)
	wantCode(t, "no spectator's removal", p.DisconnectPlayer(1000), ggpo.ErrorCodeInvalidPlayerHandle)
	player := ggpo.NewLocalPlayer(20, 1)
	wantCode(t, "a player in play", p.AddPlayer(&player, nil), ggpo.ErrorCodeInvalidRequest)
	wantCode(t, "a second connection", p.InitializeConnection(), ggpo.ErrorCodeInvalidRequest)
}

// In the middle of a rollback only SyncInput and AdvanceFrame are allowed.
func TestCallsInARollback(t *testing.T) {
	tb := newTable(t, 2, lossy)
	g, p := tb.games[0], tb.peers[0]
	calls := 0
	g.inside = func() {
		calls++
		player := ggpo.NewLocalPlayer(20, 1)
		_, err := p.GetNetworkStats(2)
		for name, err := range map[string]error{
			"Idle": p.Idle(0), "AddLocalInput": p.AddLocalInput(1, []byte{1}, 1), "Close": p.Close(), "DisconnectPlayer": p.DisconnectPlayer(2),
			"SetFrameDelay": p.SetFrameDelay(1, 3), "AddPlayer": p.AddPlayer(&player, nil), "GetNetworkStats": err,
		} {
			wantCode(t, name, err, ggpo.ErrorCodeInRollback)
		}
	}
	tb.frames(100)
	agree(t, 80, tb.games...)
	if calls == 0 {
		t.Error("there was no rollback")
	}
}

// A game that panics in a rollback and recovers, as engines do, finds errors and
// can close.
func TestGamePanicsInARollback(t *testing.T) {
	tb := newTable(t, 2, lossy)
	tb.frames(20)
	g := tb.games[0]
	g.inside = func() { panic("the game's own") }
	recovered := func() (r any) {
		defer func() { r = recover() }()
		tb.frames(200)
		return nil
	}()
	if recovered != "the game's own" {
		t.Fatalf("recovered %v", recovered)
	}
	wantCode(t, "Idle", tb.peers[0].Idle(0), ggpo.ErrorCodeGeneralFailure)
	wantCode(t, "AdvanceFrame", tb.peers[0].AdvanceFrame(0), ggpo.ErrorCodeGeneralFailure)
	wantCode(t, "Close", tb.peers[0].Close(), ggpo.ErrorCodeSuccess)
}

// Two games whose inputs have different sizes: both are told why.
func TestPeersThatDoNotFit(t *testing.T) {
	net := memnet.New(1, 2)
	var peers [2]ggpo.Peer
	var games [2]*game
	for i := range peers {
		games[i] = newGame(t)
		peers[i] = ggpo.NewPeer(games[i], 0, 2, 4+i)
		peers[i].UseNetwork(func(netip.AddrPort) (transport.Link, error) { return net.Link(i, 1-i), nil })
		for j := range 2 {
			player := ggpo.NewRemotePlayer(20, j+1, "127.0.0.1", 100+j)
			if j == i {
				player = ggpo.NewLocalPlayer(20, j+1)
			}
			must(t, peers[i].AddPlayer(&player, nil))
		}
		peers[i].Start()
	}
	var errs [2]error
	for range 120 {
		for i := range peers {
			errs[i] = peers[i].Idle(0, func() int64 { return net.Now().Milliseconds() })
		}
		net.SetNow(net.Now() + frameTime)
	}
	for i, err := range errs {
		var h *rollback.HandshakeError
		if codeOf(err) != ggpo.ErrorCodeGeneralFailure || !errors.As(err, &h) || h.Field != "input size" {
			t.Errorf("peer %d: got %v, want that the input sizes differ", i, err)
		}
		if e := games[i].codes(ggpo.EventCodeDisconnectedFromPeer); len(e) != 1 || e[0].Player != ggpo.PlayerHandle(2-i) {
			t.Errorf("peer %d was told %v, want the other's end", i, e)
		}
		wantCode(t, "an input", peers[i].AddLocalInput(ggpo.PlayerHandle(i+1), []byte{1}, 1), ggpo.ErrorCodeGeneralFailure)
	}
}

// The clock that Idle is given may come and go.
func TestClockHasNoJumps(t *testing.T) {
	tb := newTable(t, 2, memnet.Policy{Delay: 20 * time.Millisecond})
	tb.frames(30)
	for i := range 200 {
		if i%2 == 0 {
			must(t, tb.peers[0].Idle(0)) // the system's, whose origin is another
		}
		tb.tick()
	}
	agree(t, 150, tb.games...)
	for _, g := range tb.games {
		if n := len(g.codes(ggpo.EventCodeConnectionInterrupted)); n > 0 {
			t.Errorf("%d interruptions", n)
		}
	}
}
