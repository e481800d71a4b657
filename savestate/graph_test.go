package savestate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// stamp is a type with a hook: a time, which has unexported fields.
type stamp struct{ at time.Time }

func (s *stamp) CopyState(src any) { s.at = src.(*stamp).at }
func (s *stamp) AppendState(dst []byte) []byte {
	return binary.LittleEndian.AppendUint64(dst, uint64(s.at.UnixNano()))
}
func (s *stamp) DecodeState(src []byte) error {
	if len(src) != 8 {
		return errors.New("a stamp has 8 bytes")
	}
	s.at = time.Unix(0, int64(binary.LittleEndian.Uint64(src)))
	return nil
}
func (s *stamp) String() string { return s.at.UTC().Format("15:04:05") }

type actor struct {
	HP     int32
	Target *actor
	Owner  *stage
	Kids   []*actor
	Born   stamp
	sprite *int `backstep:"-"`
}

type stage struct {
	Cast   []*actor
	Names  map[string]*actor
	Other  map[string]*actor
	Lead   *actor
	Self   *stage
	Marks  []int16
	Copied []int16
	Title  string
}

func newStage() *stage {
	a, b := &actor{HP: 1}, &actor{HP: 2}
	a.Target, b.Target = b, a
	a.Kids = []*actor{a, b, nil, a}
	s := &stage{Cast: []*actor{a, b}, Names: map[string]*actor{"b": b, "a": a}, Lead: b, Marks: []int16{3, 4}, Title: "first"}
	s.Other, s.Copied, s.Self = s.Names, s.Marks, s
	a.Owner = s
	return s
}

// What refers to one thing still does in a copy and in what was decoded, around
// a circle and back to the state itself; the copy is another one.
func TestPointersKeepReferringToOneThing(t *testing.T) {
	p := mustPlan[stage](t)
	src := newStage()
	for name, move := range map[string]func(dst *stage) error{
		"Copy":   func(dst *stage) error { p.Copy(dst, src); return nil },
		"Decode": func(dst *stage) error { return p.Decode(dst, p.Append(nil, src)) },
	} {
		dst := new(stage)
		for range 3 {
			if err := move(dst); err != nil {
				t.Fatal(err)
			}
			a, b := dst.Cast[0], dst.Cast[1]
			if a.HP != 1 || b.HP != 2 || a.Target != b || b.Target != a || dst.Lead != b || dst.Names["a"] != a || dst.Names["b"] != b {
				t.Errorf("%s: the actors are not the same ones everywhere", name)
			}
			if a.Kids[0] != a || a.Kids[1] != b || a.Kids[2] != nil || a.Owner != dst || dst.Self != dst {
				t.Errorf("%s: a circle was broken", name)
			}
			dst.Other["c"], dst.Copied[1] = a, 9
			if dst.Names["c"] != a || dst.Marks[1] != 9 {
				t.Errorf("%s: a map or a slice was split", name)
			}
			if src.Names["c"] != nil || src.Marks[1] != 4 || a == src.Cast[0] {
				t.Errorf("%s: memory is shared with the source", name)
			}
		}
	}
}

// Two states that print alike but are tied together differently are different.
func TestIdentityIsState(t *testing.T) {
	p := mustPlan[stage](t)
	a, b := newStage(), newStage()
	b.Lead = &actor{HP: 2, Target: b.Cast[0]}
	d := p.Diff(a, b, 0)
	if p.Equal(a, b) || p.Hash(a) == p.Hash(b) || len(d) == 0 || d[0].String() != "stage.Cast[1]: the same as stage.Lead ≠ a savestate.actor" {
		t.Errorf("Diff %v", d)
	}
	b = newStage()
	b.Copied = slices.Clone(b.Copied)
	if d := p.Diff(a, b, 0); len(d) != 1 || d[0].String() != "stage.Copied: the same as stage.Marks ≠ 2 elements" {
		t.Errorf("Diff %v", d)
	}
}

