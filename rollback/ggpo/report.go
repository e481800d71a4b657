package ggpo

import (
	"errors"
	"time"

	"example.com/backstep/rollback"
)

// maxPending is how many events may wait for Idle before news of links that come
// and go is dropped. All else happens a bounded number of times.
const maxPending = 256

// collect takes the events out of the session. What the game does in OnEvent may
// add some.
func (m *match) collect() {
	for e := range m.session.Events() {
		p := pending{Event: e}
		switch e.Kind {
		case rollback.EventInterrupted, rollback.EventResumed:
			if m.quiet() || len(m.pending) >= maxPending {
				continue
			}
		case rollback.EventSpectatorLeft:
			p.viewer, _ = m.viewerLeft(e.Peer) // before its number is used again
		case rollback.EventClosed:
			m.reason = e.Reason
		}
		m.pending = append(m.pending, p)
	}
}

// pending is an event that waits for Idle.
type pending struct {
	rollback.Event
	viewer PlayerHandle // the spectator that left
}

// report tells the game what happened. The game may call back, even Close.
func (m *match) report() {
	if m.reporting {
		return
	}
	m.reporting = true
	defer func() { m.reporting = false }()
	for len(m.pending) > 0 && !m.closed {
		e := m.pending[0]
		m.pending = m.pending[:copy(m.pending, m.pending[1:])]
		m.translate(e)
	}
	if !m.closed {
		m.recommend()
	}
}

func (m *match) translate(e pending) {
	switch e.Kind {
	case rollback.EventSynchronized:
		m.tell(e.Peer, Event{Code: EventCodeConnectedToPeer})
		m.tell(e.Peer, Event{Code: EventCodeSynchronizingWithPeer, Count: 1, Total: 1})
		m.tell(e.Peer, Event{Code: EventCodeSynchronizedWithPeer})
	case rollback.EventRunning:
		m.tellOf(0, Event{Code: EventCodeRunning})
	case rollback.EventInterrupted:
		m.tell(e.Peer, Event{Code: EventCodeConnectionInterrupted, DisconnectTimeout: m.timeLeft(e.Silent)})
	case rollback.EventResumed:
		m.tell(e.Peer, Event{Code: EventCodeConnectionResumed})
	case rollback.EventDisconnected:
		m.tellOf(handleOf(e.Player), Event{Code: EventCodeDisconnectedFromPeer})
	case rollback.EventSpectatorLeft:
		m.tellOf(e.viewer, Event{Code: EventCodeDisconnectedFromPeer})
	case rollback.EventDesync:
		m.tell(e.Peer, m.desync(e.Err))
	case rollback.EventClosed:
		m.tellClosed(e.Err)
	}
}

// tellClosed names those whom a match that never began is without, and to a
// spectator its host.
func (m *match) tellClosed(err error) {
	if m.left || m.session.Frame() > 0 && !m.watching {
		return
	}
	var e *rollback.HandshakeError
	one := errors.As(err, &e)
	for p, who := range m.behind {
		for _, h := range who {
			if h < firstSpectator && (!one || int(e.Peer) == p) {
				m.tellOf(h, Event{Code: EventCodeDisconnectedFromPeer})
			}
		}
	}
}

// tell reports an event for each player at the other end of a link.
func (m *match) tell(p rollback.Peer, e Event) {
	for _, h := range m.behind[p] {
		m.tellOf(h, e)
	}
}

func (m *match) tellOf(player PlayerHandle, e Event) {
	if m.closed {
		return
	}
	e.Player = player
	m.game.OnEvent(&e)
}

func (m *match) desync(err error) Event {
	var d *rollback.DesyncError
	if !errors.As(err, &d) {
		return Event{Code: EventCodeDesync}
	}
	return Event{Code: EventCodeDesync, CurrentState: int(m.session.Frame()), LastVerified: int(d.LastEqual),
		NumFrameOfDesync: int(d.Frame), LocalChecksum: int(d.Ours), RemoteChecksum: int(d.Theirs)}
}

// recommend tells a game that runs ahead, once in a while. The other side is not
// told, so the one that is gives back the whole distance: if both closed it, they
// would change places.
func (m *match) recommend() {
	frame := m.session.Frame()
	if m.session.State() != rollback.Running || frame < m.syncFrom {
		return
	}
	if ahead := m.session.FramesAhead(); ahead >= 1 {
		m.syncFrom = frame + RecommendationInterval
		m.tellOf(0, Event{Code: EventCodeTimeSync, FramesAhead: float32(ahead), TimeSyncPeriodInFrames: RecommendationInterval})
	}
}

// never is longer than any match.
const never = 1 << 61 * time.Nanosecond

// quiet: a notice that would come after the end is none.
func (m *match) quiet() bool {
	return m.notifyMs == 0 || m.timeoutMs > 0 && m.notifyMs >= m.timeoutMs
}

// silences are the session's settings for the two timeouts.
func (m *match) silences() (timeout, notify time.Duration) {
	timeout, notify = time.Duration(m.timeoutMs)*time.Millisecond, time.Duration(m.notifyMs)*time.Millisecond
	switch {
	case m.quiet() && timeout > 0:
		notify = timeout - timeout/100
	case m.quiet():
		notify = never
	}
	if timeout == 0 {
		timeout = -1 // the session's word for never
	}
	return timeout, notify
}

// timeLeft is in milliseconds, 0 if a peer is never lost.
func (m *match) timeLeft(silent time.Duration) int {
	return max(m.timeoutMs-int(silent.Milliseconds()), 0)
}

func handleOf(seat int) PlayerHandle { return PlayerHandle(seat + 1) }

// maxTimeoutMs is a day.
const maxTimeoutMs = 24 * 60 * 60 * 1000

func (m *match) setTimeout(ms int) error {
	if m == nil {
		return unmade()
	}
	return m.setMs(&m.timeoutMs, ms)
}

func (m *match) setNotify(ms int) error {
	if m == nil {
		return unmade()
	}
	return m.setMs(&m.notifyMs, ms)
}

// setMs sets one of the timeouts, which the session takes when it is made.
func (m *match) setMs(field *int, ms int) error {
	switch err := m.usable(); {
	case err != nil:
		return err
	case ms < 0 || ms > maxTimeoutMs:
		return fail(ErrorCodeInvalidRequest, "a timeout of %d ms, want 0 to %d", ms, maxTimeoutMs)
	case m.session != nil && ms != *field:
		return fail(ErrorCodeInvalidRequest, "a timeout of %d ms: the match has begun with %d", ms, *field)
	}
	*field = ms
	return nil
}
