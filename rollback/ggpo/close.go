package ggpo

import (
	"errors"
	"time"

	"example.com/backstep/rollback"
)

const (
	// closeWait bounds Close, by the system's clock.
	closeWait = 350 * time.Millisecond
	// closeEvery is how often the links are read meanwhile.
	closeEvery = 2 * time.Millisecond
)

// close says goodbye and closes the socket. Without the goodbye the others
// would wait for the last inputs until the timeout.
func (m *match) close() error {
	switch {
	case m == nil:
		return m.usable()
	case m.closed:
		return nil
	case m.busy:
		return m.usable()
	}
	m.closed = true
	if m.session != nil {
		m.linger()
	}
	for _, l := range m.links {
		if l != nil {
			_ = l.Close() // the socket's error is the one to tell
		}
	}
	if m.carrier == nil {
		return nil
	}
	if err := m.carrier.Close(); err != nil {
		return failBy(ErrorCodeGeneralFailure, err)
	}
	return nil
}

// linger reads and sends until the peers have heard what they must hear.
func (m *match) linger() {
	m.clock.choose(nil)
	m.session.Leave(m.clock.tick(), rollback.ReasonLeft)
	m.send()
	limit := time.NewTimer(closeWait)
	defer limit.Stop()
	every := time.NewTicker(closeEvery)
	defer every.Stop()
	for m.session.State() != rollback.Closed || m.refused() {
		select {
		case <-limit.C:
			return
		case <-every.C:
		}
		m.read()
		m.send() // before Poll ends the session: a peer that leaves as well waits for the answer
		m.pump()
		m.send()
	}
}

// refused tells whether the peers do not fit: they may not know yet.
func (m *match) refused() bool {
	var e *rollback.HandshakeError
	return errors.As(m.session.Err(), &e) && e.Field != ""
}
