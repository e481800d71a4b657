package match

import (
	"fmt"
	"time"

	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
)

const (
	// GameID and Build go into the handshake. Build counts changes of the
	// simulation, so that programs that would compute different worlds refuse
	// each other.
	GameID = "backstep/duel"
	// Build is of the simulation.
	Build = 3
	// Window is how many frames may be predicted.
	Window = 10
	// keepFrames is how many states are kept beyond the window: more than one
	// Update can make final, so that a Tape misses none.
	keepFrames = 60
	// MaxName is the most bytes of a player's name.
	MaxName = 12
)

// Watcher is the Seat of a Peer that plays for nobody.
const Watcher = -1

// Setup says which part of a match a Peer has.
type Setup struct {
	Players int
	Seat    int              // or Watcher
	Links   []transport.Link // to the other seats in ascending order; a Watcher's one to whom it watches
	Seed    uint64           // the match's; 0 leaves it to seat 0
	ID      [16]byte         // likewise
	Name    string           // shown to the others; what exceeds MaxName bytes is cut
	Build   uint64           // default Build; another one is for tests
	Options live.Options

	Spectators int // how many may be let in by Admit
	// OnDesync is what is done about a desync, after it was explained.
	OnDesync rollback.DesyncPolicy
	// Return comes back into the seat of a match that goes on without it.
	Return bool
	// Wait is for how long Bot plays on when everybody else has left: they may
	// come back.
	Wait  time.Duration
	Scrub bool // keep the last minute for a Scrub
	// Confirmed, if set, is called with each confirmed frame's inputs, which are
	// valid only during the call.
	Confirmed func(f rollback.Frame, in []rollback.Input[duel.Buttons])
}

func (s *Setup) watches() bool { return s.Seat == Watcher }

func (s *Setup) config() (rollback.Config[duel.Buttons], error) {
	cfg := rollback.Config[duel.Buttons]{
		Players: s.Players, Window: Window, FrameRate: duel.FPS,
		GameID: GameID, Build: s.Build, Seed: s.Seed, MatchID: s.ID, Spectators: s.Spectators,
		KeepFrames: keepFrames,
		Blob:       []byte(name([]byte(s.Name))),
	}
	if s.Players < 2 || s.Players > duel.MaxFighters || s.Seat < Watcher || s.Seat >= s.Players {
		return cfg, fmt.Errorf("match: seat %d of %d players, want 2 to %d players", s.Seat, s.Players, duel.MaxFighters)
	}
	if cfg.Build == 0 {
		cfg.Build = Build
	}
	if s.watches() {
		cfg.Peers = []rollback.PeerConfig{{Host: true}}
		return cfg, nil
	}
	cfg.Local = []int{s.Seat}
	cfg.Explain, cfg.OnDesync, cfg.Rejoin = true, s.OnDesync, s.Return
	for seat := range s.Players {
		if seat != s.Seat {
			cfg.Peers = append(cfg.Peers, rollback.PeerConfig{Seats: []int{seat}})
		}
	}
	return cfg, nil
}

// name makes a name of what somebody sent: printable ASCII, not too long.
func name(b []byte) string {
	out := make([]byte, 0, MaxName)
	for _, c := range b[:min(len(b), MaxName)] {
		if c >= ' ' && c <= '~' {
			out = append(out, c)
		}
	}
	return string(out)
}
