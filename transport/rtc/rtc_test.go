//go:build !js

package rtc_test

import (
	"net"
	"runtime"
	"strings"
	"testing"

	"example.com/backstep/transport"
	"example.com/backstep/transport/linktest"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/rtc/impair"
)

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
