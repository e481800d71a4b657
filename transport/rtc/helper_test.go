package rtc_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.com/backstep/transport/rtc"
)

// patience bounds every wait of these tests; none of them needs nearly as long.
const patience = 15 * time.Second

// wire is one end of a signalling path within the process.
type wire struct {
	out chan<- []byte
	in  <-chan []byte
}

var errWireFull = errors.New("the test's wire is full")

func (w wire) Send(msg []byte) error {
	select {
	case w.out <- append([]byte(nil), msg...):
		return nil
	default:
		return errWireFull
	}
}

func (w wire) Recv() <-chan []byte { return w.in }

func newWires() (a, b wire) {
	ab, ba := make(chan []byte, 64), make(chan []byte, 64)
	return wire{ab, ba}, wire{ba, ab}
}

func wait(t testing.TB, l *rtc.Link) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := l.Wait(ctx); err != nil {
		t.Fatalf("link does not open: %v", err)
	}
}

// gone waits until the link has released everything.
func gone(t testing.TB, l *rtc.Link) {
	t.Helper()
	select {
	case <-l.Done():
	case <-time.After(patience):
		t.Error("a closed link does not come to rest")
	}
}

// until polls a condition that nothing announces.
func until(t testing.TB, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !done(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("not in %v: %s", patience, what)
		}
	}
}
