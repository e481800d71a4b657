package live_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport/memnet"
)

// A minute has 3,600 frames, however irregularly the loop comes round.
func TestFramesDoNotDependOnTheRateOfCalls(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name string
		next func(h *live.Host[world, uint16]) time.Duration
	}{
		{"240 Hz", func(*live.Host[world, uint16]) time.Duration { return time.Second / 240 }},
		{"60 Hz", func(*live.Host[world, uint16]) time.Duration { return time.Second / 60 }},
		{"59 Hz", func(*live.Host[world, uint16]) time.Duration { return time.Second / 59 }},
		{"30 Hz", func(*live.Host[world, uint16]) time.Duration { return time.Second / 30 }},
		{"jittery", func(*live.Host[world, uint16]) time.Duration {
			return time.Duration(r.Int64N(int64(50 * time.Millisecond)))
		}},
		{"sleeps that overshoot by up to 15.6 ms", func(h *live.Host[world, uint16]) time.Duration {
			return h.Wait() + time.Duration(r.Int64N(int64(15600*time.Microsecond)))
		}},
		{"sleeps that are exact", func(h *live.Host[world, uint16]) time.Duration { return h.Wait() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var now clock
			h := solo(t, &now, live.Options{})
			total := 0
			for now.now < time.Minute {
				report, err := h.Update(1)
				if err != nil {
					t.Fatal(err)
				}
				if report.Forgiven != 0 {
					t.Fatalf("at %v: %+v, want nothing forgiven", now.now, report)
				}
				total += report.Frames
				now.now += c.next(h)
			}
			if total < 3599 || total > 3601 {
				t.Errorf("%d frames in a minute, want 3600 and at most one more or less", total)
			}
		})
	}
}

func TestCatchUpIsBounded(t *testing.T) {
	for _, c := range []struct {
		name     string
		opts     live.Options
		pause    time.Duration
		most     int           // frames in one call
		total    int           // frames that are made up for
		forgiven time.Duration // of the pause
	}{
		{"short pause", live.Options{}, 100 * time.Millisecond, 4, 6, 0},
		{"long pause", live.Options{}, 12 * time.Second, 4, 15, 12*time.Second - 250*time.Millisecond},
		{"own bounds", live.Options{MaxCatchUp: 2, MaxLag: 50 * time.Millisecond}, time.Second, 2, 3, 950 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			var now clock
			h := solo(t, &now, c.opts)
			if report, _ := h.Update(1); report.Frames != 1 {
				t.Fatalf("first call: %+v, want one frame", report)
			}
			now.now += c.pause + time.Second/60 // the next frame is due that much later anyway
			total, forgiven := 0, time.Duration(0)
			for range 20 {
				report, _ := h.Update(1)
				if report.Frames > c.most {
					t.Errorf("%d frames in one call, want at most %d", report.Frames, c.most)
				}
				total, forgiven = total+report.Frames, forgiven+report.Forgiven
			}
			if got := total - 1; got != c.total {
				t.Errorf("made up for %d frames, want %d", got, c.total)
			}
			if off := (forgiven - c.forgiven).Abs(); off > time.Microsecond {
				t.Errorf("forgiven %v, want %v", forgiven, c.forgiven)
			}
		})
	}
}

// While a machine is too slow for the game, each call stays as bounded as the
// first: lateness does not pile up.
func TestSlownessDoesNotSnowball(t *testing.T) {
	var now clock
	h := solo(t, &now, live.Options{})
	for range 100 {
		report, _ := h.Update(1)
		now.now += time.Duration(report.Frames) * 40 * time.Millisecond // what the frames cost
	}
	now.now += time.Second / 60
	late := 0
	for range 20 {
		report, _ := h.Update(1)
		late += report.Frames
	}
	if most := int(live.DefaultMaxLag/(time.Second/60)) + 1; late > most {
		t.Errorf("%d frames late after a slow spell, want at most %d", late, most)
	}
}

