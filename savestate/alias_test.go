package savestate

import (
	"errors"
	"slices"
	"testing"
)

type body struct {
	HP  int32
	Vel [2]int32
}

type field2 struct {
	Bodies []body
	Fixed  [3]body
	Target *body
	Speed  *int32
	First  *[2]int32
	Lists  [3][]int32
	Next   *field2
	Lower  map[int8][]int32
}

// What a copy cannot keep is refused with both paths, by every method that
// would get it wrong.
func TestOverlapsAreRefused(t *testing.T) {
	p := mustPlan[field2](t)
	array := make([]int32, 10)
	for name, c := range map[string]struct {
		spoil       func(s *field2)
		path, other string
	}{
		"pointer into the state":     {func(s *field2) { s.Target = &s.Fixed[1] }, "field2.Target", "field2"},
		"pointer into a slice":       {func(s *field2) { s.Target = &s.Bodies[1] }, "field2.Target", "field2.Bodies"},
		"pointer to a slice's first": {func(s *field2) { s.Target = &s.Bodies[0] }, "field2.Target", "field2.Bodies"},
		"pointer into a struct":      {func(s *field2) { s.Target = new(body); s.Speed = &s.Target.HP }, "field2.Speed", "field2.Target"},
		"pointer into an array":      {func(s *field2) { s.First = new([2]int32); s.Speed = &s.First[1] }, "field2.First", "field2.Speed"},
		"slice of the state":         {func(s *field2) { s.Lists[2] = s.Fixed[0].Vel[:] }, "field2.Lists[2]", "field2"},
		"overlapping slices":         {func(s *field2) { s.Lists[0], s.Lists[1] = array[:5], array[3:] }, "field2.Lists[1]", "field2.Lists[0]"},
		"slices of two lengths":      {func(s *field2) { s.Lists[0], s.Lists[1] = array[:5], array[:4] }, "field2.Lists[1]", "field2.Lists[0]"},
		"in spare capacity":          {func(s *field2) { s.Lists[0], s.Lists[1] = array[:2], array[4:] }, "field2.Lists[1]", "field2.Lists[0]"},
		"empty, in spare capacity":   {func(s *field2) { s.Lists[0], s.Lists[1] = array[:2], array[4:4] }, "field2.Lists[1]", "field2.Lists[0]"},
		"in a map":                   {func(s *field2) { s.Lists[0] = array[:2]; s.Lower = map[int8][]int32{-4: array[4:]} }, "field2.Lower[-4]", "field2.Lists[0]"},
		"far down":                   {func(s *field2) { s.Next = &field2{}; s.Next.Speed = &s.Bodies[0].HP }, "field2.Next.Speed", "field2.Bodies"},
	} {
		fresh := func() *field2 { return &field2{Bodies: make([]body, 3)} }
		good := fresh()
		if err := p.Check(good); err != nil {
			t.Errorf("%s: a good state is refused: %v", name, err)
		}
		bad := fresh()
		c.spoil(bad)
		var first *AliasError
		if err := p.Check(bad); !errors.As(err, &first) || !oneOrOther(first, c.path, c.other) {
			t.Errorf("%s: Check says %v, want %s and %s", name, err, c.path, c.other)
		}
		for method, use := range map[string]func(){
			"Copy":   func() { p.Copy(fresh(), bad) },
			"Hash":   func() { p.Hash(bad) },
			"Append": func() { p.Append(nil, bad) },
			"Equal":  func() { p.Equal(good, bad) },
		} {
			var e *AliasError
			if err, _ := panicOf(use).(error); !errors.As(err, &e) || *e != *first {
				t.Errorf("%s: %s panics with %v, want %v", name, method, err, first)
			}
		}
		slot := fresh()
		p.Copy(slot, good) // the plan is as good as before
		if d := p.Diff(slot, good, 0); d != nil {
			t.Errorf("%s: a copy made later differs: %v", name, d)
		}
	}
}

// Which of two is found first depends on the order of fields.
func oneOrOther(e *AliasError, a, b string) bool {
	return e.Path == a && e.Other == b || e.Path == b && e.Other == a
}

func panicOf(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}

// Parts of one array that keep to themselves are fine.
func TestSlicesOfOneArrayWithoutSpareCapacity(t *testing.T) {
	p := mustPlan[field2](t)
	array := make([]int32, 10)
	s := field2{Lists: [3][]int32{array[:3:3], array[3:3:3], array[3:7:7]}}
	var dst field2
	p.Copy(&dst, &s)
	if d := p.Diff(&dst, &s, 0); d != nil || p.Check(&s) != nil {
		t.Errorf("difference %v, check %v", d, p.Check(&s))
	}
}

// A destination that is the source's shallow copy would be overwritten while it
// is read.
func TestCopyIntoAShallowCopyIsRefused(t *testing.T) {
	p := mustPlan[field2](t)
	src := field2{Bodies: make([]body, 3)}
	src.Bodies[1].HP = 7
	dst := src
	if got := panicOf(func() { p.Copy(&dst, &src) }); got == nil || src.Bodies[1].HP != 7 {
		t.Errorf("panic %v, the source has %v", got, src.Bodies)
	}
	if dst.Bodies != nil {
		t.Errorf("after the panic the destination still has %v", dst.Bodies)
	}
}

// Whatever the game did to its own memory, two parts of a state that is loaded
// over it lie apart.
func TestLoadingOverOverlappingMemory(t *testing.T) {
	p := mustPlan[field2](t)
	saved := field2{Lists: [3][]int32{{1, 2, 3}, {4, 5, 6}}}
	array := make([]int32, 10)
	live := field2{Lists: [3][]int32{array[:4], array[2:6]}}
	p.Copy(&live, &saved)
	if d := p.Diff(&live, &saved, 0); d != nil || p.Check(&live) != nil {
		t.Errorf("difference %v, check %v", d, p.Check(&live))
	}
}

func TestSharedNamesWhatTwoStatesShare(t *testing.T) {
	p := mustPlan[field2](t)
	live := field2{Bodies: make([]body, 3), Target: &body{}, Lower: map[int8][]int32{5: {1}}}
	var slot field2
	p.Copy(&slot, &live)
	if got := p.Shared(&live, &slot); got != nil {
		t.Errorf("a copy shares %v", got)
	}
	slot.Target, slot.Lists[1], slot.Lower[5] = live.Target, live.Bodies[1].Vel[:], live.Lower[5]
	if got, want := p.Shared(&live, &slot), []string{"field2.Target", "field2.Lists[1]", "field2.Lower[5]"}; !slices.Equal(got, want) {
		t.Errorf("shared %v, want %v", got, want)
	}
	slot.Lower = live.Lower
	if got := p.Shared(&live, &slot); !slices.Contains(got, "field2.Lower") {
		t.Errorf("shared %v, want the map too", got)
	}
	if got := mustPlan[body](t).Shared(&live.Bodies[0], &live.Bodies[0]); got != nil {
		t.Errorf("a type without references shares %v", got)
	}
}
