package match_test

import (
	"testing"
	"time"

	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// restart puts a new process into a seat of two, over a network of its own.
func (b *bout) restart(seat int) {
	b.t.Helper()
	id := b.peers[seat].Host.Session().MatchID()
	b.net = memnet.New(5, 2)
	p, err := match.NewPeer(match.Setup{Players: 2, Seat: seat, ID: id, Return: true, Scrub: true, Links: []transport.Link{b.net.Link(seat, 1-seat)},
		Options: live.Options{Now: func() time.Duration { return b.now }}})
	if err != nil {
		b.t.Fatal(err)
	}
	if err := b.peers[1-seat].Relink(seat, b.net.Link(1-seat, seat)); err != nil {
		b.t.Fatal(err)
	}
	b.peers[seat] = p
}

// sameTapes compares the checksums of what both peers have really had, and of what
// each has recorded from the inputs alone.
func (b *bout) sameTapes(from rollback.Frame, least int) {
	b.t.Helper()
	compared := 0
	for f := from; f <= b.peers[0].Record.Frame(); f++ {
		want, ok := b.peers[0].Tape.Sum(f)
		for seat, p := range b.peers {
			got, has := p.Tape.Sum(f)
			if ok && has && got != want {
				b.t.Fatalf("frame %d: seat %d has had %x, seat 0 %x", f, seat, got, want)
			}
			recorded, has := p.Record.Sum(f)
			if ok && has && recorded != want {
				b.t.Fatalf("frame %d: seat %d has recorded %x, seat 0 has had %x", f, seat, recorded, want)
			}
			if ok && has && seat > 0 {
				compared++
			}
		}
	}
	if compared < least {
		b.t.Errorf("%d checksums compared from frame %d on, want %d at least", compared, from, least)
	}
}

// Who left comes back into the bout that has stood since, in the frames that the
// other one ran alone: its status, its record and its tape go on.
func TestReturn(t *testing.T) {
	for _, goodbye := range []bool{false, true} {
		b := newBout(t, 2, func(s *match.Setup) { s.Wait = time.Minute })
		b.run(5 * time.Second)
		b.sameTapes(1, 250)
		if goodbye {
			b.peers[1].Host.Leave(rollback.ReasonLeft)
			b.run(time.Second)
			if p := b.peers[0]; p.Status() != match.Left || p.Over() {
				t.Errorf("%v, over %v; want the other one to wait for who has left", p.Status(), p.Over())
			}
		}
		b.run(6*time.Second, 1)
		before, still := b.peers[0].Record.Frame(), b.peers[0].Record.World
		if !still.Awaits(1) || still.Phase != duel.Fight || b.peers[0].World.Clock != still.Clock {
			t.Fatalf("goodbye %v: phase %d, clock %d, want a fight that waits", goodbye, still.Phase, still.Clock)
		}
		b.restart(1)
		seen := map[match.Status]bool{}
		for range 3 * 120 {
			b.run(time.Second / 120)
			seen[b.peers[1].Status()] = true
			for seat, p := range b.peers {
				if w := &p.Record.World; w.Standing() && w.Frame > still.Frame && (w.Clock != still.Clock || w.Fighters[0].Health != still.Fighters[0].Health) {
					t.Fatalf("seat %d: clock %d, health %d while it waits; stood at %d and %d", seat, w.Clock, w.Fighters[0].Health, still.Clock, still.Fighters[0].Health)
				}
			}
		}
		for seat, p := range b.peers {
			w := &p.Record.World
			moved := int32(p.Record.Frame()-p.Returned) - (duel.ResumeFrames - 1)
			if w.Phase != duel.Fight || w.Round != still.Round || w.Verdict != duel.Undecided || w.Clock != still.Clock-moved {
				t.Errorf("goodbye %v, seat %d: round %d, phase %d, clock %d; want round %d to go on for %d frames from %d", goodbye, seat,
					w.Round, w.Phase, w.Clock, still.Round, moved, still.Clock)
			}
		}
		for seat, p := range b.peers {
			if p.Status() != match.Playing || p.Record.Frame() < before+120 || !p.Host.Session().Present(1) {
				t.Errorf("goodbye %v, seat %d: %v (%v) at frame %d, want it to play on from %d", goodbye, seat, p.Status(), p.Why(), p.Record.Frame(), before)
			}
		}
		if !seen[match.Returning] {
			t.Errorf("goodbye %v: never seen %v, but %v", goodbye, match.Returning, seen)
		}
		b.sameTapes(before+90, 60)
		if _, ok := b.peers[1].Record.Sum(before - 10); ok {
			t.Error("a checksum of a frame that was never seen")
		}
	}
}

func TestNobodyReturns(t *testing.T) {
	b := newBout(t, 2, func(s *match.Setup) { s.Wait = 3 * time.Second })
	b.run(2 * time.Second)
	b.peers[1].Host.Leave(rollback.ReasonLeft)
	b.run(2 * time.Second)
	if p := b.peers[0]; p.Over() {
		t.Error("over before who left has had the time to come back")
	}
	b.run(2 * time.Second)
	if p := b.peers[0]; !p.Over() || p.Status() != match.Left {
		t.Errorf("%v, over %v; want it over", p.Status(), p.Over())
	}
}
