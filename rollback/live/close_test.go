package live_test

import (
	"context"
	"errors"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
	"example.com/backstep/transport/udp"
)

func TestNewRefuses(t *testing.T) {
	game := rollback.Plain(new(world), step)
	cfg := rollback.Config[uint16]{Local: []int{0}, Peers: []rollback.PeerConfig{{Seats: []int{1}}}}
	link := memnet.New(1, 2).Link(0, 1)
	for _, c := range []struct {
		name  string
		links []transport.Link
		opts  live.Options
		want  string
	}{
		{"no link", nil, live.Options{}, "0 links for 1 peers"},
		{"nil link", []transport.Link{nil}, live.Options{}, "link to peer 0 is nil"},
		{"catch-up", []transport.Link{link}, live.Options{MaxCatchUp: -1}, "MaxCatchUp is -1"},
		{"lag", []transport.Link{link}, live.Options{MaxLag: -time.Second}, "MaxLag is -1s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := live.New(game, cfg, c.links, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
	var bad *rollback.ConfigError
	if _, err := live.New(game, rollback.Config[uint16]{}, nil, live.Options{}); !errors.As(err, &bad) {
		t.Errorf("got %v, want the session's *ConfigError", err)
	}
}

func TestEntropyIsFilled(t *testing.T) {
	var now clock
	a, b := solo(t, &now, live.Options{}).Session(), solo(t, &now, live.Options{}).Session()
	if a.MatchID() == b.MatchID() || a.Seed() == b.Seed() {
		t.Errorf("two matches have the id %x and seed %x, want different ones", a.MatchID(), a.Seed())
	}
}

func TestInputCount(t *testing.T) {
	var now clock
	h := solo(t, &now, live.Options{})
	if _, err := h.Update(1, 2); !errors.Is(err, rollback.ErrInputCount) {
		t.Errorf("got %v, want %v", err, rollback.ErrInputCount)
	}
}

func TestPeerOfAnotherBuild(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 20 * time.Millisecond}, func(i int, c *rollback.Config[uint16]) { c.Build = uint64(i) })
	d.run(2 * time.Second)
	for i, s := range d.seats {
		_, err := s.Update(0)
		var mismatch *rollback.HandshakeError
		if !errors.Is(err, rollback.ErrClosed) || !errors.As(err, &mismatch) || mismatch.Field != "build" {
			t.Errorf("seat %d: %v, want ErrClosed for another build", i, err)
		}
	}
}

func TestLeaveIsHeard(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 30 * time.Millisecond}, nil)
	d.start()
	d.run(time.Second)
	d.seats[0].Leave(rollback.ReasonLeft)
	d.run(200 * time.Millisecond)
	b := d.seats[1]
	if !has(b.events, rollback.EventDisconnected) || b.events[len(b.events)-1].Reason != rollback.ReasonLeft {
		t.Errorf("events %v, want player 0 to have left", b.events)
	}
	if _, err := d.seats[0].Update(0); err != rollback.ErrClosed {
		t.Errorf("after the goodbye: %v, want %v as it is", err, rollback.ErrClosed)
	}
}

// With a context that is done Close sends one goodbye and waits for nothing.
func TestCloseWithoutWaiting(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 30 * time.Millisecond}, nil)
	d.start()
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.seats[0].Close(done); err != nil {
		t.Fatal(err)
	}
	d.seats[0].asleep = true
	d.run(100 * time.Millisecond)
	if b := d.seats[1]; !has(b.events, rollback.EventDisconnected) {
		t.Errorf("events %v, want the goodbye to have arrived", b.events)
	}
	if _, err := d.seats[0].Update(0); err != rollback.ErrClosed {
		t.Errorf("Update after Close: %v, want %v", err, rollback.ErrClosed)
	}
}

func TestClosedLink(t *testing.T) {
	d := newDuo(t, memnet.Policy{}, nil)
	d.start()
	d.net.Link(0, 1).Close()
	d.step(time.Millisecond)
	if a := d.seats[0]; !has(a.events, rollback.EventDisconnected) {
		t.Errorf("events %v, want the peer disconnected at once", a.events)
	}

	d = newDuo(t, memnet.Policy{}, nil)
	d.net.Link(0, 1).Close()
	d.step(time.Millisecond)
	if _, err := d.seats[0].Update(0); !errors.Is(err, rollback.ErrClosed) {
		t.Errorf("link closed before the start: %v, want %v", err, rollback.ErrClosed)
	}
}

// brokenLink never connects.
type brokenLink struct{ why error }

