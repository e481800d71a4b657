package savestate

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// game is a live arena that is changed as games do, and what lies outside of it.
type game struct {
	*rand.Rand
	live *arena
	free []*unit // taken out of the state, and kept for later
	kept []unit  // what those must remain
}

func (g *game) change() {
	a := g.live
	switch n := len(a.Units); g.IntN(12) {
	case 0: // out, the last one in its place
		g.takeOut(g.IntN(n))
	case 1: // out, the others moved up
		i := g.IntN(n)
		a.Units = slices.Delete(a.Units, i, i+1)
	case 2: // in, one that was out
		if k := len(g.free) - 1; k >= 0 {
			a.Units = append(a.Units, g.free[k])
			g.free, g.kept = g.free[:k], g.kept[:k]
		}
	case 3:
		u := &unit{ID: g.Uint32N(400), Name: "new", Trail: make([]uint64, g.IntN(9))}
		a.Units, a.ByID[u.ID] = append(a.Units, u), u
	case 4:
		i, k := g.IntN(n), g.IntN(n)
		a.Units[i], a.Units[k] = a.Units[k], a.Units[i]
	case 5: // what one has becomes another's
		u, v := a.Units[g.IntN(n)], a.Units[g.IntN(n)]
		u.Trail, v.Trail = v.Trail, u.Trail
	case 6:
		u := a.Units[g.IntN(n)]
		u.Path, u.Target, a.Leader = nil, nil, u
	case 7:
		u := a.Units[g.IntN(n)]
		u.Trail = append(u.Trail, g.Uint64())
		u.Bag = append(u.Bag[:0:0], item{Kind: 9})
	case 8:
		a.Scores[fmt.Sprint(g.IntN(70))] = g.Int64()
		delete(a.Doors, g.Uint32N(50)*31)
	case 9: // a map with other keys, of as many
		clear(a.Doors)
		for range 50 {
			a.Doors[g.Uint32()] = door{Open: true}
		}
	case 10: // one that only the map knows
		a.ByID[g.Uint32N(400)] = &unit{HP: 5, Target: a.Units[0]}
	case 11:
		for id := range a.ByID {
			if id%3 == 0 {
				delete(a.ByID, id)
			}
		}
	}
	a.Tick++
	if len(a.Units) < 5 {
		a.Units = append(a.Units, &unit{}, &unit{}, &unit{})
	}
}

// takeOut leaves the unit that it moves twice in the slice's memory, and removes
// all references to the other.
func (g *game) takeOut(i int) {
	a, u, last := g.live, g.live.Units[i], len(g.live.Units)-1
	a.Units[i] = a.Units[last]
	a.Units = a.Units[:last]
	isU := func(v *unit) bool { return v == u }
	a.Units = slices.DeleteFunc(a.Units, isU)
	a.Shots = slices.DeleteFunc(a.Shots, func(s shot) bool { return isU(s.From) })
	for id, v := range a.ByID {
		if isU(v) {
			delete(a.ByID, id)
		} else if isU(v.Target) {
			v.Target = nil
		}
	}
	for _, v := range a.Units {
		if isU(v.Target) {
			v.Target = nil
		}
	}
	for _, s := range a.Shots {
		if s.From != nil && isU(s.From.Target) {
			s.From.Target = nil
		}
	}
	if isU(a.Leader) || a.Leader != nil && isU(a.Leader.Target) {
		a.Leader = nil
	}
	u.Target = nil
	g.free, g.kept = append(g.free, u), append(g.kept, *u)
	g.kept[len(g.kept)-1].Trail = slices.Clone(u.Trail)
}

// However a game rearranges its state between saves and loads, a slot holds what
// was saved into it, a load gives that back, and nothing else is written to:
// no other slot, and nothing that left the state.
func TestSavesAndLoadsOfARestlessState(t *testing.T) {
	short := 0
	for seed := range uint64(12) {
		plan := mustPlan[arena](t)
		g := &game{Rand: rand.New(rand.NewPCG(seed, 5)), live: newArena(seed)}
		g.live.Map, g.live.Heat = g.live.Map[:20:20], nil // what never moves only takes time
		for _, u := range g.live.Units {
			u.Trail = u.Trail[:9:9]
		}
		slots, held := make([]arena, 5), make([][]byte, 5)
		for step := range 300 {
			for range g.IntN(4) {
				g.change()
			}
			k := g.IntN(len(slots))
			if held[k] == nil || g.IntN(3) > 0 {
				held[k] = plan.Append(nil, g.live)
				plan.Copy(&slots[k], g.live)
			} else {
				plan.Copy(g.live, &slots[k])
			}
			if plan.w.failed == 0 {
				short++
			}
			if !bytes.Equal(plan.Append(nil, g.live), held[k]) {
				t.Fatalf("seed %d, step %d: the live state is not slot %d", seed, step, k)
			}
			for i := range slots {
				if held[i] != nil && !bytes.Equal(plan.Append(nil, &slots[i]), held[i]) {
					t.Fatalf("seed %d, step %d: slot %d changed", seed, step, i)
				}
			}
			for i, u := range g.free {
				if u.ID != g.kept[i].ID || u.HP != g.kept[i].HP || !slices.Equal(u.Trail, g.kept[i].Trail) || u.Target != nil {
					t.Fatalf("seed %d, step %d: a unit outside of the state changed", seed, step)
				}
			}
		}
	}
	if short < 3000 {
		t.Errorf("only %d of 3600 copies went side by side", short)
	}
}

