package synctest

import (
	"fmt"
	"testing"

	"example.com/backstep/rollback"
)

type small struct{ A, B uint64 }

type mixer struct{ s small }

func (m *mixer) Save(dst *small) { *dst = m.s }
func (m *mixer) Load(src *small) { m.s = *src }
func (m *mixer) Advance(in []rollback.Input[uint16]) {
	for i := range in {
		m.s.A = (m.s.A ^ uint64(in[i].Value)) * 0x9E3779B97F4A7C15
	}
	m.s.B += m.s.A >> 7
}
func (m *mixer) Checksum(s *small) uint64 { return (s.A ^ s.B) * 0xD6E8FEB86659FD93 }

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
		benchStep(b, "hand16B", &mixer{}, d)
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
