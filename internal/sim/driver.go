package sim

import (
	"iter"
	"time"

	"example.com/backstep/rollback"
)

// driver is a session whose input type is out of sight: inputs are numbers.
type driver interface {
	Receive(now time.Duration, from rollback.Peer, packet []byte)
	Poll(now time.Duration)
	Packets() iter.Seq2[rollback.Peer, []byte]
	Events() iter.Seq[rollback.Event]
	Frame() rollback.Frame
	ConfirmedFrame() rollback.Frame
	State() rollback.State
	Stats() rollback.Stats
	PeerStats(rollback.Peer) rollback.PeerStats
	SetInputDelay(player, frames int) error
	Drop(now time.Duration, p rollback.Peer) error
	Leave(now time.Duration, why rollback.Reason)
	Pace() time.Duration
	FramesAhead() float64
	Pause(player int) error
	Resume(player int) error
	Paused(rollback.Frame) bool
	LinkLost(now time.Duration, p rollback.Peer) error
	Ready(now time.Duration)
	NextMatch() (id [16]byte, seed uint64)
	AddSpectator(now time.Duration) (rollback.Peer, error)
	RemoveSpectator(now time.Duration, p rollback.Peer) error
	Behind() int
	Present(player int) bool
	Rejoining() bool
	Err() error

	// advance is Session.Advance. It may overwrite inputs.
	advance(now time.Duration, inputs []uint64) (rollback.Step, error)
	// confirmed is Session.Confirmed; the values are valid during the call.
	confirmed(visit func(f rollback.Frame, values []uint64, present uint16))
}

type adapter[I word] struct {
	*rollback.Session[Scene, I]
	inputs []I
	values []uint64
}

func (a *adapter[I]) advance(now time.Duration, inputs []uint64) (rollback.Step, error) {
	for i, v := range inputs {
		a.inputs[i] = I(v)
	}
	step, err := a.Session.Advance(now, a.inputs...)
	for i := range a.inputs {
		a.inputs[i] = ^a.inputs[i] // a caller may reuse its buffer at once
	}
	return step, err
}

func (a *adapter[I]) confirmed(visit func(rollback.Frame, []uint64, uint16)) {
	for f, in := range a.Session.Confirmed() {
		visit(f, a.values, unpack(a.values, in))
	}
}

// game is the watcher as the engine sees it.
type game[I word] struct {
	*watcher
	values []uint64
}

func (g *game[I]) Advance(in []rollback.Input[I]) {
	present := unpack(g.values, in)
	g.watcher.advance(g.values, present)
}

// trimmed is a codec of variable length for the sizes that no number type has:
// leading zeros stay away.
type trimmed struct{ size int }

func (c trimmed) Size() int { return c.size }

func (c trimmed) Append(dst []byte, v uint64) []byte {
	for ; v != 0; v >>= 8 {
		dst = append(dst, byte(v))
	}
	return dst
}

func (c trimmed) Decode(src []byte) (v uint64) {
	for i, b := range src[:min(len(src), 8)] {
		v |= uint64(b) << (8 * i)
	}
	return v
}

// round tells the matches of one run apart.
type round struct {
	number uint64
	id     [16]byte // zero: the first host chooses
	seed   uint64
}

// newDriver makes the session of one host, and the game that watches it. In any
// life but its first a host comes back into its seats.
func newDriver(p *Plan, host, life int, r round) (driver, *watcher, error) {
	s := hostSetup(p, host, r)
	s.Rejoin = life > 0
	s.Entropy[8] ^= byte(life)
	s.Entropy[9] ^= byte(life >> 8)
	return byInput(p, s, r.seed)
}

// setup is the part of a configuration that does not depend on the input type.
type setup = rollback.Config[uint8]

func hostSetup(p *Plan, host int, r round) setup {
	s := common(p, uint64(host), r)
	s.Local, s.Blob, s.Barrier = p.Hosts[host].Seats, []byte{byte(host)}, p.Barrier
	s.Spectators = places(p)
	for peer := range len(p.Hosts) - 1 {
		s.Peers = append(s.Peers, rollback.PeerConfig{Seats: p.Hosts[p.hostOf(host, rollback.Peer(peer))].Seats})
	}
	return s
}

