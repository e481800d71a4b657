package savestate

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"
)

// The plan's twin: reflection, one value at a time.

// twinLeaf is a scalar of a value: where it is, what it is called.
type twinLeaf struct {
	path string
	v    reflect.Value
}

func twinLeaves(v reflect.Value, path string) (out []twinLeaf) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Name != "_" && f.Tag.Get("backstep") != "-" {
				out = append(out, twinLeaves(v.Field(i), path+"."+f.Name)...)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			out = append(out, twinLeaves(v.Index(i), fmt.Sprintf("%s[%d]", path, i))...)
		}
	case reflect.Complex64:
		out = append(twinLeaves(part[float32](v, 0), path+".real"), twinLeaves(part[float32](v, 4), path+".imag")...)
	case reflect.Complex128:
		out = append(twinLeaves(part[float64](v, 0), path+".real"), twinLeaves(part[float64](v, 8), path+".imag")...)
	default:
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // unexported fields too
		out = []twinLeaf{{path, v}}
	}
	return out
}

func part[F any](v reflect.Value, off uintptr) reflect.Value {
	return reflect.NewAt(reflect.TypeFor[F](), unsafe.Add(unsafe.Pointer(v.UnsafeAddr()), off)).Elem()
}

func twinAppend(b []byte, leaves []twinLeaf) []byte {
	for _, l := range leaves {
		b = twinScalar(b, l.v)
	}
	return b
}

func twinScalar(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Float32:
		if f := v.Float(); f != f {
			return binary.LittleEndian.AppendUint32(b, 0x7fc00000)
		}
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v.Float())))
	case reflect.Float64:
		if f := v.Float(); f != f {
			return binary.LittleEndian.AppendUint64(b, 0x7ff8000000000000)
		}
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	}
	var word uint64
	if v.CanInt() {
		word = uint64(v.Int())
	} else {
		word = v.Uint()
	}
	width := map[reflect.Kind]int{reflect.Int8: 1, reflect.Uint8: 1, reflect.Int16: 2, reflect.Uint16: 2, reflect.Int32: 4, reflect.Uint32: 4}[v.Kind()]
	if width == 0 {
		width = 8
	}
	return append(b, binary.LittleEndian.AppendUint64(nil, word)[:width]...)
}

var scalarTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](),
	reflect.TypeFor[int32](), reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](),
	reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](),
	reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[complex64](), reflect.TypeFor[complex128](),
}

func randomType(r *rand.Rand, depth int) reflect.Type {
	switch k := r.IntN(10); {
	case depth == 0 || k < 4:
		return scalarTypes[r.IntN(len(scalarTypes))]
	case k < 6:
		return reflect.ArrayOf(r.IntN(5), randomType(r, depth-1))
	}
	return randomStruct(r, depth)
}

func randomStruct(r *rand.Rand, depth int) reflect.Type {
	var fields []reflect.StructField
	for i := range r.IntN(6) {
		f := reflect.StructField{Name: fmt.Sprint("F", i), Type: randomType(r, depth-1)}
		switch r.IntN(8) {
		case 0:
			f.Name, f.PkgPath = fmt.Sprint("f", i), "mine"
		case 1:
			f.Type, f.Tag = reflect.TypeFor[func()](), `backstep:"-"`
		case 2:
			f.Tag = `backstep:"-"`
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

// randomize fills a value's scalars, and everything else that is not a pointer
// with noise, so that a byte of padding read by mistake shows.
func randomize(r *rand.Rand, v reflect.Value) {
	if !holdsPointers(v.Type()) {
		for i := range bytesAt(v.Addr().UnsafePointer(), 0, int(v.Type().Size())) {
			bytesAt(v.Addr().UnsafePointer(), 0, int(v.Type().Size()))[i] = byte(r.Uint32())
		}
	}
	for _, l := range twinLeaves(v, "") {
		randomScalar(r, l.v)
	}
}

func holdsPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsPointers(t.Field(i).Type) {
				return true
			}
		}
	case reflect.Array:
		return holdsPointers(t.Elem())
	}
	return t.Kind() == reflect.Func
}

func randomScalar(r *rand.Rand, v reflect.Value) {
	word := r.Uint64()
	nan := r.IntN(6) == 0
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(word&1 == 1)
	case v.CanInt():
		v.SetInt(int64(word))
	case v.CanUint():
		v.SetUint(word)
	case v.Kind() == reflect.Float32 && nan:
		*(*uint32)(v.Addr().UnsafePointer()) = 0xFF800001 | uint32(word)
	case v.Kind() == reflect.Float64 && nan:
		*(*uint64)(v.Addr().UnsafePointer()) = 0xFFF0000000000001 | word
	default:
		v.SetFloat(float64(int64(word)) / 1e6)
	}
}

