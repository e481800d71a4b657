//go:build !js

package rtc_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
	"example.com/backstep/transport/rtc/impair"
)

// TestPeerHearsOfClose closes one end; the other says why it is closed, after
// what was sent before has been received.
func TestPeerHearsOfClose(t *testing.T) {
	a, b := newNetwork(t, 1).dial(t, rtc.Config{})
	if err := a.Send([]byte("bye")); err != nil {
		t.Fatal(err)
	}
	until(t, "the packet has arrived", func() bool { return a.Stats().Sent > 0 && b.State() == transport.Connected })
	a.Close()
	until(t, "the peer hears of the end", func() bool { return b.State() == transport.Closed })
	if err := b.Err(); !errors.Is(err, rtc.ErrPeerClosed) {
		t.Errorf("the peer's reason: %v, want ErrPeerClosed", err)
	}
	if err := a.Err(); err != nil {
		t.Errorf("the closer's reason: %v, want nil", err)
	}
	drainToEnd(t, b)
}

// drainToEnd receives until ErrClosed: packets may wait in a closed link.
func drainToEnd(t *testing.T, l *rtc.Link) {
	t.Helper()
	var buf [transport.MaxPacket]byte
	for {
		_, err := l.Recv(buf[:])
		if errors.Is(err, transport.ErrClosed) {
			return
		}
		if err != nil {
			t.Fatalf("Recv of a link that the peer closed: %v", err)
		}
	}
}

// TestPeerHearsOfCloseThroughLoss: the goodbye is sent again until confirmed.
func TestPeerHearsOfCloseThroughLoss(t *testing.T) {
	n := newNetwork(t, 3)
	for range 5 {
		n.set(impair.Conditions{})
		a, b := n.dial(t, rtc.Config{})
		n.set(impair.Conditions{Loss: 0.2})
		a.Close()
		until(t, "the peer hears of the end", func() bool { return b.State() == transport.Closed })
	}
}

// TestCloseFromWake closes a link from within its own callback, which runs on a
// goroutine that the closing waits for.
func TestCloseFromWake(t *testing.T) {
	var mu sync.Mutex
	var self *rtc.Link
	n := newNetwork(t, 1)
	sigA, sigB := newWires()
	a := n.open(t, rtc.Config{}, 0, sigA)
	b := n.open(t, rtc.Config{Wake: func() {
		mu.Lock()
		defer mu.Unlock()
		if self != nil && self.Stats().Received == 0 {
			var buf [transport.MaxPacket]byte
			if _, err := self.Recv(buf[:]); err == nil {
				go self.Close()
				self.Close()
			}
		}
	}}, 1, sigB)
	mu.Lock()
	self = b
	mu.Unlock()
	wait(t, a)
	until(t, "the callback has closed the link", func() bool {
		err := a.Send([]byte("close yourself"))
		return b.State() == transport.Closed || err != nil
	})
	gone(t, b)
}

// TestWakeTellsOfPacketsAndStates counts on Wake alone to know when to look.
func TestWakeTellsOfPacketsAndStates(t *testing.T) {
	wakes := make(chan struct{}, 1)
	wake := func() {
		select {
		case wakes <- struct{}{}:
		default:
		}
	}
	n := newNetwork(t, 1)
	sigA, sigB := newWires()
	a, b := n.open(t, rtc.Config{}, 0, sigA), n.open(t, rtc.Config{Wake: wake}, 1, sigB)
	onWake := func(what string, done func() bool) {
		t.Helper()
		for !done() {
			select {
			case <-wakes:
			case <-time.After(patience):
				t.Fatalf("no wake for: %s", what)
			}
		}
	}
	onWake("connected", func() bool { return b.State() == transport.Connected })
	wait(t, a)
	packet := bytes.Repeat([]byte{7}, 100)
	if err := a.Send(packet); err != nil {
		t.Fatal(err)
	}
	var buf [transport.MaxPacket]byte
	onWake("a packet", func() bool {
		n, err := b.Recv(buf[:])
		return err == nil && bytes.Equal(buf[:n], packet)
	})
	a.Close()
	onWake("closed", func() bool { return b.State() == transport.Closed })
}

// TestFullQueueDropsTheNewest fills a queue of two that nobody reads.
func TestFullQueueDropsTheNewest(t *testing.T) {
	a, b := newNetwork(t, 1).dial(t, rtc.Config{Queue: 2})
	next := byte(0)
	until(t, "packets were dropped", func() bool {
		next++
		if err := a.Send([]byte{next}); err != nil {
			t.Fatal(err)
		}
		return b.Stats().DroppedFull >= 5
	})
	waiting := receive(t, b)
	if len(waiting) != 2 || waiting[0] >= 10 || waiting[1] >= 10 {
		t.Errorf("packets %v waited, want two of the oldest", waiting)
	}
}

func TestWaitEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		cfg  rtc.Config
		end  func(l *rtc.Link, cancel func())
		want error
	}{
		{"closed", rtc.Config{}, func(l *rtc.Link, _ func()) { l.Close() }, transport.ErrClosed},
		{"cancelled", rtc.Config{}, func(_ *rtc.Link, cancel func()) { cancel() }, context.Canceled},
		{"nobody there", rtc.Config{OpenTimeout: time.Millisecond}, func(*rtc.Link, func()) {}, rtc.ErrTimeout},
	} {
		t.Run(c.name, func(t *testing.T) {
			sig, _ := newWires()
			l := newNetwork(t, 1).open(t, c.cfg, 0, sig)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c.end(l, cancel)
			if err := l.Wait(ctx); !errors.Is(err, c.want) {
				t.Errorf("Wait: %v, want %v", err, c.want)
			}
		})
	}
}
