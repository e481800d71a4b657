package memnet_test

import (
	"slices"
	"testing"
	"time"

	"example.com/backstep/transport/memnet"
)

func TestCutIsOneWayAndSparesWhatIsUnderWay(t *testing.T) {
	net := memnet.New(1, 2)
	setPolicy(t, net, 0, 1, memnet.Policy{Delay: 10 * ms})
	a, b := net.Link(0, 1), net.Link(1, 0)
	send(t, a, 1, 1)
	net.Cut(0, 1)
	send(t, a, 2, 1)
	send(t, b, 3, 1)
	net.Heal(0, 1)
	send(t, a, 4, 1)
	net.SetNow(10 * ms)
	if got := drain(t, b); !slices.Equal(got, []int{1, 4}) {
		t.Errorf("over the cut link: %v, want [1 4]", got)
	}
	if got := drain(t, a); !slices.Equal(got, []int{3}) {
		t.Errorf("the other way: %v, want [3]", got)
	}
	if got := net.Stats(0, 1).Cut; got != 1 {
		t.Errorf("counted %d as cut, want 1", got)
	}
}

func TestPartitionCutsBetweenGroupsOnly(t *testing.T) {
	net := memnet.New(1, 5)
	net.Partition([]int{0, 2}, []int{1}) // 3 and 4 are the rest
	group := []int{0, 1, 0, 2, 2}
	reach := func(want func(from, to int) bool) {
		t.Helper()
		for from := range 5 {
			for to := range 5 {
				if from == to {
					continue
				}
				send(t, net.Link(from, to), 1, 1)
				if got := len(drain(t, net.Link(to, from))) == 1; got != want(from, to) {
					t.Errorf("%d reaches %d: %v, want %v", from, to, got, !got)
				}
			}
		}
	}
	reach(func(from, to int) bool { return group[from] == group[to] })
	net.HealAll()
	reach(func(from, to int) bool { return true })
}

// An outage on a link that buffers ends in one burst of old packets.
func TestHoldReleasesInOneBurst(t *testing.T) {
	net := memnet.New(1, 2)
	setPolicy(t, net, 0, 1, memnet.Policy{Delay: 10 * ms})
	a, b := net.Link(0, 1), net.Link(1, 0)
	net.Hold(0, 1)
	for i := range 120 {
		send(t, a, i, 1)
		net.SetNow(net.Now() + 16*ms)
		if got := drain(t, b); got != nil {
			t.Fatalf("received %v while held", got)
		}
	}
	net.Release(0, 1)
	if got := drain(t, b); len(got) != 120 || !slices.IsSorted(got) {
		t.Errorf("after release: %v, want 120 in order", got)
	}
}

func TestFlushForgetsEverything(t *testing.T) {
	net := memnet.New(1, 3)
	if err := net.SetAll(memnet.Policy{Delay: time.Second, BytesPerSecond: 100}); err != nil {
		t.Fatal(err)
	}
	send(t, net.Link(0, 1), 1, 3)
	send(t, net.Link(2, 0), 1, 2)
	net.Flush()
	if at, ok := net.Next(); ok {
		t.Errorf("a packet is due at %v after Flush", at)
	}
	send(t, net.Link(0, 1), 9, 1)
	net.SetNow(time.Second + 10*ms) // the bottleneck was emptied too
	if got := drain(t, net.Link(1, 0)); !slices.Equal(got, []int{9}) {
		t.Errorf("after Flush: %v, want [9]", got)
	}
	if got := net.Stats(0, 1).Flushed + net.Stats(2, 0).Flushed; got != 5 {
		t.Errorf("flushed %d, want 5", got)
	}
}

func TestNextIsTheEarliestStillToCome(t *testing.T) {
	net := memnet.New(1, 3)
	setPolicy(t, net, 0, 1, memnet.Policy{Delay: 30 * ms})
	setPolicy(t, net, 1, 2, memnet.Policy{Delay: 20 * ms})
	send(t, net.Link(0, 1), 1, 1)
	send(t, net.Link(1, 2), 1, 1)
	send(t, net.Link(2, 0), 1, 1) // due at once: not to come
	for _, want := range []time.Duration{20 * ms, 30 * ms} {
		at, ok := net.Next()
		if !ok || at != want {
			t.Fatalf("at %v: Next() = %v, %v, want %v", net.Now(), at, ok, want)
		}
		net.SetNow(at)
	}
	if at, ok := net.Next(); ok {
		t.Errorf("Next() = %v with nothing to come", at)
	}
}
