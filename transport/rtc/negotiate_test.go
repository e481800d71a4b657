//go:build !js

package rtc_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/backstep/transport"
	"example.com/backstep/transport/rtc"
)

// kindOf reads a handshake message as the other end would.
func kindOf(t *testing.T, msg []byte) string {
	t.Helper()
	var m struct{ Kind, ID string }
	if err := json.Unmarshal(msg, &m); err != nil || m.ID == "" {
		t.Fatalf("handshake message %q: %v", msg, err)
	}
	return m.Kind
}

// sent returns the next handshake message of one end.
func sent(t *testing.T, w <-chan []byte) []byte {
	t.Helper()
	select {
	case msg := <-w:
		if len(msg) > rtc.MaxSignal {
			t.Fatalf("a handshake message of %d bytes, want at most %d", len(msg), rtc.MaxSignal)
		}
		return msg
	case <-time.After(patience):
		t.Fatal("no handshake message")
		return nil
	}
}

// relay passes messages from one wire to another until stop is closed, those of
// the kind late only when n others have passed.
func relay(t *testing.T, from <-chan []byte, to chan<- []byte, late string, n int, stop <-chan struct{}) {
	var held [][]byte
	for passed := 0; ; {
		select {
		case msg := <-from:
			if kindOf(t, msg) == late && passed < n {
				held = append(held, msg)
				continue
			}
			to <- msg
			if passed++; passed == n {
				for _, h := range held {
					to <- h
				}
			}
		case <-stop:
			return
		}
	}
}

// TestCandidatesBeforeDescriptions delivers every offer and answer after the
// first candidate of its side.
func TestCandidatesBeforeDescriptions(t *testing.T) {
	n := newNetwork(t, 1)
	sigA, farA := newWires()
	sigB, farB := newWires()
	stop := make(chan struct{})
	defer close(stop)
	go relay(t, farA.in, farB.out, "offer", 1, stop)
	go relay(t, farB.in, farA.out, "answer", 1, stop)
	a, b := n.open(t, rtc.Config{}, 0, sigA), n.open(t, rtc.Config{}, 1, sigB)
	wait(t, a)
	wait(t, b)
}

// TestNewerOfferWins gives an answerer the offer of a peer that has gone, and
// then that of the one who came after it.
func TestNewerOfferWins(t *testing.T) {
	n := newNetwork(t, 1)
	sigOld, farOld := newWires()
	old := n.open(t, rtc.Config{}, 0, sigOld)
	sigA, sigB := newWires()
	for range 2 { // the offer and a candidate
		sigA.out <- sent(t, farOld.in)
	}
	old.Close()
	b := n.open(t, rtc.Config{}, 1, sigB)
	if kind := kindOf(t, sent(t, sigA.in)); kind != "answer" && kind != "candidate" {
		t.Fatalf("the answerer sends %q to a stale offer", kind)
	}
	a := n.open(t, rtc.Config{}, 0, sigA)
	wait(t, a)
	wait(t, b)
}

// TestOfferedAnew loses the first answer.
func TestOfferedAnew(t *testing.T) {
	n := newNetwork(t, 1)
	sigA, farA := newWires()
	sigB, farB := newWires()
	stop := make(chan struct{})
	defer close(stop)
	go relay(t, farA.in, farB.out, "", 0, stop)
	cfg := rtc.Config{OpenTimeout: 3 * time.Second}
	a, b := n.open(t, cfg, 0, sigA), n.open(t, rtc.Config{}, 1, sigB)
	for kindOf(t, sent(t, farB.in)) != "answer" {
	}
	go relay(t, farB.in, farA.out, "", 0, stop)
	wait(t, a)
	wait(t, b)
}

// TestRolesDecide has two ends that both offer: neither takes the other's offer,
// and both say so by a count and a timeout rather than a strange connection.
func TestRolesDecide(t *testing.T) {
	n := newNetwork(t, 1)
	sigA, sigB := newWires()
	cfg := rtc.Config{OpenTimeout: 300 * time.Millisecond}
	links := []*rtc.Link{n.open(t, cfg, 0, sigA)}
	cfg.Offerer, cfg.Mux, cfg.Loopback = true, n.muxes[1], true
	b, err := rtc.Open(cfg, sigB)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range append(links, b) {
		gone(t, l)
		if !errors.Is(l.Err(), rtc.ErrTimeout) || l.Stats().Errors == 0 {
			t.Errorf("two offerers: %v, stats %+v, want ErrTimeout and errors counted", l.Err(), l.Stats())
		}
	}
}

// TestNonsenseIsCounted feeds a link what a peer should not send, then lets it
// connect all the same.
func TestNonsenseIsCounted(t *testing.T) {
	n := newNetwork(t, 1)
	sigA, sigB := newWires()
	nonsense := []string{
		"", "{}", "null", "[]", "\xff", `{"kind":"offer"}`, `{"kind":"offer","id":"x"}`,
		`{"kind":"answer","id":"x","sdp":"v=0"}`, `{"kind":"candidate","id":"x"}`,
		`{"kind":"other","id":"x","sdp":"v=0"}`,
		`{"kind":"candidate","id":"x","candidate":{"candidate":"` + strings.Repeat("a", 600) + `"}}`,
		`{"kind":"offer","id":"` + strings.Repeat("a", 100) + `","sdp":"v=0"}`,
		`{"kind":"offer","id":"x","sdp":"` + strings.Repeat("a", rtc.MaxSignal) + `"}`,
	}
	for _, msg := range nonsense {
		sigA.out <- []byte(msg)
	}
	b := n.open(t, rtc.Config{}, 1, sigB)
	a := n.open(t, rtc.Config{}, 0, sigA)
	wait(t, a)
	wait(t, b)
	if got := b.Stats().Errors; got != uint64(len(nonsense)) {
		t.Errorf("%d errors counted, want one for each of %d messages", got, len(nonsense))
	}
}

// TestBadOfferEndsTheLink: an offer of the right shape that WebRTC refuses.
func TestBadOfferEndsTheLink(t *testing.T) {
	sigA, sigB := newWires()
	b := newNetwork(t, 1).open(t, rtc.Config{}, 1, sigB)
	sigA.out <- []byte(`{"kind":"offer","id":"x","sdp":"not a description"}`)
	gone(t, b)
	if !errors.Is(b.Err(), rtc.ErrNegotiation) || b.State() != transport.Closed {
		t.Errorf("after a bad offer: %v, %v, want closed by ErrNegotiation", b.State(), b.Err())
	}
}

// TestSignalEndsAfterOpen: a link lives on when its signalling is gone.
func TestSignalEndsAfterOpen(t *testing.T) {
	n := newNetwork(t, 1)
	sigA, sigB := newWires()
	a, b := n.open(t, rtc.Config{}, 0, sigA), n.open(t, rtc.Config{}, 1, sigB)
	wait(t, a)
	wait(t, b)
	close(sigA.out)
	exchange(t, a, b, func(marks []byte) bool { return len(marks) >= 5 })
	if a.State() != transport.Connected || b.State() != transport.Connected {
		t.Errorf("states %v and %v without signalling, want connected", a.State(), b.State())
	}
}
