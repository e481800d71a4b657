package udp_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"

	"example.com/backstep/transport"
	"example.com/backstep/transport/udp"
)

// Every socket is a peer of every other; each link must carry its own packets.
func TestOneSocketForAllPeers(t *testing.T) {
	const peers = 5
	var sockets [peers]*udp.Socket
	for i := range sockets {
		sockets[i] = listen(t, udp.Config{}) // many in one process, each on a port of its own
	}
	var links [peers][peers]*udp.Link
	for i := range links {
		for j := range links {
			if i != j {
				links[i][j] = link(t, sockets[i], at(sockets[j], "127.0.0.1"))
			}
		}
	}
	for i := range links {
		for j := range links {
			if i != j {
				send(t, links[i][j], fmt.Sprintf("%d to %d", i, j))
			}
		}
	}
	for i := range links {
		for j := range links {
			if i == j {
				continue
			}
			if got, want := recv(t, links[j][i]), fmt.Sprintf("%d to %d", i, j); got != want {
				t.Errorf("the link from %d to %d carries %q", i, j, got)
			}
		}
	}
}

func TestMappedAddressIsOnePeerWithThePlainOne(t *testing.T) {
	s := listen(t, udp.Config{})
	l := link(t, s, netip.MustParseAddrPort("[::ffff:127.0.0.1]:7000"))
	if got, want := l.Remote(), netip.MustParseAddrPort("127.0.0.1:7000"); got != want {
		t.Errorf("Remote() = %v, want %v", got, want)
	}
	if _, err := s.Link(netip.MustParseAddrPort("127.0.0.1:7000")); !errors.Is(err, udp.ErrLinked) {
		t.Errorf("a second link to the address: %v, want ErrLinked", err)
	}
}

func TestClosedLinkLeavesItsAddressFree(t *testing.T) {
	a, b := listenInjected(t), listenInjected(t)
	ab, former := connect(t, a, b, "127.0.0.1")
	send(t, ab, "old")
	until(t, "the old packet", func() bool { return former.State() == transport.Connected })
	if err := former.Close(); err != nil {
		t.Fatal(err)
	}
	again := link(t, b, at(a, "127.0.0.1"))
	if err := former.Close(); err != nil { // must not end the new link
		t.Fatal(err)
	}
	send(t, ab, "new")
	if got := recv(t, again); got != "new" {
		t.Errorf("the new link got %q, want new", got)
	}
}

func TestLinkMisuseIsNamed(t *testing.T) {
	s := listen(t, udp.Config{MaxLinks: 1})
	for _, peer := range []netip.AddrPort{
		{}, netip.MustParseAddrPort("127.0.0.1:0"), netip.MustParseAddrPort("0.0.0.0:7000"), netip.MustParseAddrPort("[::]:7000"),
	} {
		if _, err := s.Link(peer); err == nil || !strings.Contains(err.Error(), peer.String()) {
			t.Errorf("Link(%v): %v, want an error that names the address", peer, err)
		}
	}
	link(t, s, netip.MustParseAddrPort("127.0.0.1:7000"))
	if _, err := s.Link(netip.MustParseAddrPort("127.0.0.1:7001")); !errors.Is(err, udp.ErrTooManyLinks) {
		t.Errorf("a link too many: %v, want ErrTooManyLinks", err)
	}
}

func TestConfigOutOfRangeIsNamed(t *testing.T) {
	pc := listenPacket(t)
	defer pc.Close()
	for _, c := range []struct {
		config udp.Config
		want   string
	}{
		{udp.Config{QueuePackets: -1}, "Config.QueuePackets is -1"},
		{udp.Config{MaxLinks: 1 << 20}, "Config.MaxLinks is 1048576"},
		{udp.Config{UnknownPackets: -2}, "Config.UnknownPackets is -2"},
		{udp.Config{PacketConn: pc, Address: ":0"}, `the Address ":0"`},
		{udp.Config{Address: "127.0.0.1:99999"}, "99999"},
	} {
		s, err := udp.Listen(c.config)
		if err == nil {
			_ = s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Listen: %v, want an error with %q", err, c.want)
		}
	}
}

