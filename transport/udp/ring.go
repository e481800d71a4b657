package udp

import (
	"net/netip"
	"sync"

	"example.com/backstep/transport"
)

// A ring is a bounded queue between the socket's goroutine and a caller. It
// drops the newest, since what waits is what the caller gets to first.
type ring struct {
	mu     sync.Mutex
	slots  []slot
	head   int
	used   int
	closed bool
}

type slot struct {
	from netip.AddrPort
	n    int // bytes
	data [transport.MaxPacket]byte
}

func newRing(packets int) *ring { return &ring{slots: make([]slot, packets)} }

// push copies the packet, of at most MaxPacket bytes. It reports false if the
// ring is full. Once closed it takes what comes and forgets it.
func (r *ring) push(from netip.AddrPort, packet []byte) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return true
	}
	if r.used == len(r.slots) {
		return false
	}
	s := &r.slots[(r.head+r.used)%len(r.slots)]
	s.from, s.n = from, copy(s.data[:], packet)
	r.used++
	return true
}

func (r *ring) pop(buf []byte) (n int, from netip.AddrPort, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return 0, netip.AddrPort{}, transport.ErrClosed
	}
	if r.used == 0 {
		return 0, netip.AddrPort{}, transport.ErrEmpty
	}
	s := &r.slots[r.head]
	r.head = (r.head + 1) % len(r.slots)
	r.used--
	if s.n > len(buf) {
		return 0, s.from, transport.ErrShortBuffer
	}
	return copy(buf, s.data[:s.n]), s.from, nil
}

// close forgets what waits and gives the memory back.
func (r *ring) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed, r.slots, r.used = true, nil, 0
}
