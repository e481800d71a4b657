package rollback

import (
	"errors"
	"testing"

	"example.com/backstep/savestate"
)

type pawn struct {
	X    int32
	Seen uint64
	Name string `backstep:"-"`
}

func movePawn(p *pawn, in []Input[int8]) {
	for i := range in {
		p.X += int32(in[i].Value)
		p.Seen++
	}
}

func TestPlainSavesLoadsAndAdvancesTheStruct(t *testing.T) {
	live := pawn{Name: "live"}
	g := Plain(&live, movePawn)
	var slot pawn
	g.Save(&slot)
	at0 := g.Checksum(&slot)
	g.Advance([]Input[int8]{{Value: 3, Present: true}, {Value: -1}})
	if live.X != 2 || live.Seen != 2 {
		t.Errorf("after one frame the state is %+v", live)
	}
	var later pawn
	g.Save(&later)
	if g.Checksum(&later) == at0 {
		t.Error("two states have one checksum")
	}
	for range 3 { // a slot may be loaded again
		g.Load(&slot)
		if live != (pawn{Name: "live"}) || g.Checksum(&slot) != at0 {
			t.Errorf("after Load the state is %+v", live)
		}
		g.Advance([]Input[int8]{{Value: 9}})
	}
}

func TestPlainExposesItsPlan(t *testing.T) {
	g := Plain(&pawn{}, movePawn)
	planned, ok := g.(Planned[pawn])
	if !ok {
		t.Fatal("the game has no plan")
	}
	want, err := savestate.PlanOf[pawn]()
	if err != nil {
		t.Fatal(err)
	}
	if planned.PlanSignature() != want.Signature() || planned.Plan().Signature() != want.Signature() {
		t.Errorf("signature %#x, want %#x", planned.PlanSignature(), want.Signature())
	}
	if d := planned.Plan().Diff(&pawn{X: 1}, &pawn{X: 2}, 0); len(d) != 1 || d[0].Path != "pawn.X" {
		t.Errorf("difference %v", d)
	}
	if err := setupError(g); err != nil {
		t.Errorf("setup error %v of a usable game", err)
	}
}

func TestPlainReportsWhatItCannotSave(t *testing.T) {
	type World struct{ Names [2]struct{ First func() } }
	bad := Plain(&World{}, func(*World, []Input[int8]) {})
	err := setupError(bad)
	var u *savestate.UnsupportedError
	if !errors.As(err, &u) || u.Path != "World.Names[].First" {
		t.Errorf("got %v, want the path of the function", err)
	}
	for name, use := range map[string]func(){
		"Save": func() { bad.Save(nil) }, "Load": func() { bad.Load(nil) },
		"Advance": func() { bad.Advance(nil) }, "Checksum": func() { bad.Checksum(nil) },
	} {
		if got := panicOf(use); got != err {
			t.Errorf("%s panics with %v, want %v", name, got, err)
		}
	}
	type tied struct {
		Hands [2]int32
		Right *int32
	}
	loose := new(tied)
	loose.Right = &loose.Hands[1]
	var alias *savestate.AliasError
	if err := setupError(Plain(loose, func(*tied, []Input[int8]) {})); !errors.As(err, &alias) || alias.Path != "tied.Right" {
		t.Errorf("got %v, want the path of the pointer into the state", err)
	}
	if err := setupError(Plain[pawn, int8](nil, movePawn)); !errors.Is(err, errNilState) {
		t.Errorf("nil state: got %v", err)
	}
	if err := setupError(Plain[pawn, int8](&pawn{}, nil)); !errors.Is(err, errNilAdvance) {
		t.Errorf("nil advance: got %v", err)
	}
}

func setupError(game any) error { return game.(SetupErrer).SetupError() }

func panicOf(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}

type board struct {
	Turn  int
	Taken map[string]int
	Men   []*pawn
}

func TestPlainSavesWhatTheStructRefersTo(t *testing.T) {
	one := &pawn{X: 1}
	live := board{Taken: map[string]int{"a": 1}, Men: []*pawn{one, {X: 2}, one}}
	g := Plain(&live, func(b *board, in []Input[int8]) {
		b.Turn++
		b.Taken["a"]++
		b.Men[0].X += int32(in[0].Value)
		b.Men = append(b.Men, &pawn{X: 7})
	})
	var slot board
	for range 3 {
		g.Save(&slot)
		g.Advance([]Input[int8]{{Value: 5}})
		if live.Men[2].X != 6 || len(live.Men) != 4 || slot.Men[0].X != 1 || slot.Taken["a"] != 1 {
			t.Errorf("live %+v, saved %+v", live, slot)
		}
		g.Load(&slot)
		if live.Turn != 0 || live.Taken["a"] != 1 || live.Men[0].X != 1 || live.Men[0] != live.Men[2] || len(live.Men) != 3 {
			t.Errorf("after Load %+v", live)
		}
	}
}

func TestPlainDoesNotAllocate(t *testing.T) {
	g := Plain(&pawn{}, movePawn)
	var slot pawn
	in := make([]Input[int8], 2)
	n := testing.AllocsPerRun(100, func() {
		g.Save(&slot)
		g.Checksum(&slot)
		g.Advance(in)
		g.Load(&slot)
	})
	if n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
