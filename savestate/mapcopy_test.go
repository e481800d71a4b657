package savestate

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"testing"
)

type (
	name   string
	handle int32
	flags  struct {
		A uint8
		B bool
		_ uint16
		C int32
	}
	seven [7]uint8
	wide  [8]float64
	wider [9]uint64
)

// Maps whose copy was compiled are taken for other types that lie alike in
// memory. Whether they still do depends on Go's own maps.
func TestMapsOfEachKind(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	testMapsBy[int32](t, r, true)
	testMapsBy[uint32](t, r, true)
	testMapsBy[handle](t, r, true)
	testMapsBy[int64](t, r, true)
	testMapsBy[uint64](t, r, true)
	testMapsBy[int](t, r, true)
	testMapsBy[uintptr](t, r, true)
	testMapsBy[string](t, r, true)
	testMapsBy[name](t, r, true)
	testMapsBy[uint8](t, r, false)
	testMapsBy[bool](t, r, false)
	testMapsBy[uint16](t, r, false)
	testMapsBy[[2]int16](t, r, false)
	testMapsBy[struct{ A, B int32 }](t, r, false)
}

func testMapsBy[K comparable](t *testing.T, r *rand.Rand, compiled bool) {
	testMaps[K, struct{}](t, r, compiled)
	testMaps[K, bool](t, r, compiled)
	testMaps[K, int8](t, r, compiled)
	testMaps[K, uint16](t, r, compiled)
	testMaps[K, [3]uint8](t, r, compiled)
	testMaps[K, [3]int16](t, r, compiled)
	testMaps[K, seven](t, r, compiled)
	testMaps[K, float32](t, r, compiled)
	testMaps[K, [3]int32](t, r, compiled)
	testMaps[K, flags](t, r, compiled)
	testMaps[K, [5]uint32](t, r, compiled)
	testMaps[K, int64](t, r, compiled)
	testMaps[K, [13]uint8](t, r, compiled)
	testMaps[K, [2]complex64](t, r, compiled)
	testMaps[K, struct {
		A uint64
		B uint8
	}](t, r, compiled)
	testMaps[K, [7]uint64](t, r, compiled)
	testMaps[K, wide](t, r, compiled)
	testMaps[K, wider](t, r, false)
	testMaps[K, [33]uint64](t, r, false)
	testMaps[K, string](t, r, false)
}

// testMaps copies maps of many sizes, with the same keys as before and others,
// into one.
func testMaps[K comparable, E comparable](t *testing.T, r *rand.Rand, compiled bool) {
	t.Helper()
	type state struct{ M map[K]E }
	plan := mustPlan[state](t)
	what := fmt.Sprintf("%T", map[K]E{})
	if n := plan.c.references[0]; (n.plain != nil) != compiled {
		t.Errorf("%s: compiled is %v, want %v", what, n.plain != nil, compiled)
	}
	var src, dst state
	src.M = map[K]E{}
	for _, n := range []int{0, 1, 7, 8, 9, 9, 30, 30, 200, 199, 3, 0, 40} {
		clear(src.M)
		for range n {
			src.M[drawn[K](r)] = drawn[E](r)
		}
		for range 2 {
			for k := range src.M {
				src.M[k] = drawn[E](r)
			}
			plan.Copy(&dst, &src)
			if !maps.Equal(dst.M, src.M) {
				t.Fatalf("%s: %d entries\ngot  %v\nwant %v", what, n, dst.M, src.M)
			}
		}
	}
	if len(src.M) > 2 && reflect.ValueOf(dst.M).Pointer() == reflect.ValueOf(src.M).Pointer() {
		t.Errorf("%s: the map is shared", what)
	}
}

// drawn is some value that is equal to itself.
func drawn[V any](r *rand.Rand) (v V) {
	fillComparable(r, reflect.ValueOf(&v).Elem())
	return v
}

func fillComparable(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Array:
		for i := range v.Len() {
			fillComparable(r, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				fillComparable(r, f)
			}
		}
	case reflect.String:
		v.SetString(fmt.Sprint(r.IntN(1000)))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(r.IntN(1000)))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(r.IntN(9)), 1))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.Int64() >> (64 - 8*v.Type().Size()))
	default:
		v.SetUint(r.Uint64() >> (64 - 8*v.Type().Size()))
	}
}

// Maps of pointers, by every kind of key, whose keys and values change places.
func TestMapsOfPointersOfEachKind(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	testPointersBy[int32](t, r)
	testPointersBy[handle](t, r)
	testPointersBy[uint64](t, r)
	testPointersBy[int](t, r)
	testPointersBy[string](t, r)
	testPointersBy[name](t, r)
	testPointersBy[uint8](t, r)
	testPointersBy[[2]int16](t, r)
}

func testPointersBy[K comparable](t *testing.T, r *rand.Rand) {
	t.Helper()
	type thing struct {
		N    int
		Next *thing
		Bag  []int16
	}
	type state struct {
		First *thing
		M     map[K]*thing
	}
	plan := mustPlan[state](t)
	src := state{M: map[K]*thing{}}
	slots := make([]state, 3)
	for i := range 200 {
		k := drawn[K](r)
		switch r.IntN(4) {
		case 0:
			delete(src.M, k)
		case 1:
			src.M[k] = src.First
		default:
			src.M[k] = &thing{N: i, Next: src.First, Bag: make([]int16, r.IntN(5))}
			src.First = src.M[k]
		}
		if i%20 == 0 {
			clear(src.M)
			src.First = nil
		}
		dst := &slots[r.IntN(3)]
		plan.Copy(dst, &src)
		if d := plan.Diff(dst, &src, 3); d != nil || !plan.Equal(dst, &src) {
			t.Fatalf("map[%T], step %d: %v", k, i, d)
		}
		if s := plan.Shared(dst, &src); s != nil {
			t.Fatalf("map[%T], step %d: shared %v", k, i, s)
		}
	}
}