func (l brokenLink) Send([]byte) error        { return transport.ErrClosed }
func (l brokenLink) Recv([]byte) (int, error) { return 0, transport.ErrClosed }
func (l brokenLink) Close() error             { return l.why }
func (l brokenLink) Err() error               { return l.why }

func TestReasonOfALinkIsPassedOn(t *testing.T) {
	why := errors.New("no way there")
	cfg := rollback.Config[uint16]{Local: []int{0}, Peers: []rollback.PeerConfig{{Seats: []int{1}}}}
	h, err := live.New(rollback.Plain(new(world), step), cfg, []transport.Link{brokenLink{why}}, live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Update(0); !errors.Is(err, rollback.ErrClosed) || !errors.Is(err, why) {
		t.Errorf("got %v, want ErrClosed because of %q", err, why)
	}
	if err := h.Close(t.Context()); !errors.Is(err, why) {
		t.Errorf("Close: %v, want the link's error", err)
	}
	if err := h.Close(t.Context()); err != nil {
		t.Errorf("second Close: %v, want nil", err)
	}
}

// overUDP is two hosts on one machine that run in goroutines of their own.
func overUDP(t *testing.T) (hosts [2]*live.Host[world, uint16], release func()) {
	t.Helper()
	var sockets [2]*udp.Socket
	for i := range sockets {
		s, err := udp.Listen(udp.Config{Address: "127.0.0.1:0"})
		if err != nil {
			t.Fatal(err)
		}
		sockets[i] = s
	}
	for i := range hosts {
		link, err := sockets[i].Link(netip.AddrPort(sockets[1-i].LocalAddr()))
		if err != nil {
			t.Fatal(err)
		}
		cfg := rollback.Config[uint16]{Local: []int{i}, Peers: []rollback.PeerConfig{{Seats: []int{1 - i}}}, FrameRate: 500}
		hosts[i], err = live.New(rollback.Plain(new(world), step), cfg, []transport.Link{link}, live.Options{})
		if err != nil {
			t.Fatal(err)
		}
	}
	return hosts, func() {
		for _, s := range sockets {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

var errEnough = errors.New("enough frames")

// play runs a host for some frames and says goodbye.
func play(ctx context.Context, h *live.Host[world, uint16], frames int) error {
	err := h.Run(ctx, func(in []uint16) { in[0]++ }, func(r live.Report) error {
		for e := range h.Events() {
			if e.Kind == rollback.EventDisconnected {
				return errEnough
			}
		}
		for range h.Confirmed() {
		}
		if h.Session().Frame() >= rollback.Frame(frames) {
			return errEnough
		}
		return nil
	})
	if err != errEnough {
		return err
	}
	return h.Close(ctx)
}

func TestHundredMatchesLeaveNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 100 {
		hosts, release := overUDP(t)
		errs := make(chan error, len(hosts))
		frames := [2]int{3, 1 << 20} // the second stays until the first has left
		for i, h := range hosts {
			go func() { errs <- play(t.Context(), h, frames[i]) }()
		}
		for range hosts {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
		for _, h := range hosts {
			if err := h.Close(t.Context()); err != nil {
				t.Errorf("second Close: %v", err)
			}
		}
		release()
	}
	for runtime.NumGoroutine() > before { // ends with the test's own deadline
		runtime.Gosched()
	}
}

func TestRunEnds(t *testing.T) {
	hosts, release := overUDP(t)
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := hosts[0].Run(ctx, func([]uint16) {}, nil); err != context.Canceled {
		t.Errorf("with ctx done: %v, want %v", err, context.Canceled)
	}
	hosts[0].Leave(rollback.ReasonLeft)
	if err := hosts[0].Run(t.Context(), func([]uint16) {}, nil); err != nil {
		t.Errorf("after a goodbye: %v, want nil", err)
	}
	for _, h := range hosts {
		h.Close(ctx)
	}
}

// Wake makes Run read the links although no frame is due.
func TestWake(t *testing.T) {
	net := memnet.New(1, 2)
	wake := make(chan struct{}, 1)
	var now clock // stands still: no timer of the session ever fires
	cfg := rollback.Config[uint16]{Local: []int{0}, Peers: []rollback.PeerConfig{{Seats: []int{1}}}, FrameRate: 1}
	h, err := live.New(rollback.Plain(new(world), step), cfg, []transport.Link{net.Link(0, 1)}, live.Options{Now: now.read, Wake: wake})
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	err = h.Run(t.Context(), func([]uint16) {}, func(live.Report) error {
		if calls++; calls == 1000 {
			return errEnough
		}
		wake <- struct{}{}
		return nil
	})
	if err != errEnough {
		t.Error(err)
	}
}
