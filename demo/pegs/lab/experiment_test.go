package lab

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/backstep/demo/pegs"
	"example.com/backstep/demo/pegs/twin"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// The clock of the tests: a step a tick, exactly.
const (
	rate = 64
	tick = time.Second / rate
)

// rig is an experiment with a clock, and a peer that may compute copy B.
type rig struct {
	*Experiment
	now  time.Duration
	net  *memnet.Net
	peer *twin.Peer
}

func newRig(s Setup) *rig { return &rig{Experiment: NewExperiment(s)} }

func (r *rig) attach() {
	r.net, r.peer = memnet.New(1, 2), twin.NewPeer("test/test")
	r.Attach(r.net.Link(0, 1))
}

// run goes on until a step.
func (r *rig) run(t *testing.T, step int64) pegs.Report {
	t.Helper()
	for ticks := int64(0); r.Report().Step < step; ticks++ {
		if ticks > 100*step {
			t.Fatalf("step %d after %d ticks, want %d", r.Report().Step, ticks, step)
		}
		r.tick(t)
	}
	return r.Report()
}

func (r *rig) tick(t *testing.T) {
	t.Helper()
	r.now += tick
	if r.net != nil {
		r.net.SetNow(r.now)
		answer(t, r.net.Link(1, 0), r.peer)
	}
	r.Tick(r.now, rate)
}

