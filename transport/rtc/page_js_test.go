package rtc_test

import (
	"errors"
	"os"
	"runtime"
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/linktest"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/signal"
)

// These tests run in a page that TestInBrowser opens. A page can hold both ends
// of a link.

func TestPageConformance(t *testing.T) {
	linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
		la, lb := pageLink(t, rtc.Config{})
		return yielding{la}, yielding{lb}, nil
	})
}

// yielding lets others run at each call: a page has one thread, and a goroutine
// that only sends and receives would keep it.
type yielding struct{ *rtc.Link }

func (y yielding) Send(packet []byte) error {
	runtime.Gosched()
	return y.Link.Send(packet)
}

func pageLink(t *testing.T, cfg rtc.Config) (a, b *rtc.Link) {
	t.Helper()
	sigA, sigB := newWires()
	var ends [2]*rtc.Link
	for i, sig := range []wire{sigA, sigB} {
		cfg.Offerer = i == 0
		l, err := rtc.Open(cfg, sig)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			l.Close()
			gone(t, l)
		})
		ends[i] = l
	}
	wait(t, ends[0])
	wait(t, ends[1])
	return ends[0], ends[1]
}

// TestPageClose: the other end in the page hears of the end, and Close may be
// called from an event handler.
func TestPageClose(t *testing.T) {
	for range 10 {
		a, b := pageLink(t, rtc.Config{})
		a.Close()
		until(t, "the peer hears of the end", func() bool { return b.State() == transport.Closed })
		if !errors.Is(b.Err(), rtc.ErrPeerClosed) {
			t.Errorf("reason: %v, want ErrPeerClosed", b.Err())
		}
		gone(t, a)
		gone(t, b)
	}
}

func TestPageBadOffer(t *testing.T) {
	sigA, sigB := newWires()
	b, err := rtc.Open(rtc.Config{}, sigB)
	if err != nil {
		t.Fatal(err)
	}
	sigA.out <- []byte(`{"kind":"offer","id":"x","sdp":"not a description"}`)
	gone(t, b)
	if !errors.Is(b.Err(), rtc.ErrNegotiation) {
		t.Errorf("after a bad offer: %v, want ErrNegotiation", b.Err())
	}
}

func TestPageTimeout(t *testing.T) {
	sig, _ := newWires()
	a, err := rtc.Open(rtc.Config{Offerer: true, OpenTimeout: time.Millisecond}, sig)
	if err != nil {
		t.Fatal(err)
	}
	gone(t, a)
	if !errors.Is(a.Err(), rtc.ErrTimeout) {
		t.Errorf("nobody there: %v, want ErrTimeout", a.Err())
	}
}

// TestPageMemoryIsFlat receives ten thousand packets: JavaScript values and
// handlers made for each of them would keep the heap growing, and a page's memory
// never shrinks.
func TestPageMemoryIsFlat(t *testing.T) {
	a, b := pageLink(t, rtc.Config{})
	var buf [transport.MaxPacket]byte
	receive := func(packets uint64) {
		until(t, "packets have come", func() bool {
			for range 8 {
				if err := a.Send(buf[:100]); err != nil {
					t.Fatal(err)
				}
			}
			for {
				if _, err := b.Recv(buf[:]); err != nil {
					return b.Stats().Received >= packets
				}
			}
		})
	}
	receive(1000)
	early := heap()
	receive(10000)
	until(t, "the heap is what it was", func() bool { // what JavaScript held goes a collection later
		return heap() <= early+early/10
	})
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestPageEcho joins the room that the native test names and sends back what it
// receives there, from within the event handler, until that end closes.
func TestPageEcho(t *testing.T) {
	url, code := os.Getenv("BACKSTEP_ROOMS"), os.Getenv("BACKSTEP_CODE")
	if code == "" {
		t.Skip("no room to join: TestInBrowser names one")
	}
	room, err := signal.Join(t.Context(), url, code, signal.Options{Game: "echo"})
	if err != nil {
		t.Fatal(err)
	}
	peer := room.Peers()[0]
	var link *rtc.Link
	link, err = rtc.Open(rtc.Config{Offerer: peer.Offerer(), Wake: func() { echo(link) }}, peer)
	if err != nil {
		t.Fatal(err)
	}
	wait(t, link)
	<-link.Done()
	if !errors.Is(link.Err(), rtc.ErrPeerClosed) {
		t.Errorf("reason: %v, want ErrPeerClosed", link.Err())
	}
	room.Close()
	<-room.Done()
}

func echo(l *rtc.Link) {
	var buf [transport.MaxPacket]byte
	for l != nil {
		n, err := l.Recv(buf[:])
		if err != nil {
			return
		}
		_ = l.Send(buf[:n]) // a closed link ends the test by itself
	}
}
