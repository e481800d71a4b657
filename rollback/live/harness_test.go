package live_test

import (
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// world is a game in which every input matters for ever after.
type world struct {
	Frame, Digest uint64
}

func step(w *world, in []rollback.Input[uint16]) {
	for p, i := range in {
		v := uint64(i.Value) + uint64(p)<<20
		if i.Present {
			v++
		}
		w.Digest = (w.Digest ^ v) * 0x100000001b3
	}
	w.Frame++
}

// clock is a clock that tests move.
type clock struct{ now time.Duration }

func (c *clock) read() time.Duration { return c.now }

// solo is a host without peers: all its frames run when they are due.
func solo(t testing.TB, c *clock, opts live.Options) *live.Host[world, uint16] {
	t.Helper()
	opts.Now = c.read
	h, err := live.New(rollback.Plain(new(world), step), rollback.Config[uint16]{Local: []int{0}}, nil, opts)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// seat is one side of a duo.
type seat struct {
	*live.Host[world, uint16]
	state   world
	inputs  func(dst []uint16)
	asked   int // calls of inputs
	report  live.Report
	events  []rollback.Event
	feed    world // advanced by the confirmed inputs alone
	asleep  bool
	frames  int // simulated
	badFeed bool
}

// duo is two hosts over a network in memory, stepped by one clock.
type duo struct {
	t     testing.TB
	clock clock
	net   *memnet.Net
	seats [2]*seat
}

func newDuo(t testing.TB, p memnet.Policy, change func(seat int, c *rollback.Config[uint16])) *duo {
	t.Helper()
	d := &duo{t: t, net: memnet.New(1, 2)}
	if err := d.net.SetAll(p); err != nil {
		t.Fatal(err)
	}
	for i := range d.seats {
		s := &seat{}
		cfg := rollback.Config[uint16]{Local: []int{i}, Peers: []rollback.PeerConfig{{Seats: []int{1 - i}}}}
		if change != nil {
			change(i, &cfg)
		}
		links := []transport.Link{d.net.Link(i, 1-i)}
		h, err := live.New(rollback.Plain(&s.state, step), cfg, links, live.Options{Now: d.clock.read})
		if err != nil {
			t.Fatal(err)
		}
		s.Host = h
		s.inputs = func(dst []uint16) {
			s.asked++
			dst[0] = uint16(s.asked / (5 + i))
		}
		d.seats[i] = s
	}
	return d
}

// step moves time on and updates who is awake.
func (d *duo) step(dt time.Duration) {
	d.clock.now += dt
	d.net.SetNow(d.clock.now)
	for _, s := range d.seats {
		if !s.asleep {
			s.update()
		}
	}
}

func (s *seat) update() {
	s.report, _ = s.UpdateFunc(s.inputs)
	s.frames += s.report.Frames
	for e := range s.Events() {
		s.events = append(s.events, e)
	}
	for f, in := range s.Confirmed() {
		s.badFeed = s.badFeed || uint64(f) != s.feed.Frame
		step(&s.feed, in)
	}
}

func (d *duo) run(long time.Duration) {
	const dt = time.Second / 120
	for end := d.clock.now + long; d.clock.now < end; {
		d.step(dt)
	}
}

// start runs until both play.
func (d *duo) start() {
	d.t.Helper()
	for range 2000 {
		d.step(time.Second / 120)
		if d.seats[0].frames > 0 && d.seats[1].frames > 0 {
			return
		}
	}
	d.t.Fatalf("not playing after 2000 steps: %v, %v", d.seats[0].events, d.seats[1].events)
}

// agree drains the network and compares the confirmed states of both.
func (d *duo) agree() {
	d.t.Helper()
	a, b := d.seats[0], d.seats[1]
	if a.badFeed || b.badFeed {
		d.t.Errorf("a feed skipped or repeated a frame")
	}
	for _, s := range d.seats {
		if has(s.events, rollback.EventDesync) {
			d.t.Errorf("desync: %v", s.events)
		}
	}
	if a.feed.Frame != b.feed.Frame {
		d.t.Fatalf("confirmed %d and %d frames; want equal ones once nothing is under way", a.feed.Frame, b.feed.Frame)
	}
	if a.feed != b.feed {
		d.t.Errorf("states of frame %d differ: %x, %x", a.feed.Frame, a.feed.Digest, b.feed.Digest)
	}
}

func has(events []rollback.Event, k rollback.EventKind) bool {
	for _, e := range events {
		if e.Kind == k {
			return true
		}
	}
	return false
}
