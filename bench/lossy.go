package main

import (
	"fmt"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// window is the prediction window of every match that is measured, in frames.
const window = 8

// lossySetup is a match over a bad network.
type lossySetup struct {
	name    string
	players int
	step    time.Duration // between two frames; all players step at once
	policy  memnet.Policy // of every directed link
}

// player is one end of a match: a session of the engine, or of the ideal
// protocol. One turn is receive for each packet that waits, turn, packets.
type player interface {
	receive(now time.Duration, from rollback.Peer, packet []byte)
	// turn runs a frame if that may run. With hold it does not try.
	turn(now time.Duration, hold bool)
	packets(send func(to rollback.Peer, packet []byte))
	frame() rollback.Frame // the next to simulate
	tally() tally
}

// tally is what one player, or several together, counted.
type tally struct {
	turns, frames, confirmed uint64
	lag                      uint64 // frames simulated and not confirmed, summed over the turns
	stalls                   uint64 // turns
	bytes, sent              uint64
	rollbacks, resimulated   uint64
	depths                   [rollback.MaxWindow + 2]uint64 // rollbacks by depth
	inFlight                 uint64                         // own inputs not acknowledged yet, summed over the packets; of the ideal protocol
}

// plus adds other to t, sign times.
func (t tally) plus(other tally, sign int64) tally {
	by := uint64(sign) // wraps: adding 2^64-1 subtracts one
	t.turns += by * other.turns
	t.frames += by * other.frames
	t.confirmed += by * other.confirmed
	t.lag += by * other.lag
	t.stalls += by * other.stalls
	t.bytes += by * other.bytes
	t.sent += by * other.sent
	t.rollbacks += by * other.rollbacks
	t.resimulated += by * other.resimulated
	t.inFlight += by * other.inFlight
	for d := range t.depths {
		t.depths[d] += by * other.depths[d]
	}
	return t
}

// depth is the least depth that a share of the rollbacks does not exceed, 0
// without any.
func (t *tally) depth(share float64) int {
	below := uint64(0)
	for d, n := range t.depths {
		below += n
		if n > 0 && float64(below) >= share*float64(t.rollbacks) {
			return d
		}
	}
	return 0
}

// lossyMatch is players on a memnet, stepped all at the same times. Nobody
// stretches a frame: who is ahead stays ahead until it stalls, in both protocols
// alike.
type lossyMatch struct {
	lossySetup
	net     *memnetCarrier
	members []player
	sends   []func(to rollback.Peer, packet []byte) // of each member; made once, so that a step allocates nothing
	now     time.Duration
	before  tally
}

// newLossy warms the match up on a network that loses nothing, with everybody
// at the same frame, and then makes the network what the setup says. From there
// on both protocols send one packet a link and step, so the k-th packet of a link
// meets the same draws in both.
func newLossy(s lossySetup, seed uint64, build func(seat int) (player, error)) (*lossyMatch, error) {
	m := &lossyMatch{lossySetup: s, net: newMemnetSeeded(seed, s.players)}
	for seat := range s.players {
		p, err := build(seat)
		if err != nil {
			return nil, err
		}
		m.members = append(m.members, p)
		m.sends = append(m.sends, func(to rollback.Peer, b []byte) { m.net.send(seat, playerOf(seat, to), b) })
	}
	m.net.setAll(memnet.Policy{Delay: s.policy.Delay})
	m.run(warmFrames)
	for seat, p := range m.members {
		if p.frame() != m.members[0].frame() || p.frame() < warmFrames/4 {
			return nil, fmt.Errorf("bench: %s: player %d is at frame %d after %d steps, player 0 at %d", s.name, seat, p.frame(), warmFrames, m.members[0].frame())
		}
	}
	m.net.setAll(s.policy)
	m.before = m.total()
	return m, nil
}

// run plays steps of everybody. Until the network is bad, who is ahead waits.
func (m *lossyMatch) run(steps int) {
	for range steps {
		least := m.members[0].frame()
		for _, p := range m.members {
			least = min(least, p.frame())
		}
		for seat, p := range m.members {
			m.turn(seat, p, m.before.turns == 0 && p.frame() > least)
		}
		m.now += m.step
		m.net.setNow(m.now)
	}
}

func (m *lossyMatch) turn(seat int, p player, hold bool) {
	for from := range m.members {
		if from == seat {
			continue
		}
		for b := m.net.recv(from, seat); b != nil; b = m.net.recv(from, seat) {
			p.receive(m.now, peerOf(seat, from), b)
		}
	}
	p.turn(m.now, hold)
	p.packets(m.sends[seat])
}

func (m *lossyMatch) total() tally {
	var t tally
	for _, p := range m.members {
		t = t.plus(p.tally(), 1)
	}
	return t
}

// counted is what all players together did on the bad network.
func (m *lossyMatch) counted() tally { return m.total().plus(m.before, -1) }

// pad is an input of a size that is measured.
type pad interface{ [4]byte | [32]byte }

// sessionPlayer is a session of the engine that plays a habit.
type sessionPlayer[I pad] struct {
	session    *rollback.Session[world, I]
	habit      *habit
	turns, lag uint64
}

func newSessionPlayer[I pad](s lossySetup, seat, delay int, h *habit) (player, error) {
	cfg := rollback.Config[I]{Local: []int{seat}, Window: window, InputDelay: delay, FrameRate: rate(s.step)}
	cfg.Entropy[0] = byte(seat + 1)
	for other := range s.players {
		if other != seat {
			cfg.Peers = append(cfg.Peers, rollback.PeerConfig{Seats: []int{other}})
		}
	}
	session, err := rollback.NewSession(rollback.Plain(new(world), stepPads[I]), cfg)
	return &sessionPlayer[I]{session: session, habit: h}, err
}

// rate is the whole number of frames a second next above the steps, so that a
// packet is due in every step.
func rate(step time.Duration) int { return int((time.Second + step - 1) / step) }

func stepPads[I pad](w *world, in []rollback.Input[I]) {
	for p := range in {
		for i := range len(in[p].Value) {
			w.Digest = (w.Digest ^ uint64(in[p].Value[i])) * 0x100000001b3
		}
	}
	w.Frame++
}

func (p *sessionPlayer[I]) receive(now time.Duration, from rollback.Peer, packet []byte) {
	p.session.Receive(now, from, packet)
}

func (p *sessionPlayer[I]) turn(now time.Duration, hold bool) {
	p.session.Poll(now)
	if hold {
		return
	}
	var in I
	p.habit.at(int(p.session.Frame()))
	for i := range len(in) {
		in[i] = p.habit.now[i]
	}
	if _, err := p.session.Advance(now, in); err != nil {
		panic(err) // one input a call, and nobody leaves
	}
	p.turns++
	p.lag += uint64(p.session.Frame() - 1 - p.session.ConfirmedFrame())
	for range p.session.Confirmed() {
	}
	for e := range p.session.Events() {
		if e.Kind == rollback.EventDesync || e.Kind == rollback.EventDisconnected {
			panic(e.String()) // a fault of the engine: no figure would mean anything
		}
	}
}

func (p *sessionPlayer[I]) packets(send func(rollback.Peer, []byte)) {
	for to, b := range p.session.Packets() {
		send(to, b)
	}
}

func (p *sessionPlayer[I]) frame() rollback.Frame { return p.session.Frame() }

func (p *sessionPlayer[I]) tally() tally {
	s := p.session.Stats()
	return tally{
		turns: p.turns, lag: p.lag, frames: s.Frames, confirmed: uint64(p.session.ConfirmedFrame() + 1),
		stalls: s.Stalls, bytes: s.BytesOut, sent: s.PacketsOut,
		rollbacks: s.Rollbacks, resimulated: s.Resimulated, depths: s.Depths,
	}
}