func TestDiffOfWhatIsReferredTo(t *testing.T) {
	type shop struct {
		Stock map[string]item
		Queue []uint8
		Name  string
		At    stamp
		Sets  map[[2]int8]bool
	}
	p := mustPlan[shop](t)
	a := shop{Stock: map[string]item{"axe": {Kind: 1, Count: 2}, "bow": {Kind: 2}}, Queue: []uint8{1, 2, 3}, Name: "x", At: stamp{time.Unix(5, 0)},
		Sets: map[[2]int8]bool{{1, 2}: true}}
	b := shop{Stock: map[string]item{"axe": {Kind: 1, Count: 3}, "cap": {Kind: 7}, "dirk": {}}, Queue: []uint8{1, 9}, Name: strings.Repeat("y", 100), At: stamp{time.Unix(6, 0)}}
	const want = `shop.Name: "x" ≠ "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" (bytes 0 to 60 of 100)
shop.At: 00:00:05 ≠ 00:00:06
shop.Sets: 1 entry ≠ nil
shop.Stock: 2 entries ≠ 3 entries
shop.Stock["axe"].Count: 2 ≠ 3
shop.Stock["bow"]: {Kind:2 Count:0} ≠ absent
shop.Stock["cap"]: absent ≠ {Kind:7 Count:0}
shop.Stock["dirk"]: absent ≠ {Kind:0 Count:0}
shop.Queue: 3 elements ≠ 2 elements
shop.Queue[1]: 2 ≠ 9`
	var lines []string
	for _, d := range p.Diff(&a, &b, 0) {
		lines = append(lines, d.String())
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if d := p.Diff(&a, &b, 3); len(d) != 3 {
		t.Errorf("with limit 3: %v", d)
	}
}

func TestNilIsNotEmpty(t *testing.T) {
	type state struct {
		S []int32
		M map[int8]int8
		P *int8
		Z []struct{}
	}
	p := mustPlan[state](t)
	values := []state{{}, {S: []int32{}}, {M: map[int8]int8{}}, {P: new(int8)}, {Z: []struct{}{}}, {Z: make([]struct{}, 3)}}
	for i := range values {
		for k := range values {
			if p.Equal(&values[i], &values[k]) != (i == k) {
				t.Errorf("%v and %v: Equal is %v", values[i], values[k], i != k)
			}
		}
		var dst, back state
		p.Copy(&dst, &values[i])
		if err := p.Decode(&back, p.Append(nil, &values[i])); err != nil {
			t.Error(err)
		}
		for _, s := range []state{dst, back} {
			v := values[i]
			if (s.S == nil) != (v.S == nil) || (s.M == nil) != (v.M == nil) || (s.P == nil) != (v.P == nil) || (s.Z == nil) != (v.Z == nil) || len(s.Z) != len(v.Z) {
				t.Errorf("copied %+v, want %+v", s, v)
			}
		}
	}
}

// A list may be longer than any stack is deep.
func TestChainsOfAnyLength(t *testing.T) {
	type link struct {
		N    int
		Next *link
	}
	p := mustPlan[link](t)
	var head link
	for i := range 100_000 {
		head = link{i, &link{head.N, head.Next}}
	}
	var dst link
	p.Copy(&dst, &head)
	if err := p.Decode(&dst, p.Append(nil, &dst)); err != nil || p.Hash(&dst) != p.Hash(&head) || p.Diff(&dst, &head, 1) != nil {
		t.Errorf("the chain changed: %v", err)
	}
	last := &dst
	for last.Next != nil {
		last = last.Next
	}
	last.N = -1
	d := p.Diff(&dst, &head, 1)
	if len(d) != 1 || !strings.HasPrefix(d[0].Path, "link.Next.Next") || !strings.HasSuffix(d[0].Path, "….Next"+strings.Repeat(".Next", 14)+".N") {
		t.Errorf("difference %v at the end of the chain", d)
	}
}

type tree struct {
	Kids []tree
	Name string
	Own  map[string]tree
}

func TestTypesWithinThemselves(t *testing.T) {
	p := mustPlan[tree](t)
	src := tree{Kids: []tree{{Name: "a"}, {Kids: []tree{{Name: "b"}}}}, Own: map[string]tree{"x": {Name: "c", Kids: []tree{{}}}}}
	var dst tree
	p.Copy(&dst, &src)
	if d := p.Diff(&src, &dst, 0); d != nil || fmt.Sprint(dst) != fmt.Sprint(src) {
		t.Errorf("copied %v, want %v; %v", dst, src, d)
	}
	if want := "struct{Kids []^2;Name string;Own map[string]^2}"; p.Shape() != want {
		t.Errorf("shape %s, want %s", p.Shape(), want)
	}
}

func TestHookFailsAsDecodeError(t *testing.T) {
	p := mustPlan[stamp](t)
	var dst stamp
	src := append([]byte{3, 0, 0, 0}, "abc"...)
	var e *DecodeError
	if err := p.Decode(&dst, src); !errors.As(err, &e) || e.Path != "stamp" || e.Reason != "a stamp has 8 bytes" {
		t.Errorf("got %v", err)
	}
}

// A field that is left out keeps its value in the state itself, and is zero in
// what the state refers to, where memory is used again.
func TestLeftOutFieldsOfObjectsAreZero(t *testing.T) {
	type sprite struct {
		HP    int8
		Image *int `backstep:"-"`
	}
	type state struct {
		Own  sprite
		Many []sprite
		One  *sprite
		By   map[int8]sprite
	}
	p := mustPlan[state](t)
	one, two := 1, 2
	src := state{sprite{1, &one}, []sprite{{2, &one}}, &sprite{3, &one}, map[int8]sprite{4: {5, &one}}}
	dst := state{Own: sprite{0, &two}, Many: []sprite{{9, &two}, {9, &two}}, One: &sprite{9, &two}}
	for range 2 {
		p.Copy(&dst, &src)
		if dst.Own.Image != &two || dst.Many[0].Image != nil || dst.One.Image != nil || dst.By[4].Image != nil || dst.By[4].HP != 5 {
			t.Errorf("copied %+v", dst)
		}
	}
}