// forRandomTypes calls check with a plan and a value of its type, many times.
func forRandomTypes(t *testing.T, check func(t *testing.T, r *rand.Rand, c *compiled, v reflect.Value)) {
	tested := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 11))
		typ := randomStruct(r, 3)
		c, err := compile(typ)
		if err != nil {
			continue // nothing to save in it
		}
		v := reflect.New(typ).Elem()
		randomize(r, v)
		check(t, r, c, v)
		tested++
		if t.Failed() {
			t.Fatalf("seed %d, type %v", seed, typ)
		}
	}
	if tested < 1000 {
		t.Errorf("only %d types could be tested", tested)
	}
}

func (c *compiled) encode(v reflect.Value) []byte {
	var w sink
	c.all.write(&w, v.Addr().UnsafePointer())
	return w.dst
}

func TestPlanEqualsReflection(t *testing.T) {
	withLoop, withNaN := 0, 0
	forRandomTypes(t, func(t *testing.T, r *rand.Rand, c *compiled, v reflect.Value) {
		want := twinAppend(nil, twinLeaves(v, "state"))
		if got := c.encode(v); !slices.Equal(got, want) {
			t.Errorf("encoding %x, want %x", got, want)
		}
		if len(want) != c.all.size {
			t.Errorf("size %d, want %d", c.all.size, len(want))
		}
		if got := c.all.hash(v.Addr().UnsafePointer()); got != XXH64(want, 0) {
			t.Errorf("hash %#x, want XXH64 of the encoding, %#x", got, XXH64(want, 0))
		}
		if slices.ContainsFunc(c.all.raw, func(o op) bool { return o.code == opLoop }) {
			withLoop++
		}
		if anyNaN(c.all.floats, v.Addr().UnsafePointer()) {
			withNaN++
		}
	})
	if withLoop < 50 || withNaN < 50 {
		t.Errorf("%d types with a loop, %d values with a NaN: too few to mean much", withLoop, withNaN)
	}
}

// What a target of the other byte order runs gives the same on this one.
func TestPlanByKindEqualsPlanByMemory(t *testing.T) {
	forRandomTypes(t, func(t *testing.T, r *rand.Rand, c *compiled, v reflect.Value) {
		fast := c.encode(v)
		c.all.asIs = false
		if slow := c.encode(v); !slices.Equal(fast, slow) {
			t.Errorf("by memory %x, by kind %x", fast, slow)
		}
		if got := c.all.hash(v.Addr().UnsafePointer()); got != XXH64(fast, 0) {
			t.Errorf("hash by kind %#x, want %#x", got, XXH64(fast, 0))
		}
		back := reflect.New(v.Type()).Elem()
		if rest := readWire(c.all.wire, back.Addr().UnsafePointer(), fast); len(rest) != 0 || !slices.Equal(c.encode(back), fast) {
			t.Errorf("decoded by kind %x, want %x; %d bytes left", c.encode(back), fast, len(rest))
		}
	})
}

func TestPlanCopyAndDecodeRestoreTheState(t *testing.T) {
	forRandomTypes(t, func(t *testing.T, r *rand.Rand, c *compiled, v reflect.Value) {
		want := c.encode(v)
		dst := reflect.New(v.Type()).Elem()
		copyRaw(c.all.raw, dst.Addr().UnsafePointer(), v.Addr().UnsafePointer())
		if got := c.encode(dst); !slices.Equal(got, want) {
			t.Errorf("copied %x, want %x", got, want)
		}
		if d := c.diff(dst.Addr().UnsafePointer(), v.Addr().UnsafePointer(), 0); len(d) > 0 {
			t.Errorf("a copy differs: %v", d)
		}
		randomize(r, dst)
		if err := c.decode(dst.Addr().UnsafePointer(), want); err != nil || !slices.Equal(c.encode(dst), want) {
			t.Errorf("decoded %x (%v), want %x", c.encode(dst), err, want)
		}
	})
}

// Padding and left-out fields count for nothing, each scalar counts alone.
func TestPlanSeesEveryScalarAndNothingElse(t *testing.T) {
	forRandomTypes(t, func(t *testing.T, r *rand.Rand, c *compiled, v reflect.Value) {
		other := reflect.New(v.Type()).Elem()
		randomize(r, other) // noise between the scalars
		copyRaw(c.all.raw, other.Addr().UnsafePointer(), v.Addr().UnsafePointer())
		a, b := v.Addr().UnsafePointer(), other.Addr().UnsafePointer()
		if c.all.hash(a) != c.all.hash(b) {
			t.Error("the hash depends on what is not state")
		}
		leaves := twinLeaves(other, "state")
		l := leaves[r.IntN(len(leaves))]
		for before := twinScalar(nil, l.v); slices.Equal(before, twinScalar(nil, l.v)); {
			randomScalar(r, l.v)
		}
		if d := c.diff(a, b, 0); len(d) != 1 || d[0].Path != l.path || d[0].A == d[0].B {
			t.Errorf("changed %s, the difference is %v", l.path, d)
		}
		if c.all.hash(a) == c.all.hash(b) {
			t.Errorf("changed %s, the hash did not", l.path)
		}
	})
}
