package live_test

import (
	"net/netip"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/udp"
)

// process is a host with a socket of its own, in real time.
type process struct {
	*live.Host[world, uint16]
	t      *testing.T
	socket *udp.Socket
	state  world
	events []rollback.Event
}

func listenOn(t *testing.T, address string) *udp.Socket {
	t.Helper()
	s, err := udp.Listen(udp.Config{Address: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// start begins to play as a seat of two, or to come back into it.
func start(t *testing.T, seat int, s *udp.Socket, other netip.AddrPort, again bool) *process {
	t.Helper()
	link, err := s.Link(other)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, socket: s}
	cfg := rollback.Config[uint16]{Local: []int{seat}, Peers: []rollback.PeerConfig{{Seats: []int{1 - seat}}}, FrameRate: 200, Rejoin: again}
	p.Host, err = live.New(rollback.Plain(&p.state, step), cfg, []transport.Link{link}, live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *process) update() {
	p.t.Helper()
	if _, err := p.Update(uint16(p.state.Frame / 9)); err != nil {
		p.t.Fatal(err)
	}
	for e := range p.Events() {
		p.events = append(p.events, e)
	}
	for range p.Confirmed() {
	}
}

// until updates all until ok, each whenever it has something to do. It ends with
// the test's own deadline.
func until(ok func() bool, all ...*process) {
	for !ok() {
		wait := time.Second
		for _, p := range all {
			p.update()
			wait = min(wait, p.Wait())
		}
		<-time.After(wait)
	}
}

// A process is killed in mid-match: no goodbye, its socket closed. Another one
// takes its place, from the same port, which needs nothing of the other side, or
// from a new one, of which the other side is told.
func TestKilledProcess(t *testing.T) {
	for name, samePort := range map[string]bool{"same port": true, "new port": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sa, sb := listenOn(t, "127.0.0.1:0"), listenOn(t, "127.0.0.1:0")
			at := sb.LocalAddr()
			a, b := start(t, 0, sa, at, false), start(t, 1, sb, sa.LocalAddr(), false)
			until(func() bool { return a.Session().ConfirmedFrame() > 100 && b.Session().ConfirmedFrame() > 100 }, a, b)
			sb.Close()

			address := "127.0.0.1:0"
			if samePort {
				address = at.String()
			}
			sc := listenOn(t, address)
			c := start(t, 1, sc, sa.LocalAddr(), true)
			if !samePort {
				link, err := sa.Link(sc.LocalAddr())
				if err != nil {
					t.Fatal(err)
				}
				if err := a.Relink(0, link); err != nil {
					t.Fatal(err)
				}
			}
			until(func() bool { return has(a.events, rollback.EventReturned) && !c.Session().Rejoining() }, a, c)
			here, _ := event(a.events, rollback.EventReturned)
			there, _ := event(c.events, rollback.EventReturned)
			if here.Frame != there.Frame || here.Player != 1 || here.Frame < 100 {
				t.Fatalf("%v and %v, want the same return in mid-match", a.events, c.events)
			}
			compared := 0
			until(func() bool {
				f := min(a.Session().ConfirmedFrame(), c.Session().ConfirmedFrame())
				x, ok := a.Session().Saved(f)
				y, has := c.Session().Saved(f)
				if f > here.Frame && ok && has {
					if compared++; *x != *y {
						t.Fatalf("frame %d: %+v and %+v", f, *x, *y)
					}
				}
				return compared >= 100
			}, a, c)
		})
	}
}
