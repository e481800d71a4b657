package savestate

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"unsafe"
)

// refMaker makes types that refer, and values that refer to each other.
type refMaker struct {
	*rand.Rand
	made map[reflect.Type][]reflect.Value // references that others may share
	left int                              // references still to make
}

func (r *refMaker) typ(depth int) reflect.Type {
	switch k := r.IntN(14); {
	case depth == 0 || k < 3:
		return scalarTypes[r.IntN(len(scalarTypes))]
	case k < 4:
		return reflect.TypeFor[string]()
	case k < 5:
		return reflect.ArrayOf(r.IntN(4), r.typ(depth-1))
	case k < 7:
		return reflect.SliceOf(r.typ(depth - 1))
	case k < 9:
		return reflect.PointerTo(r.typ(depth - 1))
	case k < 11:
		return reflect.MapOf(keyTypes[r.IntN(len(keyTypes))], r.typ(depth-1))
	}
	return r.structure(depth)
}

var keyTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[int32](),
	reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[string](), reflect.TypeFor[[2]int16](),
	reflect.TypeFor[struct {
		A int8
		B string
		C [2]uint32
	}](),
}

func (r *refMaker) structure(depth int) reflect.Type {
	var fields []reflect.StructField
	for i := range 1 + r.IntN(5) {
		f := reflect.StructField{Name: fmt.Sprint("F", i), Type: r.typ(depth - 1)}
		switch r.IntN(12) {
		case 0:
			f.Name, f.PkgPath = fmt.Sprint("f", i), "mine"
		case 1:
			f.Type, f.Tag = reflect.TypeFor[func()](), `backstep:"-"`
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

// fill sets v, which is addressable, to something.
func (r *refMaker) fill(v reflect.Value) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag == "" {
				r.fill(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			r.fill(v.Index(i))
		}
	case reflect.String:
		v.SetString("the quick brown fox"[:r.IntN(20)])
	case reflect.Pointer, reflect.Slice, reflect.Map:
		r.refer(v)
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(r.IntN(9)), 2))
	default:
		randomScalar(r.Rand, v)
	}
}

func (r *refMaker) refer(v reflect.Value) {
	t := v.Type()
	known := r.made[t]
	switch r.left--; {
	case r.left < 0 || r.IntN(6) == 0:
		v.SetZero()
	case len(known) > 0 && r.IntN(3) == 0:
		v.Set(known[r.IntN(len(known))])
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		r.made[t] = append(r.made[t], v.Elem().Addr())
		r.fill(v.Elem())
	case t.Kind() == reflect.Slice:
		n := r.IntN(5)
		v.Set(reflect.MakeSlice(t, n, n+r.IntN(3)))
		if n > 0 {
			r.made[t] = append(r.made[t], v.Slice(0, n))
		}
		for i := range n {
			r.fill(v.Index(i))
		}
	default:
		v.Set(reflect.MakeMap(t))
		r.made[t] = append(r.made[t], addressable(v))
		for range r.IntN(5) {
			k, e := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			r.fill(k)
			r.fill(e)
			v.SetMapIndex(k, e)
		}
	}
}

func (r *refMaker) value(t reflect.Type) reflect.Value {
	r.made, r.left = map[reflect.Type][]reflect.Value{}, 60
	v := reflect.New(t).Elem()
	r.fill(v)
	return v
}
