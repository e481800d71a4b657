package main

import (
	"encoding/binary"
	"time"

	"example.com/backstep/rollback"
)

// idealPlayer plays the protocol that no engine with one packet a link and step
// can stall less than: every packet carries each input that the peer has not
// acknowledged, so whichever arrives brings the log up to where its sender was.
// A frame waits only when no packet with the needed input came in time. What the
// inputs are does not matter, so a packet is two frame numbers: how far the
// sender's log goes, and how far it holds the reader's.
type idealPlayer struct {
	have  []rollback.Frame // of each peer's log, the newest frame held
	acked []rollback.Frame // how far each peer holds the own log
	next  rollback.Frame
	count tally
	buf   [16]byte
}

func newIdealPlayer(players int) player {
	p := &idealPlayer{have: make([]rollback.Frame, players-1), acked: make([]rollback.Frame, players-1)}
	for i := range p.have {
		p.have[i], p.acked[i] = rollback.NoFrame, rollback.NoFrame
	}
	return p
}

func (p *idealPlayer) receive(_ time.Duration, from rollback.Peer, packet []byte) {
	p.have[from] = max(p.have[from], rollback.Frame(binary.LittleEndian.Uint64(packet)))
	p.acked[from] = max(p.acked[from], rollback.Frame(binary.LittleEndian.Uint64(packet[8:])))
}

func (p *idealPlayer) turn(_ time.Duration, hold bool) {
	if hold {
		return
	}
	p.count.turns++
	if p.next-p.confirmed() > window {
		p.count.stalls++
	} else {
		p.next++
		p.count.frames++
	}
	p.count.lag += uint64(p.next - 1 - p.confirmed())
}

// confirmed is the newest simulated frame of which every input is held.
func (p *idealPlayer) confirmed() rollback.Frame {
	least := p.next - 1
	for _, f := range p.have {
		least = min(least, f)
	}
	return least
}

func (p *idealPlayer) packets(send func(rollback.Peer, []byte)) {
	for i := range p.have {
		binary.LittleEndian.PutUint64(p.buf[:], uint64(p.next-1))
		binary.LittleEndian.PutUint64(p.buf[8:], uint64(p.have[i]))
		send(rollback.Peer(i), p.buf[:])
		p.count.sent++
		p.count.inFlight += uint64(p.next - 1 - p.acked[i])
	}
}

func (p *idealPlayer) frame() rollback.Frame { return p.next }

func (p *idealPlayer) tally() tally {
	t := p.count
	t.confirmed = uint64(p.confirmed() + 1)
	return t
}
