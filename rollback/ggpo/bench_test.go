package ggpo_test

import (
	"testing"
	"time"

	"example.com/backstep/transport/memnet"
)

// BenchmarkFrame is one frame of two peers: the whole loop of both, the network
// in memory and the sample game included.
func BenchmarkFrame(b *testing.B) {
	for _, c := range []struct {
		name string
		hold int // frames between two changes of an input
	}{{"idle", 1 << 30}, {"rollbacks", 5}} {
		b.Run(c.name, func(b *testing.B) {
			tb := newTable(b, 2, memnet.Policy{Delay: 50 * time.Millisecond})
			for _, g := range tb.games {
				g.pad = func(frame, _ int) uint32 { return uint32(frame / c.hold) }
			}
			tb.frames(60)
			b.ReportAllocs()
			for b.Loop() {
				tb.tick()
			}
		})
	}
}