// A destination that refers to one thing twice, or in part, is written as well
// as any other.
func TestCopyIntoATangledState(t *testing.T) {
	for name, tangle := range map[string]func(a *arena){
		"one unit twice":       func(a *arena) { a.Units[1] = a.Units[0] },
		"one slice twice":      func(a *arena) { a.Units[1].Trail = a.Units[0].Trail },
		"a part of a slice":    func(a *arena) { a.Units[1].Trail = a.Units[0].Trail[50:100] },
		"the spare part":       func(a *arena) { a.Units[1].Trail = a.Units[0].Trail[:0] },
		"a unit under two ids": func(a *arena) { a.ByID[7] = a.ByID[14] },
		"units turned round":   func(a *arena) { slices.Reverse(a.Units) },
		"no units":             func(a *arena) { a.Units, a.ByID, a.Shots, a.Leader = nil, nil, nil, nil },
		"other keys":           func(a *arena) { clear(a.ByID); clear(a.Scores); a.Doors[1] = door{} },
		"half the units":       func(a *arena) { a.Units = a.Units[:25] },
		"nothing":              func(a *arena) { *a = arena{} },
	} {
		plan := mustPlan[arena](t)
		src, dst := newArena(1), newArena(2)
		want := plan.Append(nil, src)
		for round := range 3 {
			plan.Copy(dst, src)
			if !bytes.Equal(plan.Append(nil, dst), want) || !bytes.Equal(plan.Append(nil, src), want) {
				t.Errorf("%s, round %d: the copy differs", name, round)
			}
			if s := plan.Shared(dst, src); s != nil {
				t.Errorf("%s, round %d: shared %v", name, round, s)
			}
			tangle(dst)
		}
	}
}

// A destination that refers to itself where the source refers to another value
// of its type stays itself.
func TestCopyOfAnotherValueWhereTheDestinationRefersToItself(t *testing.T) {
	type ring struct {
		N    int
		Next *ring
		Note string `backstep:"-"`
	}
	plan := mustPlan[ring](t)
	src := &ring{N: 1, Next: &ring{N: 2}}
	src.Next.Next = src
	dst := &ring{N: 7, Note: "kept"}
	dst.Next = dst
	for range 3 {
		plan.Copy(dst, src)
		if dst.N != 1 || dst.Note != "kept" || dst.Next.N != 2 || dst.Next == src.Next || dst.Next.Next != dst || !plan.Equal(dst, src) {
			t.Fatalf("got %+v, then %+v", dst, dst.Next)
		}
	}
}

// A copy that shares memory with its source is not a copy.
func TestCopyOntoWhatIsShared(t *testing.T) {
	for name, share := range map[string]func(dst, src *arena){
		"all":              func(dst, src *arena) { *dst = *src },
		"a map":            func(dst, src *arena) { dst.ByID = src.ByID },
		"a unit":           func(dst, src *arena) { dst.Units[3] = src.Units[3] },
		"another unit":     func(dst, src *arena) { dst.Units[3] = src.Units[4] },
		"a slice":          func(dst, src *arena) { dst.Heat = src.Heat },
		"a slice in a map": func(dst, src *arena) { dst.ByID[7].Trail = src.ByID[14].Trail },
	} {
		plan := mustPlan[arena](t)
		src, dst := newArena(1), newArena(1)
		share(dst, src)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			plan.Copy(dst, src)
		}()
	}
}

// Slices that are the same, and stay so, cost time and nothing else.
func TestCopyOfSharedSlicesEachTime(t *testing.T) {
	plan := mustPlan[stage](t)
	src, dst := newStage(), new(stage)
	for i := range 2 * patience {
		src.Marks[0] = int16(i)
		if plan.Copy(dst, src); dst.Copied[0] != int16(i) || &dst.Copied[0] != &dst.Marks[0] {
			t.Fatalf("copy %d: %v and %v", i, dst.Marks, dst.Copied)
		}
	}
	if plan.w.failed == 0 {
		t.Error("the copies went side by side")
	}
	src.Copied = []int16{1}
	for range 2 * patience {
		plan.Copy(dst, src)
	}
	if plan.w.failed != 0 || !plan.Equal(dst, src) {
		t.Error("the copies do not go side by side again")
	}
}

// What is not state is zero in what a state refers to, whoever had the memory
// before.
func TestLeftOutFieldsOfWhatIsReferredTo(t *testing.T) {
	type thing struct {
		HP     int32
		Cached [2]struct {
			N    int32
			Note string `backstep:"-"`
		}
		Trail []byte
		Draw  func() `backstep:"-"`
	}
	type state struct {
		Things []*thing
		Values []thing
		ByID   map[uint32]thing1
		Hint   int `backstep:"-"`
	}
	plan := mustPlan[state](t)
	x := thing{HP: 4, Trail: []byte("abc"), Draw: func() {}}
	x.Cached[1].Note = "not state"
	y := x
	z := x
	y.Trail, z.Trail = []byte("def"), []byte("ghi")
	src := state{Things: []*thing{&x}, Values: []thing{y}, ByID: map[uint32]thing1{3: {1, 2}}, Hint: 7}
	dst := state{Things: []*thing{&z}, Values: []thing{{Draw: func() {}}}, Hint: 9}
	for range 3 {
		plan.Copy(&dst, &src)
		if dst.Things[0] != &z || z.Draw != nil || z.Cached[1].Note != "" || dst.Values[0].Draw != nil || dst.ByID[3] != (thing1{1, 0}) || dst.Hint != 9 {
			t.Errorf("the copy holds %+v, %+v", dst, z)
		}
		if !plan.Equal(&dst, &src) {
			t.Error(plan.Diff(&dst, &src, 0))
		}
		dst.Values[0].Draw, z.Draw, z.Cached[1].Note = func() {}, func() {}, "again"
	}
}

type thing1 struct {
	A int32
	B int32 `backstep:"-"`
}
