package main

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
	"example.com/backstep/synctest"
)

// States of the sizes that are measured. One word changes every frame.
type (
	state16  struct{ Words [2]uint64 }
	state4K  struct{ Words [512]uint64 }
	state64K struct{ Words [8192]uint64 }
	state1M  struct{ Words [131072]uint64 }
)

// stateful is a state of some size with a place for the simulation's word.
type stateful[S any] interface {
	*S
	word() *uint64
}

func (s *state16) word() *uint64  { return &s.Words[0] }
func (s *state4K) word() *uint64  { return &s.Words[0] }
func (s *state64K) word() *uint64 { return &s.Words[0] }
func (s *state1M) word() *uint64  { return &s.Words[0] }

func syncTests() group {
	g := group{name: "SyncTest", title: "A frame of SyncTest"}
	for _, depth := range []int{1, 7} {
		g.benches = append(g.benches,
			syncTest(depth, "16B,own", func() rollback.Game[world, uint16] { return new(ownGame) }),
			syncTest(depth, "16B", plainGame[state16]),
			syncTest(depth, "4KiB", plainGame[state4K]),
			syncTest(depth, "64KiB", plainGame[state64K]))
	}
	return g
}

// plainGame has its saves and checksums from the plan of S.
func plainGame[S any, P stateful[S]]() rollback.Game[S, uint16] {
	return rollback.Plain(new(S), func(s *S, in []rollback.Input[uint16]) {
		w := P(s).word()
		for _, i := range in {
			*w = (*w ^ uint64(i.Value)) * 0x100000001b3
		}
		*w++
	})
}

// ownGame writes its four methods itself, with a checksum of one step: what the
// harness costs.
type ownGame struct{ world }

func (g *ownGame) Save(dst *world)                     { *dst = g.world }
func (g *ownGame) Load(src *world)                     { g.world = *src }
func (g *ownGame) Advance(in []rollback.Input[uint16]) { step(&g.world, in) }
func (g *ownGame) Checksum(s *world) uint64            { return s.Digest ^ s.Frame*0x9e3779b97f4a7c15 }

func syncTest[S any](depth int, size string, build func() rollback.Game[S, uint16]) bench {
	name := fmt.Sprintf("depth%d/%s", depth, size)
	return bench{name, func(b *testing.B) {
		game := build()
		st, err := synctest.New(game, synctest.Config[uint16]{CheckDistance: depth,
			Inputs: func(f rollback.Frame, p int, _ *rand.Rand) uint16 { return uint16(f) ^ uint16(p)<<12 }})
		if err != nil {
			b.Fatal(err)
		}
		for range 100 {
			if err := st.Step(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportAllocs()
		for b.Loop() {
			if err := st.Step(); err != nil {
				b.Fatal(err)
			}
		}
	}}
}

// ringSlots is how many slots a session of the default window keeps.
const ringSlots = 10

func saves() group {
	return group{name: "Save", title: "Saving a state into a ring of 10 slots",
		columns: []column{{"speed, plain copy = 1", copyRatio}},
		benches: []bench{save[state16]("16B"), save[state4K]("4KiB"), save[state64K]("64KiB"), save[state1M]("1MiB")}}
}

func save[S any, P stateful[S]](size string) bench {
	return bench{size, func(b *testing.B) {
		plan, err := savestate.PlanOf[S]()
		if err != nil {
			b.Fatal(err)
		}
		ring, live, f := savestate.NewRing[S](ringSlots), new(S), savestate.Frame(0)
		saveOne := func() {
			plan.Copy(ring.Slot(f), live)
			f++
		}
		b.ReportAllocs()
		for b.Loop() {
			saveOne()
		}
		b.StopTimer()
		b.ReportMetric(ratio(copier(plan.Size()), saveOne), copyRatio)
	}}
}

func checksums() group {
	return group{name: "Checksum", title: "The checksum of a state",
		columns: []column{{"GB/s", gigabytes}, {"speed, plain copy = 1", copyRatio}},
		benches: []bench{checksum[state16]("16B"), checksum[state4K]("4KiB"), checksum[state64K]("64KiB"), checksum[state1M]("1MiB")}}
}

func checksum[S any, P stateful[S]](size string) bench {
	return bench{size, func(b *testing.B) {
		plan, err := savestate.PlanOf[S]()
		if err != nil {
			b.Fatal(err)
		}
		live, sum := new(S), uint64(0)
		hash := func() { sum += plan.Hash(live) }
		b.ReportAllocs()
		for b.Loop() {
			hash()
		}
		b.StopTimer()
		b.ReportMetric(float64(plan.Size())*float64(b.N)/float64(b.Elapsed()), gigabytes)
		b.ReportMetric(ratio(copier(plan.Size()), hash), copyRatio)
	}}
}

// copier copies size bytes into the next of ten buffers: what saving a state
// cannot be faster than.
func copier(size int) func() {
	var slots [ringSlots][]byte
	for i := range slots {
		slots[i] = make([]byte, size)
	}
	src, f := make([]byte, size), 0
	return func() {
		copy(slots[f%ringSlots], src)
		f++
	}
}

// ratio is how many times as fast as base the kernel is. The two take turns, and
// each one's fastest turn counts, so that a slow moment of the machine does not
// fall on one of them.
func ratio(base, kernel func()) float64 {
	const turns, least = 21, 200 * time.Microsecond
	calls := 1
	for timed(base, calls) < least {
		calls *= 2
	}
	a, b := timed(base, calls), timed(kernel, calls)
	for range turns {
		a, b = min(a, timed(base, calls)), min(b, timed(kernel, calls))
	}
	return float64(a) / float64(b)
}

func timed(kernel func(), calls int) time.Duration {
	start := time.Now()
	for range calls {
		kernel()
	}
	return time.Since(start)
}
