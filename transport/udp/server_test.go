package udp_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/pion/turn/v5"

	"example.com/backstep/transport"
	"example.com/backstep/transport/udp"
)

// startServer runs a real STUN server on loopback.
func startServer(t *testing.T) netip.AddrPort {
	t.Helper()
	pc := listenPacket(t)
	srv, err := turn.NewServer(turn.ServerConfig{
		Realm: "test",
		PacketConnConfigs: []turn.PacketConnConfig{{
			PacketConn:            pc,
			RelayAddressGenerator: &turn.RelayAddressGeneratorNone{Address: "127.0.0.1"},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return pc.LocalAddr().(*net.UDPAddr).AddrPort()
}

// The server sees the very address that the socket is bound to, while game
// packets go through the same port.
func TestPublicAddrOfARealServer(t *testing.T) {
	server := startServer(t)
	for _, config := range []udp.Config{{}, {Address: "127.0.0.1:0"}} {
		a, b := listen(t, config), listen(t, config)
		ab, ba := connect(t, a, b, "127.0.0.1")
		send(t, ab, "before")
		got, err := a.PublicAddr(t.Context(), server.String())
		if want := at(a, "127.0.0.1"); err != nil || got != want {
			t.Errorf("PublicAddr = %v, %v, want %v", got, err, want)
		}
		send(t, ab, "after")
		if first, second := recv(t, ba), recv(t, ba); first != "before" || second != "after" {
			t.Errorf("the link carried %q, %q", first, second)
		}
	}
}

func TestServerMayBeAURIOrAName(t *testing.T) {
	server := startServer(t)
	s := listen(t, udp.Config{})
	for _, name := range []string{"stun:" + server.String(), "[::ffff:127.0.0.1]:" + port(server), "localhost:" + port(server)} {
		got, err := s.PublicAddr(t.Context(), name)
		if want := at(s, "127.0.0.1"); err != nil || got != want {
			t.Errorf("PublicAddr(%q) = %v, %v, want %v", name, got, err, want)
		}
	}
}

func port(a netip.AddrPort) string {
	_, port, _ := net.SplitHostPort(a.String())
	return port
}

func TestBadServerNameIsNamed(t *testing.T) {
	s := listen(t, udp.Config{})
	for _, server := range []string{"", ":", ":3478", "host:", "host:0", "host:99999", "host:x", "a:b:c"} {
		if _, err := s.PublicAddr(t.Context(), server); err == nil || !strings.Contains(err.Error(), `"`+server+`"`) {
			t.Errorf("PublicAddr(%q): %v, want an error that names it", server, err)
		}
	}
}

// A port where nobody answers: a deadline of the caller's ends the wait.
func TestPublicAddrKeepsTheCallersDeadline(t *testing.T) {
	silent := listenPacket(t)
	defer silent.Close()
	s := listen(t, udp.Config{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := s.PublicAddr(ctx, silent.LocalAddr().String())
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want DeadlineExceeded", err)
	}
}

func TestPublicAddrOfAClosedSocket(t *testing.T) {
	s := listen(t, udp.Config{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PublicAddr(t.Context(), "127.0.0.1:3478"); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
}
