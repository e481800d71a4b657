package udp_test

import (
	"errors"
	"net"
	"net/netip"
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/linktest"
	"example.com/backstep/transport/udp"
)

func TestLink(t *testing.T) {
	for _, c := range []struct {
		name string
		open func(t *testing.T) *udp.Socket
		host string
	}{
		{"IPv4", func(t *testing.T) *udp.Socket { return listen(t, udp.Config{Address: "127.0.0.1:0"}) }, "127.0.0.1"},
		{"DualStackOverIPv4", func(t *testing.T) *udp.Socket { return listen(t, udp.Config{}) }, "127.0.0.1"},
		{"DualStackOverIPv6", func(t *testing.T) *udp.Socket { return listen(t, udp.Config{}) }, "::1"},
		{"Injected", listenInjected, "127.0.0.1"},
		{"InjectedWithoutAddrPort", func(t *testing.T) *udp.Socket {
			return listen(t, udp.Config{PacketConn: onlyPacketConn{listenPacket(t)}})
		}, "127.0.0.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			needHost(t, c.host)
			linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
				a, b = connect(t, c.open(t), c.open(t), c.host)
				return a, b, nil
			})
		})
	}
}

// onlyPacketConn hides the methods of *net.UDPConn that are not net.PacketConn's.
type onlyPacketConn struct{ net.PacketConn }

func listenPacket(t *testing.T) net.PacketConn {
	t.Helper()
	pc, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return pc
}

func listenInjected(t *testing.T) *udp.Socket {
	return listen(t, udp.Config{PacketConn: listenPacket(t)})
}

// needHost skips on a machine without the address, such as one without IPv6.
func needHost(t *testing.T, host string) {
	t.Helper()
	pc, err := net.ListenPacket("udp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Skipf("no %s here: %v", host, err)
	}
	if err := pc.Close(); err != nil {
		t.Fatal(err)
	}
}

func listen(tb testing.TB, c udp.Config) *udp.Socket {
	tb.Helper()
	s, err := udp.Listen(c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Errorf("Close: %v", err)
		}
	})
	return s
}

// at returns the socket's address as seen from the host itself.
func at(s *udp.Socket, host string) netip.AddrPort {
	return netip.AddrPortFrom(netip.MustParseAddr(host), s.LocalAddr().Port())
}

func link(tb testing.TB, s *udp.Socket, peer netip.AddrPort) *udp.Link {
	tb.Helper()
	l, err := s.Link(peer)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func connect(tb testing.TB, a, b *udp.Socket, host string) (ab, ba *udp.Link) {
	tb.Helper()
	return link(tb, a, at(b, host)), link(tb, b, at(a, host))
}

// until waits for a condition that the socket's goroutine brings about.
func until(tb testing.TB, what string, done func() bool) {
	tb.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(10 * time.Second); !done(); <-tick.C {
		if time.Now().After(deadline) {
			tb.Fatalf("waited in vain: %s", what)
		}
	}
}

// recv waits for the next packet.
func recv(tb testing.TB, l transport.Link) string {
	tb.Helper()
	var buf [transport.MaxPacket]byte
	var n int
	until(tb, "a packet", func() bool {
		var err error
		n, err = l.Recv(buf[:])
		if err != nil && !errors.Is(err, transport.ErrEmpty) {
			tb.Fatalf("Recv: %v", err)
		}
		return err == nil
	})
	return string(buf[:n])
}

func TestStateIsConnectedOnceThePeerIsHeard(t *testing.T) {
	a, b := connect(t, listenInjected(t), listenInjected(t), "127.0.0.1")
	if got := b.State(); got != transport.Connecting {
		t.Errorf("state at first: %v, want connecting", got)
	}
	send(t, a, "hello")
	recv(t, b)
	if got := b.State(); got != transport.Connected {
		t.Errorf("state after a packet: %v, want connected", got)
	}
}

func send(tb testing.TB, l transport.Link, packet string) {
	tb.Helper()
	if err := l.Send([]byte(packet)); err != nil {
		tb.Fatalf("Send: %v", err)
	}
}

func TestFullQueueDropsTheNewestAndCounts(t *testing.T) {
	a := listenInjected(t)
	b := listen(t, udp.Config{Address: "127.0.0.1:0", QueuePackets: 3})
	ab, ba := connect(t, a, b, "127.0.0.1")
	for _, packet := range []string{"0", "1", "2", "3", "4"} {
		send(t, ab, packet)
	}
	until(t, "two packets dropped", func() bool { return ba.Stats().DroppedFull == 2 })
	for _, want := range []string{"0", "1", "2"} {
		if got := recv(t, ba); got != want {
			t.Errorf("got packet %q, want %q", got, want)
		}
	}
	send(t, ab, "5")
	if got := recv(t, ba); got != "5" {
		t.Errorf("got packet %q once there is room, want 5", got)
	}
}
