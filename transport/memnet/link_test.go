package memnet_test

import (
	"errors"
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/linktest"
	"example.com/backstep/transport/memnet"
)

const ms = time.Millisecond

func TestLink(t *testing.T) {
	linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
		net := memnet.New(1, 3)
		return net.Link(2, 0), net.Link(0, 2), func() {}
	})
}

func TestLinkWithDelay(t *testing.T) {
	linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
		net := memnet.New(1, 2)
		setPolicy(t, net, 0, 1, memnet.Policy{Delay: 60 * ms, Jitter: 20 * ms})
		step = func() { net.SetNow(net.Now() + 100*ms) }
		return net.Link(0, 1), net.Link(1, 0), step
	})
}

func setPolicy(t *testing.T, net *memnet.Net, from, to int, p memnet.Policy) {
	t.Helper()
	if err := net.SetPolicy(from, to, p); err != nil {
		t.Fatal(err)
	}
}

// send sends packets of one byte, numbered from first.
func send(t *testing.T, l transport.Link, first, count int) {
	t.Helper()
	for i := range count {
		if err := l.Send([]byte{byte(first + i)}); err != nil {
			t.Fatalf("Send %d: %v", first+i, err)
		}
	}
}

// drain returns the first byte of each packet that can be received.
func drain(t *testing.T, l transport.Link) []int {
	t.Helper()
	var got []int
	var buf [transport.MaxPacket]byte
	for {
		n, err := l.Recv(buf[:])
		if errors.Is(err, transport.ErrEmpty) {
			return got
		}
		if err != nil || n == 0 {
			t.Fatalf("Recv: %d, %v", n, err)
		}
		got = append(got, int(buf[0]))
	}
}

func TestClosedEndOpensAnewWithoutWhatCameInBetween(t *testing.T) {
	net := memnet.New(1, 2)
	setPolicy(t, net, 0, 1, memnet.Policy{Delay: 10 * ms})
	a, old := net.Link(0, 1), net.Link(1, 0)
	if net.Link(1, 0) != old {
		t.Error("an open end is not the same when asked for again")
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	send(t, a, 1, 1) // comes in while nobody is there
	net.SetNow(10 * ms)
	send(t, a, 2, 1) // still under way when the end opens
	again := net.Link(1, 0)
	net.SetNow(20 * ms)
	if got := drain(t, again); len(got) != 1 || got[0] != 2 {
		t.Errorf("the new end got %v, want [2]", got)
	}
	if err := old.Send(nil); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("the former end sends: %v, want ErrClosed", err)
	}
	if got := net.Stats(0, 1).Flushed; got != 1 {
		t.Errorf("flushed %d, want 1", got)
	}
}

func TestCloseForgetsWhatWaits(t *testing.T) {
	net := memnet.New(1, 2)
	a, b := net.Link(0, 1), net.Link(1, 0)
	send(t, a, 1, 3)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if got, stats := net.Pending(0, 1), net.Stats(0, 1); got != 0 || stats.Flushed != 3 {
		t.Errorf("%d packets wait at a closed end, %d flushed; want 0 and 3", got, stats.Flushed)
	}
}

func TestCountsOfAnEnd(t *testing.T) {
	net := memnet.New(1, 2)
	setPolicy(t, net, 0, 1, memnet.Policy{QueuePackets: 3})
	a, b := net.Link(0, 1), net.Link(1, 0)
	send(t, a, 0, 5)
	if got := drain(t, b); len(got) != 3 || got[2] != 2 {
		t.Errorf("got %v, want [0 1 2]: the newest are dropped", got)
	}
	want := transport.Stats{Sent: 5, SentBytes: 5, DroppedFull: 2}
	if got := a.Stats(); got != want {
		t.Errorf("sender: %+v, want %+v", got, want)
	}
	want = transport.Stats{Received: 3, ReceivedBytes: 3}
	if got := b.Stats(); got != want {
		t.Errorf("receiver: %+v, want %+v", got, want)
	}
}

func TestMisusePanics(t *testing.T) {
	net := memnet.New(1, 2)
	net.SetNow(5 * ms)
	for name, misuse := range map[string]func(){
		"host out of range":    func() { net.Link(0, 2) },
		"negative host":        func() { net.Cut(-1, 0) },
		"link to itself":       func() { net.Link(1, 1) },
		"clock runs backwards": func() { net.SetNow(4 * ms) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			misuse()
		})
	}
}
