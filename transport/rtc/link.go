package rtc

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.com/backstep/transport"
)

// Link is one unordered, unreliable data channel to one peer. It is safe for
// concurrent use, and no method but Wait blocks.
type Link struct {
	cfg    Config
	sig    Signal
	opened chan struct{} // closed when the channel first opens
	quit   chan struct{} // closed when the link ends
	done   chan struct{} // closed when nothing of the link runs any more

	sendMu sync.Mutex // orders senders; taken before mu, never inside a callback
	gate   gate

	mu    sync.Mutex
	path  path
	err   error // why the link ended, nil after Close
	mine  bool  // it was Close that ended it
	peer  *peer // the attempt that counts
	in    inbox
	stats transport.Stats
}

// Open starts to connect and returns at once: the link is Connecting, drops
// what it is given to send, and becomes Connected or Closed later.
func Open(cfg Config, sig Signal) (*Link, error) {
	cfg, err := cfg.resolve()
	if err != nil {
		return nil, err
	}
	if sig == nil {
		return nil, errors.New("rtc: Open needs a Signal")
	}
	l := &Link{
		cfg:    cfg,
		sig:    sig,
		opened: make(chan struct{}),
		quit:   make(chan struct{}),
		done:   make(chan struct{}),
		in:     newInbox(cfg.Queue),
	}
	go l.run()
	return l, nil
}

// Send implements transport.Link. Packets above 1,150 bytes travel in two
// fragments, and one lost fragment loses the packet.
func (l *Link) Send(packet []byte) error {
	if len(packet) > transport.MaxPacket {
		return transport.ErrTooLarge
	}
	l.sendMu.Lock()
	defer l.sendMu.Unlock()
	p, err := l.sender(len(packet))
	if err != nil {
		return err
	}
	if p == nil || len(packet) == 0 || !l.gate.admit(time.Now(), p.buffered(), len(packet)) {
		l.count(func(s *transport.Stats) { s.DroppedFull++ })
		return nil
	}
	if err := p.send(packet); err != nil {
		l.count(func(s *transport.Stats) { s.Errors++ })
	}
	return nil
}

// sender counts a packet to be sent and returns where to, nil before the
// channel is open.
func (l *Link) sender(n int) (*peer, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.path.ended {
		return nil, transport.ErrClosed
	}
	l.stats.Sent++
	l.stats.SentBytes += uint64(n)
	if !l.path.open {
		return nil, nil
	}
	return l.peer, nil
}

// Recv implements transport.Link. What arrived before the peer closed can still
// be received.
func (l *Link) Recv(buf []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.in.pop(buf)
	if errors.Is(err, transport.ErrEmpty) && l.path.ended {
		return 0, transport.ErrClosed
	}
	if err == nil {
		l.stats.Received++
		l.stats.ReceivedBytes += uint64(n)
	}
	return n, err
}

// Close ends the link at once at this end and tells the peer, which sees the
// link Closed within a round trip. Resources are released in the background:
// see Done. It may be called from Wake.
func (l *Link) Close() error {
	l.end(nil, true)
	return nil
}

// State implements transport.Stateful.
func (l *Link) State() transport.State {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.path.state()
}

// Stats implements transport.Stateful. DroppedFull has the packets that found
// Config.Queue full, and those not sent because the link was not open yet or
// because earlier ones still waited.
func (l *Link) Stats() transport.Stats {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stats
}

// Err says why the link is Closed: ErrPeerClosed, ErrTimeout, ErrFailed or
// ErrNegotiation. It is nil before that and after Close.
func (l *Link) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Done is closed when a Closed link has released everything, a moment after it
// ended. A program that exits right after Close waits for it, or the peer may
// not hear of the end.
func (l *Link) Done() <-chan struct{} { return l.done }

// Wait blocks until the link has connected. Its error is that of ctx, the one
// that Err gives, or transport.ErrClosed after Close. In a browser it must not
// be called from an event handler.
func (l *Link) Wait(ctx context.Context) error {
	select {
	case <-l.opened:
		return nil
	case <-l.quit:
		if err := l.Err(); err != nil {
			return err
		}
		return transport.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *Link) count(f func(*transport.Stats)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(&l.stats)
}

// end makes the link Closed, once.
func (l *Link) end(reason error, mine bool) {
	l.mu.Lock()
	if mine {
		l.in.clear()
	}
	if l.path.ended {
		l.mu.Unlock()
		return
	}
	l.path.ended = true
	l.err = reason
	l.mine = mine
	close(l.quit)
	l.mu.Unlock()
	if !mine { // who calls Close knows, and may hold a lock that Wake takes
		l.wake()
	}
}

func (l *Link) wake() {
	if l.cfg.Wake != nil {
		l.cfg.Wake()
	}
}
