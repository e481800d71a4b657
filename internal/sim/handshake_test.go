package sim

import (
	"slices"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// percentile expects sorted samples.
func percentile(sorted []time.Duration, share float64) time.Duration {
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)].Round(ms)
}

func logTimes(t *testing.T, what string, times []time.Duration) {
	t.Helper()
	slices.Sort(times)
	t.Logf("%s over %d runs: median %v, 90%% %v, 99%% %v, longest %v", what, len(times),
		percentile(times, 0.5), percentile(times, 0.9), percentile(times, 0.99), times[len(times)-1].Round(ms))
}

// From the later start to running on both sides, at 60 ms round trip and 10 %
// loss each way: within a second in 99 of 100 runs.
func TestHandshakeLoss(t *testing.T) {
	var times []time.Duration
	for seed := range uint64(1000) {
		d := newDice(seed, 3)
		p := plainPlan(seed, 2, memnet.Policy{Delay: 30 * ms, Loss: 0.1})
		p.Hosts[0].Start, p.Hosts[1].Start = d.span(0, 500*ms), d.span(0, 500*ms)
		w := mustWorld(t, &p)
		begun := max(p.Hosts[0].Start, p.Hosts[1].Start)
		times = append(times, w.mustReach(t, 30*time.Second, "running", w.allRun)-begun)
	}
	logTimes(t, "handshake", times)
	if got := percentile(times, 0.99); got > time.Second {
		t.Errorf("99 %% are running after %v, want a second at most", got)
	}
}

// goodbye plays until a host leaves, and measures how long the other takes to
// know it.
func goodbye(t *testing.T, seed uint64, link memnet.Policy) time.Duration {
	t.Helper()
	p := plainPlan(seed, 2, link)
	p.Hosts[1].Start = newDice(seed, 4).span(0, 100*ms)
	w := mustWorld(t, &p)
	w.mustReach(t, 30*time.Second, "running", w.allRun)
	w.mustAdvance(t, newDice(seed, 5).span(300*ms, 400*ms))
	left := w.now
	w.hosts[0].left = true
	w.hosts[0].Leave(w.hosts[0].clock(w.now), rollback.ReasonLeft)
	other := &w.hosts[1].events
	w.mustReach(t, 10*time.Second, "disconnected", func() bool { return len(other.ends) > 0 })
	took := w.now - left
	if other.why[0] != rollback.ReasonLeft {
		t.Errorf("seed %d: the reason is %v, want left", seed, other.why[0])
	}
	w.mustReach(t, 2*time.Second, "closed", func() bool { return w.hosts[0].State() == rollback.Closed })
	return took
}

// The other side knows of a goodbye within a round trip and 200 ms, and if a
// tenth is lost within 500 ms more in 99 of 100 runs.
func TestGoodbye(t *testing.T) {
	const rtt = 60 * ms
	for _, c := range []struct {
		name  string
		loss  float64
		runs  uint64
		share float64
		limit time.Duration
	}{
		{"no loss", 0, 200, 1, rtt + 200*ms},
		{"a tenth lost", 0.1, 1000, 0.99, rtt + 700*ms},
	} {
		var times []time.Duration
		for seed := range c.runs {
			times = append(times, goodbye(t, seed, memnet.Policy{Delay: rtt / 2, Loss: c.loss}))
		}
		logTimes(t, "goodbye, "+c.name, times)
		if got := percentile(times, c.share); got > c.limit {
			t.Errorf("%s: %v, want %v at most", c.name, got, c.limit)
		}
	}
}
