package ggpo

import "example.com/backstep/rollback"

// Spectator watches a match that a peer serves. It runs frames as they become
// final, so it never rolls back. Copies are the same.
type Spectator struct{ m *match }

// NewSpectator prepares to watch the match of numPlayers at the peer whose
// address is hostIp and hostPort; that peer adds a NewSpectatorPlayer. It gets
// the match from frame 0 on, also when it comes late: the host keeps 1 MiB of it,
// some 20 minutes of two players. While it is more than half a
// second behind, SyncInput runs several frames: all but the last by
// Session.AdvanceFrame. Values that cannot work are reported
// by the first call.
func NewSpectator(cb Session, localPort, numPlayers, inputSize int, hostIp string, hostPort int) Spectator {
	m := newMatch(cb, localPort, numPlayers, inputSize)
	m.watching = true
	if m.broken == nil {
		var err error
		if m.host, err = (Remote{hostIp, hostPort}).address(); err != nil {
			m.broken = failBy(ErrorCodeInvalidRequest, err)
		}
	}
	return Spectator{m}
}

// makeSpectator makes the session.
func (m *match) makeSpectator() error {
	l, err := m.carrier.link(m.host)
	if err != nil {
		return failBy(ErrorCodeInvalidRequest, err)
	}
	m.setLink(0, l, 0)
	cfg := m.config()
	cfg.Peers = []rollback.PeerConfig{{Host: true}}
	s, err := rollback.NewSession(&m.adapter, cfg)
	if err != nil {
		return failBy(ErrorCodeInvalidRequest, err)
	}
	m.adopt(s)
	return nil
}

// InitializeConnection implements Backend.
func (s *Spectator) InitializeConnection(connection ...Connection) error {
	return s.m.connect(connection)
}

// Start implements Backend.
func (s *Spectator) Start() { s.m.start() }

// Close implements Backend.
func (s *Spectator) Close() error { return s.m.close() }

// Idle implements Backend.
func (s *Spectator) Idle(timeoutMs int, timeFunc ...func() int64) error {
	return s.m.idle(timeFunc, s.m.makeSpectator)
}

// AddLocalInput implements Backend. It does nothing: a spectator's loop may be a
// player's.
func (s *Spectator) AddLocalInput(PlayerHandle, []byte, int) error { return s.m.usable() }

// SyncInput implements Backend. ErrorCodePredictionThreshold: no frame is there
// yet. ErrorCodePlayerDisconnected: the host is gone, and everything that it sent
// was shown.
func (s *Spectator) SyncInput(disconnectFlags *int) ([][]byte, error) {
	m := s.m
	if m == nil || m.inside || m.turn.ready {
		return m.syncInput(disconnectFlags)
	}
	if err := m.running(); err != nil {
		return nil, err
	}
	if err := m.advance(nil); err != nil {
		return nil, err
	}
	return m.syncInput(disconnectFlags)
}

// AdvanceFrame implements Backend. The checksum is compared with the host's.
func (s *Spectator) AdvanceFrame(checksum uint32) error { return s.m.advanceFrame(checksum) }

// SetDisconnectTimeout implements Backend, for the host.
func (s *Spectator) SetDisconnectTimeout(timeoutMs int) error { return s.m.setTimeout(timeoutMs) }

// SetDisconnectNotifyStart implements Backend, for the host.
func (s *Spectator) SetDisconnectNotifyStart(timeoutMs int) error { return s.m.setNotify(timeoutMs) }

// GetNetworkStats implements Backend: those of the host, whatever the handle.
func (s *Spectator) GetNetworkStats(PlayerHandle) (NetworkStats, error) {
	if err := s.m.usable(); err != nil {
		return NetworkStats{}, err
	}
	if s.m.session == nil {
		return NetworkStats{}, fail(ErrorCodeNotSynchronized, "the match has not begun")
	}
	return s.m.stats(0), nil
}

func (s *Spectator) refuse() error {
	if err := s.m.usable(); err != nil {
		return err
	}
	return fail(ErrorCodeUnsupported, "a spectator only watches")
}

// AddPlayer implements Backend: ErrorCodeUnsupported.
func (s *Spectator) AddPlayer(*Player, *PlayerHandle) error { return s.refuse() }

// DisconnectPlayer implements Backend: ErrorCodeUnsupported.
func (s *Spectator) DisconnectPlayer(PlayerHandle) error { return s.refuse() }

// SetFrameDelay implements Backend: ErrorCodeUnsupported.
func (s *Spectator) SetFrameDelay(PlayerHandle, int) error { return s.refuse() }
