package ggpo

import (
	"errors"
	"net/netip"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
)

// frameRate is the frames a second of all games of this package. It only paces
// packets; the game keeps its own time.
const frameRate = 60

// maxDrain is how many packets are read from one link at a time. The rest waits
// in the link's own queue.
const maxDrain = 256

// match is what a peer and a spectator have in common: a rollback.Session with
// its socket, clock and events.
type match struct {
	gate
	adapter
	port    int
	clock   clock
	carrier carrier
	session *rollback.Session[slot, []byte] // nil until everybody is added
	links   []transport.Link                // by rollback.Peer
	behind  [][]PlayerHandle                // by rollback.Peer: who is at the other end
	seats   []seat
	viewers []viewer
	host    netip.AddrPort // of a spectator
	samples [][]byte       // of the local players, in order of their seats

	timeoutMs, notifyMs int
	began               time.Duration  // when session was made
	syncFrom            rollback.Frame // first frame with a new EventCodeTimeSync
	started             bool
	stalled             bool // the last frame offered waits for others
	left                bool // the local player was disconnected
	watching            bool // it is a spectator's
	reporting           bool
	reason              rollback.Reason
	pending             []pending
	buf                 []byte
}

// seat is one player.
type seat struct {
	added, local bool
	address      netip.AddrPort // of a remote one
	peer         rollback.Peer  // of a remote one, once the session is made
	delay        int            // frames, of a local one
	offered      bool           // its input for the next frame is in sample
	sample       []byte
}

func newMatch(cb Session, port, players, inputSize int) *match {
	m := &match{
		adapter: adapter{game: cb}, port: port, clock: newClock(), syncFrom: RecommendationInterval,
		timeoutMs: DefaultDisconnectTimeout, notifyMs: DefaultDisconnectNotifyStart,
		buf: make([]byte, transport.MaxPacket),
	}
	if m.broken = checkShape(cb, port, players, inputSize); m.broken != nil {
		return m
	}
	m.turn = newTurn(players, inputSize)
	m.seats = make([]seat, players)
	return m
}

func (m *match) usable() error {
	if m == nil {
		return unmade()
	}
	return m.check()
}

// connect opens the socket.
func (m *match) connect(given []Connection) error {
	switch err := m.usable(); {
	case err != nil:
		return err
	case len(given) > 1:
		return fail(ErrorCodeInvalidRequest, "%d connections, want at most 1", len(given))
	case m.carrier != nil:
		return fail(ErrorCodeInvalidRequest, "the connection is open")
	}
	c, err := openSocket(m.port, given)
	if err != nil {
		return failBy(ErrorCodeGeneralFailure, err)
	}
	m.carrier = c
	return nil
}

// start has no error to return, so the next call does.
func (m *match) start() {
	if m.usable() != nil {
		return
	}
	m.started = true
	if m.carrier == nil {
		m.broken = m.connect(nil)
	}
}

// idle is Backend.Idle; make is what makes the session once it can be made.
func (m *match) idle(timeFunc []func() int64, make func() error) error {
	if err := m.usable(); err != nil {
		return err
	}
	m.clock.choose(timeFunc)
	if m.session == nil && m.started {
		if m.broken = make(); m.broken != nil {
			return m.broken
		}
	}
	if m.session == nil {
		return nil
	}
	m.pump()
	m.send()
	m.report()
	if m.closed || m.left {
		return nil
	}
	return m.ended()
}

// read takes in what waits in the links.
func (m *match) read() time.Duration {
	now := m.clock.tick()
	for p, l := range m.links {
		if l != nil {
			m.drain(now, rollback.Peer(p), l)
		}
	}
	return now
}

// pump reads the links, then runs the timers: a peer is judged by what was read.
func (m *match) pump() time.Duration {
	now := m.read()
	m.session.Poll(now)
	m.collect()
	for range m.session.Confirmed() { // nobody reads it here, and it must not fill up
	}
	return now
}

func (m *match) drain(now time.Duration, p rollback.Peer, l transport.Link) {
	for range maxDrain {
		n, err := l.Recv(m.buf)
		switch {
		case err == nil:
			m.session.Receive(now, p, m.buf[:n])
		case errors.Is(err, transport.ErrShortBuffer): // dropped: no packet of a session
		default:
			return
		}
	}
}

// send sends what is due. A link that ended shows as silence.
func (m *match) send() {
	for p, packet := range m.session.Packets() {
		if l := m.links[p]; l != nil {
			_ = l.Send(packet)
		}
	}
}

// ended is the error of a session that has ended or is about to.
func (m *match) ended() error {
	switch {
	case m.left:
		return fail(ErrorCodePlayerDisconnected, "the local player was disconnected")
	case m.session.State() < rollback.Leaving:
		return nil
	case m.session.Err() != nil:
		return failBy(ErrorCodeGeneralFailure, m.session.Err())
	case m.watching:
		return fail(ErrorCodePlayerDisconnected, "the host is gone: %v", m.reason)
	}
	return fail(ErrorCodeGeneralFailure, "the match is over: %v", m.reason)
}

// running refuses calls that need frames to run.
func (m *match) running() error {
	if err := m.usable(); err != nil {
		return err
	}
	if m.session == nil {
		return fail(ErrorCodeNotSynchronized, "the match has not begun")
	}
	if err := m.ended(); err != nil {
		return err
	}
	if m.session.State() != rollback.Running {
		return fail(ErrorCodeNotSynchronized, "the peers are not ready")
	}
	return nil
}

// advance has the session make the next frame ready, with a rollback before if
// one is due, and sends what the peers wait for.
func (m *match) advance(inputs [][]byte) error {
	now := m.pump()
	if err := m.running(); err != nil {
		return err
	}
	var step rollback.Step
	var err error
	m.guarded(func() { step, err = m.session.Advance(now, inputs...) })
	if err != nil {
		return failBy(ErrorCodeGeneralFailure, err)
	}
	m.send()
	if m.stalled = !step.Advanced; m.stalled {
		return fail(ErrorCodePredictionThreshod, "frame %d waits for players %#b", step.Frame, step.WaitingFor)
	}
	return nil
}

// syncInput hands out the frame that is ready.
func (m *match) syncInput(disconnectFlags *int) ([][]byte, error) {
	if m != nil && m.inside {
		if !m.turn.ready {
			return nil, fail(ErrorCodeInvalidRequest, "SyncInput after AdvanceFrame in one call of the game's AdvanceFrame")
		}
		return m.turn.hand(disconnectFlags), nil
	}
	if err := m.running(); err != nil {
		return nil, err
	}
	switch {
	case m.turn.ready:
		return m.turn.hand(disconnectFlags), nil
	case m.stalled:
		return nil, fail(ErrorCodePredictionThreshod, "frame %d waits for others", m.session.Frame())
	}
	return nil, fail(ErrorCodeInvalidRequest, "SyncInput before AddLocalInput of each local player")
}

// advanceFrame is allowed inside the game's AdvanceFrame, and then only there.
func (m *match) advanceFrame(checksum uint32) error {
	if m == nil || !m.inside {
		if err := m.usable(); err != nil {
			return err
		}
	}
	return m.adapter.advanced(checksum)
}