func answer(t *testing.T, l transport.Link, p *twin.Peer) {
	t.Helper()
	var in, out [transport.MaxPacket]byte
	for {
		n, err := l.Recv(in[:])
		if errors.Is(err, transport.ErrEmpty) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if reply := p.Answer(out[:0], in[:n]); len(reply) > 0 {
			if err := l.Send(reply); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// labReport is what a pegs.Lab says of the same start.
func labReport(s Setup, steps int64) pegs.Report {
	w := pegs.Start(s.Seed)
	if s.Kind == twin.Q16 {
		return runLab(pegs.NewLab(w.Fixed, s.Ulps), steps)
	}
	return runLab(pegs.NewLab(w.Float, s.Ulps), steps)
}

func runLab[B pegs.Ball[B]](l *pegs.Lab[B], steps int64) pegs.Report {
	for range steps {
		l.Advance()
	}
	return l.Report()
}

// Here or there, copy B is the one that a Lab runs.
func TestReportIsThatOfALab(t *testing.T) {
	const steps = 1500
	for _, kind := range []twin.Kind{twin.Float64, twin.Q16} {
		for _, ulps := range []int32{0, 1, -8, 1000} {
			s := Setup{Kind: kind, Seed: 1, Ulps: ulps}
			want := labReport(s, steps)
			for _, remote := range []bool{false, true} {
				r := newRig(s)
				if remote {
					r.attach()
				}
				if d := cmp.Diff(want, r.run(t, steps)); d != "" {
					t.Errorf("%v, %d ulps, remote %v: report (-want +got):\n%s", kind, ulps, remote, d)
				}
				if all := r.Equal() == steps+1; all != (ulps == 0) {
					t.Errorf("%v, %d ulps, remote %v: %d of %d steps are equal", kind, ulps, remote, r.Equal(), steps+1)
				}
			}
		}
	}
}

// A nudge is seen at the step at which it is made, wherever copy B runs, and not again
// when the experiment starts anew.
func TestNudgeSplitsAtItsStep(t *testing.T) {
	for _, remote := range []bool{false, true} {
		for _, k := range []int64{0, 1, 59, 777} {
			r := newRig(Setup{Kind: twin.Q16, Seed: 2})
			if remote {
				r.attach()
			}
			r.run(t, k)
			r.Nudge(1)
			if got := r.run(t, k+100); got.Split != k || r.Equal() != k {
				t.Errorf("remote %v: nudged at step %d, split at %d after %d equal steps", remote, k, got.Split, r.Equal())
			}
			r.Restart(Setup{Kind: twin.Float64, Seed: 2})
			if got := r.run(t, 200); got.Split != pegs.Never || r.Equal() != 201 {
				t.Errorf("remote %v: begun anew, split at %d after %d equal steps", remote, got.Split, r.Equal())
			}
		}
	}
}

// Copy B moves there and back without a difference.
func TestCopyBMovesAmidARun(t *testing.T) {
	r := newRig(Setup{Kind: twin.Float64, Seed: 3})
	for step := int64(100); step <= 1000; step += 100 {
		r.run(t, step)
		if _, _, remote := r.Remote(); remote {
			r.Detach()
		} else {
			r.attach()
		}
	}
	if got := r.run(t, 1100); got.Split != pegs.Never || r.Equal() != 1101 {
		t.Errorf("split at %d after %d equal steps, want none", got.Split, r.Equal())
	}
	if why, _ := r.Lost(); why != nil {
		t.Errorf("lost: %v, though it was asked for", why)
	}
}

// A peer that falls silent is given up: copy B goes on here from the step it was at.
func TestSilenceBringsCopyBBack(t *testing.T) {
	s := Setup{Kind: twin.Float64, Seed: 1, Ulps: 1}
	r := newRig(s)
	r.attach()
	r.run(t, 300)
	if target, _, remote := r.Remote(); !remote || target != "test/test" {
		t.Fatalf("copy B runs on %q, remote %v", target, remote)
	}
	r.net.Cut(1, 0)
	got := r.run(t, 1500)
	why, at := r.Lost()
	if !errors.Is(why, ErrSilent) || at < 300 || at > 300+twin.Room {
		t.Errorf("lost at step %d: %v, want %v soon after step 300", at, why, ErrSilent)
	}
	if want := labReport(s, 1500); got != want {
		t.Errorf("report %+v, want %+v", got, want)
	}
	r.attach()
	if r.run(t, 1600); errors.Is(first(r.Lost()), ErrSilent) {
		t.Error("what was lost before is still told")
	}
}

func first(err error, _ int64) error { return err }

// broken is a link that ends, with a reason.
type broken struct {
	transport.Link
	why error
}

func (b broken) Recv([]byte) (int, error) { return 0, transport.ErrClosed }
func (b broken) Err() error               { return b.why }

func TestBrokenLinkTellsWhy(t *testing.T) {
	why := errors.New("a test's reason")
	r := newRig(Setup{Kind: twin.Q16, Seed: 1})
	r.run(t, 10)
	link := memnet.New(1, 2).Link(0, 1)
	r.Attach(broken{link, why})
	r.tick(t)
	if got, at := r.Lost(); got != why || at != 10 {
		t.Errorf("lost at step %d: %v, want the link's own reason at step 10", at, got)
	}
	if link.State() != transport.Closed {
		t.Error("the link is left open")
	}
}

// A version that differs ends it at once, garbage does not.
func TestForeignVersionBringsCopyBBack(t *testing.T) {
	r := newRig(Setup{Kind: twin.Q16, Seed: 1})
	r.attach()
	for _, junk := range []string{"", "PEG", "PEG\x01\x02junk", "nonsense"} {
		if err := r.net.Link(1, 0).Send([]byte(junk)); err != nil {
			t.Fatal(err)
		}
	}
	r.run(t, 100)
	if _, _, remote := r.Remote(); !remote {
		t.Fatal("garbage ends it")
	}
	if err := r.net.Link(1, 0).Send([]byte("PEG\x02\x03")); err != nil {
		t.Fatal(err)
	}
	r.tick(t)
	if e := new(twin.VersionError); !errors.As(first(r.Lost()), &e) || e.Theirs != 2 {
		t.Errorf("lost: %v, want version 2", first(r.Lost()))
	}
}

// What a browser did not call for, hidden or slow, is not made up for at once.
func TestPaceIsBounded(t *testing.T) {
	e := NewExperiment(Setup{Kind: twin.Float64, Seed: 1})
	for _, c := range []struct {
		now  time.Duration
		rate float64
		want int64
	}{{time.Second, 0, 0}, {time.Second + tick, rate, 1}, {2 * time.Hour, rate, 1 + MaxSteps}, {2 * time.Hour, rate, 1 + MaxSteps}, {3 * time.Hour, 0, 1 + MaxSteps}} {
		e.Tick(c.now, c.rate)
		if got := e.Report().Step; got != c.want {
			t.Errorf("at %v and %v steps a second: step %d, want %d", c.now, c.rate, got, c.want)
		}
	}
	if math.IsNaN(e.Distance()) {
		t.Error("the distance is no number")
	}
}
