package wire

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestFeedRoundTrip(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 6))
		s := Shape{Players: 1 + r.IntN(MaxSeats), InputBytes: r.IntN(20)}
		f := Feed{Life: r.Uint32(), Stamp: uint16(r.Uint32()), Head: r.Int64N(maxFrame), First: r.Int64N(maxFrame), Count: r.IntN(5),
			HasSum: r.IntN(2) == 0, Behind: r.IntN(2) == 0, Bye: uint8(r.IntN(12))}
		if f.HasSum {
			f.SumOf, f.Sum = r.Int64N(maxFrame), r.Uint32()
		}
		truth := make([][]byte, s.Players) // control byte last
		for p := range truth {
			truth[p] = make([]byte, s.InputBytes+1)
			for i := range truth[p] {
				truth[p][i] = byte(r.Uint32()) & 0x7f
			}
		}
		changed, absent := uint16(r.Uint32())&s.all(), uint16(r.Uint32())&s.all()
		var why [MaxSeats]uint8
		why[0] = 5
		b := AppendFeed(make([]byte, 0, MaxPacket), 99, &f)
		for range f.Count {
			before := len(b)
			b = AppendEntry(b, &s, changed, absent, &why, func(p int) []byte { return truth[p] })
			if len(b)-before > s.MaxEntry() {
				t.Fatalf("seed %d: an entry of %d bytes, bound %d", seed, len(b)-before, s.MaxEntry())
			}
		}
		var got Feed
		if err := DecodeFeed(b, 99, &got); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		rest := got.Entries
		got.Entries = nil
		if got.Life != f.Life || got.Stamp != f.Stamp || got.Head != f.Head || got.First != f.First || got.Count != f.Count ||
			got.HasSum != f.HasSum || f.HasSum && (got.SumOf != f.SumOf || got.Sum != f.Sum) || got.Bye != f.Bye || got.Behind != f.Behind {
			t.Fatalf("seed %d: got %+v, want %+v", seed, got, f)
		}
		for range f.Count {
			var seen uint16
			var ok bool
			rest, ok = NextEntry(rest, &s, func(p int, control byte, in []byte, reason uint8) {
				seen |= 1 << p
				switch {
				case absent>>p&1 == 1:
					if in != nil || reason != why[p] {
						t.Fatalf("seed %d: seat %d should be absent for reason %d: %x, %d", seed, p, why[p], in, reason)
					}
				case !bytes.Equal(append(bytes.Clone(in), control), truth[p]):
					t.Fatalf("seed %d: seat %d is %x %x, want %x", seed, p, in, control, truth[p])
				}
			})
			if !ok || seen != changed {
				t.Fatalf("seed %d: seats %b, want %b (ok %v)", seed, seen, changed, ok)
			}
		}
		if len(rest) != 0 {
			t.Fatalf("seed %d: %d bytes left", seed, len(rest))
		}
		if err := DecodeFeed(b, 98, &got); err != ErrForeign {
			t.Fatalf("another token: %v", err)
		}
	}
}

func TestFeedAckRoundTrip(t *testing.T) {
	a := FeedAck{Life: 1 << 31, Stamp: 7, Hold: 8, Next: 1 << 40, Bye: 3}
	b := AppendFeedAck(make([]byte, 0, MaxPacket), 5, &a)
	var got FeedAck
	if err := DecodeFeedAck(b, 5, &got); err != nil || got != a {
		t.Errorf("got %+v, %v, want %+v", got, err, a)
	}
	for cut := range b {
		if DecodeFeedAck(b[:cut], 5, &got) == nil {
			t.Errorf("cut to %d bytes it passes", cut)
		}
	}
	if err := DecodeFeedAck(append(b, 0), 5, &got); err == nil {
		t.Error("with a byte too many it passes")
	}
}

// FuzzFeed: any bytes from a host or a spectator are read without panic, and no
// more frames come out than bytes went in.
func FuzzFeed(f *testing.F) {
	f.Add(AppendFeed(nil, 0, &Feed{Life: 1, Head: 9, First: 3, Count: 1, HasSum: true}), uint8(2), uint8(2))
	f.Add(AppendFeedAck(nil, 0, &FeedAck{Life: 2, Next: 3}), uint8(1), uint8(0))
	f.Fuzz(func(t *testing.T, b []byte, players, size uint8) {
		s := Shape{Players: 1 + int(players)%MaxSeats, InputBytes: int(size) % (MaxInput + 1)}
		token := uint32(0)
		if len(b) > 7 {
			r := byteReader{b: b[3:]}
			token = uint32(r.uint(4))
		}
		var feed Feed
		if DecodeFeed(b, token, &feed) == nil {
			rest, ok, frames := feed.Entries, true, 0
			for ok && len(rest) > 0 && frames < feed.Count {
				rest, ok = NextEntry(rest, &s, func(p int, _ byte, in []byte, _ uint8) {
					if p >= s.Players || in != nil && len(in) != s.InputBytes {
						t.Fatalf("seat %d, %d bytes", p, len(in))
					}
				})
				frames++
			}
			if frames > len(b) {
				t.Fatalf("%d frames from %d bytes", frames, len(b))
			}
		}
		var ack FeedAck
		if len(b) > 6 {
			r := byteReader{b: b[2:]}
			token = uint32(r.uint(4))
		}
		if DecodeFeedAck(b, token, &ack) == nil {
			if out := AppendFeedAck(nil, token, &ack); !bytes.Equal(out, b) {
				t.Fatalf("%x became %x", b, out)
			}
		}
	})
}
