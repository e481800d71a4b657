package memnet_test

import (
	"fmt"
	"hash/fnv"
	"testing"

	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

func everything() memnet.Policy {
	return memnet.Policy{
		Delay: 60 * ms, Jitter: 30 * ms, Loss: 0.08, Duplicate: 0.05, Reorder: 0.15,
		Burst: memnet.Burst{GoodToBad: 0.02, BadToGood: 0.5, LossBad: 0.8}, BytesPerSecond: 50_000,
	}
}

// digest runs three hosts that all send to each other and hashes what each
// directed link delivers, with bytes, order and time.
func digest(t *testing.T, seed uint64, change func(*memnet.Net)) map[string]uint64 {
	t.Helper()
	net := memnet.New(seed, 3)
	if err := net.SetAll(everything()); err != nil {
		t.Fatal(err)
	}
	change(net)
	sums := map[string]uint64{}
	for from := range 3 {
		for to := range 3 {
			if from != to {
				sums[fmt.Sprintf("%d->%d", from, to)] = 0
			}
		}
	}
	for tick := range 600 {
		net.SetNow(net.Now() + 16*ms)
		for from := range 3 {
			for to := range 3 {
				if from == to {
					continue
				}
				packet := fmt.Appendf(nil, "%d from %d to %d", tick, from, to)
				if err := net.Link(from, to).Send(packet); err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%d->%d", to, from)
				sums[name] = hashDue(net, from, to, sums[name])
			}
		}
	}
	return sums
}

func hashDue(net *memnet.Net, at, towards int, sum uint64) uint64 {
	var buf [transport.MaxPacket]byte
	for {
		n, err := net.Link(at, towards).Recv(buf[:])
		if err != nil {
			return sum
		}
		h := fnv.New64a()
		fmt.Fprint(h, sum, net.Now(), string(buf[:n]))
		sum = h.Sum64()
	}
}

func TestEqualSeedsDeliverEqualBytes(t *testing.T) {
	nothing := func(*memnet.Net) {}
	first, again, other := digest(t, 1, nothing), digest(t, 1, nothing), digest(t, 2, nothing)
	for link, sum := range first {
		if again[link] != sum {
			t.Errorf("%s: %x and then %x from one seed", link, sum, again[link])
		}
		if other[link] == sum {
			t.Errorf("%s: %x from two seeds", link, sum)
		}
	}
}

// The digest is pinned: it must be the same on every platform.
func TestDeliveriesAreTheSameOnEveryPlatform(t *testing.T) {
	const want = 0x283ef6ab38bb6765
	if got := digest(t, 1, func(*memnet.Net) {})["0->1"]; got != want {
		t.Errorf("digest %#x, want %#x", got, uint64(want))
	}
}

func TestOneLinkNeverShiftsAnother(t *testing.T) {
	plain := digest(t, 1, func(*memnet.Net) {})
	changed := digest(t, 1, func(net *memnet.Net) {
		setPolicy(t, net, 0, 1, memnet.Policy{Loss: 0.5})
		net.Cut(1, 2)
		send(t, net.Link(0, 1), 1, 50)
	})
	for link, sum := range plain {
		if touched := link == "0->1" || link == "1->2"; touched == (changed[link] == sum) {
			t.Errorf("%s: equal %v, want %v", link, changed[link] == sum, !touched)
		}
	}
}

// Correlated losses on both directions can lock up a protocol for reasons that no
// real network has.
func TestDirectedLinksAreIndependent(t *testing.T) {
	ways := [][2]int{{0, 1}, {1, 0}, {0, 2}, {2, 1}}
	for i, way := range ways {
		for _, other := range ways[:i] {
			a, b := lostOn(t, way), lostOn(t, other)
			both := 0
			for k := range a {
				if a[k] && b[k] {
					both++
				}
			}
			if both < 60 || both > 140 { // 2,000 times 0.05, give or take four deviations
				t.Errorf("%v and %v lose %d of 2000 packets at the same time, want about 100", way, other, both)
			}
		}
	}
}

// lostOn loses 0.2236 of the packets, so that two links lose one in twenty together.
func lostOn(t *testing.T, way [2]int) [2000]bool {
	t.Helper()
	return lostOf(t, memnet.New(9, 3), way, memnet.Policy{Loss: 0.2236}, false)
}

// lostOf sends 2,000 packets and reports which are lost.
func lostOf(t *testing.T, net *memnet.Net, way [2]int, p memnet.Policy, cut bool) [2000]bool {
	t.Helper()
	from, to := way[0], way[1]
	setPolicy(t, net, from, to, p)
	var lost [2000]bool
	for i := range lost {
		if cut && i == 100 {
			net.Cut(from, to)
		}
		if cut && i == 200 {
			net.Heal(from, to)
		}
		before := net.Stats(from, to).Lost
		send(t, net.Link(from, to), 0, 1)
		lost[i] = net.Stats(from, to).Lost > before
		net.Flush()
	}
	return lost
}

func TestOneFaultNeverShiftsAnother(t *testing.T) {
	way := [2]int{0, 1}
	only := memnet.Policy{Loss: 0.1}
	more := memnet.Policy{Loss: 0.1, Jitter: ms, Duplicate: 0.5, Reorder: 0.3}
	plain := lostOf(t, memnet.New(9, 2), way, only, false)
	if lostOf(t, memnet.New(9, 2), way, more, false) != plain {
		t.Error("other faults change which packets are lost")
	}
	if lostOf(t, memnet.New(9, 5), way, only, false) != plain {
		t.Error("more hosts change which packets are lost")
	}
	cut := lostOf(t, memnet.New(9, 2), way, only, true)
	if [1800]bool(cut[200:]) != [1800]bool(plain[200:]) {
		t.Error("a cut changes which packets are lost after it")
	}
}
