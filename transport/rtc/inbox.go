package rtc

import "example.com/backstep/transport"

// An inbox is the bounded queue between the network's goroutines and Recv. It
// is not safe for concurrent use.
type inbox struct {
	slots [][]byte // a ring; a slot keeps its memory, at most MaxPacket bytes
	head  int      // the oldest packet
	count int
}

func newInbox(size int) inbox { return inbox{slots: make([][]byte, size)} }

// push lets fill write a packet of n bytes into the next slot. It is false when
// no slot is free: the newest packet is the one to go, since the older ones were
// acknowledged to nobody yet and come back in later packets anyway.
func (q *inbox) push(n int, fill func(dst []byte)) bool {
	if q.count == len(q.slots) {
		return false
	}
	i := (q.head + q.count) % len(q.slots)
	if cap(q.slots[i]) < n {
		q.slots[i] = make([]byte, n)
	}
	q.slots[i] = q.slots[i][:n]
	fill(q.slots[i])
	q.count++
	return true
}

// pop copies the oldest packet into buf and removes it.
func (q *inbox) pop(buf []byte) (int, error) {
	if q.count == 0 {
		return 0, transport.ErrEmpty
	}
	packet := q.slots[q.head]
	q.head = (q.head + 1) % len(q.slots)
	q.count--
	if len(buf) < len(packet) {
		return 0, transport.ErrShortBuffer
	}
	return copy(buf, packet), nil
}

func (q *inbox) clear() { *q = inbox{} }
