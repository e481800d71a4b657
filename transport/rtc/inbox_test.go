package rtc

import (
	"errors"
	"testing"

	"example.com/backstep/transport"
)

func put(q *inbox, packet string) bool {
	return q.push(len(packet), func(dst []byte) { copy(dst, packet) })
}

func TestInboxDropsTheNewest(t *testing.T) {
	q := newInbox(2)
	for i, want := range []bool{true, true, false} {
		if got := put(&q, string(rune('a'+i))); got != want {
			t.Errorf("push %d into a queue of 2: %v, want %v", i, got, want)
		}
	}
	var buf [8]byte
	for _, want := range "ab" {
		if n, err := q.pop(buf[:]); n != 1 || err != nil || rune(buf[0]) != want {
			t.Errorf("pop: %q, %v, want %q", buf[:n], err, want)
		}
	}
	if n, err := q.pop(buf[:]); n != 0 || !errors.Is(err, transport.ErrEmpty) {
		t.Errorf("pop of an empty queue: %d, %v, want 0, ErrEmpty", n, err)
	}
}

func TestInboxShortBuffer(t *testing.T) {
	q := newInbox(2)
	put(&q, "long")
	put(&q, "s")
	var buf [2]byte
	if n, err := q.pop(buf[:]); n != 0 || !errors.Is(err, transport.ErrShortBuffer) {
		t.Errorf("pop of 4 bytes into 2: %d, %v, want 0, ErrShortBuffer", n, err)
	}
	if n, err := q.pop(buf[:]); n != 1 || err != nil || buf[0] != 's' {
		t.Errorf("pop after a packet too long: %d, %v, want the next packet", n, err)
	}
}

func TestInboxAllocatesNothingOnceWarm(t *testing.T) {
	q := newInbox(4)
	packet := make([]byte, 100)
	fill := func(dst []byte) { copy(dst, packet) }
	var buf [transport.MaxPacket]byte
	turn := func() {
		for range 3 {
			q.push(len(packet), fill)
			q.pop(buf[:])
		}
	}
	turn()
	turn()
	if n := testing.AllocsPerRun(100, turn); n != 0 {
		t.Errorf("%v allocations a turn, want 0", n)
	}
}
