package wire

import (
	"bytes"
	"strings"
	"testing"
)

func sample() Hello {
	return Hello{Version: Version, Token: 1, Echo: 2, Locked: true, Ready: true, MatchID: [16]byte{1, 2, 15: 3}, Game: "duel",
		Build: 4, State: 5, Players: 3, Seats: 6, To: 1, InputBytes: 7, Rate: 60, Seed: 8, Blob: []byte("blob")}
}

func TestHelloRoundTrip(t *testing.T) {
	h := sample()
	for _, locked := range []bool{false, true} {
		h.Locked = locked
		b := AppendHello(make([]byte, 0, MaxPacket), &h)
		if padded := len(b) == MaxPacket; padded == locked {
			t.Errorf("locked %v: %d bytes", locked, len(b))
		}
		got, err := DecodeHello(b)
		if err != nil || got.String() != h.String() || got.MatchID != h.MatchID || got.To != h.To || got.Build != h.Build ||
			got.State != h.State || got.Seed != h.Seed || !bytes.Equal(got.Blob, h.Blob) {
			t.Errorf("locked %v: got %+v, %v\nwant %+v", locked, got, err, h)
		}
	}
}

func TestLongestHelloFits(t *testing.T) {
	h := sample()
	h.Game, h.Blob = strings.Repeat("g", MaxName), bytes.Repeat([]byte{1}, MaxBlob)
	if b := AppendHello(make([]byte, 0, MaxPacket), &h); len(b) > MaxPacket {
		t.Errorf("%d bytes", len(b))
	}
}

// An answer is never longer than its question: a hello that does not know the
// other side yet counts only in full length.
func TestUnpaddedFirstHelloIsRefused(t *testing.T) {
	h := sample()
	h.Locked = false
	b := AppendHello(make([]byte, 0, MaxPacket), &h)
	for cut := range b {
		if _, err := DecodeHello(b[:cut]); err == nil {
			t.Fatalf("%d bytes pass", cut)
		}
	}
}

func TestHelloOfAnotherVersion(t *testing.T) {
	h := sample()
	b := AppendHello(make([]byte, 0, MaxPacket), &h)
	b[1] = Version + 1
	got, err := DecodeHello(b[:11])
	if err != nil || got.Version != Version+1 || got.Token != h.Token || got.Echo != h.Echo {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestRefusalRoundTrip(t *testing.T) {
	long := strings.Repeat("x", 300)
	f := Refusal{Token: 9, Field: FieldGame, Ours: "ours", Theirs: long}
	b := AppendRefusal(make([]byte, 0, MaxPacket), &f)
	got, err := DecodeRefusal(b)
	if f.Theirs = long[:MaxName]; err != nil || got != f {
		t.Errorf("got %+v, %v, want %+v", got, err, f)
	}
	for cut := range b {
		if _, err := DecodeRefusal(b[:cut]); err == nil {
			t.Errorf("cut to %d bytes it passes", cut)
		}
	}
}

func TestFieldNames(t *testing.T) {
	for f := range fieldCount + 2 {
		if f.String() == "" {
			t.Errorf("field %d has no name", f)
		}
	}
}
