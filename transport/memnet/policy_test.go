package memnet_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/backstep/transport/memnet"
)

// run sends count packets, one a millisecond, and returns the delay of each
// received copy beside the order they came in.
func run(t *testing.T, seed uint64, p memnet.Policy, count int) (order []int, delays []time.Duration, stats memnet.PipeStats) {
	t.Helper()
	net := memnet.New(seed, 2)
	setPolicy(t, net, 0, 1, p)
	a, b := net.Link(0, 1), net.Link(1, 0)
	for now := time.Duration(0); now < time.Duration(count)*ms+2*time.Second; now += ms {
		net.SetNow(now)
		if i := int(now / ms); i < count {
			packet := []byte{byte(i), byte(i >> 8)}
			if err := a.Send(packet); err != nil {
				t.Fatal(err)
			}
		}
		var buf [8]byte
		for {
			if _, err := b.Recv(buf[:]); err != nil {
				break
			}
			i := int(buf[0]) | int(buf[1])<<8
			order, delays = append(order, i), append(delays, now-time.Duration(i)*ms)
		}
	}
	return order, delays, net.Stats(0, 1)
}

func TestDelayAndJitterStayWithinBounds(t *testing.T) {
	order, delays, _ := run(t, 7, memnet.Policy{Delay: 30 * ms, Jitter: 15 * ms}, 5000)
	if len(order) != 5000 || slices.IsSorted(order) {
		t.Errorf("%d packets, sorted %v; want 5000 out of order", len(order), slices.IsSorted(order))
	}
	least, most := slices.Min(delays), slices.Max(delays)
	if least < 15*ms || least > 17*ms || most > 46*ms || most < 44*ms { // seen in steps of 1 ms
		t.Errorf("delays from %v to %v, want 15ms to 45ms", least, most)
	}
	var sum time.Duration
	for _, d := range delays {
		sum += d
	}
	if mean := sum / 5000; mean < 30*ms || mean > 31*ms { // rounded up to the step
		t.Errorf("mean delay %v, want 30.5ms", mean)
	}
}

func TestDelayAloneKeepsOrder(t *testing.T) {
	order, delays, _ := run(t, 7, memnet.Policy{Delay: 30 * ms}, 1000)
	if !slices.IsSorted(order) || slices.Min(delays) != 30*ms || slices.Max(delays) != 30*ms {
		t.Errorf("delays from %v to %v, sorted %v; want 30ms, in order", slices.Min(delays), slices.Max(delays), slices.IsSorted(order))
	}
}

func TestJitterNeverDeliversBeforeSend(t *testing.T) {
	_, delays, _ := run(t, 7, memnet.Policy{Delay: 5 * ms, Jitter: 50 * ms}, 1000)
	if least := slices.Min(delays); least != 0 {
		t.Errorf("least delay %v, want 0", least)
	}
}

func TestRatesOfFaults(t *testing.T) {
	const sent = 20000
	for _, c := range []struct {
		name   string
		policy memnet.Policy
		count  func(memnet.PipeStats) uint64
		want   float64
	}{
		{"loss", memnet.Policy{Loss: 0.05}, func(s memnet.PipeStats) uint64 { return s.Lost }, 0.05},
		{"heavy loss", memnet.Policy{Loss: 0.4}, func(s memnet.PipeStats) uint64 { return s.Lost }, 0.4},
		{"all lost", memnet.Policy{Loss: 1}, func(s memnet.PipeStats) uint64 { return s.Lost }, 1},
		{"duplicates", memnet.Policy{Duplicate: 0.2}, func(s memnet.PipeStats) uint64 { return s.Duplicated }, 0.2},
		{"reordered", memnet.Policy{Reorder: 0.1}, func(s memnet.PipeStats) uint64 { return s.Reordered }, 0.1},
		// Stationary share of the bad state is 0.02/(0.02+0.1) = 1/6.
		{"bursts", memnet.Policy{Burst: memnet.Burst{GoodToBad: 0.02, BadToGood: 0.1, LossBad: 0.6}},
			func(s memnet.PipeStats) uint64 { return s.Lost }, 0.1},
	} {
		t.Run(c.name, func(t *testing.T) {
			const seed = 11
			_, _, stats := run(t, seed, c.policy, sent)
			got := float64(c.count(stats)) / sent
			if math.Abs(got-c.want) > 0.1*c.want {
				t.Errorf("seed %d: rate %.4f, want %.4f within a tenth", seed, got, c.want)
			}
		})
	}
}

// Losses of a burst channel come in runs of 1/BadToGood packets on average;
// independent losses of the same rate do not.
func TestBurstLossesComeInRuns(t *testing.T) {
	meanRun := func(p memnet.Policy) float64 {
		order, _, stats := run(t, 3, p, 20000)
		runs, previous := 0, -1
		for _, i := range order {
			if i != previous+1 {
				runs++
			}
			previous = i
		}
		return float64(stats.Lost) / float64(runs)
	}
	bursts := meanRun(memnet.Policy{Burst: memnet.Burst{GoodToBad: 0.01, BadToGood: 0.2, LossBad: 1}})
	single := meanRun(memnet.Policy{Loss: 0.05})
	if bursts < 4 || bursts > 6 || single > 1.2 {
		t.Errorf("mean run of losses: %.2f in bursts and %.2f else, want 5 and 1.05", bursts, single)
	}
}

