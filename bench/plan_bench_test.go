package main

import (
	"testing"

	"example.com/backstep/savestate"
)

const (
	handRatio = "x-handwritten" // time beside the hand-written copy's: less is better
	readRatio = "x-read"        // speed beside reading the words: more is better
	stateSize = "state-bytes"
)

// BenchmarkPlan saves a state that refers to much into a ring of 10 slots, and
// loads it from there, beside a copy that was written for its type by hand. In a
// steady frame nothing but numbers changes; in a busy one the graph does.
func BenchmarkPlan(b *testing.B) {
	plan := planOf[battle](b)
	hand := byHand{map[*fighter]*fighter{}}
	for _, c := range []struct {
		name string
		of   func(copy func(dst, src *battle)) func()
	}{
		{"save/steady", saver(func(live *battle) { live.Tick++ })},
		{"save/busy", saver((*battle).step)},
		{"load", loader},
	} {
		b.Run(c.name, func(b *testing.B) {
			byPlan, byHand := c.of(plan.Copy), c.of(hand.copy)
			b.ReportAllocs()
			for b.Loop() {
				byPlan()
			}
			b.StopTimer()
			b.ReportMetric(ratio(byPlan, byHand), handRatio)
			b.ReportMetric(float64(len(plan.Append(nil, newBattle()))), stateSize)
		})
	}
}

// warmUp is how many frames it takes until each slot has held states of all
// sizes.
const warmUp = 400

func saver(step func(*battle)) func(copy func(dst, src *battle)) func() {
	return func(copy func(dst, src *battle)) func() {
		ring, live, f := savestate.NewRing[battle](ringSlots), newBattle(), savestate.Frame(0)
		return warm(func() {
			step(live)
			copy(ring.Slot(f), live)
			f++
		})
	}
}

func loader(copy func(dst, src *battle)) func() {
	ring, live := savestate.NewRing[battle](ringSlots), newBattle()
	for f := range savestate.Frame(ringSlots) {
		live.step()
		copy(ring.Slot(f), live)
	}
	f := savestate.Frame(0)
	return warm(func() {
		s, _ := ring.Get(f % ringSlots)
		copy(live, s)
		f++
	})
}

func warm(f func()) func() {
	for range warmUp {
		f()
	}
	return f
}

// BenchmarkHash hashes states whose memory is their encoding, and others, beside
// a loop that reads as many words.
func BenchmarkHash(b *testing.B) {
	benchHash[state4K](b, "words4KiB")
	benchHash[state64K](b, "words64KiB")
	benchHash[state1M](b, "words1MiB")
	benchHash[struct{ F [8192]float64 }](b, "floats64KiB")
	benchHash[struct{ M [2048]mixed }](b, "mixed64KiB")
	b.Run("battle", func(b *testing.B) { hashOf(b, planOf[battle](b), newBattle()) })
}

// mixed has padding between its fields.
type mixed struct {
	ID       uint32
	Pos, Vel [2]float32
	HP       int16
	Alive    bool
}

func benchHash[S any](b *testing.B, name string) {
	b.Run(name, func(b *testing.B) { hashOf(b, planOf[S](b), new(S)) })
}

func hashOf[S any](b *testing.B, plan *savestate.Plan[S], s *S) {
	size, sum := len(plan.Append(nil, s)), uint64(0)
	hash := func() { sum += plan.Hash(s) }
	words := make([]uint64, size/8)
	read := func() { sum += sumOf(words) }
	b.ReportAllocs()
	for b.Loop() {
		hash()
	}
	b.StopTimer()
	b.ReportMetric(float64(size)*float64(b.N)/float64(b.Elapsed()), gigabytes)
	b.ReportMetric(ratio(read, hash), readRatio)
}

// sumOf reads words as fast as a plain loop can: four sums do not wait for each
// other.
func sumOf(words []uint64) uint64 {
	var s, t, u, v uint64
	for ; len(words) >= 4; words = words[4:] {
		w := words[:4:4]
		s, t, u, v = s+w[0], t+w[1], u+w[2], v+w[3]
	}
	return s + t + u + v
}

// BenchmarkPlanSnapshot packs the state for a peer that joins late, and unpacks
// it there.
func BenchmarkPlanSnapshot(b *testing.B) {
	plan, live := planOf[battle](b), newBattle()
	packed := plan.AppendSnapshot(nil, 7, live)
	b.Run("append", func(b *testing.B) {
		for b.Loop() {
			packed = plan.AppendSnapshot(packed[:0], 7, live)
		}
		b.ReportMetric(float64(len(packed)), "bytes")
		b.ReportMetric(float64(len(plan.Append(nil, live))), stateSize)
	})
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			if _, err := plan.DecodeSnapshot(packed, live); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestPlanAndHandCopyAlike: what is measured is the same work.
func TestPlanAndHandCopyAlike(t *testing.T) {
	plan, hand := planOf[battle](t), byHand{map[*fighter]*fighter{}}
	live, a, b := newBattle(), new(battle), new(battle)
	for range 120 {
		live.step()
		plan.Copy(a, live)
		hand.copy(b, live)
		if !plan.Equal(a, live) || !plan.Equal(b, live) {
			t.Fatalf("by plan %v, by hand %v", plan.Diff(a, live, 3), plan.Diff(b, live, 3))
		}
	}
	for name, save := range map[string]func(){"steady": saver(func(b *battle) { b.Tick++ })(plan.Copy), "busy": saver((*battle).step)(plan.Copy)} {
		if n := testing.AllocsPerRun(200, save); n != 0 {
			t.Errorf("a %s save allocates %v times", name, n)
		}
	}
}

func planOf[S any](t testing.TB) *savestate.Plan[S] {
	t.Helper()
	plan, err := savestate.PlanOf[S]()
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
