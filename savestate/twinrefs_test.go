package savestate

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"
)

// The plan's twin for types that refer to memory elsewhere: reflection, Go's own
// maps, and a queue.

type twinObject struct {
	v        reflect.Value
	elements bool
}

type twinEncoder struct {
	out   []byte
	ids   map[any]int // an address with a type
	queue []twinObject
}

func twinEncode(root reflect.Value) []byte {
	e := twinEncoder{ids: map[any]int{}}
	e.ids[twinKey{root.Addr().Pointer(), root.Type(), false}] = 0
	e.queue = []twinObject{{root, false}}
	for i := 0; i < len(e.queue); i++ {
		e.contents(e.queue[i])
	}
	return e.out
}

type twinKey struct {
	at       uintptr
	t        reflect.Type
	elements bool
}

func (e *twinEncoder) uint32(n int) { e.out = binary.LittleEndian.AppendUint32(e.out, uint32(n)) }

func (e *twinEncoder) contents(o twinObject) {
	switch {
	case !o.elements:
		e.value(o.v)
	case o.v.Kind() == reflect.Slice:
		for i := range o.v.Len() {
			e.value(o.v.Index(i))
		}
	default:
		keys := o.v.MapKeys()
		slices.SortFunc(keys, twinCompare)
		for _, k := range keys {
			e.value(addressable(k))
			e.value(addressable(o.v.MapIndex(k)))
		}
	}
}

func addressable(v reflect.Value) reflect.Value {
	a := reflect.New(v.Type()).Elem()
	a.Set(v)
	return a
}

