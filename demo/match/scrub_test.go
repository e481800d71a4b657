package match_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// More than a minute is played while somebody scrubs at one side: every state shown
// is the recorded one, of the last 60 seconds, in bounded memory; and the match is
// the one that is played without.
func TestScrub(t *testing.T) {
	plan, err := savestate.PlanOf[duel.World]()
	if err != nil {
		t.Fatal(err)
	}
	b := newBout(t, 2, func(s *match.Setup) { s.Scrub = s.Seat == 0 })
	var s match.Scrub
	if s.Toggle(b.peers[0].Tape); s.Open() {
		t.Error("open before there is a frame")
	}
	r, shown := rand.New(rand.NewPCG(1, 2)), 0
	for range 75 * 10 {
		b.run(time.Second / 10)
		switch p := b.peers[0]; r.IntN(6) {
		case 0:
			s.Toggle(p.Tape)
		case 1:
			s.Seek(r.Float64()*1.2 - 0.1)
		default:
			s.Move(r.IntN(400) - 200)
		}
		if !s.Open() {
			continue
		}
		oldest, newest := s.Span()
		if s.At() < oldest || s.At() > newest || newest < b.peers[0].Record.Frame()-1 || newest-oldest >= match.TapeFrames {
			t.Fatalf("at %d of %d to %d, %d frames recorded", s.At(), oldest, newest, b.peers[0].Record.Frame())
		}
		if want, ok := b.peers[0].Record.Sum(s.At()); ok {
			shown++
			if got := plan.Hash(&s.World); got != want {
				t.Fatalf("frame %d is shown as %x, was %x", s.At(), got, want)
			}
		}
	}
	oldest, newest := b.peers[0].Tape.Span()
	if n := newest - oldest; n < match.TapeFrames-120 || shown < 100 {
		t.Errorf("%d frames are kept, %d were compared; want a minute, and many", n, shown)
	}
	if m := b.peers[0].Tape.Memory(); m < 10_000 || m > 4<<20+match.TapeFrames*32 {
		t.Errorf("%d bytes are used", m)
	}
	t.Logf("%d frames in %d bytes, %.0f each", newest-oldest+1, b.peers[0].Tape.Memory(), float64(b.peers[0].Tape.Memory())/float64(newest-oldest+1))
	b.sameTapes(newest-match.KeptSums/2, match.KeptSums/4)
	if b.peers[1].Tape.Memory() != 0 {
		t.Error("who does not scrub keeps states")
	}
}

// A closed view shows nothing and takes no order.
func TestScrubClosed(t *testing.T) {
	b := newBout(t, 2, func(s *match.Setup) { s.Scrub = true })
	b.run(3 * time.Second)
	var s match.Scrub
	s.Move(-5)
	s.Seek(0.5)
	if oldest, newest := s.Span(); s.Open() || s.At() != 0 || oldest != rollback.NoFrame || newest != rollback.NoFrame || s.Memory() != 0 {
		t.Errorf("at %d of %d to %d, open %v", s.At(), oldest, newest, s.Open())
	}
	s.Toggle(b.peers[0].Tape)
	if _, newest := s.Span(); !s.Open() || s.At() != newest {
		t.Errorf("opened at %d of %d", s.At(), newest)
	}
	s.Toggle(b.peers[0].Tape)
	if s.Open() {
		t.Error("open after the second time")
	}
}

// Where the view stands when it is moved.
func ExampleScrub() {
	var s match.Scrub
	s.Move(-60)
	fmt.Println(s.Open())
	// Output: false
}
