package rtc

import "example.com/backstep/transport"

// These are called by a peer from the network's goroutines or the browser's
// event handlers. They never block, and ignore a peer that counts no more.

func (l *Link) onOpen(p *peer) {
	l.mu.Lock()
	fresh := p == l.peer && !l.path.ended && !l.path.open
	if fresh {
		l.path.open = true
		close(l.opened)
	}
	l.mu.Unlock()
	if fresh {
		l.wake()
	}
}

// onPacket queues a packet of n bytes that fill writes.
func (l *Link) onPacket(p *peer, n int, fill func(dst []byte)) {
	l.mu.Lock()
	queued := false
	switch {
	case p != l.peer || l.path.ended:
	case n > transport.MaxPacket:
		l.stats.Errors++
	case !l.in.push(n, fill):
		l.stats.DroppedFull++
	default:
		queued = true
	}
	l.mu.Unlock()
	if queued {
		l.wake()
	}
}

// onReport takes the state of the peer connection.
func (l *Link) onReport(p *peer, r report) {
	l.mu.Lock()
	if p != l.peer || l.path.ended {
		l.mu.Unlock()
		return
	}
	before := l.path.state()
	reason := l.path.hear(r)
	changed := before != l.path.state()
	l.mu.Unlock()
	if reason != nil {
		l.end(reason, false)
	} else if changed {
		l.wake()
	}
}

// onChannelClosed is the peer's goodbye.
func (l *Link) onChannelClosed(p *peer) { l.onReport(p, reportClosed) }

// onCandidate sends a candidate of this end to the peer.
func (l *Link) onCandidate(p *peer, c candidate) {
	l.mu.Lock()
	wanted := p == l.peer && !l.path.ended
	l.mu.Unlock()
	if wanted {
		_ = l.tell(message{Kind: kindCandidate, ID: p.id, Candidate: &c})
	}
}

// tell sends a handshake message, and counts it when that is impossible.
func (l *Link) tell(m message) error {
	err := l.sig.Send(m.encode())
	if err != nil {
		l.count(func(s *transport.Stats) { s.Errors++ })
	}
	return err
}
