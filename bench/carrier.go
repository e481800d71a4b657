package main

import (
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// frameTime is one frame at 60 frames a second.
const frameTime = time.Second / 60

// carrier takes packets between hosts with a fixed one-way delay.
type carrier interface {
	setNow(now time.Duration)
	send(from, to int, packet []byte)
	// recv returns the next packet that is due, nil if none is. It is valid until
	// the next call.
	recv(from, to int) []byte
}

// carriers are the links to measure over. The queue is as thin as a link can
// be, so what is measured over it is the engine; memnet is what tests use.
var carriers = []struct {
	name string
	make func(hosts, delayFrames int) carrier
}{
	{"queue", newQueues},
	{"memnet", newMemnet},
}

// queueRoom bounds the packets under way on one directed link. The engine sends
// one a frame, so any delay below it fits.
const queueRoom = 64

// queue is a directed link: a ring of packets, delivered in order.
type queue struct {
	packets [queueRoom][transport.MaxPacket]byte
	sizes   [queueRoom]int
	due     [queueRoom]time.Duration
	in, out uint
}

// queues joins hosts by a queue for every direction.
type queues struct {
	hosts int
	delay time.Duration
	now   time.Duration
	links []queue // from*hosts + to
}

func newQueues(hosts, delayFrames int) carrier {
	return &queues{hosts: hosts, delay: time.Duration(delayFrames) * frameTime, links: make([]queue, hosts*hosts)}
}

func (n *queues) setNow(now time.Duration) { n.now = now }

func (n *queues) send(from, to int, packet []byte) {
	q := &n.links[from*n.hosts+to]
	if q.in-q.out == queueRoom {
		panic("bench: more packets under way than one a frame")
	}
	i := q.in % queueRoom
	q.sizes[i] = copy(q.packets[i][:], packet)
	q.due[i] = n.now + n.delay
	q.in++
}

func (n *queues) recv(from, to int) []byte {
	q := &n.links[from*n.hosts+to]
	i := q.out % queueRoom
	if q.out == q.in || q.due[i] > n.now {
		return nil
	}
	q.out++
	return q.packets[i][:q.sizes[i]]
}

// memnetCarrier is a memnet with a delay and no faults.
type memnetCarrier struct {
	net   *memnet.Net
	links []transport.Link // at*hosts + towards
	buf   [transport.MaxPacket]byte
}

func newMemnet(hosts, delayFrames int) carrier {
	c := newMemnetSeeded(1, hosts)
	c.setAll(memnet.Policy{Delay: time.Duration(delayFrames) * frameTime})
	return c
}

func newMemnetSeeded(seed uint64, hosts int) *memnetCarrier {
	c := &memnetCarrier{net: memnet.New(seed, hosts), links: make([]transport.Link, hosts*hosts)}
	for i := range c.links {
		if at, to := i/hosts, i%hosts; at != to {
			c.links[i] = c.net.Link(at, to)
		}
	}
	return c
}

func (c *memnetCarrier) setAll(p memnet.Policy) {
	if err := c.net.SetAll(p); err != nil {
		panic(err) // the policies are constants of this package
	}
}

func (c *memnetCarrier) setNow(now time.Duration) { c.net.SetNow(now) }

func (c *memnetCarrier) send(from, to int, packet []byte) {
	if err := c.links[from*c.net.Hosts()+to].Send(packet); err != nil {
		panic(err)
	}
}

func (c *memnetCarrier) recv(from, to int) []byte {
	n, err := c.links[to*c.net.Hosts()+from].Recv(c.buf[:])
	if err != nil {
		return nil
	}
	return c.buf[:n]
}
