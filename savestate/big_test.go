package savestate

import (
	"math/rand/v2"
	"testing"
)

// arena is a state of some 200 kB as a game would have it: 50 entities behind
// pointers, found by name and by number, that refer to each other; slices of
// all sizes; tables.
type arena struct {
	Tick   uint32
	Seed   uint64
	Map    []uint16 // 256 x 256
	Heat   []uint8  // as many, halved
	Units  []*unit
	ByID   map[uint32]*unit
	Scores map[string]int64
	Doors  map[uint32]door
	Shots  []shot
	Leader *unit
}

type unit struct {
	ID       uint32
	Name     string
	Pos, Vel [2]int32
	HP       int16
	alive    bool
	Target   *unit
	Path     [][2]int16
	Trail    []uint64
	Cooldown [8]uint16
	Bag      []item
}

type item struct {
	Kind  uint16
	Count uint32
}

type door struct {
	At   [2]int16
	Open bool
}

type shot struct {
	Pos, Vel [2]int32
	From     *unit
	Left     uint16
}

func newArena(seed uint64) *arena {
	r := rand.New(rand.NewPCG(seed, 3))
	a := &arena{Tick: 7, Seed: seed, Map: make([]uint16, 1<<16), Heat: make([]uint8, 1<<15),
		ByID: map[uint32]*unit{}, Scores: map[string]int64{}, Doors: map[uint32]door{}}
	for i := range a.Map {
		a.Map[i] = uint16(r.Uint32())
	}
	for i := range uint32(50) {
		u := &unit{ID: i * 7, Name: string(rune('A'+i)) + "bot", HP: int16(r.IntN(100)), alive: true,
			Path: make([][2]int16, 40), Trail: make([]uint64, 200), Bag: make([]item, 5)}
		for k := range u.Trail {
			u.Trail[k] = r.Uint64()
		}
		a.Units = append(a.Units, u)
		a.ByID[u.ID] = u
		a.Scores[u.Name] = r.Int64N(1e6)
		u.Target = a.Units[r.IntN(len(a.Units))]
		a.Doors[i*31] = door{At: [2]int16{int16(i), 4}, Open: i%3 == 0}
		a.Shots = append(a.Shots, shot{From: u, Left: uint16(i)})
	}
	a.Leader = a.Units[13]
	return a
}

// copyArena is what one would write by hand, with care for its speed.
func copyArena(dst, src *arena, moved map[*unit]*unit) {
	old := dst.Units
	dst.Tick, dst.Seed = src.Tick, src.Seed
	dst.Map = append(dst.Map[:0], src.Map...)
	dst.Heat = append(dst.Heat[:0], src.Heat...)
	clear(moved)
	for i, u := range src.Units {
		if i == len(old) {
			old = append(old, new(unit))
		}
		moved[u] = old[i]
	}
	dst.Units = old[:len(src.Units)]
	for i, u := range src.Units {
		copyUnit(dst.Units[i], u, moved)
	}
	if dst.ByID == nil {
		dst.ByID, dst.Scores, dst.Doors = map[uint32]*unit{}, map[string]int64{}, map[uint32]door{}
	}
	clear(dst.ByID)
	for id, u := range src.ByID {
		dst.ByID[id] = moved[u]
	}
	clear(dst.Scores)
	for name, n := range src.Scores {
		dst.Scores[name] = n
	}
	clear(dst.Doors)
	for id, d := range src.Doors {
		dst.Doors[id] = d
	}
	dst.Shots = append(dst.Shots[:0], src.Shots...)
	for i := range dst.Shots {
		dst.Shots[i].From = moved[dst.Shots[i].From]
	}
	dst.Leader = moved[src.Leader]
}

func copyUnit(d, s *unit, moved map[*unit]*unit) {
	path, trail, bag := d.Path, d.Trail, d.Bag
	*d = *s
	d.Target = moved[s.Target]
	d.Path = append(path[:0], s.Path...)
	d.Trail = append(trail[:0], s.Trail...)
	d.Bag = append(bag[:0], s.Bag...)
}

// BenchmarkSaveArena saves the arena into ten slots and loads it from one, by its
// plan and by hand.
func BenchmarkSaveArena(b *testing.B) {
	plan, moved := mustPlan[arena](b), map[*unit]*unit{}
	byPlan := turner(plan.Copy)
	byHand := turner(func(dst, src *arena) { copyArena(dst, src, moved) })
	b.Run("hand", func(b *testing.B) {
		for b.Loop() {
			byHand()
		}
	})
	b.Run("plan", func(b *testing.B) {
		b.ReportAllocs()
		b.ReportMetric(float64(len(plan.Append(nil, newArena(1)))), "bytes")
		for b.Loop() {
			byPlan()
		}
		b.StopTimer()
		b.ReportMetric(ratio(byPlan, byHand), "of-hand")
	})
}

// turner saves and loads at each call. Its slots are warm.
func turner(save func(dst, src *arena)) func() {
	ring, live, f := NewRing[arena](10), newArena(1), Frame(0)
	turn := func() {
		save(ring.Slot(f), live)
		s, _ := ring.Get(max(0, f-3))
		save(live, s)
		f++
	}
	for range 20 {
		turn()
	}
	return turn
}

// BenchmarkHashArena hashes it.
func BenchmarkHashArena(b *testing.B) {
	plan, s := mustPlan[arena](b), newArena(1)
	b.SetBytes(int64(len(plan.Append(nil, s))))
	b.ReportAllocs()
	for b.Loop() {
		plan.Hash(s)
	}
}

// BenchmarkRewindArena keeps it, and gives a frame back.
func BenchmarkRewindArena(b *testing.B) {
	r, s, f := mustRewind[arena](b, RewindConfig{}), newArena(1), Frame(0)
	b.Run("save", func(b *testing.B) {
		for b.Loop() {
			s.Map[f%1000]++
			if err := r.Save(f, s); err != nil {
				b.Fatal(err)
			}
			f++
		}
	})
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			r.Load(f-1, s)
		}
	})
}
