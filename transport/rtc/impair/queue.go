package impair

import (
	"net"
	"time"
)

// A parcel is a packet under way.
type parcel struct {
	at   time.Time // when it is due
	to   net.Addr
	data []byte
}

// A queue is a binary heap, the earliest parcel at 0.
type queue []parcel

func (q *queue) push(p parcel) {
	h := append(*q, p)
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h[i].at.Before(h[parent].at) {
			break
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
	*q = h
}

func (q *queue) pop() parcel {
	h := *q
	first, last := h[0], len(h)-1
	h[0], h[last] = h[last], parcel{}
	h = h[:last]
	for i := 0; ; {
		least := i
		for _, child := range []int{2*i + 1, 2*i + 2} {
			if child < len(h) && h[child].at.Before(h[least].at) {
				least = child
			}
		}
		if least == i {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	*q = h
	return first
}
