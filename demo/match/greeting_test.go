package match_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
)

// path carries messages to whoever holds it.
type path chan []byte

func (p path) Send(msg []byte) error { p <- msg; return nil }
func (p path) Recv() <-chan []byte   { return p }

func TestGreeting(t *testing.T) {
	for _, want := range []match.Greeting{{}, {OnDesync: rollback.ResyncOnDesync}, {Match: [16]byte{1, 15: 255}, OnDesync: rollback.HaltOnDesync}} {
		p := make(path, 1)
		if err := want.Send(p); err != nil {
			t.Fatal(err)
		}
		if got, err := match.HearGreeting(t.Context(), p); got != want || err != nil {
			t.Errorf("%+v arrives as %+v, %v", want, got, err)
		}
	}
}

func TestBadGreetings(t *testing.T) {
	for _, text := range []string{"", "{", `{"kind":"offer"}`, `{"match":"12","policy":"halt"}`, `{"match":"` + strings.Repeat("g", 32) + `","policy":"halt"}`,
		`{"policy":"mend"}`, `{"policy":"halt"}` + strings.Repeat(" ", 300)} {
		p := make(path, 1)
		p <- []byte(text)
		if g, err := match.HearGreeting(t.Context(), p); !errors.Is(err, match.ErrGreeting) {
			t.Errorf("%.40q is heard as %+v, %v", text, g, err)
		}
	}
	gone := make(path)
	close(gone)
	if _, err := match.HearGreeting(t.Context(), gone); !errors.Is(err, match.ErrGreeting) {
		t.Errorf("of one who has left: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := match.HearGreeting(ctx, make(path)); !errors.Is(err, match.ErrGreeting) || !errors.Is(err, context.Canceled) {
		t.Errorf("of one who is silent: %v", err)
	}
}
