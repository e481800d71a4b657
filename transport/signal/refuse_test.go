//go:build !js

package signal

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestRefusals: what a program is refused with, and what it is told to do.
func TestRefusals(t *testing.T) {
	_, url := start(t, Config{MaxRooms: 1})
	a := create(t, url, duel)
	join(t, url, a.Code(), duel)
	for _, c := range []struct {
		name  string
		enter func() (*Client, error)
		want  error
		says  string
	}{
		{"wrong code", func() (*Client, error) { return Join(t.Context(), url, "ABCD", duel) },
			ErrNoRoom, `signal: no room "ABCD": check the code or create a room`},
		{"no code", func() (*Client, error) { return Join(t.Context(), url, "", duel) },
			ErrNoRoom, `no room ""`},
		{"code of a book's length", func() (*Client, error) { return Join(t.Context(), url, strings.Repeat("A", 1000), duel) },
			ErrProtocol, "1000 bytes"},
		{"full room", func() (*Client, error) { return Join(t.Context(), url, a.Code(), duel) },
			ErrFull, "wait until one of its 2 seats becomes free"},
		{"other game", func() (*Client, error) { return Join(t.Context(), url, a.Code(), Options{Game: "duel/2"}) },
			ErrVersion, `plays "duel/1", this program "duel/2"`},
		{"wrong token", func() (*Client, error) {
			return Join(t.Context(), url, a.Code(), Options{Game: "duel/1", Token: "guess"})
		}, ErrToken, "join without one"},
		{"too many rooms", func() (*Client, error) { return Create(t.Context(), url, duel) },
			ErrBusy, "try again later"},
		{"foreign page", func() (*Client, error) {
			return Join(t.Context(), url, a.Code(), Options{Game: "duel/1", Origin: "https://evil.example"})
		}, ErrOrigin, `refuses the origin "https://evil.example"`},
		{"nobody there", func() (*Client, error) { return Join(t.Context(), "ws://127.0.0.1:1/", a.Code(), duel) },
			ErrUnreachable, "no connection to ws://127.0.0.1:1/"},
	} {
		client, err := c.enter()
		if client != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v saying %q", c.name, err, c.want, c.says)
		}
	}
	want(t, a, Joined, 1)
	want(t, a, Knock, 0) // the full room
}

func TestOptionsAreChecked(t *testing.T) {
	for says, opts := range map[string]Options{
		"Options.Seats is 9":  {Seats: 9},
		"Options.Seats is 1":  {Seats: 1},
		"Options.Seats is -2": {Seats: -2},
		"Options.Game":        {Game: strings.Repeat("g", maxGame+1)},
	} {
		if _, err := Create(t.Context(), "ws://127.0.0.1:1/", opts); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want an error with %q", opts, err, says)
		}
	}
	for says, cfg := range map[string]Config{
		"MaxRooms -1":              {MaxRooms: -1},
		`Config.Origins[0] is "["`: {Origins: []string{"["}},
	} {
		if _, err := NewServer(cfg); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want an error with %q", cfg, err, says)
		}
	}
}

func TestAllowedOrigin(t *testing.T) {
	_, url := start(t, Config{Origins: []string{"*.game.example"}})
	create(t, url, Options{Origin: "https://www.game.example"})
}

func TestTooManyConnections(t *testing.T) {
	s, url := start(t, Config{MaxConns: 1})
	a := create(t, url, duel)
	if _, err := Join(t.Context(), url, a.Code(), duel); !errors.Is(err, ErrBusy) {
		t.Errorf("one connection too many: %v, want ErrBusy", err)
	}
	gone(t, a)
	until(t, "the connection is counted out", func() bool { return s.Stats().Conns == 0 })
	join(t, url, a.Code(), duel)
}

// raw speaks to the server without a Client.
func raw(t *testing.T, url string) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.CloseNow() })
	return ws
}

// answer returns the next notice to a raw client.
func answer(t *testing.T, ws *websocket.Conn) notice {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, b, err := ws.Read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	n, err := decodeNotice(b)
	if err != nil {
		t.Fatalf("the server says %q: %v", b, err)
	}
	return n
}

