package ggpo_test

import (
	"net"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"example.com/backstep/rollback/ggpo"
)

// wakeConn tells when the datagram before has been taken in.
type wakeConn struct {
	*net.UDPConn
	wake chan struct{}
}

func (c wakeConn) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	select {
	case c.wake <- struct{}{}:
	default:
	}
	return c.UDPConn.ReadFromUDPAddrPort(b)
}

// lobby plays games over loopback by the system's clock.
type lobby struct {
	t    *testing.T
	wake chan struct{}
}

func newLobby(t *testing.T) *lobby { return &lobby{t, make(chan struct{}, 1)} }

// listen opens a port, 0 for a free one.
func (l *lobby) listen(port int) wakeConn {
	l.t.Helper()
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
	must(l.t, err)
	return wakeConn{c, l.wake}
}

func portOf(c wakeConn) int { return c.LocalAddr().(*net.UDPAddr).Port }

// host makes player n (from 0) of those at the ports.
func (l *lobby) host(n int, c wakeConn, ports ...int) *game {
	l.t.Helper()
	g := newGame(l.t)
	p := ggpo.NewPeer(g, ports[n], len(ports), inputSize)
	must(l.t, p.InitializeConnection(c))
	for i, port := range ports {
		player := ggpo.NewRemotePlayer(20, i+1, "127.0.0.1", port)
		if i == n {
			player = ggpo.NewLocalPlayer(20, i+1)
		}
		var h ggpo.PlayerHandle
		must(l.t, p.AddPlayer(&player, &h))
		if i == n {
			g.handles = append(g.handles, h)
			must(l.t, p.SetFrameDelay(h, 2))
		}
	}
	must(l.t, p.SetDisconnectTimeout(3000))
	must(l.t, p.SetDisconnectNotifyStart(1000))
	p.Start()
	g.backend = &p
	return g
}

// until gives everybody turns until done. When nobody gets on it waits for a
// packet, or for a timer of the protocol to come due.
func (l *lobby) until(what string, done func() bool, games ...*game) {
	l.t.Helper()
	limit := time.NewTimer(30 * time.Second)
	defer limit.Stop()
	for !done() {
		moved := false
		for _, g := range games {
			before := g.Frame
			g.play()
			moved = moved || g.Frame > before
		}
		if moved {
			continue
		}
		due := time.NewTimer(frameTime)
		select {
		case <-l.wake:
		case <-due.C:
		case <-limit.C:
			l.t.Fatalf("not in 30 s: %s", what)
		}
		due.Stop()
	}
}

func (l *lobby) frames(f int, games ...*game) {
	l.t.Helper()
	l.until("everybody's frames", func() bool {
		for _, g := range games {
			if g.Frame < f {
				return false
			}
		}
		return true
	}, games...)
}

// closeAll closes at the same time, as at the end of a match.
func closeAll(t *testing.T, games ...*game) {
	t.Helper()
	ended := make(chan error, len(games))
	for _, g := range games {
		go func() { ended <- g.backend.Close() }()
	}
	for range games {
		must(t, <-ended)
	}
}

func TestTwoPeersOverUDP(t *testing.T) {
	l := newLobby(t)
	a, b := l.listen(0), l.listen(0)
	ports := []int{portOf(a), portOf(b)}
	one, two := l.host(0, a, ports...), l.host(1, b, ports...)
	l.frames(600, one, two)
	agree(t, 580, one, two)
	for _, g := range []*game{one, two} {
		if n := len(g.codes(ggpo.EventCodeDesync)); n > 0 {
			t.Errorf("%d desyncs", n)
		}
	}
	closeAll(t, one, two)
}

// A match ends when one side closes: the other is told at once and not after
// the timeout.
func TestCloseIsAGoodbye(t *testing.T) {
	l := newLobby(t)
	a, b := l.listen(0), l.listen(0)
	ports := []int{portOf(a), portOf(b)}
	one, two := l.host(0, a, ports...), l.host(1, b, ports...)
	l.frames(30, one, two)
	go func() { _ = one.backend.Close() }()
	l.until("the other's end", func() bool { return len(two.codes(ggpo.EventCodeDisconnectedFromPeer)) > 0 }, two)
	if n := len(two.codes(ggpo.EventCodeConnectionInterrupted)); n > 0 {
		t.Error("the other was missed for a second")
	}
	from := two.Frame
	l.frames(from+30, two)
	must(t, two.backend.Close())
	must(t, two.backend.Close())
	wantCode(t, "Idle after Close", two.backend.Idle(0), ggpo.ErrorCodeInvalidSession)
}