// twinCompare orders the keys that random types have.
func twinCompare(a, b reflect.Value) int {
	switch {
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case a.Kind() == reflect.Bool:
		return cmp.Compare(fmt.Sprint(a.Bool()), fmt.Sprint(b.Bool()))
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.Kind() == reflect.Array:
		for i := range a.Len() {
			if c := twinCompare(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
		return 0
	}
	for i := range a.NumField() {
		if c := twinCompare(a.Field(i), b.Field(i)); c != 0 {
			return c
		}
	}
	return 0
}

// value takes v, which is addressable.
func (e *twinEncoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Name != "_" && f.Tag.Get("backstep") != "-" {
				e.value(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.String:
		e.uint32(v.Len())
		e.out = append(e.out, v.String()...)
	case reflect.Pointer, reflect.Slice, reflect.Map:
		e.reference(reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem())
	default:
		e.out = twinAppend(e.out, twinLeaves(v, ""))
	}
}

func (e *twinEncoder) reference(v reflect.Value) {
	isSlice := v.Kind() == reflect.Slice
	switch {
	case v.IsNil():
		e.uint32(0)
	case isSlice && (v.Len() == 0 || v.Type().Elem().Size() == 0):
		e.uint32(1)
		e.uint32(v.Len())
	case v.Kind() == reflect.Pointer && v.Type().Elem().Size() == 0:
		e.uint32(1)
	default:
		o := twinObject{v, true}
		if v.Kind() == reflect.Pointer {
			o = twinObject{v.Elem(), false}
		}
		key := twinKey{v.Pointer(), o.v.Type(), o.elements}
		id, known := e.ids[key]
		if !known {
			id = len(e.queue)
			e.ids[key] = id
			e.queue = append(e.queue, o)
		}
		e.uint32(id + 2)
		if !known && o.elements {
			e.uint32(v.Len())
		}
	}
}

// forRandomGraphs calls check with a plan of a type that varies and three of
// its values.
func forRandomGraphs(t *testing.T, check func(t *testing.T, w *worker, v [3]reflect.Value)) {
	tested := 0
	for seed := range uint64(900) {
		r := &refMaker{Rand: rand.New(rand.NewPCG(seed, 29))}
		typ := r.structure(4)
		c, err := compile(typ)
		if err != nil || !c.root.varies {
			continue // nothing to save in it, or nothing that varies
		}
		check(t, newWorker(c), [3]reflect.Value{r.value(typ), r.value(typ), r.value(typ)})
		tested++
		if t.Failed() {
			t.Fatalf("seed %d, type %v", seed, typ)
		}
	}
	if tested < 500 {
		t.Errorf("only %d types could be tested", tested)
	}
}

func at(v reflect.Value) unsafe.Pointer { return v.Addr().UnsafePointer() }

func TestGraphsEncodeAsTheirTwin(t *testing.T) {
	shared := 0
	forRandomGraphs(t, func(t *testing.T, w *worker, values [3]reflect.Value) {
		for _, v := range values {
			want := twinEncode(v)
			if got := w.append(nil, at(v)); !slices.Equal(got, want) {
				t.Fatalf("encoding %x\nwant     %x", got, want)
			}
			if got := w.sum(at(v)); got != XXH64(want, 0) {
				t.Errorf("hash %#x, want XXH64 of the encoding, %#x", got, XXH64(want, 0))
			}
			if !w.equal(at(v), at(v)) || w.c.diff(at(v), at(v), 0) != nil {
				t.Errorf("a state differs from itself: %v", w.c.diff(at(v), at(v), 0))
			}
		}
		if a, b := values[0], values[1]; w.equal(at(a), at(b)) != (w.c.diff(at(a), at(b), 0) == nil) {
			t.Errorf("Equal is %v, the difference %v", w.equal(at(a), at(b)), w.c.diff(at(a), at(b), 0))
		}
		if len(w.c.references) > 2 {
			shared++
		}
	})
	if shared < 150 {
		t.Errorf("only %d types with three references or more", shared)
	}
}

// A slot is written again and again with other states; what it was before
// shows in nothing, and nothing of it is the source's.
func TestGraphsAreCopiedIntoUsedSlots(t *testing.T) {
	bySide, short := 0, 0
	forRandomGraphs(t, func(t *testing.T, w *worker, values [3]reflect.Value) {
		slots := [2]reflect.Value{reflect.New(values[0].Type()).Elem(), reflect.New(values[0].Type()).Elem()}
		held := [2]int{-1, -1}
		for i := range 9 {
			k, which := i%2, (i*i+1)%3
			before := w.append(nil, at(values[which]))
			w.copy(at(slots[k]), at(values[which]))
			if w.c.mirrored {
				bySide++
				if w.failed == 0 {
					short++
				}
			}
			held[k] = which
			for s, which := range held {
				if which < 0 {
					continue
				}
				want := twinEncode(values[which])
				if got := twinEncode(slots[s]); !slices.Equal(got, want) {
					t.Fatalf("step %d: slot %d is %x\nwant %x", i, s, got, want)
				}
			}
			if !slices.Equal(w.append(nil, at(values[which])), before) {
				t.Fatal("Copy changed its source")
			}
			if s := w.c.shared(at(values[which]), at(slots[k])); s != nil {
				t.Fatalf("the copy shares %v with its source", s)
			}
			if held[0] >= 0 && held[1] >= 0 {
				if s := w.c.shared(at(slots[0]), at(slots[1])); s != nil {
					t.Fatalf("two slots share %v", s)
				}
			}
		}
	})
	if short < 2500 || bySide-short < 100 {
		t.Errorf("of %d copies side by side only %d were right and %d had to be done again", bySide, short, bySide-short)
	}
}

func TestGraphsDecode(t *testing.T) {
	forRandomGraphs(t, func(t *testing.T, w *worker, values [3]reflect.Value) {
		dst := reflect.New(values[0].Type()).Elem()
		for i, v := range values {
			src := w.append(nil, at(v))
			if err := w.decode(at(dst), src); err != nil || !slices.Equal(twinEncode(dst), src) {
				t.Fatalf("value %d: decoded %x (%v)\nwant %x", i, twinEncode(dst), err, src)
			}
			for _, bad := range [][]byte{src[:len(src)-1], append(src[:len(src):len(src)], 0)} {
				if err := w.decode(at(dst), bad); err == nil {
					t.Fatalf("%x is accepted, a byte too short or long", bad)
				}
				if !slices.Equal(twinEncode(dst), src) {
					t.Fatal("a refused encoding changed the state")
				}
			}
		}
	})
}
