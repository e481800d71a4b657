//go:build !js

package signal

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// patience bounds every wait of these tests; none of them needs nearly as long.
const patience = 15 * time.Second

// clock is a virtual one.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// start runs a server on loopback.
func start(t testing.TB, cfg Config) (s *Server, url string) {
	t.Helper()
	s, err := NewServer(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Errorf("server does not come to rest: %v", err)
		}
		h.Close()
	})
	return s, "ws" + strings.TrimPrefix(h.URL, "http")
}

var duel = Options{Game: "duel/1"}

func create(t testing.TB, url string, opts Options) *Client {
	t.Helper()
	c, err := Create(t.Context(), url, opts)
	if err != nil {
		t.Fatal(err)
	}
	return kept(t, c)
}

func join(t testing.TB, url, code string, opts Options) *Client {
	t.Helper()
	c, err := Join(t.Context(), url, code, opts)
	if err != nil {
		t.Fatal(err)
	}
	return kept(t, c)
}

// kept closes c at the end of the test.
func kept(t testing.TB, c *Client) *Client {
	t.Cleanup(func() { gone(t, c) })
	return c
}

// gone closes c and waits until nothing of it runs.
func gone(t testing.TB, c *Client) {
	t.Helper()
	c.Close()
	ended(t, c)
}

func ended(t testing.TB, c *Client) {
	t.Helper()
	select {
	case <-c.Done():
	case <-time.After(patience):
		t.Error("a client does not come to rest")
	}
}

// event returns the next event; ok is false at the end of them.
func event(t testing.TB, c *Client) (e Event, ok bool) {
	t.Helper()
	select {
	case e, ok = <-c.Events():
		return e, ok
	case <-time.After(patience):
		t.Fatal("no event")
		return Event{}, false
	}
}

// want takes the next event and compares it; the match must be the client's.
func want(t testing.TB, c *Client, kind EventKind, seat int) Event {
	t.Helper()
	e, ok := event(t, c)
	if !ok || e.Kind != kind || e.Seat != seat {
		t.Fatalf("got event %+v (%v), want %v of seat %d", e, ok, kind, seat)
	}
	return e
}

func received(t testing.TB, p *Peer) string {
	t.Helper()
	select {
	case msg, ok := <-p.Recv():
		if !ok {
			return "(closed)"
		}
		return string(msg)
	case <-time.After(patience):
		t.Fatal("no message")
		return ""
	}
}

