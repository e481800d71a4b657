package live_test

import (
	"errors"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// comeBack starts seat 1 of a duo anew, in a network of its own.
func (d *duo) comeBack(p memnet.Policy) {
	d.t.Helper()
	d.net = memnet.New(7, 2)
	if err := d.net.SetAll(p); err != nil {
		d.t.Fatal(err)
	}
	s := &seat{}
	cfg := rollback.Config[uint16]{Local: []int{1}, Peers: []rollback.PeerConfig{{Seats: []int{0}}}, Rejoin: true}
	h, err := live.New(rollback.Plain(&s.state, step), cfg, []transport.Link{d.net.Link(1, 0)}, live.Options{Now: d.clock.read})
	if err != nil {
		d.t.Fatal(err)
	}
	s.Host = h
	s.inputs = func(dst []uint16) {
		s.asked++
		dst[0] = uint16(s.asked/3 + 7)
	}
	d.seats[1] = s
}

// event finds the first event of a kind.
func event(events []rollback.Event, k rollback.EventKind) (rollback.Event, bool) {
	for _, e := range events {
		if e.Kind == k {
			return e, true
		}
	}
	return rollback.Event{}, false
}

// equalStates runs for a while and compares the newest final states that both hold.
func (d *duo) equalStates(long time.Duration) (compared int) {
	d.t.Helper()
	for end := d.clock.now + long; d.clock.now < end; {
		d.step(time.Second / 120)
		a, b := d.seats[0].Session(), d.seats[1].Session()
		f := min(a.ConfirmedFrame(), b.ConfirmedFrame())
		x, ok := a.Saved(f)
		y, has := b.Saved(f)
		if !ok || !has {
			continue
		}
		if compared++; *x != *y {
			d.t.Fatalf("frame %d: %+v and %+v", f, *x, *y)
		}
	}
	return compared
}

// However the former process went, and whenever the new one comes: it is back on
// the frame that the other side names, and both compute the same from there on.
func TestBackOverANewLink(t *testing.T) {
	policy := memnet.Policy{Delay: 40 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05}
	for name, c := range map[string]struct {
		ends  func(d *duo)
		alone time.Duration
	}{
		"at once":              {func(*duo) {}, 0},
		"after its timeout":    {func(*duo) {}, 7 * time.Second},
		"after its link ended": {func(d *duo) { d.net.Link(0, 1).Close() }, time.Second},
		"after a goodbye":      {func(d *duo) { d.seats[1].Leave(rollback.ReasonLeft); d.run(100 * time.Millisecond) }, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDuo(t, policy, nil)
			d.start()
			d.run(2 * time.Second)
			a := d.seats[0]
			c.ends(d)
			d.seats[1].asleep = true
			d.run(c.alone)
			before := a.Session().Frame()
			d.comeBack(policy)
			if err := a.Relink(0, d.net.Link(0, 1)); err != nil {
				t.Fatal(err)
			}
			d.run(4 * time.Second)
			b := d.seats[1]
			here, ok := event(a.events, rollback.EventReturned)
			there, has := event(b.events, rollback.EventReturned)
			entered, in := event(b.events, rollback.EventEntered)
			if !ok || !has || !in || here.Frame != there.Frame || here.Player != 1 || entered.Frame > here.Frame || entered.Frame == 0 {
				t.Fatalf("events %v and %v, want the same return", a.events, b.events)
			}
			if b.Session().Rejoining() || a.Session().Frame() < before+100 {
				t.Errorf("still on its way %v; the other one was at frame %d and is at %d", b.Session().Rejoining(), before, a.Session().Frame())
			}
			if n := d.equalStates(2 * time.Second); n < 60 {
				t.Errorf("%d states compared, want many", n)
			}
			if apart := a.Session().Frame() - b.Session().Frame(); apart < -10 || apart > 10 {
				t.Errorf("%d frames apart", apart)
			}
			if n := b.asked; n > int(b.Session().Frame()-here.Frame)+60 {
				t.Errorf("asked for %d inputs, came back with frame %d and is at %d: too many", n, here.Frame, b.Session().Frame())
			}
		})
	}
}

// Several frames are run for each that is due, until nothing is behind.
func TestCatchingUp(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 200 * time.Millisecond}, nil)
	d.start()
	d.run(2 * time.Second)
	d.seats[1].asleep = true
	d.run(7 * time.Second)
	d.comeBack(memnet.Policy{Delay: 200 * time.Millisecond})
	if err := d.seats[0].Relink(0, d.net.Link(0, 1)); err != nil {
		t.Fatal(err)
	}
	b, most := d.seats[1], 0
	for b.Session().State() != rollback.Running || b.Session().Rejoining() {
		if d.step(time.Second / 120); d.clock.now > 20*time.Second {
			t.Fatalf("not back after %v: %v", d.clock.now, b.events)
		}
		most = max(most, b.report.Frames)
	}
	if most < 2 {
		t.Errorf("never more than %d frames in one update", most)
	}
}

// A link that is replaced while its peer runs on changes nothing else.
func TestRelinkOfALivingPeer(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 20 * time.Millisecond}, nil)
	d.start()
	d.run(time.Second)
	former := d.net.Link(0, 1)
	d.net = memnet.New(9, 2)
	for i, s := range d.seats {
		if err := s.Relink(0, d.net.Link(i, 1-i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := former.Recv(make([]byte, transport.MaxPacket)); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("the former link: %v, want %v", err, transport.ErrClosed)
	}
	d.run(2 * time.Second)
	for i, s := range d.seats {
		if has(s.events, rollback.EventDisconnected) || s.Session().ConfirmedFrame() < 150 {
			t.Errorf("seat %d: confirmed %d, %v; want it to play on", i, s.Session().ConfirmedFrame(), s.events)
		}
		s.Leave(rollback.ReasonLeft)
	}
	d.run(2 * time.Second)
	d.agree()
}

func TestRelinkRefuses(t *testing.T) {
	d := newDuo(t, memnet.Policy{}, nil)
	link := memnet.New(1, 2).Link(0, 1)
	a := d.seats[0]
	for _, p := range []rollback.Peer{-1, 1} {
		if err := a.Relink(p, link); !errors.Is(err, rollback.ErrUnknownPeer) {
			t.Errorf("peer %d: %v, want %v", p, err, rollback.ErrUnknownPeer)
		}
	}
	if err := a.Relink(0, nil); err == nil {
		t.Error("no link is taken for one")
	}
	if err := a.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.Relink(0, link); !errors.Is(err, rollback.ErrClosed) {
		t.Errorf("after Close: %v, want %v", err, rollback.ErrClosed)
	}
}

// Who has come back is there for the next match from its beginning.
func TestRematchAfterAReturn(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 20 * time.Millisecond}, nil)
	d.start()
	d.run(time.Second)
	d.seats[1].asleep = true
	d.comeBack(memnet.Policy{Delay: 20 * time.Millisecond})
	if err := d.seats[0].Relink(0, d.net.Link(0, 1)); err != nil {
		t.Fatal(err)
	}
	if err := d.seats[1].Rematch(rollback.Plain(&d.seats[1].state, step)); err == nil {
		t.Error("a rematch of one who is not back yet")
	}
	d.run(4 * time.Second)
	for i, s := range d.seats {
		s.state, s.frames = world{}, 0
		if err := s.Rematch(rollback.Plain(&s.state, step)); err != nil {
			t.Fatalf("seat %d: %v", i, err)
		}
	}
	d.start()
	if n := d.equalStates(2 * time.Second); n < 60 {
		t.Errorf("%d states compared, want many", n)
	}
}
