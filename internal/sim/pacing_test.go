package sim

import (
	"fmt"
	"math"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// Pacing is judged in continuous time: each player's loop wakes when its own
// clock says so, at the length that its session asks for, and what it shows
// between two frames counts as a fraction of one.

// looper is one player's loop.
type looper struct {
	s       *rollback.Session[tally, uint16]
	links   []*memnet.Link
	rate    float64       // of its clock, 1 = true
	wake    time.Duration // true time of the next frame
	last    time.Duration // true time of the last one
	hold    time.Duration // length of the frame being shown, true time
	depth   float64       // sum of prediction depths
	n       int
	pace    time.Duration // longest stretch of a frame asked for
	step    rollback.Step
	rule    func(l *looper, now time.Duration) time.Duration // nil: the session's own pace
	longest time.Duration                                    // frame
}

type tally struct{ Sum uint64 }

func (g *tally) add(in []rollback.Input[uint16]) {
	for _, x := range in {
		g.Sum = g.Sum*31 + uint64(x.Value)
	}
}

// track is a set of loops over one network.
type track struct {
	net   *memnet.Net
	loops []*looper
	now   time.Duration
}

type trackConfig struct {
	players int
	oneWay  func(from, to int) memnet.Policy
	delays  []int         // input delay of each
	ppm     []float64     // clock error of each
	late    time.Duration // how much later player 1 begins
	window  int
}

func newTrack(t *testing.T, seed uint64, c trackConfig) *track {
	t.Helper()
	k := &track{net: memnet.New(seed, c.players)}
	for i := range c.players {
		cfg := rollback.Config[uint16]{Local: []int{i}, Window: c.window, InputDelay: at(c.delays, i)}
		cfg.Entropy[3] = byte(i + 1)
		l := &looper{rate: 1 + at(c.ppm, i)/1e6}
		for j := range c.players {
			if j == i {
				continue
			}
			cfg.Peers = append(cfg.Peers, rollback.PeerConfig{Seats: []int{j}})
			l.links = append(l.links, k.net.Link(i, j))
			if err := k.net.SetPolicy(i, j, c.oneWay(i, j)); err != nil {
				t.Fatal(err)
			}
		}
		var state tally
		s, err := rollback.NewSession(rollback.Plain(&state, func(g *tally, in []rollback.Input[uint16]) { g.add(in) }), cfg)
		if err != nil {
			t.Fatal(err)
		}
		l.s = s
		if i == 1 {
			l.wake = c.late
		}
		k.loops = append(k.loops, l)
	}
	return k
}

func at[T any](list []T, i int) (v T) {
	if i < len(list) {
		v = list[i]
	}
	return v
}

// run goes on until now, calling each after every frame of any loop.
func (k *track) run(until time.Duration, each func()) {
	for {
		next := k.loops[0]
		for _, l := range k.loops {
			if l.wake < next.wake {
				next = l
			}
		}
		if next.wake > until {
			k.now = until
			return
		}
		k.now = next.wake
		k.net.SetNow(k.now)
		next.frame(k.now)
		if each != nil {
			each()
		}
	}
}

func (l *looper) frame(true_ time.Duration) {
	now := time.Duration(float64(true_) * l.rate)
	var buf [transport.MaxPacket]byte
	for p, link := range l.links {
		for {
			n, err := link.Recv(buf[:])
			if err != nil {
				break
			}
			l.s.Receive(now, rollback.Peer(p), buf[:n])
		}
	}
	l.s.Poll(now)
	f := l.s.Frame()
	l.step, _ = l.s.Advance(now, uint16(f)/4)
	for p, b := range l.s.Packets() {
		l.links[p].Send(b)
	}
	for range l.s.Events() {
	}
	for range l.s.Confirmed() {
	}
	if l.step.Advanced {
		l.depth += float64(l.s.Frame() - 1 - l.s.ConfirmedFrame())
		l.n++
	}
	pace := l.s.Pace()
	if l.rule != nil {
		pace = l.rule(l, now)
	}
	l.longest = max(l.longest, pace)
	if d := (pace - time.Second/60).Abs(); d > l.pace {
		l.pace = d
	}
	l.last, l.hold = true_, time.Duration(float64(pace)/l.rate)
	l.wake = true_ + l.hold
}

// position is where a loop is in the match, in frames.
func (l *looper) position(now time.Duration) float64 {
	return float64(l.s.Frame()) + min(float64(now-l.last)/float64(l.hold), 1)
}

func (k *track) gap(a, b int) float64 { return k.loops[a].position(k.now) - k.loops[b].position(k.now) }

// start runs until all advance, then forces player 0 ahead of player 1 by
// holding 1's loop back.
func (k *track) start(t *testing.T) {
	t.Helper()
	for end := time.Second; end < 10*time.Second; end += time.Second / 4 {
		k.run(end, nil)
		all := true
		for _, l := range k.loops {
			all = all && l.s.Frame() > 10
		}
		if all {
			return
		}
	}
	t.Fatal("not running")
}

func path(delay, jitter time.Duration) func(int, int) memnet.Policy {
	return func(int, int) memnet.Policy { return memnet.Policy{Delay: delay, Jitter: jitter} }
}

// From six frames apart, over a 60 ms round trip: both close the gap together
// within three seconds, do not overshoot by a frame, and stay within half of
// one for five minutes of jitter, with no change of pace beyond 2 %.
func TestPacingClosesAGap(t *testing.T) {
	for seed := range uint64(5) {
		k := newTrack(t, seed, trackConfig{players: 2, oneWay: path(30*time.Millisecond, 0), window: 20})
		k.start(t)
		k.loops[1].wake += 6 * time.Second / 60
		began, first := k.now, 0.0
		settled, lowest := time.Duration(0), 0.0
		k.run(k.now+4*time.Second, func() {
			g := k.gap(0, 1)
			first, lowest = max(first, g), min(lowest, g)
			if math.Abs(g) >= 0.5 {
				settled = k.now - began
			}
		})
		for i := range 2 {
			for j := range 2 {
				if i != j {
					k.net.SetPolicy(i, j, memnet.Policy{Delay: 10 * time.Millisecond, Jitter: 40 * time.Millisecond})
				}
			}
		}
		worst := 0.0
		k.run(k.now+5*time.Minute, func() { worst = max(worst, math.Abs(k.gap(0, 1))) })
		fmt.Printf("seed %d: gap %.2f frames, under half a frame after %v, overshoot %.2f, worst in 5 min of jitter %.2f, pace ±%.2f %%\n",
			seed, first, settled.Round(time.Millisecond), max(0, -lowest), worst, float64(k.loops[0].pace)/float64(time.Second/60)*100)
		if first < 5 || settled > 3*time.Second || lowest <= -1 || worst >= 0.5 {
			t.Errorf("seed %d: the gap does not close as it should", seed)
		}
		for i, l := range k.loops {
			if l.pace > time.Second/60/50+time.Microsecond {
				t.Errorf("seed %d: player %d's frame changes by %v", seed, i, l.pace)
			}
		}
	}
}

// depths runs on and returns how deep each predicts on average from here.
func (k *track) depths(d time.Duration) (mean []float64) {
	for _, l := range k.loops {
		l.depth, l.n = 0, 0
	}
	k.run(k.now+d, nil)
	for _, l := range k.loops {
		mean = append(mean, l.depth/float64(l.n))
	}
	return mean
}

func spread(mean []float64) float64 {
	lo, hi := mean[0], mean[0]
	for _, m := range mean {
		lo, hi = min(lo, m), max(hi, m)
	}
	return hi - lo
}

// Everybody predicts equally far: whoever began later, whatever their clocks,
// input delays and numbers, and however lopsided the path.
func TestPacingIsFair(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit float64
		trackConfig
	}{
		{"two", 0.5, trackConfig{players: 2, oneWay: path(50*time.Millisecond, 0), late: 400 * time.Millisecond}},
		{"two, jitter", 0.5, trackConfig{players: 2, oneWay: path(40*time.Millisecond, 20*time.Millisecond)}},
		{"input delays 0 and 4", 0.5, trackConfig{players: 2, oneWay: path(50*time.Millisecond, 0), delays: []int{0, 4}}},
		{"clocks 200 ppm apart", 0.5, trackConfig{players: 2, oneWay: path(50*time.Millisecond, 0), ppm: []float64{100, -100}}},
		{"10 ms there, 200 ms back", 1, trackConfig{players: 2, window: 20, oneWay: func(from, _ int) memnet.Policy {
			return memnet.Policy{Delay: []time.Duration{10, 200}[from] * time.Millisecond}
		}}},
		{"three", 0.5, trackConfig{players: 3, oneWay: path(50*time.Millisecond, 0), late: 300 * time.Millisecond}},
		{"eight, drifting", 0.5, trackConfig{players: 8, oneWay: path(50*time.Millisecond, 0), late: 300 * time.Millisecond,
			ppm: []float64{200, -200, 150, -150, 100, -100, 50, -50}}},
	} {
		k := newTrack(t, 1, c.trackConfig)
		k.start(t)
		k.run(k.now+10*time.Second, nil)
		mean := k.depths(time.Minute)
		fmt.Printf("%s: mean prediction depths %.2f, spread %.2f\n", c.name, mean, spread(mean))
		if spread(mean) >= c.limit {
			t.Errorf("%s: spread %.2f, want below %.1f", c.name, spread(mean), c.limit)
		}
	}
}

// A clock that runs 0.1 % fast for an hour costs next to nothing: the pace
// follows it, and the depth stays where it was.
func TestPacingFollowsDrift(t *testing.T) {
	run := func(ppm float64) uint64 {
		k := newTrack(t, 1, trackConfig{players: 2, oneWay: path(50*time.Millisecond, 0), ppm: []float64{ppm}})
		k.start(t)
		k.run(k.now+time.Hour, nil)
		return k.loops[0].s.Stats().Resimulated + k.loops[1].s.Stats().Resimulated
	}
	even, fast := run(0), run(1000)
	fmt.Printf("resimulated frames in an hour: %d with equal clocks, %d with one 0.1 %% fast\n", even, fast)
	if even == 0 || float64(fast) >= 1.05*float64(even) {
		t.Errorf("drift costs %.1f %%", 100*(float64(fast)/float64(even)-1))
	}
}