// places are for those who watch: one that vanished keeps its own for a while.
func places(p *Plan) int { return 8 * len(p.Watchers) }

func common(p *Plan, name uint64, r round) setup {
	s := setup{
		Players: p.Players, Window: orNone(p.Window), FrameRate: p.Rate, GameID: "sim", Build: 1,
		MatchID: r.id, ChecksumEvery: orNone(p.ChecksumEvery), SaveEvery: p.SaveEvery, SendEvery: p.SendEvery,
		Timeout: p.Timeout, NotifyAfter: p.Notify, HandshakeTimeout: handshakeTimeout,
		StopWithoutMajority: p.Majority, FeedMemory: p.FeedMemory, SpectatorDelay: p.FeedLag,
		Explain: p.Explain, OnDesync: rollback.DesyncPolicy(p.OnDesync),
	}
	if r.number > 0 {
		s.Seed = r.seed
	}
	for i := range s.Entropy {
		s.Entropy[i] = byte(mix(mix(p.Seed+r.number<<32)<<8|name) >> (8 * (i & 7)))
	}
	return s
}

func byInput(p *Plan, s setup, seed uint64) (driver, *watcher, error) {
	switch p.InputBytes {
	case 1:
		return build[uint8](p, s, seed, nil)
	case 2:
		return build[uint16](p, s, seed, nil)
	case 4:
		return build[uint32](p, s, seed, nil)
	case 8:
		return build[uint64](p, s, seed, nil)
	}
	return build[uint64](p, s, seed, trimmed{p.InputBytes})
}

func build[I word](p *Plan, s setup, seed uint64, codec rollback.Codec[I]) (driver, *watcher, error) {
	cfg := rollback.Config[I]{
		Players: s.Players, Local: s.Local, Peers: s.Peers, Window: s.Window, FrameRate: s.FrameRate,
		SaveEvery: s.SaveEvery, SendEvery: s.SendEvery, Predict: predictor[I](p), Codec: codec,
		GameID: s.GameID, Build: s.Build, Seed: s.Seed, MatchID: s.MatchID, Blob: s.Blob, Entropy: s.Entropy,
		ChecksumEvery: s.ChecksumEvery, Timeout: s.Timeout, NotifyAfter: s.NotifyAfter, HandshakeTimeout: s.HandshakeTimeout,
		Spectators: s.Spectators, FeedMemory: s.FeedMemory, SpectatorDelay: s.SpectatorDelay, CatchUp: s.CatchUp,
		Barrier: s.Barrier, StopWithoutMajority: s.StopWithoutMajority,
		Explain: s.Explain, OnDesync: s.OnDesync, Rejoin: s.Rejoin, FromNow: s.FromNow,
	}
	w, err := newWatcher(p, seed)
	if err != nil {
		return nil, nil, err
	}
	session, err := rollback.NewSession(&game[I]{w, make([]uint64, p.Players)}, cfg)
	if err != nil {
		return nil, nil, err
	}
	a := &adapter[I]{session, make([]I, len(cfg.Local)), make([]uint64, p.Players)}
	w.of = a
	return a, w, nil
}

func orNone(v int) int {
	if v == 0 {
		return -1
	}
	return v
}

func predictor[I word](p *Plan) func(I, int) I {
	mask := p.mask()
	switch p.Predictor {
	case Nothing:
		return func(I, int) I { return 0 }
	case Drifting:
		return func(last I, ahead int) I { return I((uint64(last) + uint64(ahead)/3) & mask) }
	}
	return nil
}

// mask has a one for each bit that an input may have.
func (p *Plan) mask() uint64 { return 1<<(8*p.InputBytes) - 1 }

// hostOf and peerOf turn a host's peer numbers into hosts and back. Each host
// numbers its peers from its own neighbour on, so no two agree on a number.
func (p *Plan) hostOf(host int, peer rollback.Peer) int {
	return (host + 1 + int(peer)) % len(p.Hosts)
}

func (p *Plan) peerOf(host, of int) rollback.Peer {
	n := len(p.Hosts)
	return rollback.Peer((of - host - 1 + n) % n)
}
