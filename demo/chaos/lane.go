package chaos

import (
	"slices"
	"time"
)

// lane is what is under way in one direction, the earliest first.
type lane struct {
	waiting []parcel
	spare   []byte // of the packet popped last
}

type parcel struct {
	due  time.Duration
	data []byte
}

// push keeps a copy of the packet. Of equal times the older one stays first.
func (q *lane) push(due time.Duration, packet []byte) {
	if len(q.waiting) == MaxWaiting {
		return
	}
	at := len(q.waiting)
	for at > 0 && q.waiting[at-1].due > due {
		at--
	}
	data := append(q.spare[:0], packet...)
	q.spare = nil
	q.waiting = slices.Insert(q.waiting, at, parcel{due, data})
}

// pop returns the next packet that is due, nil if none is. It is valid until
// the next call.
func (q *lane) pop(now time.Duration) []byte {
	if len(q.waiting) == 0 || q.waiting[0].due > now {
		return nil
	}
	data := q.waiting[0].data
	q.waiting = slices.Delete(q.waiting, 0, 1)
	q.spare = data
	return data
}
