package savestate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// le writes 32-bit words and single bytes.
func le(parts ...any) (b []byte) {
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b = binary.LittleEndian.AppendUint32(b, uint32(p))
		case byte:
			b = append(b, p)
		case string:
			b = append(b, p...)
		}
	}
	return b
}

func TestDecodeNamesWhatIsWrongWithReferences(t *testing.T) {
	type pad struct{ On bool }
	type state struct {
		A *int32
		B *uint32
		L []pad
		M map[int8]string
		E *struct{}
	}
	p := mustPlan[state](t)
	const none = refNil
	for _, c := range []struct {
		src  []byte
		want string
	}{
		{le(none, none, none, none), "state.E: the encoding ends in the middle"},
		{le(none, none, none, none, none, byte(1)), "state: 1 bytes more than the state has"},
		{le(4, none, none, none, none, 5), "state.A: object 2 follows object 0"},
		{le(2, none, none, none, none), "state.A: it refers to an object of another type"},
		{le(3, 3, none, none, none, 5), "state.B: it refers to an object of another type"},
		{le(1, none, none, none, none), "state.A: something that takes memory is encoded as if it took none"},
		{le(none, none, 1, 2, none, none), "state.L: something that takes memory is encoded as if it took none"},
		{le(none, none, 3, 0, none, none), "state.L: something that takes no memory is encoded as an object"},
		{le(none, none, none, none, 3), "state.E: something that takes no memory is encoded as an object"},
		{le(none, none, 3, 5, none, none, "\x00\x00\x00\x00"), "state.L[]: the encoding ends in the middle"},
		{le(none, none, 3, 100, none, none), "state.L: a length of 100 with 8 bytes left"},
		{le(none, none, 3, 3, none, none, "\x00\x01\x07"), "state.L[].On: a bool is encoded as 7, want 0 or 1"},
		{le(none, none, none, 3, 2, none, "\x05\x00\x00\x00\x00\x04\x00\x00\x00\x00"), "state.M: the keys of a map do not ascend"},
		{le(none, none, none, 3, 2, none, "\x05\x00\x00\x00\x00\x05\x00\x00\x00\x00"), "state.M: the keys of a map do not ascend"},
		{le(none, none, none, 3, 1, none, "\x05\x09\x00\x00\x00"), "state.M[]: a length of 9 with 0 bytes left"},
	} {
		one := int32(1)
		dst := state{A: &one}
		err := p.Decode(&dst, c.src)
		var d *DecodeError
		if !errors.As(err, &d) || err.Error() != "savestate: "+c.want {
			t.Errorf("%x: error %v, want %s", c.src, err, c.want)
		}
		if dst.A != &one || one != 1 || dst.L != nil || dst.M != nil {
			t.Errorf("%s: the state was written", c.want)
		}
	}
	good := le(3, none, 4, 2, none, 1, 7, "\x01\x00")
	var dst state
	if err := p.Decode(&dst, good); err != nil || *dst.A != 7 || !slices.Equal(dst.L, []pad{{true}, {false}}) || dst.E == nil {
		t.Errorf("%+v, %v", dst, err)
	}
}

// Where an encoding was cut off half a state has been made; nothing of it may
// come to be part of another.
func TestCutOffEncodingsLeaveNothingBehind(t *testing.T) {
	p := mustPlan[stage](t)
	src := p.Append(nil, newStage())
	states := [3]stage{}
	for i := range states {
		if err := p.Decode(&states[i], src); err != nil {
			t.Fatal(err)
		}
	}
	for n := range src {
		if err := p.Decode(&states[0], src[:n]); err == nil {
			t.Fatalf("%d bytes of %d are accepted", n, len(src))
		}
		p.Copy(&states[n%3], newStage())
		for i := range states {
			if !slices.Equal(p.Append(nil, &states[i]), src) {
				t.Fatalf("after %d bytes: state %d changed", n, i)
			}
			if s := p.Shared(&states[i], &states[(i+1)%3]); s != nil {
				t.Fatalf("after %d bytes: two states share %v", n, s)
			}
		}
	}
}

// rope is a type with a hook that reuses its memory.
type rope struct{ b []byte }

func (r *rope) CopyState(src any)             { r.b = append(r.b[:0], src.(*rope).b...) }
func (r *rope) AppendState(dst []byte) []byte { return append(dst, r.b...) }
func (r *rope) DecodeState(src []byte) error  { r.b = append(r.b[:0], src...); return nil }

// A hook may use its old memory again, wherever its value is kept.
func TestHooksThatReuseMemory(t *testing.T) {
	type state struct {
		Own  rope
		Many []rope
		By   map[int]rope
		Ptr  *rope
	}
	p := mustPlan[state](t)
	made := func(n int) *state {
		s := &state{Own: rope{[]byte("own")}, By: map[int]rope{}, Ptr: &rope{[]byte("ptr")}}
		for i := range n {
			s.Many = append(s.Many, rope{fmt.Append(nil, "many", i)})
			s.By[i] = rope{fmt.Append(nil, "by", i)}
		}
		return s
	}
	var dst, back state
	for _, n := range []int{3, 5, 2, 4} {
		want := p.Append(nil, made(n))
		p.Copy(&dst, made(n))
		if err := p.Decode(&back, want); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(p.Append(nil, &dst), want) || !slices.Equal(p.Append(nil, &back), want) {
			t.Errorf("%d: copied %+v, decoded %+v", n, dst, back)
		}
	}
}

// After an element is removed by shifting the others, the place behind the last
// one holds it twice.
func TestHooksOfRemovedElements(t *testing.T) {
	type state struct{ Many []rope }
	p := mustPlan[state](t)
	saved := state{Many: []rope{{[]byte("one")}, {[]byte("two")}, {[]byte("six")}}}
	var live state
	p.Copy(&live, &saved)
	live.Many = append(live.Many[:0], live.Many[1:]...)
	p.Copy(&live, &saved)
	if d := p.Diff(&live, &saved, 0); d != nil {
		t.Errorf("loaded %v: %v", live, d)
	}
}
