package udp

import (
	"errors"
	"net"
	"net/netip"
	"time"

	"example.com/backstep/transport"
)

// longestPause bounds the wait after errors that come one after another, so
// that a broken socket neither burns a processor nor is given up.
const longestPause = 64 * time.Millisecond

// read is the socket's goroutine. It ends when the connection is closed.
func (s *Socket) read() {
	defer close(s.ended)
	defer s.shut()
	buf := make([]byte, 2*transport.MaxPacket) // longer than a packet, to tell an oversize one
	var pause time.Duration
	for {
		n, from, err := s.conn.ReadFromUDPAddrPort(buf)
		switch {
		case errors.Is(err, net.ErrClosed) || s.isDone():
			return
		case err != nil:
			s.stats.readErrors.Add(1)
			s.pause(pause)
			pause = min(2*pause+time.Millisecond, longestPause)
		default:
			pause = 0
			s.sort(plain(from), buf[:n])
		}
	}
}

func (s *Socket) isDone() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// pause waits for d or the end of the socket. The first error of a row costs no
// wait: Windows reports a peer's closed port as an error of the next read.
func (s *Socket) pause(d time.Duration) {
	if d == 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.done:
	}
}

// sort gives a datagram to whom it is for. A link may carry any bytes, so what
// looks like STUN goes to STUN only if it answers an open question or comes from
// no peer.
func (s *Socket) sort(from netip.AddrPort, packet []byte) {
	if isSTUN(packet) && s.answer(from, packet) {
		return
	}
	if len(packet) > transport.MaxPacket {
		s.stats.oversize.Add(1)
		return
	}
	s.mu.RLock()
	l := s.links[from]
	s.mu.RUnlock()
	switch {
	case l != nil:
		l.deliver(packet)
	case isSTUN(packet):
		s.stats.straySTUN.Add(1)
	default:
		s.stats.unknown.Add(1)
		if s.unknown == nil || !s.unknown.push(from, packet) {
			s.stats.unknownFull.Add(1)
		}
	}
}