func TestReorderIsLateByAtMostItsDelay(t *testing.T) {
	order, delays, stats := run(t, 5, memnet.Policy{Delay: 10 * ms, Reorder: 0.2, ReorderDelay: 20 * ms}, 2000)
	if slices.IsSorted(order) || stats.Reordered == 0 || stats.Delivered != 2000 {
		t.Errorf("%+v, sorted %v; want all 2000, out of order", stats, slices.IsSorted(order))
	}
	if most := slices.Max(delays); most > 30*ms || most < 25*ms {
		t.Errorf("greatest delay %v, want 30ms at most and nearly so", most)
	}
}

func TestReliableLinkKeepsOrderAndStalls(t *testing.T) {
	p := memnet.Policy{Delay: 10 * ms, Jitter: 5 * ms, Loss: 0.01, Duplicate: 0.5, HeadOfLine: 200 * ms}
	order, delays, stats := run(t, 5, p, 3000)
	if len(order) != 3000 || !slices.IsSorted(order) {
		t.Errorf("%d packets, sorted %v; want 3000 in order", len(order), slices.IsSorted(order))
	}
	if stats.Resent == 0 || stats.Lost != 0 || stats.Duplicated != 0 {
		t.Errorf("%+v, want resends and neither losses nor copies", stats)
	}
	if most := slices.Max(delays); most < 200*ms {
		t.Errorf("greatest delay %v, want a stall of 200ms or more", most)
	}
}

func TestReliableLinkEndsItsResends(t *testing.T) {
	_, delays, stats := run(t, 5, memnet.Policy{Loss: 1, HeadOfLine: 10 * ms}, 1)
	if stats.Resent != 8 || len(delays) != 1 || delays[0] != 80*ms {
		t.Errorf("resent %d, delays %v, want 8 and [80ms]", stats.Resent, delays)
	}
}

func TestBottleneckQueuesAndDrops(t *testing.T) {
	net := memnet.New(1, 2)
	setPolicy(t, net, 0, 1, memnet.Policy{BytesPerSecond: 10_000, QueueBytes: 3000})
	a, b := net.Link(0, 1), net.Link(1, 0)
	for i := range 4 { // 100 ms each; the fourth does not fit
		if err := a.Send(make([]byte, 1000)); err != nil {
			t.Fatalf("Send %d: %v", i, err)
		}
	}
	var buf [1200]byte
	for i := 1; i <= 3; i++ {
		at, ok := net.Next()
		if want := time.Duration(i) * 100 * ms; !ok || at != want {
			t.Fatalf("packet %d is due at %v, %v, want %v", i, at, ok, want)
		}
		net.SetNow(at)
		if _, err := b.Recv(buf[:]); err != nil {
			t.Fatal(err)
		}
	}
	if got := net.Stats(0, 1); got.Full != 1 || got.Delivered != 3 {
		t.Errorf("%+v, want 3 delivered and 1 that found it full", got)
	}
}

func TestSmallPathDropsLargePackets(t *testing.T) {
	net := memnet.New(1, 2)
	setPolicy(t, net, 0, 1, memnet.Policy{MTU: 508})
	for _, n := range []int{508, 509, 1200} {
		if err := net.Link(0, 1).Send(make([]byte, n)); err != nil {
			t.Fatal(err)
		}
	}
	if got := net.Stats(0, 1); got.Oversize != 2 || net.Pending(0, 1) != 1 {
		t.Errorf("%+v with %d under way, want 2 oversize and 1", got, net.Pending(0, 1))
	}
}

func TestPolicyOutOfRangeIsNamed(t *testing.T) {
	for _, c := range []struct {
		policy memnet.Policy
		want   string
	}{
		{memnet.Policy{Loss: 1.5}, "Policy.Loss is 1.5"},
		{memnet.Policy{Duplicate: -0.1}, "Policy.Duplicate is -0.1"},
		{memnet.Policy{Reorder: math.NaN()}, "Policy.Reorder is NaN"},
		{memnet.Policy{Burst: memnet.Burst{LossBad: 2}}, "Policy.Burst.LossBad is 2"},
		{memnet.Policy{Delay: -ms}, "Policy.Delay is -1ms"},
		{memnet.Policy{Jitter: 2 * time.Hour}, "Policy.Jitter is 2h0m0s"},
		{memnet.Policy{QueuePackets: -1}, "Policy.QueuePackets is -1"},
	} {
		net := memnet.New(1, 2)
		for _, err := range []error{net.SetPolicy(0, 1, c.policy), net.SetAll(c.policy)} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v: %v, want %q", c.policy, err, c.want)
			}
		}
	}
}
