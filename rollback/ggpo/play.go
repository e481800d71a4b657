package ggpo

import "example.com/backstep/rollback"

// addLocalInput keeps a copy of the input; the last local player's makes the
// frame ready.
func (m *match) addLocalInput(h PlayerHandle, values []byte, size int) error {
	if err := m.running(); err != nil {
		return err
	}
	s, err := m.player(h)
	switch {
	case err != nil:
		return err
	case !s.local:
		return fail(ErrorCodeInvalidPlayerHandle, "player %d is not local", h)
	case size < 0 || size > len(values) || size > m.turn.size:
		return fail(ErrorCodeInvalidRequest, "%d of %d bytes of input, want at most %d", size, len(values), m.turn.size)
	case m.turn.ready || s.offered:
		return fail(ErrorCodeInputDropped, "frame %d has the input of player %d", m.session.Frame(), h)
	}
	clear(s.sample[copy(s.sample, values[:size]):])
	s.offered = true
	for i := range m.seats {
		if m.seats[i].local && !m.seats[i].offered {
			return nil
		}
	}
	for i := range m.seats {
		m.seats[i].offered = false
	}
	return m.advance(m.samples)
}

func (m *match) player(h PlayerHandle) (*seat, error) {
	if h < 1 || int(h) > len(m.seats) || !m.seats[h-1].added {
		return nil, fail(ErrorCodeInvalidPlayerHandle, "player %d", h)
	}
	return &m.seats[h-1], nil
}

// SetFrameDelay implements Backend. Raised, it repeats the last input meanwhile;
// lowered, it drops the inputs of as many frames.
func (p *Peer) SetFrameDelay(player PlayerHandle, frames int) error {
	m := p.m
	if err := m.usable(); err != nil {
		return err
	}
	s, err := m.player(player)
	switch {
	case err != nil:
		return err
	case !s.local:
		return fail(ErrorCodeInvalidPlayerHandle, "player %d is not local", player)
	case frames < 0 || frames > rollback.MaxInputDelay:
		return fail(ErrorCodeInvalidRequest, "a delay of %d frames, want 0 to %d", frames, rollback.MaxInputDelay)
	case m.session == nil:
		s.delay = frames
		return nil
	}
	if err := m.ended(); err != nil {
		return err
	}
	if err := m.session.SetInputDelay(int(player)-1, frames); err != nil {
		return failBy(ErrorCodeInvalidRequest, err)
	}
	return nil
}

// DisconnectPlayer implements Backend. All players at the same address are
// removed together. A local player leaves the match, which is then over for this
// peer.
func (p *Peer) DisconnectPlayer(player PlayerHandle) error {
	m := p.m
	if err := m.usable(); err != nil {
		return err
	}
	if player >= firstSpectator {
		return m.dropViewer(player)
	}
	s, err := m.player(player)
	if err != nil {
		return err
	}
	if m.session == nil {
		return fail(ErrorCodeNotSynchronized, "the match has not begun")
	}
	if err := m.ended(); err != nil {
		return err
	}
	if s.local {
		m.left = true
		m.session.Leave(m.clock.tick(), rollback.ReasonLeft)
		m.send()
		return nil
	}
	return m.drop(s.peer)
}

func (m *match) drop(p rollback.Peer) error {
	if m.session.PeerStats(p).Disconnected {
		return fail(ErrorCodePlayerDisconnected, "it has left already")
	}
	if err := m.session.Drop(m.clock.tick(), p); err != nil {
		return failBy(ErrorCodeGeneralFailure, err)
	}
	m.send()
	return nil
}

// GetNetworkStats implements Backend. Those of a local player are zero.
func (p *Peer) GetNetworkStats(player PlayerHandle) (NetworkStats, error) {
	m := p.m
	if err := m.usable(); err != nil {
		return NetworkStats{}, err
	}
	if m.session == nil {
		return NetworkStats{}, fail(ErrorCodeNotSynchronized, "the match has not begun")
	}
	if player >= firstSpectator {
		return m.viewerStats(player)
	}
	s, err := m.player(player)
	if err != nil || s.local {
		return NetworkStats{}, err
	}
	return m.stats(s.peer), nil
}

func (m *match) stats(p rollback.Peer) NetworkStats {
	return networkStats(m.session.PeerStats(p), m.session.Frame(), m.clock.tick()-m.began, frameRate)
}
