package signal

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzDecodeRequest(f *testing.F) {
	for _, r := range []request{
		{Type: askCreate, Version: 1, Game: "duel/1", Seats: 2},
		{Type: askJoin, Version: 1, Game: "duel/1", Code: "BCDFG", Token: "00ff"},
		{Type: askSend, To: 1, Data: []byte("offer")},
		{Type: askRematch},
		{Type: askLeave},
	} {
		f.Add(encode(r))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeRequest(b)
		if err != nil {
			if !errors.Is(err, ErrProtocol) && !errors.Is(err, ErrTooLarge) {
				t.Fatalf("%q: %v, want ErrProtocol or ErrTooLarge", b, err)
			}
			return
		}
		if len(r.Data) > MaxData || len(r.Game) > maxGame || len(r.Code) > maxCode || len(r.Token) > maxToken {
			t.Fatalf("decoded beyond the bounds: %+v", r)
		}
		back, err := decodeRequest(encode(r))
		if err != nil {
			t.Fatalf("%q decodes, but %q does not: %v", b, encode(r), err)
		}
		if diff := cmp.Diff(r.normal(), back.normal()); diff != "" {
			t.Errorf("a round trip changes the request (-first +second):\n%s", diff)
		}
	})
}

// normal makes an absent and an empty message the same.
func (r request) normal() request {
	if len(r.Data) == 0 {
		r.Data = nil
	}
	return r
}

func FuzzDecodeNotice(f *testing.F) {
	m := Match{ID: [16]byte{1}, Seed: 2}
	for _, n := range []notice{
		{Type: sayWelcome, Code: "BCDFG", Token: "00ff", Seats: 2, ID: 1, Host: 1, Members: []member{{0, 1}}, Match: &m},
		{Type: sayJoined, Seat: 1, ID: 2, Match: &m},
		{Type: sayLeft, Seat: 1, ID: 2},
		{Type: sayMatch, Match: &m},
		{Type: sayHost, ID: 2},
		{Type: sayKnock},
		{Type: sayData, ID: 2, Data: []byte("answer")},
		{Type: sayBye, Reason: reasonFull, Text: "2"},
	} {
		f.Add(encode(n))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := decodeNotice(b)
		if err != nil {
			if !errors.Is(err, ErrProtocol) && !errors.Is(err, ErrTooLarge) {
				t.Fatalf("%q: %v, want ErrProtocol or ErrTooLarge", b, err)
			}
			return
		}
		if n.Seat < 0 || n.Seat >= MaxSeats || len(n.Members) > MaxSeats || len(n.Text) > maxText {
			t.Fatalf("decoded beyond the bounds: %+v", n)
		}
		playNotice(t, &n)
	})
}

// playNotice gives a client whatever the server might say, thrice.
func playNotice(t *testing.T, n *notice) {
	c := &Client{events: make(chan Event, 4), seats: MaxSeats, id: 1}
	for range 3 {
		if err := c.take(n); err != nil {
			t.Fatalf("%+v: %v", n, err)
		}
	}
	c.finish(ErrLost)
}
