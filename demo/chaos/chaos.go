// Package chaos makes a link worse on purpose: it wraps a transport.Link and
// delays or loses packets in both directions. It runs wherever a Link does, also
// in a browser, and the conditions can change while a match goes on.
//
//	link := chaos.Wrap(inner, 1)
//	link.Set(chaos.Conditions{Delay: 60 * time.Millisecond, Loss: 0.05})
//
// With both ends wrapped, let one of them do the work or halve the numbers: each
// applies its conditions to what it sends and, unless SendOnly, to what it
// receives.
//
// # Limitations
//
// The seed decides which packets are lost and by how much they are late, but
// clocks are real: a run is alike, not equal. What arrives early waits in this
// end, so a packet is received when Recv is called after its time.
package chaos

import (
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"example.com/backstep/transport"
)

// MaxWaiting is how many packets may wait in one direction; more are lost.
const MaxWaiting = 1024

// Conditions are those of each direction. The zero value changes nothing.
type Conditions struct {
	Delay    time.Duration // one way
	Jitter   time.Duration // uniform in ±Jitter, never before its time; reorders
	Loss     float64       // probability in [0, 1]
	SendOnly bool          // what is received does not suffer
}

// Link is a worse link. It is safe for concurrent use.
type Link struct {
	inner transport.Link
	now   func() time.Duration

	mu      sync.Mutex
	rng     *rand.Rand
	cond    Conditions
	out, in lane
	timer   *time.Timer // sends what is due though nobody calls
	buf     []byte
	closed  bool
}

// Wrap takes link over: Close closes it.
func Wrap(link transport.Link, seed uint64) *Link {
	origin := time.Now()
	l := &Link{
		inner: link,
		now:   func() time.Duration { return time.Since(origin) },
		rng:   rand.New(rand.NewPCG(seed, 0)),
		buf:   make([]byte, transport.MaxPacket),
	}
	l.timer = time.AfterFunc(time.Hour, l.tick)
	return l
}

// Set changes the conditions. Packets under way keep their delay.
func (l *Link) Set(c Conditions) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cond = c
}

// Send implements transport.Link.
func (l *Link) Send(packet []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return transport.ErrClosed
	case len(packet) > transport.MaxPacket:
		return transport.ErrTooLarge
	}
	now := l.now()
	l.pass(&l.out, now, packet)
	return l.flush(now)
}

// Recv implements transport.Link.
func (l *Link) Recv(buf []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return 0, transport.ErrClosed
	}
	now := l.now()
	_ = l.flush(now)
	end := l.takeIn(now)
	if packet := l.in.pop(now); packet != nil {
		if len(packet) > len(buf) {
			return 0, transport.ErrShortBuffer
		}
		return copy(buf, packet), nil
	}
	if len(l.in.waiting) > 0 && errors.Is(end, transport.ErrClosed) {
		return 0, transport.ErrEmpty // the rest first
	}
	return 0, end
}

// takeIn moves what arrived to where it waits for its time, and returns why
// there is no more.
func (l *Link) takeIn(now time.Duration) error {
	for range MaxWaiting {
		n, err := l.inner.Recv(l.buf)
		if err != nil {
			return err
		}
		if l.cond.SendOnly {
			l.in.push(now, l.buf[:n])
			continue
		}
		l.pass(&l.in, now, l.buf[:n])
	}
	return transport.ErrEmpty
}

// pass puts a packet under way, or loses it.
func (l *Link) pass(q *lane, now time.Duration, packet []byte) {
	if l.rng.Float64() < l.cond.Loss {
		return
	}
	due := now + l.cond.Delay
	if j := l.cond.Jitter; j > 0 {
		due += time.Duration(l.rng.Int64N(2*int64(j)+1)) - j
	}
	q.push(max(due, now), packet)
}

// flush sends what is due, and sets the timer for the rest.
func (l *Link) flush(now time.Duration) error {
	var first error
	for packet := l.out.pop(now); packet != nil; packet = l.out.pop(now) {
		if err := l.inner.Send(packet); err != nil && first == nil {
			first = err
		}
	}
	if len(l.out.waiting) > 0 {
		l.timer.Reset(l.out.waiting[0].due - now)
	}
	return first
}

func (l *Link) tick() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		_ = l.flush(l.now()) // a link that ended is found out by Recv
	}
}

// Close sends what is under way at once, since a goodbye may be among it, and
// closes the inner link.
func (l *Link) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	_ = l.flush(1<<63 - 1)
	l.timer.Stop()
	return l.inner.Close()
}

// State implements transport.Stateful, as far as the inner link does.
func (l *Link) State() transport.State {
	if s, ok := l.inner.(transport.Stateful); ok {
		return s.State()
	}
	return transport.Connected
}

// Stats are the inner link's.
func (l *Link) Stats() transport.Stats {
	if s, ok := l.inner.(transport.Stateful); ok {
		return s.Stats()
	}
	return transport.Stats{}
}

// Err is why the inner link ended, if it can tell.
func (l *Link) Err() error {
	if e, ok := l.inner.(interface{ Err() error }); ok {
		return e.Err()
	}
	return nil
}
