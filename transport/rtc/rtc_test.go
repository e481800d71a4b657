package rtc_test

import (
	"context"
	"errors"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/linktest"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/rtc/impair"
)

// patience bounds every wait of these tests; none of them needs nearly as long.
const patience = 15 * time.Second

// wire is one end of a signalling path within the process.
type wire struct {
	out chan<- []byte
	in  <-chan []byte
}

var errWireFull = errors.New("the test's wire is full")

func (w wire) Send(msg []byte) error {
	select {
	case w.out <- append([]byte(nil), msg...):
		return nil
	default:
		return errWireFull
	}
}

func (w wire) Recv() <-chan []byte { return w.in }

func newWires() (a, b wire) {
	ab, ba := make(chan []byte, 64), make(chan []byte, 64)
	return wire{ab, ba}, wire{ba, ab}
}

// network is two sockets on loopback, each with conditions of its own.
type network struct {
	conns [2]*impair.Conn
	muxes [2]*rtc.Mux
}

func newNetwork(t testing.TB, seed uint64) *network {
	t.Helper()
	n := &network{}
	for i := range n.conns {
		socket, err := net.ListenPacket("udp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		n.conns[i] = impair.New(socket, seed+uint64(i))
		n.muxes[i] = rtc.NewMux(n.conns[i], nil)
	}
	t.Cleanup(n.close)
	return n
}

func (n *network) close() {
	for _, m := range n.muxes {
		m.Close()
	}
}

// set gives both directions the same conditions.
func (n *network) set(c impair.Conditions) {
	for _, conn := range n.conns {
		conn.Set(c)
	}
}

// dial opens a link over n and waits until both ends have connected. The ends
// are closed, and gone, before n is.
func (n *network) dial(t testing.TB, base rtc.Config) (a, b *rtc.Link) {
	t.Helper()
	sigA, sigB := newWires()
	a, b = n.open(t, base, 0, sigA), n.open(t, base, 1, sigB)
	wait(t, a)
	wait(t, b)
	return a, b
}

// open opens end i over n; end 0 offers.
func (n *network) open(t testing.TB, cfg rtc.Config, i int, sig rtc.Signal) *rtc.Link {
	t.Helper()
	cfg.Offerer, cfg.Mux, cfg.Loopback = i == 0, n.muxes[i], true
	l, err := rtc.Open(cfg, sig)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.Close()
		gone(t, l)
	})
	return l
}

func wait(t testing.TB, l *rtc.Link) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := l.Wait(ctx); err != nil {
		t.Fatalf("link does not open: %v", err)
	}
}

// gone waits until the link has released everything.
func gone(t testing.TB, l *rtc.Link) {
	t.Helper()
	select {
	case <-l.Done():
	case <-time.After(patience):
		t.Error("a closed link does not come to rest")
	}
}

// until polls a condition that nothing announces.
func until(t testing.TB, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !done(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("not in %v: %s", patience, what)
		}
	}
}

func TestConformance(t *testing.T) {
	linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
		la, lb := newNetwork(t, 1).dial(t, rtc.Config{})
		return la, lb, nil
	})
}

// TestConformanceLossy runs the suite where a tenth of the packets is lost.
func TestConformanceLossy(t *testing.T) {
	linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
		n := newNetwork(t, 1)
		la, lb := n.dial(t, rtc.Config{})
		n.set(impair.Conditions{Loss: 0.1})
		return la, lb, nil
	})
}

func TestOpenRefusesBadConfig(t *testing.T) {
	sig, _ := newWires()
	for _, c := range []struct {
		name string
		cfg  rtc.Config
		sig  rtc.Signal
		want string
	}{
		{"queue", rtc.Config{Queue: -1}, sig, "Config.Queue is -1"},
		{"queue", rtc.Config{Queue: 1 << 20}, sig, "Config.Queue is 1048576"},
		{"retransmits", rtc.Config{MaxRetransmits: 1 << 16}, sig, "Config.MaxRetransmits is 65536"},
		{"server", rtc.Config{ICEServers: []rtc.ICEServer{{}}}, sig, "Config.ICEServers[0] has no URLs"},
		{"signal", rtc.Config{}, nil, "needs a Signal"},
	} {
		l, err := rtc.Open(c.cfg, c.sig)
		if l != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v, want an error with %q", c.name, l, err, c.want)
		}
	}
}

// TestNoGoroutineStays opens and closes links in every order of ends.
func TestNoGoroutineStays(t *testing.T) {
	n := newNetwork(t, 1)
	before := runtime.NumGoroutine()
	for i := range 24 {
		sigA, sigB := newWires()
		ends := []*rtc.Link{n.open(t, rtc.Config{}, 0, sigA), n.open(t, rtc.Config{}, 1, sigB)}
		if i%3 != 2 { // every third is closed while it connects
			wait(t, ends[0])
			wait(t, ends[1])
		}
		ends[i%2].Close()
		if i%4 == 0 {
			ends[1-i%2].Close()
		} else if i%3 != 2 {
			until(t, "the peer hears of the end", func() bool { return ends[1-i%2].State() == transport.Closed })
		}
		ends[1-i%2].Close()
		gone(t, ends[0])
		gone(t, ends[1])
	}
	until(t, "all goroutines of the links have ended", func() bool { return runtime.NumGoroutine() <= before })
}
