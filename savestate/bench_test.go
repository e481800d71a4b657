package savestate

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

type block4K struct{ Words [512]uint64 }
type block64K struct{ Words [8192]uint64 }
type block1M struct{ Words [131072]uint64 }
type floats64K struct{ Words [8192]float64 }
type entities64K struct{ E [2340]entity }
type entity struct {
	ID       uint32
	Pos, Vel [2]float32
	HP       int16
	Alive    bool
}

// BenchmarkSave saves flat states into a ring of 10 slots, and tells how fast
// that is beside copying as many bytes into ten buffers, measured in turns.
func BenchmarkSave(b *testing.B) {
	benchSave[struct{ A, B uint64 }](b)
	benchSave[block4K](b)
	benchSave[block64K](b)
	benchSave[block1M](b)
}

func benchSave[S any](b *testing.B) {
	plan := mustPlan[S](b)
	size := plan.Size()
	b.Run(fmt.Sprint(size), func(b *testing.B) {
		ring, s, f := NewRing[S](10), new(S), Frame(0)
		save := func() {
			plan.Copy(ring.Slot(f), s)
			f++
		}
		var slots [10][]byte
		for i := range slots {
			slots[i] = make([]byte, size)
		}
		src, k := make([]byte, size), 0
		plain := func() {
			copy(slots[k%10], src)
			k++
		}
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			save()
		}
		b.StopTimer()
		b.ReportMetric(ratio(plain, save), "of-copy")
	})
}

// ratio is how long a takes divided by how long b does: the median of turns, so
// that a pause of the machine counts for neither.
func ratio(a, b func()) float64 {
	const turns = 41
	n := 1
	for timed(a, n) < 2*time.Millisecond {
		n *= 2
	}
	var found []float64
	for range turns {
		found = append(found, float64(timed(a, n))/float64(timed(b, n)))
	}
	slices.Sort(found)
	return found[turns/2]
}

func timed(f func(), n int) time.Duration {
	begin := time.Now()
	for range n {
		f()
	}
	return max(1, time.Since(begin))
}

func BenchmarkHash(b *testing.B) {
	benchHash[struct{ A, B uint64 }](b, "words16B")
	benchHash[block4K](b, "words4K")
	benchHash[block64K](b, "words64K")
	benchHash[floats64K](b, "floats64K")
	benchHash[entities64K](b, "entities64K")
}

func benchHash[S any](b *testing.B, name string) {
	plan, s := mustPlan[S](b), new(S)
	b.Run(name, func(b *testing.B) {
		b.SetBytes(int64(plan.Size()))
		for b.Loop() {
			plan.Hash(s)
		}
	})
}
