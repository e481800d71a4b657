package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
)

// One that comes when the start of the match is no longer kept begins with a state.
func TestTooLateForTheHistory(t *testing.T) {
	a := &audience{match: newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Spectators, c.FeedMemory = 2, 1 })}
	a.input = func(p, tick int) uint16 { return uint16(tick * 31) }
	a.start()
	a.run(2000)
	v := a.join(a.peers[0].session, nil)
	a.show(120)
	entered := countEvents(v.events, rollback.EventEntered)
	if f := v.session.Frame(); entered != 1 || f < a.peers[0].session.ConfirmedFrame()-35 || v.Digest != a.peers[0].digests[int64(f)] {
		t.Errorf("frame %d, digest %x, the host's is %x: %v", f, v.Digest, a.peers[0].digests[int64(f)], v.events)
	}
}

func TestSpectatorMisuse(t *testing.T) {
	for name, c := range map[string]rollback.Config[uint16]{
		"no players":      {Peers: []rollback.PeerConfig{{Host: true}}},
		"two hosts":       {Players: 2, Peers: []rollback.PeerConfig{{Host: true}, {Host: true}}},
		"a local player":  {Players: 2, Local: []int{0}, Peers: []rollback.PeerConfig{{Host: true}}},
		"seats of a host": {Players: 2, Peers: []rollback.PeerConfig{{Host: true, Seats: []int{0}}}},
	} {
		if _, err := rollback.NewSession(&tracer{}, c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	a := &audience{match: newMatch(t, 2, spectators(1))}
	a.start()
	s := a.peers[0].session
	if _, err := s.AddSpectator(a.now); err != nil {
		t.Error(err)
	}
	if _, err := s.AddSpectator(a.now); err == nil {
		t.Error("a second one where one is allowed")
	}
	if err := s.RemoveSpectator(a.now, 1); err != nil {
		t.Error(err)
	}
	if err := s.RemoveSpectator(a.now, 7); err == nil {
		t.Error("removed one that is not there")
	}
	a.show(1)
	if _, err := s.AddSpectator(a.now); err != nil {
		t.Errorf("no room after one has gone: %v", err)
	}
	s.Receive(a.now, 1, make([]byte, 40))
}

// A spectator is shown nothing that some player still lacks: it would have to
// be taken back if that player's view prevailed.
func TestSpectatorsAreShownOnlySettled(t *testing.T) {
	a := &audience{match: newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.Spectators, c.Window = 1, 30 })}
	a.start()
	v := a.join(a.peers[0].session, nil)
	a.show(60)
	from := a.tick
	a.lose = func(x, to, tick int) bool { return x == 2 && to == 1 && tick >= from }
	ahead := rollback.Frame(0)
	for range 300 {
		a.show(1)
		held := a.peers[1].session.ConfirmedFrame()
		ahead = max(ahead, a.peers[0].session.ConfirmedFrame()-held)
		if f := v.session.Frame() - 1; f > held {
			t.Fatalf("shown frame %d, player 1 has confirmed %d", f, held)
		}
	}
	if ahead < 5 || v.session.Frame() < 200 {
		t.Errorf("the host was %d frames ahead of player 1, the spectator is at %d", ahead, v.session.Frame())
	}
}

// A relay that is found before it has found its own host lets its spectators
// wait: what it does not know, it does not tell.
func TestRelayKnowsTheMatchFirst(t *testing.T) {
	a := &audience{match: newMatch(t, 2, spectators(1))}
	a.start()
	relay := a.join(a.peers[0].session, func(c *rollback.Config[uint16]) { c.Spectators = 1 })
	at := a.tick
	relay.lose = func(tick int) bool { return tick < at+60 }
	v := a.join(relay.session, nil)
	a.show(300)
	want := a.peers[0].session
	for i, g := range []*viewer{relay, v} {
		if s := g.session; s.MatchID() != want.MatchID() || s.Seed() != want.Seed() || s.Frame() < 100 {
			t.Errorf("viewer %d is at %d with match %x, want %x", i, s.Frame(), s.MatchID(), want.MatchID())
		}
	}
}
