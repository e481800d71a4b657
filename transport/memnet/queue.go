package memnet

import (
	"time"

	"example.com/backstep/transport"
)

type buffer [transport.MaxPacket]byte

// A packet is under way or waits for Recv.
type packet struct {
	at  time.Duration // delivery time
	seq uint64        // order of sending: the tie-break of equal times
	buf *buffer
	n   int // bytes
}

func (p *packet) before(q *packet) bool {
	return p.at < q.at || p.at == q.at && p.seq < q.seq
}

// A queue yields packets by (at, seq). Packets that come in order, most of them,
// go through a ring; one that overtakes the ring's last goes to a binary heap.
// Both are sorted, so the first packet is the earlier of two heads.
type queue struct {
	ring []packet // length 0 or a power of two
	head int
	used int
	heap []packet
}

func (q *queue) len() int { return q.used + len(q.heap) }

func (q *queue) slot(i int) *packet { return &q.ring[(q.head+i)&(len(q.ring)-1)] }

func (q *queue) push(p packet) {
	if q.used > 0 && p.before(q.slot(q.used-1)) {
		q.pushHeap(p)
		return
	}
	if q.used == len(q.ring) {
		q.grow()
	}
	q.used++
	*q.slot(q.used - 1) = p
}

// first returns the packet that comes next, or nil.
func (q *queue) first() *packet {
	if q.used == 0 {
		if len(q.heap) == 0 {
			return nil
		}
		return &q.heap[0]
	}
	p := q.slot(0)
	if len(q.heap) > 0 && q.heap[0].before(p) {
		return &q.heap[0]
	}
	return p
}

// pop removes what first returns. The queue must not be empty.
func (q *queue) pop() packet {
	p := q.first()
	out := *p
	if len(q.heap) > 0 && p == &q.heap[0] {
		q.popHeap()
		return out
	}
	q.head = (q.head + 1) & (len(q.ring) - 1)
	q.used--
	return out
}

func (q *queue) grow() {
	ring := make([]packet, max(8, 2*len(q.ring)))
	for i := range q.used {
		ring[i] = *q.slot(i)
	}
	q.ring, q.head = ring, 0
}

func (q *queue) pushHeap(p packet) {
	q.heap = append(q.heap, p)
	i := len(q.heap) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !q.heap[i].before(&q.heap[parent]) {
			return
		}
		q.heap[i], q.heap[parent] = q.heap[parent], q.heap[i]
		i = parent
	}
}

func (q *queue) popHeap() {
	last := len(q.heap) - 1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if q.heap[child].before(&q.heap[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		q.heap[i], q.heap[least] = q.heap[least], q.heap[i]
		i = least
	}
}

// after returns the least delivery time later than now. It looks at every packet
// that waits, since those already due may hide it.
func (q *queue) after(now time.Duration) (at time.Duration, ok bool) {
	for i := range q.used {
		if p := q.slot(i); p.at > now {
			at, ok = p.at, true
			break
		}
	}
	for i := range q.heap {
		if p := &q.heap[i]; p.at > now && (!ok || p.at < at) {
			at, ok = p.at, true
		}
	}
	return at, ok
}
