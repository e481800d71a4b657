package rollback_test

import (
	"testing"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/internal/wire"
)

// A spectator that greeted once and was removed before it was locked.
func TestSpectatorRemovedBeforeItIsKnown(t *testing.T) {
	a := &audience{match: newMatch(t, 2, spectators(1))}
	a.start()
	v := a.join(a.peers[0].session, nil)
	at := a.tick
	v.lose = func(tick int) bool { return tick > at+2 }
	a.show(30)
	if err := a.peers[0].session.RemoveSpectator(a.now, v.peer); err != nil {
		t.Fatal(err)
	}
	a.show(60 * 60)
	if _, err := a.peers[0].session.AddSpectator(a.now); err != nil {
		t.Errorf("a minute after it was removed: %v", err)
	}
}

// Undrained events of spectators that come and go.
func TestSpectatorsComeAndGoUndrained(t *testing.T) {
	m := newMatch(t, 1, spectators(1))
	host := m.peers[0].session
	host.Poll(m.now)
	for n := range 500 {
		peer, err := host.AddSpectator(m.now)
		if err != nil {
			t.Fatal(err)
		}
		cfg := rollback.Config[uint16]{Players: 1, GameID: "trace", Peers: []rollback.PeerConfig{{Host: true}}, Blob: make([]byte, 512)}
		cfg.Entropy[0], cfg.Entropy[1] = byte(n), byte(n>>8)
		v, err := rollback.NewSession(&tracer{}, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			v.Poll(m.now)
			for _, b := range v.Packets() {
				host.Receive(m.now, peer, b)
			}
			host.Poll(m.now)
			for p, b := range host.Packets() {
				if p == peer {
					v.Receive(m.now, 0, b)
				}
			}
			m.now += tick
		}
		v.Leave(m.now, rollback.ReasonLeft)
		for _, b := range v.Packets() {
			host.Receive(m.now, peer, b)
		}
	}
	n := 0
	for range host.Events() {
		n++
	}
	if n > 100 {
		t.Errorf("%d events wait", n)
	}
}

// An answer to a stranger is longer than his question.
func TestGreetingBuysNoLongerAnswer(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Blob = make([]byte, 512) })
	s := m.peers[0].session
	s.Poll(0)
	for range s.Packets() {
	}
	in, out := 0, 0
	for range 1000 {
		h := wire.Hello{Version: wire.Version, Token: 1, Echo: 12345}
		b := wire.AppendHello(make([]byte, 0, 1200), &h)
		in += len(b)
		m.now += tick
		s.Receive(m.now, 0, b)
		s.Poll(m.now)
		for _, p := range s.Packets() {
			out += len(p)
		}
	}
	if out > in {
		t.Errorf("a stranger's %d bytes bought %d", in, out)
	}
}

// Run-ahead and delay.
func TestDelayWhileRunningAhead(t *testing.T) {
	s, err := rollback.NewSession(&tracer{}, rollback.Config[uint16]{Local: []int{0}, RunAhead: 3})
	if err != nil {
		t.Fatal(err)
	}
	if d, _ := s.InputDelay(0); d != 0 {
		t.Errorf("delay %d", d)
	}
	for range 20 {
		s.Advance(0, 7)
	}
	d := s.Stats().Loads
	s.SetInputDelay(0, 0)
	for range 20 {
		s.Advance(0, uint16(s.Frame()))
		for range s.Confirmed() {
		}
	}
	if s.Stats().Loads == d {
		t.Errorf("setting the delay that it has ended the run-ahead")
	}
}

func TestNoGame(t *testing.T) {
	if _, err := rollback.NewSession[world, uint16](nil, rollback.Config[uint16]{Local: []int{0}}); err == nil {
		t.Errorf("a nil game is accepted")
	}
}
