package sim

import (
	"flag"
	"testing"
	"time"

	"example.com/backstep/transport/memnet"
)

// seeds are those of a test that plays few runs unless -seed or -seeds says
// otherwise.
func seeds(few int) (first uint64, count int) {
	first, count = 1, few
	flag.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "seed":
			first = *firstSeed
		case "seeds":
			count = *seedCount
		}
	})
	return first, count
}

// badPlan is a match of one player a host on a bad network that costs nobody a
// peer by itself.
func badPlan(seed uint64, d dice, hosts int) Plan {
	p := plainPlan(seed, hosts, memnet.Policy{Delay: d.span(0, 25*ms)})
	p.Window, p.Predictor = d.between(1, 20), Predictor(d.IntN(int(predictors)))
	if d.chance(0.05) {
		p.Window = 0
	}
	p.ChecksumEvery = pick(d, 1, 2, 10, 10, 30, 60)
	if d.chance(0.25) {
		p.SaveEvery = d.between(2, 12)
	}
	p.StateBytes = pick(d, 0, 0, 1, 500, 5000, 20000)
	for i := range p.Seats {
		p.Seats[i] = Seat{d.between(0, 6), Habit(d.IntN(int(habits))), d.between(1, 20)}
	}
	for i := range p.Hosts {
		drawClock(d, &p.Hosts[i])
	}
	for i := range p.Links {
		p.Links[i].Policy = badPolicy(d)
	}
	return p
}

func badPolicy(d dice) memnet.Policy {
	p := memnet.Policy{Delay: d.span(0, 100*ms), Jitter: d.span(0, 40*ms), Loss: d.share(pick(d, 0, 0.05, 0.25)), Reorder: d.share(0.3), Duplicate: d.share(0.1)}
	if d.chance(0.2) {
		p.Burst = memnet.Burst{GoodToBad: d.share(0.03), BadToGood: 0.2 + d.share(0.4), LossBad: 0.5 + d.share(0.4)}
	}
	return p
}

// all runs a millisecond-grained world until every host that is there satisfies
// something, or fails.
func (w *world) all(t *testing.T, limit time.Duration, what string, holds func(*host) bool) bool {
	t.Helper()
	for end := w.now + limit; w.now < end; {
		if err := w.advanceTo(w.now + 20*ms); err != nil {
			t.Errorf("seed %d: %v\n%v", w.plan.Seed, err, w.plan)
			return false
		}
		if w.find(func(h *host) bool { return !h.killed && !holds(h) }) == nil {
			return true
		}
	}
	h := w.find(func(h *host) bool { return !h.killed && !holds(h) })
	t.Errorf("seed %d: host %d (%v, frame %d): no %s within %v\n%v", w.plan.Seed, h.id, h.State(), h.Frame(), what, limit, w.plan)
	return false
}

// farAway makes every way half a second long, and the window wide enough for it.
func (p *Plan) farAway(d dice) {
	p.Window = 60
	p.ChecksumEvery = pick(d, 1, 2, 10)
	for i := range p.Links {
		l := &p.Links[i].Policy
		l.Delay, l.Loss = d.span(400*ms, 550*ms), d.share(0.1)
	}
}
