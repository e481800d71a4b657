package ggpo

import (
	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// Idle implements Backend.
func (s *SyncTest) Idle(int, ...func() int64) error {
	if err := s.t.usable(); err != nil {
		return err
	}
	if !s.t.told {
		s.t.told = true
		s.t.game.OnEvent(&Event{Code: EventCodeRunning})
	}
	return nil
}

// AddPlayer implements Backend. Every player is a local one.
func (s *SyncTest) AddPlayer(player *Player, handle *PlayerHandle) error {
	if err := s.t.usable(); err != nil {
		return err
	}
	if player == nil {
		return fail(ErrorCodeInvalidRequest, "the player is nil")
	}
	if n := player.PlayerNum; n < 1 || n > len(s.t.logs) {
		return fail(ErrorCodePlayerOutOfRange, "player %d of %d", n, len(s.t.logs))
	}
	if handle != nil {
		*handle = PlayerHandle(player.PlayerNum - 1)
	}
	return nil
}

// AddLocalInput implements Backend. A player whose input is not given repeats
// the last one.
func (s *SyncTest) AddLocalInput(player PlayerHandle, values []byte, size int) error {
	l, err := s.t.log(player)
	switch {
	case err != nil:
		return err
	case size < 0 || size > len(values) || size > s.t.turn.size:
		return fail(ErrorCodeInvalidRequest, "%d of %d bytes of input, want at most %d", size, len(values), s.t.turn.size)
	case s.t.turn.ready || l.offered:
		return fail(ErrorCodeInputDropped, "frame %d has the input of player %d", s.t.frame, player)
	}
	l.offer(s.t.frame, values[:size])
	return nil
}

// SyncInput implements Backend.
func (s *SyncTest) SyncInput(disconnectFlags *int) ([][]byte, error) {
	t := s.t
	if t != nil && t.inside {
		if !t.turn.ready {
			return nil, fail(ErrorCodeInvalidRequest, "SyncInput after AdvanceFrame in one call of the game's AdvanceFrame")
		}
		return t.turn.hand(disconnectFlags), nil
	}
	if err := t.usable(); err != nil {
		return nil, err
	}
	t.ready()
	return t.turn.hand(disconnectFlags), nil
}

// AdvanceFrame implements Backend. Outside of a rollback it runs one.
func (s *SyncTest) AdvanceFrame(checksum uint32) error {
	t := s.t
	if t != nil && t.inside {
		return t.advanced(checksum)
	}
	if err := t.usable(); err != nil {
		return err
	}
	if err := t.advanced(checksum); err != nil {
		return err
	}
	return t.ran()
}

// SetFrameDelay implements Backend.
func (s *SyncTest) SetFrameDelay(player PlayerHandle, frames int) error {
	l, err := s.t.log(player)
	if err != nil {
		return err
	}
	if frames < 0 || frames > rollback.MaxInputDelay {
		return fail(ErrorCodeInvalidRequest, "a delay of %d frames, want 0 to %d", frames, rollback.MaxInputDelay)
	}
	l.delay = savestate.Frame(frames)
	return nil
}

// DisconnectPlayer implements Backend: ErrorCodeUnsupported.
func (s *SyncTest) DisconnectPlayer(PlayerHandle) error {
	if err := s.t.usable(); err != nil {
		return err
	}
	return fail(ErrorCodeUnsupported, "a SyncTest has nobody to disconnect")
}

// GetNetworkStats implements Backend: ErrorCodeUnsupported.
func (s *SyncTest) GetNetworkStats(PlayerHandle) (NetworkStats, error) {
	if err := s.t.usable(); err != nil {
		return NetworkStats{}, err
	}
	return NetworkStats{}, fail(ErrorCodeUnsupported, "a SyncTest has no network")
}

// SetDisconnectTimeout implements Backend. There is nobody to wait for.
func (s *SyncTest) SetDisconnectTimeout(int) error { return s.t.usable() }

// SetDisconnectNotifyStart implements Backend. There is nobody to wait for.
func (s *SyncTest) SetDisconnectNotifyStart(int) error { return s.t.usable() }

// InitializeConnection implements Backend. Nothing is opened.
func (s *SyncTest) InitializeConnection(...Connection) error { return s.t.usable() }

// Start implements Backend. A SyncTest runs without it.
func (s *SyncTest) Start() {}

// Close implements Backend.
func (s *SyncTest) Close() error {
	if s.t == nil || s.t.busy {
		return s.t.usable()
	}
	s.t.closed = true
	return nil
}