func TestUnknownAddressesAreDroppedOrKept(t *testing.T) {
	stranger := listenInjected(t)
	for _, c := range []struct {
		name       string
		keep       int
		kept, full uint64
	}{
		{"dropped", 0, 0, 5},
		{"kept", 2, 2, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := listen(t, udp.Config{Address: "127.0.0.1:0", UnknownPackets: c.keep})
			l := link(t, stranger, at(s, "127.0.0.1"))
			for i := range 5 {
				send(t, l, fmt.Sprint("knock ", i))
			}
			until(t, "five datagrams counted", func() bool {
				stats := s.Stats()
				return stats.Unknown == 5 && stats.UnknownFull == c.full
			})
			var buf [transport.MaxPacket]byte
			for i := range c.kept {
				n, from, err := s.RecvUnknown(buf[:])
				if err != nil || string(buf[:n]) != fmt.Sprint("knock ", i) || from != at(stranger, "127.0.0.1") {
					t.Errorf("RecvUnknown: %q from %v, %v", buf[:n], from, err)
				}
			}
			if _, _, err := s.RecvUnknown(buf[:]); !errors.Is(err, transport.ErrEmpty) {
				t.Errorf("RecvUnknown at the end: %v, want ErrEmpty", err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if _, _, err := s.RecvUnknown(buf[:]); !errors.Is(err, transport.ErrClosed) {
				t.Errorf("RecvUnknown after Close: %v, want ErrClosed", err)
			}
		})
	}
}

// Any datagram of any size, from a peer or a stranger, is delivered whole or
// dropped and counted, and the link works afterwards.
func TestRandomDatagramsDoNoHarm(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	s := listen(t, udp.Config{Address: "127.0.0.1:0"})
	peer, stranger := listenPacket(t), listenPacket(t)
	defer peer.Close()
	defer stranger.Close()
	l := link(t, s, peer.LocalAddr().(*net.UDPAddr).AddrPort())
	to := net.UDPAddrFromAddrPort(s.LocalAddr())
	var buf [transport.MaxPacket]byte
	for i := range 10_000 {
		from := peer
		if i%2 == 0 {
			from = stranger
		}
		if _, err := from.WriteTo(randomPacket(random), to); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Recv(buf[:]); err != nil && !errors.Is(err, transport.ErrEmpty) {
			t.Fatalf("seed %d, datagram %d: Recv: %v", seed, i, err)
		}
	}
	until(t, "a packet after the random ones", func() bool {
		if _, err := peer.WriteTo([]byte("still here"), to); err != nil {
			t.Fatal(err)
		}
		n, err := l.Recv(buf[:])
		return err == nil && string(buf[:n]) == "still here"
	})
	if stats := s.Stats(); stats.Unknown == 0 || stats.Oversize == 0 || stats.StraySTUN == 0 || stats.ReadErrors != 0 {
		t.Errorf("seed %d: %+v, want unknown, oversize and stray STUN datagrams and no error", seed, stats)
	}
}

// randomPacket returns 0 to 1500 bytes, now and then with a STUN header.
func randomPacket(random *rand.Rand) []byte {
	packet := make([]byte, random.IntN(1501))
	for i := range packet {
		packet[i] = byte(random.Uint32())
	}
	if len(packet) >= 20 && random.IntN(4) == 0 {
		body := len(packet) - 20
		copy(packet, []byte{1, 1, byte(body >> 8), byte(body), 0x21, 0x12, 0xa4, 0x42})
	}
	return packet
}

func TestCloseLeavesNoGoroutineAndNoSocket(t *testing.T) {
	before := runtime.NumGoroutine()
	for cycle := range 100 {
		s, err := udp.Listen(udp.Config{Address: "127.0.0.1:0"})
		if err != nil {
			t.Fatalf("cycle %d: %v", cycle, err)
		}
		addr := s.LocalAddr()
		l := link(t, s, addr) // to itself: the reading goroutine has work
		send(t, l, "hello")
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				if err := s.Close(); err != nil {
					t.Errorf("cycle %d: Close: %v", cycle, err)
				}
			})
		}
		all.Wait()
		if err := l.Send(nil); !errors.Is(err, transport.ErrClosed) {
			t.Errorf("cycle %d: a link of a closed socket sends: %v", cycle, err)
		}
		if _, err := s.Link(addr); !errors.Is(err, transport.ErrClosed) {
			t.Errorf("cycle %d: a closed socket opens a link: %v", cycle, err)
		}
		pc, err := net.ListenPacket("udp4", addr.String())
		if err != nil {
			t.Fatalf("cycle %d: the port is still taken: %v", cycle, err)
		}
		if err := pc.Close(); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the goroutines to end", func() bool { return runtime.NumGoroutine() <= before })
}

func TestSendStartsNothing(t *testing.T) {
	a, _ := connect(t, listenInjected(t), listenInjected(t), "127.0.0.1")
	packet := make([]byte, 40)
	before := runtime.NumGoroutine()
	for range 100_000 {
		if err := a.Send(packet); err != nil {
			t.Fatal(err)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines after 100,000 sends, %d before", after, before)
	}
}