func say(t *testing.T, ws *websocket.Conn, text string) {
	t.Helper()
	if err := ws.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// TestNonsense: a client that does not keep to the protocol hears why it is sent
// away.
func TestNonsense(t *testing.T) {
	_, url := start(t, Config{})
	for says, reason := range map[string]string{
		``:                                     reasonProtocol,
		`null`:                                 reasonProtocol,
		`[1,2]`:                                reasonProtocol,
		"\xff\xfe":                             reasonProtocol,
		`{"type":"rob"}`:                       reasonProtocol,
		`{"type":"send","to":1,"data":"AA=="}`: reasonProtocol, // before a room
		`{"type":"rematch"}`:                   reasonProtocol,
		`{"type":"create","version":1,"seats":9}`:                                      reasonProtocol,
		`{"type":"create","version":2,"seats":2}`:                                      reasonVersion,
		`{"type":"join","version":1}`:                                                  reasonProtocol,
		`{"type":"join","version":1,"code":"` + strings.Repeat("A", 20) + `"}`:         reasonProtocol,
		`{"type":"join","version":1,"code":"` + strings.Repeat("A", maxMessage) + `"}`: reasonTooLarge,
	} {
		ws := raw(t, url)
		ws.Write(t.Context(), websocket.MessageBinary, []byte(says))
		if got := answer(t, ws); got.Type != sayBye || got.Reason != reason {
			t.Errorf("%.40q: the server says %+v, want a bye of reason %q", says, got, reason)
		}
	}
}

// TestFarTooLarge: beyond twice the limit the connection just ends.
func TestFarTooLarge(t *testing.T) {
	_, url := start(t, Config{})
	ws := raw(t, url)
	_ = ws.Write(t.Context(), websocket.MessageText, make([]byte, 1<<20)) // may break off
	if _, b, err := ws.Read(t.Context()); err == nil {
		t.Errorf("after a megabyte the server says %q, want the end", b)
	}
}

func TestMessageSizes(t *testing.T) {
	_, url := start(t, Config{})
	a := create(t, url, duel)
	b := join(t, url, a.Code(), duel)
	want(t, a, Joined, 1)
	for n, ok := range map[int]bool{0: false, 1: true, MaxData: true, MaxData + 1: false} {
		err := a.Send(1, make([]byte, n))
		if ok != (err == nil) || !ok && !errors.Is(err, ErrTooLarge) {
			t.Errorf("Send of %d bytes: %v, want ok %v", n, err, ok)
		}
		if ok && len(received(t, peer(t, b, 0))) != n {
			t.Errorf("a message of %d bytes did not arrive whole", n)
		}
	}
}

// TestRate: with the clock standing still, only the burst passes.
func TestRate(t *testing.T) {
	c := &clock{now: time.Unix(0, 0)}
	_, url := start(t, Config{Rate: 5, Now: c.Now})
	a := create(t, url, duel)
	b := join(t, url, a.Code(), duel)
	want(t, a, Joined, 1)
	const burst = 5 * burstSeconds
	for range burst {
		if err := a.Send(1, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	ended(t, a)
	if err := a.Err(); !errors.Is(err, ErrRate) || !strings.Contains(err.Error(), "more than 5 messages a second") {
		t.Errorf("reason: %v, want ErrRate and the limit", err)
	}
	want(t, b, Left, 0)
}

func TestBucket(t *testing.T) {
	var b bucket
	now := time.Unix(0, 0)
	take := func() (n int) {
		for b.take(now, 10) {
			n++
		}
		return n
	}
	if n := take(); n != 40 {
		t.Errorf("%d tokens at first, want 40", n)
	}
	now = now.Add(500 * time.Millisecond)
	if n := take(); n != 5 {
		t.Errorf("%d tokens after half a second at 10 a second, want 5", n)
	}
	now = now.Add(time.Hour)
	if n := take(); n != 40 {
		t.Errorf("%d tokens after an hour, want 40", n)
	}
	now = now.Add(-time.Hour)
	if n := take(); n != 0 {
		t.Errorf("%d tokens when the clock goes back, want 0", n)
	}
}
