package sim

import (
	"slices"
	"testing"
	"time"

	"example.com/backstep/transport/memnet"
)

// Whoever watches, falls asleep, vanishes and comes back: the players' run is
// the same, turn by turn, as without.
func TestWatchersChangeNothing(t *testing.T) {
	watched := 0
	for seed := uint64(1); watched < 40; seed++ {
		p := Draw(seed, 2, 5)
		// One who leaves stays a little longer for those who watch it, and the state
		// that one who is back gets must have been shown to them.
		p.Faults = slices.DeleteFunc(p.Faults, func(f Fault) bool { return f.Kind == Leave || f.Kind == Kick || f.Kind == Restart })
		if len(p.Watchers) == 0 || p.OnDesync == Halt {
			continue
		}
		watched++
		alone := p
		for len(alone.Watchers) > 0 {
			alone.withoutWatcher(len(alone.Watchers) - 1)
		}
		with, without := mustWorld(t, &p), mustWorld(t, &alone)
		with.mustAdvance(t, p.Heal)
		without.mustAdvance(t, p.Heal)
		for i, h := range with.hosts {
			if o := without.hosts[i]; h.trace != o.trace || h.Frame() != o.Frame() || h.ticks != o.ticks {
				t.Errorf("seed %d: host %d is at frame %d after %d turns with watchers, %d after %d without", seed, i, h.Frame(), h.ticks, o.Frame(), o.ticks)
			}
		}
	}
}

// A chain of watchers of which each sleeps for a minute: the players go on,
// what is kept for the sleepers stays bounded, and all come back.
func TestWatchersSleep(t *testing.T) {
	p := plainPlan(17, 2, memnet.Policy{Delay: 30 * ms, Loss: 0.05})
	p.Timeout, p.Heal, p.FeedMemory = 5*time.Second, 150*time.Second, 256<<10
	p.Watchers = []Watcher{{Of: 0, Policy: memnet.Policy{Delay: 20 * ms, Loss: 0.1}}, {Of: 2}, {Of: 3, CatchUp: 30}, {Of: 1}}
	p.Faults = []Fault{
		{Kind: Doze, At: 5 * time.Second, For: time.Minute, A: 3},
		{Kind: Doze, At: 10 * time.Second, For: time.Minute, A: 0},
		{Kind: Vanish, At: 20 * time.Second, For: time.Minute, A: 1},
		{Kind: Doze, At: 80 * time.Second, For: time.Minute, A: 2},
	}
	w := mustWorld(t, &p)
	w.mustAdvance(t, 10*time.Second)
	for _, v := range w.viewers[:3] {
		if behind := w.hosts[0].Frame() - v.Frame(); behind > 60 {
			t.Errorf("watcher %d is %d frames behind before anything happened", v.id, behind)
		}
	}
	if err := w.run(); err != nil {
		t.Fatal(err)
	}
	r := w.report()
	if r.Stalls > 20 || r.WatchersLeft == 0 || r.WatchersBehind > 0 {
		t.Errorf("%v", r)
	}
	for _, v := range w.viewers {
		if v.joined < 2 {
			t.Errorf("watcher %d came %d times, want twice or more", v.id, v.joined)
		}
	}
}

// One who falls further behind than its host remembers goes on with a state.
func TestWatcherFallsBehind(t *testing.T) {
	p := plainPlan(19, 2, memnet.Policy{Delay: 30 * ms})
	p.Seats[0].Period, p.Seats[1].Period = 1, 1
	p.FeedMemory, p.Watchers = 4000, []Watcher{{Of: 0}}
	p.Faults = []Fault{{Kind: Doze, At: time.Second, For: 4 * time.Second}}
	w := mustWorld(t, &p)
	w.mustReach(t, 20*time.Second, "a state", func() bool { return w.viewers[0].states > 0 })
	if f := w.hosts[0].ConfirmedFrame(); f < 250 {
		t.Errorf("the players are at frame %d, after 5 s and more", f)
	}
	if err := w.run(); err != nil {
		t.Error(err)
	}
}