func TestClockThatRunsBackwards(t *testing.T) {
	now := clock{time.Minute}
	h := solo(t, &now, live.Options{})
	h.Update(1)
	now.now = 0
	if report, err := h.Update(1); report.Frames != 0 || err != nil {
		t.Errorf("with time gone back: %+v, %v, want no frame and no error", report, err)
	}
	if w := h.Wait(); w > time.Second/60 {
		t.Errorf("waits %v for the next frame, want a frame's length at most", w)
	}
	now.now = time.Minute + time.Second/60
	if report, _ := h.Update(1); report.Frames != 1 {
		t.Errorf("back in the present: %+v, want a frame", report)
	}
}

func TestAlpha(t *testing.T) {
	var now clock
	h := solo(t, &now, live.Options{})
	if a := h.Alpha(); a != 0 {
		t.Errorf("alpha %v before the first frame, want 0", a)
	}
	h.Update(1)
	for _, c := range []struct {
		part float64
		want float64
	}{{0, 0}, {0.25, 0.25}, {0.5, 0.5}, {1, 1}, {3, 1}} {
		now.now = time.Duration(c.part * float64(time.Second/60))
		if a := h.Alpha(); a < c.want-1e-6 || a > c.want+1e-6 {
			t.Errorf("alpha %v after %v of a frame, want %v", a, c.part, c.want)
		}
	}
}

// A frame that waits for the other side is not made up for, its inputs are
// asked for once, and it runs as soon as what it waits for is there.
func TestStall(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 20 * time.Millisecond}, nil)
	d.start()
	d.run(2 * time.Second)
	a := d.seats[0]
	d.net.Cut(1, 0)
	d.run(time.Second)
	if a.report.WaitingFor != 1<<1 {
		t.Fatalf("second without packets: %+v, want to wait for player 1", a.report)
	}
	before := a.frames
	d.run(200 * time.Millisecond)
	if a.frames != before {
		t.Errorf("%d frames while stalled, want none", a.frames-before)
	}
	if a.asked != a.frames+1 {
		t.Errorf("asked for inputs %d times for %d frames, want once for each and once for the one that waits", a.asked, a.frames)
	}
	d.net.HealAll()
	d.run(time.Second)
	if n := a.frames - before; n < 45 || n > 62 { // the other side's resends are up to 200 ms apart by now
		t.Errorf("%d frames in the second after the stall, want 45 to 62: neither stuck nor hurried", n)
	}
	if a.report.WaitingFor != 0 {
		t.Errorf("still waiting: %+v", a.report)
	}
}

// A process that was away for longer than the timeout reads what waits before it
// judges silence.
func TestSleepDoesNotDropThePeer(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 20 * time.Millisecond}, func(i int, c *rollback.Config[uint16]) {
		if i == 1 {
			c.Timeout = -1 // stays, to show what the sleeper thinks
		}
	})
	d.start()
	d.run(time.Second)
	d.seats[0].asleep = true
	d.run(12 * time.Second)
	d.seats[0].asleep = false
	d.run(2 * time.Second)
	for i, s := range d.seats {
		if has(s.events, rollback.EventDisconnected) {
			t.Errorf("seat %d: %v, want nobody dropped", i, s.events)
		}
		before := s.frames
		d.run(time.Second)
		if n := s.frames - before; n < 55 || n > 65 {
			t.Errorf("seat %d: %d frames in a second after the pause, want about 60", i, n)
		}
	}
}

func TestMatchOverABadNetwork(t *testing.T) {
	d := newDuo(t, memnet.Policy{Delay: 50 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05}, nil)
	d.start()
	d.run(20 * time.Second)
	for i, s := range d.seats {
		if st := s.Session().Stats(); st.Rollbacks < 100 {
			t.Errorf("seat %d: %d rollbacks in 20 s, want many", i, st.Rollbacks)
		}
		s.Leave(rollback.ReasonLeft)
	}
	d.run(2 * time.Second)
	d.agree()
}
