package sim

import (
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// A thousand changes of input delay at a round trip of 100 ms and 5 % loss:
// every input that was taken is confirmed as it was pressed, by everybody.
func TestDelayChanges(t *testing.T) {
	p := plainPlan(23, 3, memnet.Policy{Delay: 50 * ms, Loss: 0.05})
	p.ChecksumEvery, p.Heal = 1, 100*time.Second
	d := newDice(p.Seed, 11)
	for range 1000 {
		f := Fault{Kind: Redelay, At: d.span(500*ms, p.Heal), A: d.IntN(3), N: pick(d, d.between(0, 3), d.between(0, 15), d.between(0, 60))}
		p.Faults = append(p.Faults, f)
	}
	p.inOrder()
	r, err := Run(p)
	t.Log(r)
	if err != nil {
		t.Error(err)
	}
	if r.Desyncs > 0 || r.Conflicts > 0 || r.Compared < 10_000 || r.Rollbacks < 500 {
		t.Errorf("desyncs %d, conflicts %d, checksums compared %d, rollbacks %d", r.Desyncs, r.Conflicts, r.Compared, r.Rollbacks)
	}
}

// A process that stops for a while every ten seconds, as for a collection of
// garbage or in a tab that is hidden, is not given up below the timeout. It
// catches up at its own pace, and no call runs more frames again than the window
// holds, so that catching up cannot snowball.
func TestStallsOfAProcess(t *testing.T) {
	for _, stall := range []time.Duration{50 * ms, 250 * ms, 700 * ms} {
		for _, hosts := range []int{2, 4} {
			for _, hurries := range []bool{false, true} {
				p := plainPlan(29, hosts, memnet.Policy{Delay: 40 * ms, Jitter: 5 * ms, Loss: 0.02})
				p.Timeout, p.Notify, p.Heal = 800*ms, 300*ms, 61*time.Second
				p.Hosts[1].Hurries = hurries
				for at := 10 * time.Second; at < p.Heal; at += 10 * time.Second {
					p.Faults = append(p.Faults, Fault{Kind: Stall, At: at, For: stall, A: 1})
				}
				w := mustWorld(t, &p)
				if err := w.run(); err != nil {
					t.Errorf("stall %v, %d hosts: %v", stall, hosts, err)
				}
				r := w.report()
				if r.Losses > 0 || r.Closed > 0 || r.DeepestRollback > p.Window {
					t.Errorf("stall %v, %d hosts: %v", stall, hosts, r)
				}
				lost := time.Duration(6)*(stall+500*ms) + time.Second // what the stalls may cost, and the beginning
				want := rollback.Frame((p.Heal - lost).Seconds() * 60)
				for _, h := range w.hosts {
					if h.Frame() < want || h.mostAgain > p.Window {
						t.Errorf("stall %v, %d hosts, hurries %v: host %d is at frame %d, want %d; ran %d frames again in one call",
							stall, hosts, hurries, h.id, h.Frame(), want, h.mostAgain)
					}
				}
			}
		}
	}
}

// Every figure is defined before the first frame and in it.
func TestFiguresFromTheStart(t *testing.T) {
	p := plainPlan(31, 2, memnet.Policy{Delay: 30 * ms})
	w := mustWorld(t, &p)
	for _, h := range w.hosts {
		s := h.Stats()
		if err := h.sane(&s); err != nil || s != (rollback.Stats{}) || h.PeerStats(0).RTT != 0 {
			t.Errorf("before the first call: %v, %+v, %+v", err, s, h.PeerStats(0))
		}
	}
	w.mustReach(t, time.Second, "first frame", func() bool { return w.hosts[0].Frame() == 1 })
	for _, h := range w.hosts {
		s := h.Stats()
		if err := h.sane(&s); err != nil || s.MaxDepth() != 0 || s.MeanDepth() != 0 {
			t.Errorf("in the first frame: %v, %+v", err, s)
		}
	}
}

// A hundred matches one after the other over the same links, with what is left
// of each under way into the next.
func TestRematches(t *testing.T) {
	p := plainPlan(37, 3, memnet.Policy{Delay: 60 * ms, Jitter: 50 * ms, Loss: 0.05, Duplicate: 0.1})
	p.Heal = 151 * time.Second
	for i := range 100 {
		p.Faults = append(p.Faults, Fault{Kind: Rematch, At: time.Duration(i+1) * 1500 * ms, N: i % 4 * 50})
	}
	r, err := Run(p)
	if err != nil {
		t.Error(err)
	}
	if r.Matches != 101 || r.Foreign == 0 || r.Conflicts+r.Desyncs > 0 {
		t.Errorf("%d matches, %d datagrams of former ones, %v", r.Matches, r.Foreign, r)
	}
}
