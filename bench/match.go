package main

import (
	"fmt"
	"time"

	"example.com/backstep/rollback"
)

// setup says what match to play.
type setup struct {
	players     int
	delayFrames int // one way
	pattern     pattern
}

func (s setup) String() string {
	return fmt.Sprintf("%dp/%df/%s", s.players, s.delayFrames, s.pattern.name)
}

// match is one session a player over a carrier, stepped one peer-frame at a
// time: player 0 runs frame 0, player 1 runs frame 0, player 0 runs frame 1, ...
type match struct {
	setup
	net   carrier
	peers []*rollback.Session[world, uint16]
	now   time.Duration
	turn  int // the player whose peer-frame is next
	frame int // ticks, since the start of the handshake
}

// newMatch builds the sessions and plays until all run and nothing is left of
// the start: handshake, first round-trip samples, buffers still growing.
func newMatch(s setup, net carrier) (*match, error) {
	m := &match{setup: s, net: net}
	for p := range s.players {
		cfg := rollback.Config[uint16]{Local: []int{p}, Predict: s.pattern.predict}
		cfg.Entropy[0] = byte(p + 1)
		for q := range s.players {
			if q != p {
				cfg.Peers = append(cfg.Peers, rollback.PeerConfig{Seats: []int{q}})
			}
		}
		peer, err := rollback.NewSession(rollback.Plain(new(world), step), cfg)
		if err != nil {
			return nil, err
		}
		m.peers = append(m.peers, peer)
	}
	m.run(warmFrames)
	for p, peer := range m.peers {
		if peer.ConfirmedFrame() < warmFrames/2 {
			return nil, fmt.Errorf("bench: %v: player %d has confirmed frame %d after %d", s, p, peer.ConfirmedFrame(), warmFrames)
		}
	}
	return m, nil
}

// warmFrames is played before anything is counted.
const warmFrames = 600

// run plays frames of everybody.
func (m *match) run(frames int) {
	for range frames * m.players {
		m.peerFrame()
	}
}

// peerFrame is the kernel: one session's Receive, Poll, Advance and Packets.
func (m *match) peerFrame() {
	p := m.turn
	peer := m.peers[p]
	for q := range m.peers {
		if q == p {
			continue
		}
		for b := m.net.recv(q, p); b != nil; b = m.net.recv(q, p) {
			peer.Receive(m.now, peerOf(p, q), b)
		}
	}
	peer.Poll(m.now)
	if _, err := peer.Advance(m.now, m.pattern.input(m.frame, p)); err != nil {
		panic(err)
	}
	for q, b := range peer.Packets() {
		m.net.send(p, playerOf(p, q), b)
	}
	m.pass()
}

// pass gives the turn to the next player, and the clock a frame after the last.
func (m *match) pass() {
	m.turn++
	if m.turn == m.players {
		m.turn = 0
		m.frame++
		m.now += frameTime
		m.net.setNow(m.now)
	}
}

// peerOf is how player p's session calls player q; playerOf is its inverse.
func peerOf(p, q int) rollback.Peer {
	if q > p {
		q--
	}
	return rollback.Peer(q)
}

func playerOf(p int, q rollback.Peer) int {
	if int(q) >= p {
		q++
	}
	return int(q)
}

// totals adds up what all sessions counted.
type totals struct {
	frames, bytes, packets, rollbacks, resimulated, stalls uint64
}

func (m *match) totals() totals {
	var t totals
	for _, peer := range m.peers {
		s := peer.Stats()
		t.frames += s.Frames
		t.bytes += s.BytesOut
		t.packets += s.PacketsOut
		t.rollbacks += s.Rollbacks
		t.resimulated += s.Resimulated
		t.stalls += s.Stalls
	}
	return t
}

// rates is what happened between two totals, per link and frame or per frame.
type rates struct {
	bytes, packets float64 // per link and frame
	rollbacks      float64 // per peer-frame
	depth          float64 // mean frames of a rollback
}

func (m *match) since(before totals) rates {
	now := m.totals()
	frames := float64(now.frames - before.frames)
	linkFrames := frames * float64(m.players-1)
	r := rates{
		bytes:     float64(now.bytes-before.bytes) / linkFrames,
		packets:   float64(now.packets-before.packets) / linkFrames,
		rollbacks: float64(now.rollbacks-before.rollbacks) / frames,
	}
	if n := now.rollbacks - before.rollbacks; n > 0 {
		r.depth = float64(now.resimulated-before.resimulated) / float64(n)
	}
	return r
}
