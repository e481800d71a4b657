package memnet

import "time"

// A purpose names one of a pipe's random streams.
type purpose uint8

const (
	forLoss purpose = iota
	forBurst
	forBurstLoss
	forResend
	forJitter
	forReorder
	forReorderDelay
	forDuplicate
	forCopyJitter
	purposes
)

// maxResends is how often a reliable link is unlucky with one packet at most.
const maxResends = 8

// PipeStats counts what became of the packets of one directed link.
type PipeStats struct {
	Sent       uint64 // handed to the link
	Delivered  uint64 // received at the other end
	Lost       uint64 // by Loss or Burst
	Cut        uint64 // sent while the link was cut
	Full       uint64 // found the queue or the bottleneck full
	Oversize   uint64 // larger than the MTU
	Flushed    uint64 // forgotten by Flush, by Close or by opening an end again
	Duplicated uint64 // copies made
	Reordered  uint64 // delayed on purpose
	Resent     uint64 // stalls of a reliable link
}

// A pipe is the directed link between two hosts.
type pipe struct {
	net       *Net
	from, to  int
	queue     queue
	rules     rules
	cut, held bool
	bad       bool          // state of the burst channel
	busyUntil time.Duration // when the bottleneck is free again
	lastAt    time.Duration // delivery time of the newest packet of a reliable link
	seq       uint64        // copies put under way
	draws     [purposes]stream
	stats     PipeStats
}

func (p *pipe) init(net *Net, from, to int) {
	p.net, p.from, p.to = net, from, to
	p.rules = newRules(Policy{})
	for i := range p.draws {
		p.draws[i] = newStream(net.seed, from, to, purpose(i))
	}
}

func (p *pipe) send(data []byte) {
	p.stats.Sent++
	if p.net.Trace != nil {
		p.trace(Sent, len(data), p.net.now)
	}
	if p.rules.plain && !p.cut {
		p.put(data, p.net.now)
		return
	}
	p.sendByRules(data)
}

// fate is what the draws decide for one packet.
type fate struct {
	lost, duplicate, reorder bool
	late, copyLate           time.Duration // delay after the bottleneck
}

// draw asks every stream that the policy uses once, whether or not the answer
// matters: the k-th packet meets the k-th draw even if others were lost or cut.
func (p *pipe) draw() fate {
	r := &p.rules
	f := fate{
		lost:      p.draws[forLoss].hit(r.loss),
		duplicate: p.draws[forDuplicate].hit(r.duplicate),
		reorder:   p.draws[forReorder].hit(r.reorder),
		late:      r.delay + p.jitter(forJitter),
		copyLate:  r.delay,
	}
	if r.duplicate > 0 {
		f.copyLate += p.jitter(forCopyJitter)
	}
	if r.reorder > 0 {
		extra := 1 + time.Duration(p.draws[forReorderDelay].below(uint64(r.reorderBy)))
		if f.reorder {
			f.late += extra
		}
	}
	if p.drawBurst() {
		f.lost = true
	}
	return f
}

func (p *pipe) jitter(of purpose) time.Duration {
	j := p.rules.jitter
	if j == 0 {
		return 0
	}
	return time.Duration(p.draws[of].below(uint64(2*j+1))) - j
}

// drawBurst moves the burst channel by one packet and reports a loss.
func (p *pipe) drawBurst() bool {
	r := &p.rules
	if r.goodToBad == 0 {
		p.bad = false
		return false
	}
	change := r.goodToBad
	if p.bad {
		change = r.badToGood
	}
	if p.draws[forBurst].hit(change) {
		p.bad = !p.bad
	}
	return p.draws[forBurstLoss].hit(r.lossBad) && p.bad
}

func (p *pipe) sendByRules(data []byte) {
	f := p.draw()
	switch {
	case p.cut:
		p.drop(&p.stats.Cut, DroppedCut, len(data))
		return
	case p.rules.mtu > 0 && len(data) > p.rules.mtu:
		p.drop(&p.stats.Oversize, DroppedOversize, len(data))
		return
	}
	wait, ok := p.bottleneck(len(data))
	if !ok {
		p.drop(&p.stats.Full, DroppedFull, len(data))
		return
	}
	sent := p.net.now + wait
	if p.rules.stall > 0 {
		p.putReliable(data, sent+max(f.late, 0), f.lost)
		return
	}
	if f.lost {
		p.drop(&p.stats.Lost, DroppedLoss, len(data))
		return
	}
	if f.reorder {
		p.stats.Reordered++
	}
	p.put(data, sent+max(f.late, 0))
	if f.duplicate {
		p.stats.Duplicated++
		p.put(data, sent+max(f.copyLate, 0))
	}
}

// bottleneck returns how long the packet's last byte takes to be through, or
// false when there is no room for the packet.
func (p *pipe) bottleneck(bytes int) (time.Duration, bool) {
	if p.rules.bytesPerSecond == 0 {
		return 0, true
	}
	through := max(p.busyUntil, p.net.now) + p.rules.transmit(bytes)
	if through-p.net.now > p.rules.backlog {
		return 0, false
	}
	p.busyUntil = through
	return through - p.net.now, true
}

// putReliable delays a packet, and so all behind it, instead of losing it.
func (p *pipe) putReliable(data []byte, at time.Duration, lost bool) {
	for try := 0; lost && try < maxResends; try++ {
		p.stats.Resent++
		at += p.rules.stall
		lost = p.draws[forResend].hit(p.rules.loss)
	}
	p.lastAt = max(p.lastAt, at)
	p.put(data, p.lastAt)
}

// put places one copy under way.
func (p *pipe) put(data []byte, at time.Duration) {
	if p.queue.len() >= p.rules.limit {
		p.drop(&p.stats.Full, DroppedFull, len(data))
		return
	}
	buf := p.net.getBuffer()
	p.seq++
	p.queue.push(packet{at: at, seq: p.seq, buf: buf, n: copy(buf[:], data)})
}

func (p *pipe) drop(counter *uint64, kind EventKind, bytes int) {
	*counter++
	if p.net.Trace != nil {
		p.trace(kind, bytes, p.net.now)
	}
}

// due returns the next packet whose time has come, or nil.
func (p *pipe) due() *packet {
	first := p.queue.first()
	if first == nil || first.at > p.net.now || p.held {
		return nil
	}
	return first
}

// take removes and copies out the packet that due returned. n is its length,
// also where buf is shorter.
func (p *pipe) take(buf []byte) (n int) {
	pkt := p.queue.pop()
	copy(buf, pkt.buf[:pkt.n])
	p.net.putBuffer(pkt.buf)
	p.stats.Delivered++
	if p.net.Trace != nil {
		p.trace(Delivered, pkt.n, p.net.now)
	}
	return pkt.n
}

// flush forgets the packets with a delivery time of at most until.
func (p *pipe) flush(until time.Duration) {
	for first := p.queue.first(); first != nil && first.at <= until; first = p.queue.first() {
		pkt := p.queue.pop()
		p.net.putBuffer(pkt.buf)
		p.drop(&p.stats.Flushed, DroppedFlush, pkt.n)
	}
}
