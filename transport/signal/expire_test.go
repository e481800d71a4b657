//go:build !js

package signal

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestExpiry: a room ends for its members when nothing happens in it, and its
// code is free.
func TestExpiry(t *testing.T) {
	c := &clock{now: time.Unix(0, 0)}
	s, url := start(t, Config{RoomTTL: time.Hour, Now: c.Now})
	a := create(t, url, duel)
	c.advance(59 * time.Minute)
	s.sweep()
	b := join(t, url, a.Code(), duel) // which counts as life
	c.advance(59 * time.Minute)
	s.sweep()
	want(t, a, Joined, 1)
	c.advance(time.Minute)
	s.sweep()
	for _, client := range []*Client{a, b} {
		ended(t, client)
		if err := client.Err(); !errors.Is(err, ErrExpired) {
			t.Errorf("reason: %v, want ErrExpired", err)
		}
		if e, ok := <-client.Events(); ok {
			t.Errorf("event %+v after the end", e)
		}
		if err := client.Rematch(); err == nil {
			t.Error("Rematch of an expired room: no error")
		}
	}
	if _, err := Join(t.Context(), url, a.Code(), duel); !errors.Is(err, ErrNoRoom) {
		t.Errorf("Join after expiry: %v, want ErrNoRoom", err)
	}
}

// TestEmptyRoomWaitsForItsCreator keeps an empty room for a minute.
func TestEmptyRoomWaitsForItsCreator(t *testing.T) {
	c := &clock{now: time.Unix(0, 0)}
	s, url := start(t, Config{RoomTTL: -1, Now: c.Now})
	a := create(t, url, duel)
	gone(t, a)
	until(t, "the room is empty", func() bool { return s.Stats().Conns == 0 })
	c.advance(59 * time.Second)
	s.sweep()
	back := join(t, url, a.Code(), Options{Game: "duel/1", Token: a.Token()})
	c.advance(1000 * time.Hour)
	s.sweep()
	if !back.IsHost() || back.Err() != nil || s.Stats().Rooms != 1 {
		t.Errorf("host %v, %v, %d rooms; want a room that never expires", back.IsHost(), back.Err(), s.Stats().Rooms)
	}
	gone(t, back)
	until(t, "the room is empty", func() bool { return s.Stats().Conns == 0 })
	c.advance(time.Minute)
	s.sweep()
	if got := s.Stats().Rooms; got != 0 {
		t.Errorf("%d rooms a minute after the last member left, want 0", got)
	}
}

func TestServerCloses(t *testing.T) {
	s, url := start(t, Config{})
	a := create(t, url, duel)
	silent := raw(t, url) // has not said what it wants, and does not read
	_ = silent
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for range 2 {
		if err := s.Close(ctx); err != nil {
			t.Fatalf("Close: %v", err)
		}
	}
	ended(t, a)
	if err := a.Err(); !errors.Is(err, ErrServerClosed) {
		t.Errorf("reason: %v, want ErrServerClosed", err)
	}
	if _, err := Create(t.Context(), url, duel); !errors.Is(err, ErrBusy) {
		t.Errorf("Create at a closed server: %v, want ErrBusy", err)
	}
}

// TestServerClosesByForce: a context that has ended already leaves no time for
// goodbyes.
func TestServerClosesByForce(t *testing.T) {
	s, url := start(t, Config{})
	a := create(t, url, duel)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Close(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("Close: %v, want nil or context.Canceled", err)
	}
	ended(t, a)
	if a.Err() == nil {
		t.Error("a client of a server that has gone has no reason")
	}
}

// TestSilentConnectionEnds: whoever says nothing has no place for long.
func TestSilentConnectionEnds(t *testing.T) {
	s, url := start(t, Config{HelloTimeout: time.Millisecond})
	ws := raw(t, url)
	if _, b, err := ws.Read(t.Context()); err == nil {
		t.Errorf("the server says %q, want the end", b)
	}
	until(t, "the connection is counted out", func() bool { return s.Stats().Conns == 0 })
}

// TestContextBoundsOnlyTheCall: a client lives on when the context it was
// created with ends.
func TestContextBoundsOnlyTheCall(t *testing.T) {
	_, url := start(t, Config{})
	ctx, cancel := context.WithCancel(t.Context())
	a, err := Create(ctx, url, duel)
	if err != nil {
		t.Fatal(err)
	}
	kept(t, a)
	cancel()
	join(t, url, a.Code(), duel)
	want(t, a, Joined, 1)
	if a.Err() != nil {
		t.Errorf("the client ended: %v", a.Err())
	}
}

// TestUnreadMessagesAreBounded: a peer's messages that nobody takes are dropped,
// not kept; and events that nobody takes end the client.
func TestUnreadMessagesAreBounded(t *testing.T) {
	_, url := start(t, Config{Rate: 1e6})
	a := create(t, url, duel)
	b := join(t, url, a.Code(), duel)
	want(t, a, Joined, 1)
	sent := 0
	for sent < 2*peerQueue {
		err := a.Send(1, []byte("x"))
		if err == nil {
			sent++
		} else if !errors.Is(err, ErrBusy) {
			t.Fatal(err)
		}
	}
	p := peer(t, b, 0)
	until(t, "the queue is full", func() bool { return len(p.in) == peerQueue })
	until(t, "the client that takes no events has ended", func() bool {
		if err := a.Rematch(); err != nil && !errors.Is(err, ErrBusy) {
			t.Fatal(err)
		}
		drain(a.Events())
		return b.Err() != nil
	})
	if err := b.Err(); !errors.Is(err, ErrSlow) {
		t.Errorf("reason: %v, want ErrSlow", err)
	}
}

func drain(events <-chan Event) {
	for {
		select {
		case <-events:
		default:
			return
		}
	}
}