// A hundred matches on the same two ports: no goroutine stays, and a port that
// were still open could not be opened again.
func TestHundredMatchesOnOnePort(t *testing.T) {
	l := newLobby(t)
	a, b := l.listen(0), l.listen(0)
	ports := []int{portOf(a), portOf(b)}
	before := runtime.NumGoroutine()
	for match := range 100 {
		if match > 0 {
			a, b = l.listen(ports[0]), l.listen(ports[1])
		}
		one, two := l.host(0, a, ports...), l.host(1, b, ports...)
		l.frames(3, one, two)
		closeAll(t, one, two)
	}
	l.until("goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}

// One goes on to the next match at once, on the same port, while the other still
// plays the last one: the two matches do not mix, and the second begins.
func TestNextMatchWhileTheLastGoesOn(t *testing.T) {
	l := newLobby(t)
	a, b := l.listen(0), l.listen(0)
	ports := []int{portOf(a), portOf(b)}
	one, two := l.host(0, a, ports...), l.host(1, b, ports...)
	l.frames(30, one, two)
	must(t, one.backend.Close()) // the other is not there to hear it
	one = l.host(0, l.listen(ports[0]), ports...)
	l.until("the end of the last match", func() bool { return len(two.codes(ggpo.EventCodeDisconnectedFromPeer)) > 0 }, one, two)
	if one.Frame > 0 {
		t.Errorf("the new match ran %d frames with a peer of the last", one.Frame)
	}
	must(t, two.backend.Close())
	two = l.host(1, l.listen(ports[1]), ports...)
	l.frames(60, one, two)
	agree(t, 50, one, two)
	closeAll(t, one, two)
}

// Closed in every state before a match runs, a hundred times each.
func TestCloseBeforeTheMatch(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 100 {
		for state := range 4 {
			p := ggpo.NewPeer(newGame(t), 0, 2, inputSize)
			if state > 0 {
				must(t, p.InitializeConnection())
			}
			if state > 1 {
				local, remote := ggpo.NewLocalPlayer(20, 1), ggpo.NewRemotePlayer(20, 2, "127.0.0.1", 9)
				must(t, p.AddPlayer(&local, nil))
				must(t, p.AddPlayer(&remote, nil))
				p.Start()
			}
			if state > 2 {
				must(t, p.Idle(0))
			}
			must(t, p.Close())
		}
	}
	newLobby(t).until("goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}

func TestPortInUse(t *testing.T) {
	taken, err := net.ListenUDP("udp", nil)
	must(t, err)
	port := taken.LocalAddr().(*net.UDPAddr).Port
	p := ggpo.NewPeer(newGame(t), port, 2, inputSize)
	wantCode(t, "InitializeConnection", p.InitializeConnection(), ggpo.ErrorCodeGeneralFailure)
	p.Start()
	wantCode(t, "Idle after Start", p.Idle(0), ggpo.ErrorCodeGeneralFailure)
	must(t, taken.Close())
	q := ggpo.NewPeer(newGame(t), port, 2, inputSize)
	q.Start()
	must(t, q.Idle(0))
	wantCode(t, "two connections", q.InitializeConnection(nil, nil), ggpo.ErrorCodeInvalidRequest)
	must(t, q.Close())
	must(t, p.Close())
}

// OnEvent may call the Backend, even to close it.
func TestCloseFromAnEvent(t *testing.T) {
	l := newLobby(t)
	a, b := l.listen(0), l.listen(0)
	ports := []int{portOf(a), portOf(b)}
	one, two := l.host(0, a, ports...), l.host(1, b, ports...)
	one.onEvent = func(e ggpo.Event) {
		if e.Code == ggpo.EventCodeDisconnectedFromPeer {
			must(t, one.backend.Idle(0))
			must(t, one.backend.Close())
		}
	}
	l.frames(20, one, two)
	go func() { _ = two.backend.Close() }()
	l.until("its own end", func() bool { return codeOf(one.turn()) == ggpo.ErrorCodeInvalidSession })
}
