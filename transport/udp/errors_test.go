package udp_test

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"example.com/backstep/transport"
)

// For two seconds every send and every read fails; then the link works on.
func TestSocketErrorsAreCountedAndNeverFatal(t *testing.T) {
	for _, broken := range []error{
		syscall.ENETUNREACH, syscall.ENOBUFS, syscall.ECONNREFUSED, syscall.EPERM, errors.New("some other error"),
	} {
		t.Run(broken.Error(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { outage(t, broken) })
		})
	}
}

func outage(t *testing.T, broken error) {
	start := time.Now()
	fail := func() error {
		if time.Since(start) < 2*time.Second {
			return &net.OpError{Op: "test", Net: "udp", Err: broken}
		}
		return nil
	}
	w := newWire()
	w.read = fail
	w.write = func([]byte, netip.AddrPort) error { return fail() }
	s := listenWire(t, w)
	defer s.Close()
	peer := netip.MustParseAddrPort("203.0.113.9:4000")
	l := link(t, s, peer)
	frame := time.NewTicker(20 * time.Millisecond)
	defer frame.Stop()
	for range 90 {
		send(t, l, "input")
		if _, err := l.Recv(make([]byte, transport.MaxPacket)); !errors.Is(err, transport.ErrEmpty) {
			t.Fatalf("Recv during the outage: %v, want ErrEmpty", err)
		}
		<-frame.C
	}
	stats := s.Stats()
	if got := l.Stats(); got.Errors != 90 || got.Sent != 90 || stats.WriteErrors != 90 {
		t.Errorf("%+v and %+v, want 90 errors of 90 sent", got, stats)
	}
	if stats.ReadErrors < 10 || stats.ReadErrors > 100 {
		t.Errorf("%d read errors in 1.8s, want a few tens: neither given up nor spinning", stats.ReadErrors)
	}
	<-time.After(time.Second)
	w.in <- datagram{peer, []byte("back")}
	if got := recv(t, l); got != "back" {
		t.Errorf("after the outage: %q, want back", got)
	}
}

func TestFullKernelBufferDropsAndCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWire()
		w.write = func([]byte, netip.AddrPort) error { return os.ErrDeadlineExceeded }
		s := listenWire(t, w)
		defer s.Close()
		l := link(t, s, netip.MustParseAddrPort("203.0.113.9:4000"))
		send(t, l, "input")
		if got := l.Stats(); got.DroppedFull != 1 || got.Errors != 0 || s.Stats().WriteFull != 1 {
			t.Errorf("%+v and %+v, want one packet dropped for a full buffer", got, s.Stats())
		}
	})
}

// The owner of an injected connection closes it behind the socket's back.
func TestConnectionClosedBeneathClosesTheSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWire()
		s := listenWire(t, w)
		l := link(t, s, netip.MustParseAddrPort("203.0.113.9:4000"))
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := l.Send(nil); !errors.Is(err, transport.ErrClosed) {
			t.Errorf("Send: %v, want ErrClosed", err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
}
