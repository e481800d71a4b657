package synctest

import (
	"fmt"
	"testing"

	"example.com/backstep/rollback"
)

type small struct{ A, B uint64 }

type tiny struct{ s small }

func (g *tiny) Save(dst *small) { *dst = g.s }
func (g *tiny) Load(src *small) { g.s = *src }
func (g *tiny) Advance(in []rollback.Input[uint16]) {
	for i := range in {
		g.s.A = (g.s.A ^ uint64(in[i].Value)) * 0x9E3779B97F4A7C15
	}
	g.s.B += g.s.A >> 7
}
func (g *tiny) Checksum(s *small) uint64 { return (s.A ^ s.B) * 0xD6E8FEB86659FD93 }

type block[A any] struct {
	Tick  uint64
	Words A
}

func plainBlock[A any]() rollback.Game[block[A], uint16] {
	return rollback.Plain(&block[A]{}, func(s *block[A], in []rollback.Input[uint16]) {
		s.Tick = s.Tick*31 + uint64(in[0].Value)
	})
}

func BenchmarkStep(b *testing.B) {
	for _, d := range []int{1, 7} {
		benchStep(b, "hand16B", &tiny{}, d)
		benchStep(b, "plain16B", rollback.Plain(&small{}, func(s *small, in []rollback.Input[uint16]) {
			s.A = s.A*31 + uint64(in[0].Value)
			s.B += s.A >> 7
		}), d)
		benchStep(b, "plain4K", plainBlock[[511]uint64](), d)
		benchStep(b, "plain64K", plainBlock[[8191]uint64](), d)
	}
}

func benchStep[S any](b *testing.B, name string, game rollback.Game[S, uint16], distance int) {
	b.Run(fmt.Sprint(name, "/depth", distance), func(b *testing.B) {
		st, err := New(game, Config[uint16]{CheckDistance: distance})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if err := st.Step(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

//go:noinline
func newTiny() rollback.Game[small, uint16] { return &tiny{} }

// BenchmarkBare is what no SyncTest can do without: the calls of a rewind by
// 7 and the comparison, with no input drawn and nothing else checked.
func BenchmarkBare(b *testing.B) {
	game := newTiny()
	var slots [8]small
	var sums [8]uint64
	in := make([]rollback.Input[uint16], 2)
	game.Save(&slots[0])
	sums[0] = game.Checksum(&slots[0])
	f := 0
	for b.Loop() {
		game.Load(&slots[max(0, f-7)%8])
		for k := max(0, f-7); k < f; k++ {
			game.Advance(in)
			s := &slots[(k+1)%8]
			game.Save(s)
			if game.Checksum(s) != sums[(k+1)%8] {
				b.Fatal("differs")
			}
		}
		game.Advance(in)
		f++
		game.Save(&slots[f%8])
		sums[f%8] = game.Checksum(&slots[f%8])
	}
}
