package savestate

import (
	"fmt"
	"testing"
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

func BenchmarkCopyIntoRing(b *testing.B) {
	benchCopy[block4K](b)
	benchCopy[block64K](b)
	benchCopy[block1M](b)
}

// benchCopy compares saving into a ring of 10 slots with copying as many
// bytes into ten buffers.
func benchCopy[S any](b *testing.B) {
	plan := mustPlan[S](b)
	size := int64(plan.Size())
	b.Run(fmt.Sprint("plan/", size), func(b *testing.B) {
		ring, s, f := NewRing[S](10), new(S), Frame(0)
		b.SetBytes(size)
		for b.Loop() {
			plan.Copy(ring.Slot(f), s)
			f++
		}
	})
	b.Run(fmt.Sprint("copy/", size), func(b *testing.B) {
		var slots [10][]byte
		for i := range slots {
			slots[i] = make([]byte, size)
		}
		src, f := make([]byte, size), 0
		b.SetBytes(size)
		for b.Loop() {
			copy(slots[f%10], src)
			f++
		}
	})
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
