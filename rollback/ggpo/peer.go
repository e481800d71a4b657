package ggpo

import (
	"crypto/rand"
	"net/netip"

	"example.com/backstep/rollback"
)

// Peer is a player's part in a match. Copies are the same match.
type Peer struct{ m *match }

// NewPeer prepares a match of numPlayers, 1 to rollback.MaxPlayers, with inputs
// of inputSize bytes, 1 to MaxInputSize. Values that cannot work are reported by
// the first call to the Peer. localPort 0 is any free port.
func NewPeer(cb Session, localPort, numPlayers, inputSize int) Peer {
	return Peer{newMatch(cb, localPort, numPlayers, inputSize)}
}

// InitializeConnection implements Backend.
func (p *Peer) InitializeConnection(connection ...Connection) error { return p.m.connect(connection) }

// Start implements Backend.
func (p *Peer) Start() { p.m.start() }

// Close implements Backend.
func (p *Peer) Close() error { return p.m.close() }

// Idle implements Backend.
func (p *Peer) Idle(timeoutMs int, timeFunc ...func() int64) error {
	return p.m.idle(timeFunc, p.m.makePeer)
}

// AddLocalInput implements Backend.
func (p *Peer) AddLocalInput(player PlayerHandle, values []byte, size int) error {
	return p.m.addLocalInput(player, values, size)
}

// SyncInput implements Backend.
func (p *Peer) SyncInput(disconnectFlags *int) ([][]byte, error) {
	return p.m.syncInput(disconnectFlags)
}

// AdvanceFrame implements Backend.
func (p *Peer) AdvanceFrame(checksum uint32) error { return p.m.advanceFrame(checksum) }

// SetDisconnectTimeout implements Backend.
func (p *Peer) SetDisconnectTimeout(timeoutMs int) error { return p.m.setTimeout(timeoutMs) }

// SetDisconnectNotifyStart implements Backend.
func (p *Peer) SetDisconnectNotifyStart(timeoutMs int) error { return p.m.setNotify(timeoutMs) }

// AddPlayer implements Backend. Players are added before the match begins,
// spectators at any time.
func (p *Peer) AddPlayer(player *Player, handle *PlayerHandle) error {
	if err := p.m.usable(); err != nil {
		return err
	}
	if player == nil {
		return fail(ErrorCodeInvalidRequest, "the player is nil")
	}
	h, err := p.m.addPlayer(player)
	if err == nil && handle != nil {
		*handle = h
	}
	return err
}

func (m *match) addPlayer(p *Player) (PlayerHandle, error) {
	var address netip.AddrPort
	if p.PlayerType == PlayerTypeRemote || p.PlayerType == PlayerTypeSpectator {
		var err error
		if address, err = p.Remote.address(); err != nil {
			return 0, failBy(ErrorCodeInvalidRequest, err)
		}
	}
	switch n := p.PlayerNum; {
	case p.PlayerType == PlayerTypeSpectator:
		return m.addViewer(address)
	case p.PlayerType != PlayerTypeLocal && p.PlayerType != PlayerTypeRemote:
		return 0, fail(ErrorCodeInvalidRequest, "player type %d", p.PlayerType)
	case n < 1 || n > len(m.seats):
		return 0, fail(ErrorCodePlayerOutOfRange, "player %d of %d", n, len(m.seats))
	case m.seats[n-1].added:
		return 0, fail(ErrorCodeInvalidRequest, "player %d is added already", n)
	case address.IsValid() && m.isViewers(address):
		return 0, fail(ErrorCodeInvalidRequest, "a spectator is at %v", address)
	}
	m.seats[p.PlayerNum-1] = seat{added: true, local: p.PlayerType == PlayerTypeLocal, address: address}
	return PlayerHandle(p.PlayerNum), nil
}

// makePeer makes the session once all players are added.
func (m *match) makePeer() error {
	for i := range m.seats {
		if !m.seats[i].added {
			return nil
		}
	}
	cfg := m.config()
	cfg.Spectators = 2 * MaxSpectators // those who are being told that they were let go take room too
	if err := m.seat(&cfg); err != nil {
		return err
	}
	s, err := rollback.NewSession(&m.adapter, cfg)
	if err != nil {
		return failBy(ErrorCodeInvalidRequest, err)
	}
	m.adopt(s)
	for _, p := range cfg.Local {
		if err := s.SetInputDelay(p, m.seats[p].delay); err != nil {
			return failBy(ErrorCodeInvalidRequest, err)
		}
	}
	return m.attachViewers()
}

// config is what is common to peers and spectators.
func (m *match) config() rollback.Config[[]byte] {
	timeout, notify := m.silences()
	cfg := rollback.Config[[]byte]{
		Players: len(m.seats), GameID: "ggpo", Codec: codec{m.turn.size}, FrameRate: frameRate,
		Window: MaxPredictionFrames, Timeout: timeout, NotifyAfter: notify,
		HandshakeTimeout: -1, // a game waits for its opponents
		Log:              newLogger(),
	}
	_, _ = rand.Read(cfg.Entropy[:]) // never returns an error
	return cfg
}

// adopt takes the session that was made.
func (m *match) adopt(s *rollback.Session[slot, []byte]) {
	m.session, m.resimulating = s, s.Resimulating
	m.began = m.clock.tick()
}

// seat says who sits where, and opens a link to each address.
func (m *match) seat(cfg *rollback.Config[[]byte]) error {
	known := map[netip.AddrPort]rollback.Peer{}
	for i := range m.seats {
		s := &m.seats[i]
		if s.local {
			cfg.Local = append(cfg.Local, i)
			s.sample = make([]byte, m.turn.size)
			m.samples = append(m.samples, s.sample)
			continue
		}
		p, ok := known[s.address]
		if !ok {
			l, err := m.carrier.link(s.address)
			if err != nil {
				return failBy(ErrorCodeInvalidRequest, err)
			}
			p = rollback.Peer(len(m.links))
			known[s.address] = p
			m.setLink(p, l)
			cfg.Peers = append(cfg.Peers, rollback.PeerConfig{})
		}
		s.peer = p
		m.behind[p] = append(m.behind[p], handleOf(i))
		cfg.Peers[p].Seats = append(cfg.Peers[p].Seats, i)
	}
	return nil
}
