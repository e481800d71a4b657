package memnet

import (
	"fmt"
	"math/bits"
	"time"
)

// Defaults of Policy.
const (
	QueuePackets = 1024                  // packets
	QueueBytes   = 64 << 10              // bytes
	ReorderDelay = 50 * time.Millisecond // three frames at 60 a second
)

// Policy is what one directed link does to its packets. The zero value delivers
// each packet at once and in order. Probabilities are in [0, 1].
type Policy struct {
	Delay  time.Duration // from Send to delivery
	Jitter time.Duration // uniform in ±Jitter, never before Send; reorders packets

	Loss      float64 // lost
	Duplicate float64 // delivered twice, the copy with a jitter of its own
	Reorder   float64 // delayed by up to ReorderDelay more

	// ReorderDelay is the most that a reordered packet is late. 0: 50 ms.
	ReorderDelay time.Duration

	Burst Burst // losses that come in runs, beside Loss

	// BytesPerSecond is the rate of a bottleneck that packets queue for. 0: none.
	BytesPerSecond int
	// QueueBytes is the room before the bottleneck; a packet that does not fit is
	// dropped. 0: 64 KiB. It must hold a packet of the largest size.
	QueueBytes int

	// HeadOfLine makes the link reliable and ordered, as TCP is: what would be
	// lost is sent again after this long (and again, at most 8 times), and
	// everything behind it waits. Duplicate is without effect. 0: off.
	HeadOfLine time.Duration

	// MTU drops packets of more bytes than this without a word, as a path of
	// small MTU does with fragments. 0: none.
	MTU int

	// QueuePackets bounds the packets under way and waiting for Recv; the newest
	// is dropped. 0: 1024.
	QueuePackets int
}

// Burst is a Gilbert-Elliott channel: it is good or bad, moves between the two
// once per packet, and loses a share of the packets while bad. The zero value
// never turns bad.
type Burst struct {
	GoodToBad float64 // probability per packet
	BadToGood float64 // probability per packet; 1/BadToGood is the mean length of a burst in packets
	LossBad   float64 // probability of loss while bad
}

// Validate names the first field that is out of range and its value.
func (p Policy) Validate() error {
	if err := p.validateChances(); err != nil {
		return err
	}
	for _, d := range [...]struct {
		name  string
		value time.Duration
	}{
		{"Delay", p.Delay}, {"Jitter", p.Jitter},
		{"ReorderDelay", p.ReorderDelay}, {"HeadOfLine", p.HeadOfLine},
	} {
		if d.value < 0 || d.value > time.Hour {
			return fmt.Errorf("memnet: Policy.%s is %v, want 0 to 1h", d.name, d.value)
		}
	}
	for _, n := range [...]struct {
		name  string
		value int
	}{
		{"BytesPerSecond", p.BytesPerSecond}, {"QueueBytes", p.QueueBytes},
		{"MTU", p.MTU}, {"QueuePackets", p.QueuePackets},
	} {
		if n.value < 0 {
			return fmt.Errorf("memnet: Policy.%s is %d, want 0 or more", n.name, n.value)
		}
	}
	return nil
}

func (p Policy) validateChances() error {
	for _, c := range [...]struct {
		name  string
		value float64
	}{
		{"Loss", p.Loss}, {"Duplicate", p.Duplicate}, {"Reorder", p.Reorder},
		{"Burst.GoodToBad", p.Burst.GoodToBad}, {"Burst.BadToGood", p.Burst.BadToGood},
		{"Burst.LossBad", p.Burst.LossBad},
	} {
		if !(c.value >= 0 && c.value <= 1) { // also refuses NaN
			return fmt.Errorf("memnet: Policy.%s is %v, want 0 to 1", c.name, c.value)
		}
	}
	return nil
}

// rules is a Policy made ready: defaults filled in, probabilities as integers.
type rules struct {
	delay, jitter, reorderBy, stall time.Duration
	loss, duplicate, reorder        chance
	goodToBad, badToGood, lossBad   chance
	bytesPerSecond                  uint64
	backlog                         time.Duration // how long a full bottleneck takes to empty
	mtu, limit                      int
	plain                           bool // deliver at once: the fast path
}

func newRules(p Policy) rules {
	r := rules{
		delay: p.Delay, jitter: p.Jitter, stall: p.HeadOfLine,
		reorderBy: orDefault(p.ReorderDelay, ReorderDelay),
		loss:      newChance(p.Loss), duplicate: newChance(p.Duplicate), reorder: newChance(p.Reorder),
		goodToBad: newChance(p.Burst.GoodToBad), badToGood: newChance(p.Burst.BadToGood),
		lossBad:        newChance(p.Burst.LossBad),
		bytesPerSecond: uint64(p.BytesPerSecond),
		mtu:            p.MTU, limit: orDefault(p.QueuePackets, QueuePackets),
	}
	r.backlog = r.transmit(orDefault(p.QueueBytes, QueueBytes))
	p.QueuePackets = 0
	r.plain = p == Policy{}
	return r
}

func orDefault[T int | time.Duration](v, def T) T {
	if v == 0 {
		return def
	}
	return v
}

// transmit returns how long the bottleneck takes for n bytes, at most 2^62 ns.
func (r *rules) transmit(n int) time.Duration {
	if r.bytesPerSecond == 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(n), uint64(time.Second))
	if hi >= r.bytesPerSecond {
		return 1 << 62
	}
	d, _ := bits.Div64(hi, lo, r.bytesPerSecond)
	return time.Duration(min(d, 1<<62))
}
