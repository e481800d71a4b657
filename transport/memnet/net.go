package memnet

import (
	"fmt"
	"math"
	"time"
)

// Net is a network of hosts numbered from 0. See the package comment.
type Net struct {
	// Trace, if set, is called for every packet sent, dropped or delivered.
	Trace func(Event)

	seed  uint64
	hosts int
	now   time.Duration
	pipes []pipe  // from*hosts + to
	ends  []*Link // at*hosts + towards; nil until asked for
	free  []*buffer
	group []int // scratch of Partition
}

// New returns a network of hosts whose links all deliver at once. It panics if
// hosts is negative.
func New(seed uint64, hosts int) *Net {
	n := &Net{seed: seed, hosts: hosts}
	n.pipes = make([]pipe, hosts*hosts)
	n.ends = make([]*Link, hosts*hosts)
	n.group = make([]int, hosts)
	for i := range n.pipes {
		n.pipes[i].init(n, i/hosts, i%hosts)
	}
	return n
}

// Hosts returns the number of hosts.
func (n *Net) Hosts() int { return n.hosts }

// Now returns the time set last.
func (n *Net) Now() time.Duration { return n.now }

// SetNow moves the clock, whose origin is the caller's choice. Packets due by
// then can be received. It panics if now is before the time set last.
func (n *Net) SetNow(now time.Duration) {
	if now < n.now {
		panic(fmt.Sprintf("memnet: time went back from %v to %v", n.now, now))
	}
	n.now = now
}

// Next returns the earliest time after now at which a packet falls due, or false
// if none is under way. Links held are left out.
func (n *Net) Next() (at time.Duration, ok bool) {
	at = math.MaxInt64
	for i := range n.pipes {
		p := &n.pipes[i]
		if p.held {
			continue
		}
		if next, some := p.queue.after(n.now); some {
			at, ok = min(at, next), true
		}
	}
	return at, ok
}

// Link returns the end at host a of the link between a and b. It is the same
// until it is closed; then a new end is opened, as by a process that starts
// again: it gets what is still under way, but not what came in between.
func (n *Net) Link(a, b int) *Link {
	in, out := n.pipe(b, a), n.pipe(a, b)
	end := &n.ends[a*n.hosts+b]
	if *end == nil || (*end).closed {
		if *end != nil {
			in.flush(n.now)
		}
		*end = &Link{in: in, out: out}
	}
	return *end
}

// SetPolicy changes what the directed link does to packets sent from now on. It
// refuses a policy that does not validate and leaves the link as it was.
func (n *Net) SetPolicy(from, to int, p Policy) error {
	pipe := n.pipe(from, to)
	if err := p.Validate(); err != nil {
		return err
	}
	pipe.rules = newRules(p)
	return nil
}

// SetAll is SetPolicy for every directed link.
func (n *Net) SetAll(p Policy) error {
	if err := p.Validate(); err != nil {
		return err
	}
	r := newRules(p)
	for i := range n.pipes {
		n.pipes[i].rules = r
	}
	return nil
}

// Cut loses every packet sent on the directed link until Heal. Packets under way
// arrive.
func (n *Net) Cut(from, to int) { n.pipe(from, to).cut = true }

// Heal ends a cut.
func (n *Net) Heal(from, to int) { n.pipe(from, to).cut = false }

// Hold keeps packets of the directed link from being received. Release ends it:
// what came due meanwhile arrives in one burst, as after an outage on a link
// that buffers.
func (n *Net) Hold(from, to int) { n.pipe(from, to).held = true }

// Release ends a hold.
func (n *Net) Release(from, to int) { n.pipe(from, to).held = false }

// Partition cuts all links between hosts of different groups, both ways, and
// leaves those within a group as they are. Hosts that no group names are a group
// together.
func (n *Net) Partition(groups ...[]int) {
	clear(n.group)
	for i, hosts := range groups {
		for _, h := range hosts {
			n.group[h] = i + 1
		}
	}
	for i := range n.pipes {
		p := &n.pipes[i]
		if n.group[p.from] != n.group[p.to] {
			p.cut = true
		}
	}
}

// HealAll ends every cut and hold. Policies stay.
func (n *Net) HealAll() {
	for i := range n.pipes {
		n.pipes[i].cut, n.pipes[i].held = false, false
	}
}

// Flush forgets all packets under way or waiting, and empties bottlenecks.
func (n *Net) Flush() {
	for i := range n.pipes {
		p := &n.pipes[i]
		p.flush(math.MaxInt64)
		p.busyUntil, p.lastAt = 0, 0
	}
}

// Stats returns the counts of the directed link since New.
func (n *Net) Stats(from, to int) PipeStats { return n.pipe(from, to).stats }

// Pending returns how many packets are under way or waiting on the directed link.
func (n *Net) Pending(from, to int) int { return n.pipe(from, to).queue.len() }

func (n *Net) pipe(from, to int) *pipe {
	if from < 0 || to < 0 || from >= n.hosts || to >= n.hosts || from == to {
		panic(fmt.Sprintf("memnet: no link from host %d to host %d of %d", from, to, n.hosts))
	}
	return &n.pipes[from*n.hosts+to]
}

func (n *Net) getBuffer() *buffer {
	last := len(n.free) - 1
	if last < 0 {
		return new(buffer)
	}
	buf := n.free[last]
	n.free = n.free[:last]
	return buf
}

func (n *Net) putBuffer(buf *buffer) { n.free = append(n.free, buf) }
