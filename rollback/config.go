package rollback

import (
	"fmt"
	"log/slog"
	"math/bits"
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// Limits of a session.
const (
	MaxPlayers    = wire.MaxSeats
	MaxWindow     = 60
	MaxInputDelay = 60
	MaxInputBytes = wire.MaxInput
	MaxPacket     = wire.MaxPacket // bytes; no packet of a session is longer
)

// Peer names a remote endpoint: the index into Config.Peers.
type Peer int

// PeerConfig describes one remote endpoint.
type PeerConfig struct {
	Seats []int // the players it owns; at least one
	// Host makes this endpoint a spectator of the match: with no local player
	// and no other peer, it gets the settled frames from this one.
	Host bool
}

// Config describes a match and this endpoint's part in it. A zero field means
// its documented default; a negative one means none, where none makes sense.
type Config[I any] struct {
	Players int          // seats in the match; default: local and peers' seats together
	Local   []int        // the players whose input is given to Advance, in that order
	Peers   []PeerConfig // everybody else; together with Local, each seat exactly once

	Window     int // prediction window in frames, 0-60; default 8, negative = none: lockstep
	InputDelay int // frames by which local input is put off, 0-60; default 0
	// MaxDelay, where it is not 0, lets the session choose the input delay itself,
	// from MinDelay to MaxDelay, by the measured paths, for all local players alike;
	// it begins with InputDelay, and overrides SetInputDelay.
	MinDelay, MaxDelay int
	FrameRate          int // frames per second, 1-1000; default 60
	KeepFrames         int // saved states kept beyond the window; default 0
	SaveEvery          int // save the state of every k-th frame, and of the first unconfirmed one; default 1: of every frame
	SendEvery          int // send a packet every k frames; default 1
	RunAhead           int // frames shown ahead of the input, without a peer only; hides lag inside the game

	// Predict guesses an input from the player's last known one, ahead frames
	// later (1 = the next). It must be a pure function. nil repeats the last.
	Predict func(last I, ahead int) I
	// Codec turns inputs into bytes. nil derives one from I.
	Codec Codec[I]

	// What peers must agree on. A difference ends the handshake with a
	// *HandshakeError on both sides. Of Seed and MatchID, the values of the
	// endpoint with seat 0 count for those that leave them zero.
	GameID  string // at most 64 bytes
	Build   uint64 // build of the simulation
	Seed    uint64
	MatchID [16]byte
	Blob    []byte // at most 512 bytes, handed to the peers in EventSynchronized

	// Entropy makes tokens unguessable: 32 random bytes, different for every
	// session. rollback/live fills it; a test may leave it zero.
	Entropy [32]byte

	ChecksumEvery int // frames between compared checksums; default 10, negative = none
	// Explain has a desync explained: both sides exchange the state of the first
	// frame that differs, and EventDesyncReport names the fields. For that the states of
	// ChecksumEvery + Window + one second of frames, and KeepFrames more, are kept.
	Explain bool
	// OnDesync is what to do about a desync: report it (the default), halt, or resync.
	OnDesync         DesyncPolicy
	Timeout          time.Duration // silence until a peer is lost; default 5 s, negative = never
	NotifyAfter      time.Duration // silence until EventInterrupted; default 750 ms
	HandshakeTimeout time.Duration // until a peer has answered; default 30 s, negative = never

	// Spectators is how many may watch through this endpoint at once, 0-256.
	// Default 0: none, and nothing is kept for them. A spectator may itself have
	// spectators. FeedMemory is the bytes kept for those who come late or lag
	// (default 1 MiB, some 20 minutes of two players); SpectatorDelay is by how
	// many frames what they see is put off.
	Spectators     int
	FeedMemory     int
	SpectatorDelay int
	// CatchUp is how many frames one Advance of a spectator runs, 1-60, while
	// it is more than CatchUpOver frames behind; defaults 4 and 30.
	CatchUp     int
	CatchUpOver int

	// Rejoin makes this endpoint come back into its players' seats of a match that
	// goes on without it. Session.Rejoining tells until when.
	Rejoin bool
	// FromNow has a spectator begin with the newest state instead of frame 0.
	FromNow bool
	// StateLimit is the largest state that is taken from a peer, in bytes of its
	// encoding, to 256 MiB; default 16 MiB.
	StateLimit int

	// Barrier holds frame 0 back until every endpoint has called Session.Ready:
	// loading may take as long as it likes.
	Barrier bool
	// StopWithoutMajority ends the session with ReasonPartition when silence
	// leaves this side with half of the present players or fewer. Otherwise
	// each side of a partition plays on without the other.
	StopWithoutMajority bool

	Log *slog.Logger // nil = silent
}

// settings is Config without the input type, defaults filled in.
type settings struct {
	players, local                         int // counts
	seats                                  []int
	own                                    uint16
	peerSeats                              []uint16
	window, delay                          int
	rate, keep                             int
	saveEvery                              int
	sendEvery                              int
	runAhead                               int
	barrier                                bool
	needMajority                           bool
	spectators, feedMemory, spectatorDelay int
	catchUp, catchUpOver                   int
	minDelay, maxDelay                     int
	host                                   bool // this endpoint spectates
	explain, rejoin, fromNow               bool
	onDesync                               DesyncPolicy
	stateLimit                             int
	inputBytes                             int
	checksumEvery                          int
	timeout, notify                        time.Duration
	handshakeTimeout                       time.Duration
	frameTime                              time.Duration
	game                                   string
	build, seed, state                     uint64
	matchID                                [16]byte
	blob                                   []byte
	entropy                                [32]byte
	log                                    *slog.Logger
}

// ConfigError is a Config that cannot work: the field and what is wrong.
type ConfigError struct{ Field, Problem string }

func (e *ConfigError) Error() string { return "rollback: Config." + e.Field + ": " + e.Problem }

func refuse(field, format string, args ...any) error {
	return &ConfigError{field, fmt.Sprintf(format, args...)}
}

func orDefault[T int | time.Duration](v, def T) T {
	switch {
	case v == 0:
		return def
	case v < 0:
		return 0
	}
	return v
}

// validate fills in defaults and refuses what cannot work.
func (c *Config[I]) validate(inputBytes int) (*settings, error) {
	s := &settings{
		players: c.Players, local: len(c.Local), seats: append([]int(nil), c.Local...),
		window: orDefault(c.Window, 8), delay: c.InputDelay, rate: orDefault(c.FrameRate, 60), keep: c.KeepFrames,
		inputBytes: inputBytes, checksumEvery: orDefault(c.ChecksumEvery, 10),
		timeout: orDefault(c.Timeout, 5*time.Second), notify: orDefault(c.NotifyAfter, 750*time.Millisecond),
		handshakeTimeout: orDefault(c.HandshakeTimeout, 30*time.Second),
		saveEvery:        orDefault(c.SaveEvery, 1), sendEvery: orDefault(c.SendEvery, 1), runAhead: c.RunAhead,
		barrier: c.Barrier, needMajority: c.StopWithoutMajority,
		minDelay: c.MinDelay, maxDelay: c.MaxDelay,
		spectators: c.Spectators, feedMemory: orDefault(c.FeedMemory, 1<<20), spectatorDelay: c.SpectatorDelay,
		explain: c.Explain, rejoin: c.Rejoin, fromNow: c.FromNow, onDesync: c.OnDesync, stateLimit: orDefault(c.StateLimit, 16<<20),
		catchUp: orDefault(c.CatchUp, 4), catchUpOver: orDefault(c.CatchUpOver, 30),
		game: c.GameID, build: c.Build, seed: c.Seed, matchID: c.MatchID,
		blob: append([]byte(nil), c.Blob...), entropy: c.Entropy, log: c.Log,
	}
	if err := c.seats(s); err != nil {
		return nil, err
	}
	for _, r := range []struct {
		field       string
		got, lo, hi int
	}{
		{"Window", s.window, 0, MaxWindow}, {"InputDelay", s.delay, 0, MaxInputDelay}, {"FrameRate", c.FrameRate, 0, 1000},
		{"KeepFrames", s.keep, 0, 3600}, {"SaveEvery", s.saveEvery, 1, MaxWindow}, {"SendEvery", s.sendEvery, 1, MaxWindow},
		{"RunAhead", s.runAhead, 0, s.window}, {"Spectators", s.spectators, 0, 256}, {"MaxDelay", s.maxDelay, 0, MaxInputDelay}, {"MinDelay", s.minDelay, 0, s.maxDelay}, {"FeedMemory", s.feedMemory, 0, 1 << 30},
		{"SpectatorDelay", s.spectatorDelay, 0, 1 << 20}, {"CatchUp", s.catchUp, 1, MaxWindow}, {"CatchUpOver", s.catchUpOver, 0, 1 << 20}, {"ChecksumEvery", s.checksumEvery, 0, 3600},
		{"OnDesync", int(s.onDesync), 0, int(ResyncOnDesync)}, {"StateLimit", s.stateLimit, 1, 1 << 28},
		{"GameID", len(c.GameID), 0, wire.MaxName}, {"Blob", len(c.Blob), 0, wire.MaxBlob},
	} {
		if r.got < r.lo || r.got > r.hi {
			return nil, refuse(r.field, "%d, want %d to %d", r.got, r.lo, r.hi)
		}
	}
	s.frameTime = time.Second / time.Duration(s.rate)
	if s.timeout > 0 && s.notify >= s.timeout {
		return nil, refuse("NotifyAfter", "%v is not below Timeout %v", s.notify, s.timeout)
	}
	if s.window > 0 && s.sendEvery > s.window {
		return nil, refuse("SendEvery", "%d frames, but the window is %d", s.sendEvery, s.window)
	}
	if s.maxDelay > 0 && len(c.Peers) == 0 {
		return nil, refuse("MaxDelay", "%d frames without a peer to measure", s.maxDelay)
	}
	if s.runAhead > 0 && len(c.Peers) > 0 {
		return nil, refuse("RunAhead", "%d frames with %d peers, want no peer", s.runAhead, len(c.Peers))
	}
	if s.explain {
		s.keep += s.checksumEvery + s.window + s.rate
	}
	if s.rejoin && (s.host || len(c.Peers) == 0) {
		return nil, refuse("Rejoin", "only an endpoint with players and peers can come back")
	}
	if s.fromNow && !s.host {
		return nil, refuse("FromNow", "only a spectator can begin with the newest state; a player sets Rejoin")
	}
	if bytes := s.sendEvery * (inputBytes + 1) * len(c.Local); bytes > MaxPacket/2 {
		return nil, refuse("SendEvery", "%d frames of %d players make %d bytes a packet, want %d at most", s.sendEvery, len(c.Local), bytes, MaxPacket/2)
	}
	return s, nil
}

// seats checks that every seat has exactly one owner.
func (c *Config[I]) seats(s *settings) error {
	var taken uint16
	total := 0
	take := func(field string, seats []int) (mask uint16, err error) {
		for _, p := range seats {
			if p < 0 || p >= MaxPlayers {
				return 0, refuse(field, "player %d, want 0 to %d", p, MaxPlayers-1)
			}
			if taken>>p&1 == 1 {
				return 0, refuse(field, "player %d has two owners", p)
			}
			taken |= 1 << p
			mask |= 1 << p
			total++
		}
		return mask, nil
	}
	var err error
	if s.own, err = take("Local", c.Local); err != nil {
		return err
	}
	for i, peer := range c.Peers {
		if peer.Host {
			if len(c.Peers) > 1 || len(c.Local) > 0 || len(peer.Seats) > 0 {
				return refuse(fmt.Sprintf("Peers[%d].Host", i), "a spectator has no local player, no other peer, and names no seats")
			}
			s.host, s.peerSeats = true, []uint16{0}
			continue
		}
		field := fmt.Sprintf("Peers[%d].Seats", i)
		mask, err := take(field, peer.Seats)
		if err != nil {
			return err
		}
		if mask == 0 {
			return refuse(field, "a peer needs at least one player")
		}
		s.peerSeats = append(s.peerSeats, mask)
	}
	if s.players == 0 {
		s.players = total
	}
	switch {
	case s.host:
		if s.players < 1 || s.players > MaxPlayers {
			return refuse("Players", "%d, want 1 to %d", s.players, MaxPlayers)
		}
	case len(c.Local) == 0:
		return refuse("Local", "no local player")
	case s.players < 1 || s.players > MaxPlayers:
		return refuse("Players", "%d, want 1 to %d", s.players, MaxPlayers)
	case bits.Len16(taken) > s.players:
		return refuse("Players", "%d, but player %d has an owner", s.players, bits.Len16(taken)-1)
	case total != s.players:
		return refuse("Players", "%d, but only %d have an owner", s.players, total)
	}
	return nil
}

// logCapacity is the number of frames that a player's log keeps: enough for
// everything that may be unacknowledged or re-simulated at once.
func (s *settings) logCapacity() int {
	need := 2*s.window + 2*MaxInputDelay + 2*MaxWindow + 128
	return 1 << bits.Len(uint(need-1))
}
