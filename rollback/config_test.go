package rollback_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/backstep/rollback"
)

func valid() rollback.Config[uint16] {
	return rollback.Config[uint16]{Local: []int{0}, Peers: []rollback.PeerConfig{{Seats: []int{1}}}}
}

// What cannot work is refused at set-up, by name, and nothing panics.
func TestIllegalConfigs(t *testing.T) {
	for _, c := range []struct {
		field  string
		change func(*rollback.Config[uint16])
	}{
		{"Window", func(c *rollback.Config[uint16]) { c.Window = 61 }},
		{"InputDelay", func(c *rollback.Config[uint16]) { c.InputDelay = -1 }},
		{"InputDelay", func(c *rollback.Config[uint16]) { c.InputDelay = 61 }},
		{"FrameRate", func(c *rollback.Config[uint16]) { c.FrameRate = 1001 }},
		{"FrameRate", func(c *rollback.Config[uint16]) { c.FrameRate = -1 }},
		{"KeepFrames", func(c *rollback.Config[uint16]) { c.KeepFrames = -1 }},
		{"ChecksumEvery", func(c *rollback.Config[uint16]) { c.ChecksumEvery = 3601 }},
		{"GameID", func(c *rollback.Config[uint16]) { c.GameID = strings.Repeat("x", 65) }},
		{"Blob", func(c *rollback.Config[uint16]) { c.Blob = make([]byte, 513) }},
		{"NotifyAfter", func(c *rollback.Config[uint16]) { c.Timeout = time.Second; c.NotifyAfter = time.Second }},
		{"Local", func(c *rollback.Config[uint16]) { c.Local = nil }},
		{"Local", func(c *rollback.Config[uint16]) { c.Local = []int{-1} }},
		{"Local", func(c *rollback.Config[uint16]) { c.Local = []int{0, 0} }},
		{"Peers[0].Seats", func(c *rollback.Config[uint16]) { c.Peers[0].Seats = []int{0} }},
		{"Peers[0].Seats", func(c *rollback.Config[uint16]) { c.Peers[0].Seats = nil }},
		{"Peers[0].Seats", func(c *rollback.Config[uint16]) { c.Peers[0].Seats = []int{16} }},
		{"Players", func(c *rollback.Config[uint16]) { c.Players = 3 }},
		{"Players", func(c *rollback.Config[uint16]) { c.Players = 1 }},
		{"Players", func(c *rollback.Config[uint16]) { c.Peers[0].Seats = []int{2} }},
	} {
		cfg := valid()
		c.change(&cfg)
		_, err := rollback.NewSession(&tracer{}, cfg)
		var ce *rollback.ConfigError
		if !errors.As(err, &ce) || ce.Field != c.field {
			t.Errorf("want an error about %s, got %v", c.field, err)
		}
	}
}

// The values at the edge of what is legal run.
func TestBoundaryConfigs(t *testing.T) {
	for name, change := range map[string]func(int, *rollback.Config[uint16]){
		"window 1":          func(_ int, c *rollback.Config[uint16]) { c.Window = 1 },
		"window 60":         func(_ int, c *rollback.Config[uint16]) { c.Window = 60 },
		"lockstep":          func(_ int, c *rollback.Config[uint16]) { c.Window = -1 },
		"delay 60":          func(_ int, c *rollback.Config[uint16]) { c.InputDelay = 60 },
		"checksum interval": func(_ int, c *rollback.Config[uint16]) { c.ChecksumEvery = 1 },
		"no checksums":      func(_ int, c *rollback.Config[uint16]) { c.ChecksumEvery = -1 },
		"no timeout":        func(_ int, c *rollback.Config[uint16]) { c.Timeout = -1 },
		"longest strings": func(_ int, c *rollback.Config[uint16]) {
			c.GameID, c.Blob = strings.Repeat("x", 64), make([]byte, 512)
		},
	} {
		m := newMatch(t, 2, change)
		m.start()
		m.run(100)
		m.agree()
		if f := m.peers[0].session.ConfirmedFrame(); f < 10 {
			t.Errorf("%s: confirmed %d", name, f)
		}
	}
}