func peer(t testing.TB, c *Client, seat int) *Peer {
	t.Helper()
	p, err := c.Peer(seat)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTwoMeetAndTalk(t *testing.T) {
	s, url := start(t, Config{})
	a := create(t, url, duel)
	if a.Seat() != 0 || a.Seats() != 2 || !a.IsHost() || a.Token() == "" || len(a.Code()) != codeLength {
		t.Fatalf("the creator has seat %d of %d, host %v, token %q, code %q", a.Seat(), a.Seats(), a.IsHost(), a.Token(), a.Code())
	}
	b := join(t, url, strings.ToLower(a.Code()), duel)
	if b.Seat() != 1 || b.IsHost() || b.Token() != "" || b.Code() != a.Code() {
		t.Errorf("the second has seat %d, host %v, token %q, code %q", b.Seat(), b.IsHost(), b.Token(), b.Code())
	}
	e := want(t, a, Joined, 1)
	if e.Match != b.Match() || e.Match != a.Match() || e.Match == (Match{}) {
		t.Errorf("matches: event %v, creator %v, second %v, want one", e.Match, a.Match(), b.Match())
	}
	if pa, pb := peer(t, a, 1), peer(t, b, 0); !pa.Offerer() || pb.Offerer() {
		t.Errorf("offerers: %v and %v, want the lower seat alone", pa.Offerer(), pb.Offerer())
	}
	for i := range 3 {
		msg := fmt.Sprint("message ", i, " \x00\xff")
		if err := errors.Join(a.Send(1, []byte(msg)), peer(t, b, 0).Send([]byte(msg))); err != nil {
			t.Fatal(err)
		}
		if x, y := received(t, peer(t, b, 0)), received(t, peer(t, a, 1)); x != msg || y != msg {
			t.Errorf("received %q and %q, want %q", x, y, msg)
		}
	}
	if got := s.Stats(); got.Rooms != 1 || got.Conns != 2 || got.Relayed != 6 {
		t.Errorf("stats %+v, want 1 room, 2 connections, 6 messages", got)
	}
}

// TestSeatIsHandedOver: a member leaves, the lowest free seat is the next one's,
// who is another peer even if the seat is the same.
func TestSeatIsHandedOver(t *testing.T) {
	_, url := start(t, Config{})
	a := create(t, url, Options{Game: "duel/1", Seats: 3})
	bot := join(t, url, a.Code(), duel)
	c := join(t, url, a.Code(), duel)
	want(t, a, Joined, 1)
	want(t, a, Joined, 2)
	old, before := peer(t, a, 1), a.Match()
	gone(t, bot)
	if !errors.Is(bot.Err(), ErrClosed) {
		t.Errorf("reason after Close: %v, want ErrClosed", bot.Err())
	}
	want(t, a, Left, 1)
	want(t, c, Left, 1)
	if got := received(t, old); got != "(closed)" {
		t.Errorf("from a peer that left: %q, want the end", got)
	}
	if _, err := a.Peer(1); !errors.Is(err, ErrGone) || !errors.Is(a.Send(1, []byte("x")), ErrGone) {
		t.Errorf("Peer of a free seat: %v, want ErrGone", err)
	}
	next := join(t, url, a.Code(), duel)
	if next.Seat() != 1 || len(next.Peers()) != 2 {
		t.Errorf("the next one has seat %d and %d peers, want 1 and 2", next.Seat(), len(next.Peers()))
	}
	want(t, a, Joined, 1)
	if a.Match() == before || a.Match() != next.Match() {
		t.Error("a new member does not make a new match for all")
	}
	if err := old.Send([]byte("for the one who left")); err != nil {
		t.Fatal(err)
	}
	if err := a.Send(1, []byte("for the new one")); err != nil {
		t.Fatal(err)
	}
	if got := received(t, peer(t, next, 0)); got != "for the new one" {
		t.Errorf("the new member received %q", got)
	}
}

func TestRematchAndHost(t *testing.T) {
	_, url := start(t, Config{})
	a := create(t, url, duel)
	b := join(t, url, a.Code(), duel)
	want(t, a, Joined, 1)
	first := a.Match()
	if err := b.Rematch(); !errors.Is(err, ErrNotHost) {
		t.Errorf("Rematch by a guest: %v, want ErrNotHost", err)
	}
	if err := a.Rematch(); err != nil {
		t.Fatal(err)
	}
	x, y := want(t, a, NewMatch, 0), want(t, b, NewMatch, 0)
	if x.Match != y.Match || x.Match == first {
		t.Errorf("rematch: %v and %v after %v, want one new match", x.Match, y.Match, first)
	}
	token := a.Token()
	gone(t, a)
	want(t, b, Left, 0)
	want(t, b, HostChanged, 0)
	if !b.IsHost() {
		t.Error("the one who stays is not host")
	}
	back := join(t, url, b.Code(), Options{Game: "duel/1", Token: token})
	want(t, b, Joined, 0)
	want(t, b, HostChanged, 0)
	if !back.IsHost() || b.IsHost() || back.Seat() != 0 {
		t.Errorf("after the creator's return: host %v and %v, seat %d", back.IsHost(), b.IsHost(), back.Seat())
	}
}

// TestCycles: a hundred rooms and two hundred members come and go, and so do
// their goroutines.
func TestCycles(t *testing.T) {
	s, url := start(t, Config{EmptyTTL: -1})
	before := runtime.NumGoroutine()
	for range 100 {
		a, err := Create(t.Context(), url, duel)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Join(t.Context(), url, a.Code(), duel)
		if err != nil {
			t.Fatal(err)
		}
		gone(t, a)
		gone(t, b)
	}
	s.sweep()
	until(t, "all has gone", func() bool {
		now := s.Stats()
		return now.Conns == 0 && now.Rooms == 0 && runtime.NumGoroutine() <= before
	})
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

func TestMatchText(t *testing.T) {
	for _, m := range []Match{{}, newMatch(), {ID: [16]byte{0xff}, Seed: 1<<64 - 1}} {
		text, err := m.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Match
		if err := back.UnmarshalText(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(m, back); diff != "" {
			t.Errorf("%q: a round trip changes the match:\n%s", text, diff)
		}
	}
	zero := strings.Repeat("0", 32)
	for _, bad := range []string{"", ":", zero, zero + ":", zero + ":000000000000000x", zero + ":+00000000000000f", strings.Repeat("x", 32) + ":" + strings.Repeat("0", 16)} {
		if err := new(Match).UnmarshalText([]byte(bad)); !errors.Is(err, ErrProtocol) {
			t.Errorf("%q: %v, want ErrProtocol", bad, err)
		}
	}
}
