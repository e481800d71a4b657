package chaos

import (
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/linktest"
	"example.com/backstep/transport/memnet"
)

// pair is a wrapped link and the bare end of its peer, on a clock of the test's.
type pair struct {
	net  *memnet.Net
	a    *Link
	b    transport.Link
	seen []byte
}

func open(t *testing.T, c Conditions) *pair {
	net := memnet.New(1, 2)
	p := &pair{net: net, a: Wrap(net.Link(0, 1), 1), b: net.Link(1, 0)}
	p.a.now = net.Now
	p.a.timer.Stop()
	p.a.timer = time.AfterFunc(time.Hour, func() {}) // the network belongs to this goroutine
	p.a.Set(c)
	t.Cleanup(func() { p.a.Close() })
	return p
}

func received(t *testing.T, l transport.Link) (got []byte) {
	t.Helper()
	buf := make([]byte, transport.MaxPacket)
	for {
		n, err := l.Recv(buf)
		if err != nil {
			return got
		}
		if n != 1 {
			t.Fatalf("a packet of %d bytes, want 1", n)
		}
		got = append(got, buf[0])
	}
}

func TestConformance(t *testing.T) {
	linktest.Run(t, func(t *testing.T) (a, b transport.Link, step func()) {
		net := memnet.New(1, 2)
		wrap := func(l transport.Link) *Link {
			w := Wrap(l, 1)
			w.timer.Stop()
			w.timer = time.AfterFunc(time.Hour, func() {})
			w.now = net.Now
			w.Set(Conditions{Delay: time.Millisecond})
			return w
		}
		x, y := wrap(net.Link(0, 1)), wrap(net.Link(1, 0))
		return x, y, func() {
			net.SetNow(net.Now() + time.Millisecond)
			x.tick()
			y.tick()
			net.SetNow(net.Now() + time.Millisecond)
		}
	})
}

func TestDelayBothWays(t *testing.T) {
	p := open(t, Conditions{Delay: 50 * time.Millisecond})
	p.a.Send([]byte{1})
	p.b.Send([]byte{2})
	received(t, p.a)
	p.net.SetNow(49 * time.Millisecond)
	if a, b := received(t, p.a), received(t, p.b); len(a)+len(b) != 0 {
		t.Errorf("received %v and %v after 49 ms, want nothing before 50", a, b)
	}
	p.net.SetNow(50 * time.Millisecond)
	if a, b := received(t, p.a), received(t, p.b); len(a) != 1 || len(b) != 1 {
		t.Errorf("received %v and %v after 50 ms, want a packet each", a, b)
	}
}

func TestSendOnly(t *testing.T) {
	p := open(t, Conditions{Delay: 50 * time.Millisecond, Loss: 1, SendOnly: true})
	p.b.Send([]byte{2})
	if a := received(t, p.a); len(a) != 1 {
		t.Errorf("received %v, want the packet at once", a)
	}
}

func TestLossIsSeeded(t *testing.T) {
	var runs [2]string
	for i := range runs {
		p := open(t, Conditions{Loss: 0.25})
		for n := range 200 {
			p.a.Send([]byte{byte(n)})
		}
		got := received(t, p.b)
		if len(got) < 120 || len(got) > 180 {
			t.Errorf("%d of 200 packets arrive at 25 %% loss, want about 150", len(got))
		}
		runs[i] = string(got)
	}
	if runs[0] != runs[1] {
		t.Error("one seed loses different packets")
	}
}

func TestJitterReordersWithinItsBounds(t *testing.T) {
	p := open(t, Conditions{Delay: 50 * time.Millisecond, Jitter: 20 * time.Millisecond})
	var order []byte
	for ms := range 300 {
		p.net.SetNow(time.Duration(ms) * time.Millisecond)
		if ms < 100 {
			p.a.Send([]byte{byte(ms)})
		}
		p.a.tick()
		for _, sent := range received(t, p.b) {
			if late := ms - int(sent); late < 30 || late > 71 {
				t.Errorf("packet of %d ms arrives at %d ms, want 30 to 70 ms later", sent, ms)
			}
			order = append(order, sent)
		}
	}
	swaps := 0
	for i := range order[1:] {
		if order[i] > order[i+1] {
			swaps++
		}
	}
	if len(order) != 100 || swaps == 0 {
		t.Errorf("%d of 100 packets, %d out of order; want all, and some", len(order), swaps)
	}
}

func TestCloseSendsWhatIsUnderWay(t *testing.T) {
	p := open(t, Conditions{Delay: time.Second})
	p.a.Send([]byte{1})
	p.a.Close()
	if b := received(t, p.b); len(b) != 1 {
		t.Errorf("received %v, want the packet that was under way", b)
	}
}

func TestWaitingIsBounded(t *testing.T) {
	p := open(t, Conditions{Delay: time.Hour})
	for range MaxWaiting + 10 {
		p.a.Send([]byte{1})
	}
	if n := len(p.a.out.waiting); n != MaxWaiting {
		t.Errorf("%d packets wait, want %d", n, MaxWaiting)
	}
}
