// Package impair makes the path of a real socket worse: it wraps a
// net.PacketConn and delays, loses or cuts off what is written to it. Over
// rtc.NewMux it gives WebRTC links between programs on one machine the network
// of a bad day; the conditions can change while a match runs.
//
//	socket, err := net.ListenPacket("udp4", "127.0.0.1:0")
//	...
//	conn := impair.New(socket, 1)
//	conn.Set(impair.Conditions{Delay: 60 * time.Millisecond, Loss: 0.05})
//	mux := rtc.NewMux(conn, nil)
//
// # Limitations
//
// The seed decides which packets are lost, but the packets come from real
// goroutines and clocks: a run is alike, not equal. For runs that repeat exactly
// use package memnet. Only what is written suffers; wrap both ends.
package impair

import (
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// MaxWaiting is how many packets may be under way; more are lost.
const MaxWaiting = 4096

// Conditions are those of one direction. The zero value is a perfect path.
type Conditions struct {
	Delay  time.Duration // one way
	Jitter time.Duration // added to Delay, uniform in [0, Jitter); reorders
	Loss   float64       // probability in [0, 1] that a packet is lost
	MTU    int           // in bytes; a longer packet is lost without a word; 0 is no limit
	Cut    bool          // nothing passes, not even what is under way
}

// Conn is a net.PacketConn whose writes suffer. It is safe for concurrent use.
type Conn struct {
	net.PacketConn
	wake chan struct{} // one slot: the earliest packet changed
	quit chan struct{}
	idle chan struct{} // closed when the goroutine has ended

	mu      sync.Mutex
	rng     *rand.Rand
	now     Conditions
	waiting queue
	counts  Counts
	closed  bool
}

// Counts tells what became of the packets written.
type Counts struct {
	Passed, PassedBytes uint64
	Lost, LostBytes     uint64 // by Loss, MTU, Cut or MaxWaiting
}

// New wraps conn, which it takes over: Close closes it.
func New(conn net.PacketConn, seed uint64) *Conn {
	c := &Conn{
		PacketConn: conn,
		wake:       make(chan struct{}, 1),
		quit:       make(chan struct{}),
		idle:       make(chan struct{}),
		rng:        rand.New(rand.NewPCG(seed, 0)),
	}
	go c.run()
	return c
}

// Set changes the conditions. Packets under way keep their delay.
func (c *Conn) Set(now Conditions) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// Counts returns what became of the packets so far.
func (c *Conn) Counts() Counts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts
}

// WriteTo sends p later, or never. A lost packet is no error.
func (c *Conn) WriteTo(p []byte, to net.Addr) (int, error) {
	c.mu.Lock()
	switch {
	case c.closed:
		c.mu.Unlock()
		return 0, net.ErrClosed
	case c.loses(len(p)):
		c.counts.lose(len(p))
		c.mu.Unlock()
		return len(p), nil
	}
	delay := c.now.Delay
	if c.now.Jitter > 0 {
		delay += time.Duration(c.rng.Int64N(int64(c.now.Jitter)))
	}
	if delay <= 0 {
		c.counts.pass(len(p))
		c.mu.Unlock()
		return c.PacketConn.WriteTo(p, to)
	}
	c.waiting.push(parcel{time.Now().Add(delay), to, append([]byte(nil), p...)})
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
	return len(p), nil
}

// loses draws one number per packet, whatever else would lose it.
func (c *Conn) loses(bytes int) bool {
	drawn := c.rng.Float64() < c.now.Loss
	return drawn || c.now.Cut || c.now.MTU > 0 && bytes > c.now.MTU || len(c.waiting) == MaxWaiting
}

func (n *Counts) pass(bytes int) {
	n.Passed++
	n.PassedBytes += uint64(bytes)
}

func (n *Counts) lose(bytes int) {
	n.Lost++
	n.LostBytes += uint64(bytes)
}

// Close closes the socket and forgets what is under way.
func (c *Conn) Close() error {
	c.mu.Lock()
	first := !c.closed
	c.closed = true
	c.mu.Unlock()
	if first {
		close(c.quit)
	}
	err := c.PacketConn.Close()
	<-c.idle
	return err
}

// run sends each packet when its time has come.
func (c *Conn) run() {
	defer close(c.idle)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		timer.Reset(c.sendDue(time.Now()))
		select {
		case <-timer.C:
		case <-c.wake:
		case <-c.quit:
			return
		}
	}
}

// sendDue sends what is due and returns how long nothing will be.
func (c *Conn) sendDue(now time.Time) time.Duration {
	for {
		c.mu.Lock()
		if len(c.waiting) == 0 {
			c.mu.Unlock()
			return time.Hour
		}
		if wait := c.waiting[0].at.Sub(now); wait > 0 {
			c.mu.Unlock()
			return wait
		}
		next, cut := c.waiting.pop(), c.now.Cut
		if cut {
			c.counts.lose(len(next.data))
		} else {
			c.counts.pass(len(next.data))
		}
		c.mu.Unlock()
		if !cut {
			_, _ = c.PacketConn.WriteTo(next.data, next.to) // a datagram may get lost
		}
	}
}
