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
	if first["0->1"] == first["1->0"] {
		t.Error("both directions of a link have one fate")
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

// lostOf sends 2,000 packets and reports which are lost.
func lostOf(t *testing.T, hosts int, p memnet.Policy, cut bool) [2000]bool {
	t.Helper()
	net := memnet.New(9, hosts)
	setPolicy(t, net, 0, 1, p)
	var lost [2000]bool
	for i := range lost {
		if cut && i == 100 {
			net.Cut(0, 1)
		}
		if cut && i == 200 {
			net.Heal(0, 1)
		}
		before := net.Stats(0, 1).Lost
		send(t, net.Link(0, 1), 0, 1)
		lost[i] = net.Stats(0, 1).Lost > before
		net.Flush()
	}
	return lost
}

func TestOneFaultNeverShiftsAnother(t *testing.T) {
	plain := lostOf(t, 2, memnet.Policy{Loss: 0.1}, false)
	if more := lostOf(t, 2, memnet.Policy{Loss: 0.1, Jitter: ms, Duplicate: 0.5, Reorder: 0.3}, false); more != plain {
		t.Error("other faults change which packets are lost")
	}
	if more := lostOf(t, 5, memnet.Policy{Loss: 0.1}, false); more != plain {
		t.Error("more hosts change which packets are lost")
	}
	cut := lostOf(t, 2, memnet.Policy{Loss: 0.1}, true)
	if [1800]bool(cut[200:]) != [1800]bool(plain[200:]) {
		t.Error("a cut changes which packets are lost after it")
	}
}