func TestInputTypes(t *testing.T) {
	peers := []rollback.PeerConfig{{Seats: []int{1}}}
	_, err := rollback.NewSession(&anyGame[struct{ Pad struct{ Sticks [2]int } }]{},
		rollback.Config[struct{ Pad struct{ Sticks [2]int } }]{Local: []int{0}, Peers: peers})
	if err == nil || !strings.Contains(err.Error(), "Pad.Sticks[0]") {
		t.Errorf("int inside: %v", err)
	}
	_, err = rollback.NewSession(&anyGame[[]byte]{}, rollback.Config[[]byte]{Local: []int{0}, Peers: peers})
	if err == nil || !strings.Contains(err.Error(), "uint8") {
		t.Errorf("slice without a codec: %v", err)
	}
	_, err = rollback.NewSession(&anyGame[[65]byte]{}, rollback.Config[[65]byte]{Local: []int{0}, Peers: peers})
	if err == nil || !strings.Contains(err.Error(), "65") {
		t.Errorf("65 bytes: %v", err)
	}
	_, err = rollback.NewSession(&anyGame[struct{}]{}, rollback.Config[struct{}]{Local: []int{0}, Peers: peers})
	if err != nil {
		t.Errorf("empty input: %v", err)
	}
}

// anyGame has inputs of any type and no state to speak of.
type anyGame[I any] struct{ n uint64 }

func (g *anyGame[I]) Save(dst *uint64)            { *dst = g.n }
func (g *anyGame[I]) Load(src *uint64)            { g.n = *src }
func (g *anyGame[I]) Checksum(s *uint64) uint64   { return *s }
func (g *anyGame[I]) Advance([]rollback.Input[I]) { g.n++ }

// Misuse is named: which call, which player, which value.
func TestMisuse(t *testing.T) {
	m := newMatch(t, 2, nil)
	s := m.peers[0].session
	if _, err := s.Advance(0); !errors.Is(err, rollback.ErrInputCount) {
		t.Errorf("no input: %v", err)
	}
	if _, err := s.Advance(0, 1, 2); !errors.Is(err, rollback.ErrInputCount) {
		t.Errorf("two inputs: %v", err)
	}
	if step, err := s.Advance(0, 1); err != nil || step.Advanced {
		t.Errorf("advanced before the handshake: %+v, %v", step, err)
	}
	for _, p := range []int{-1, 1, 2} {
		if err := s.SetInputDelay(p, 1); !errors.Is(err, rollback.ErrUnknownPlayer) {
			t.Errorf("delay of player %d: %v", p, err)
		}
		if _, err := s.InputDelay(p); !errors.Is(err, rollback.ErrUnknownPlayer) {
			t.Errorf("delay of player %d: %v", p, err)
		}
	}
	for _, d := range []int{-1, 61} {
		if err := s.SetInputDelay(0, d); !errors.Is(err, rollback.ErrDelayRange) {
			t.Errorf("delay %d: %v", d, err)
		}
	}
	for _, p := range []rollback.Peer{-1, 1} {
		if err := s.Drop(0, p); !errors.Is(err, rollback.ErrUnknownPeer) {
			t.Errorf("drop of peer %d: %v", p, err)
		}
		if err := s.LinkLost(0, p); !errors.Is(err, rollback.ErrUnknownPeer) {
			t.Errorf("link of peer %d: %v", p, err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("receive from peer %d: no panic, though it is documented", p)
				}
			}()
			s.Receive(0, p, nil)
		}()
	}
	s.Leave(0, rollback.ReasonLeft)
	if _, err := s.Advance(0, 1); !errors.Is(err, rollback.ErrClosed) {
		t.Errorf("after leaving: %v", err)
	}
	if err := s.SetInputDelay(0, 1); !errors.Is(err, rollback.ErrClosed) {
		t.Errorf("delay after leaving: %v", err)
	}
}
