package savestate

import (
	"reflect"
	"strings"
)

// node describes one type within a state: a struct, an array, or a scalar (a
// number or a bool). It is the plan's only knowledge of types; what runs at
// every frame is lowered from it. A new kind of type is a new kind of node.
type node struct {
	typ    reflect.Type
	fields []field // of a struct: those that are state, in declared order
	elem   *node   // of an array
	length int     // of an array
}

type field struct {
	name   string
	offset uintptr
	node   *node
}

// builder turns types into nodes. It notes whether a field was left out,
// because then a state can no longer be copied as one value.
type builder struct{ leftOut bool }

func (b *builder) build(t reflect.Type, path string) (*node, error) {
	switch k := t.Kind(); {
	case isScalar(k):
		return &node{typ: t}, nil
	case k == reflect.Complex64, k == reflect.Complex128:
		return complexNode(t), nil
	case k == reflect.Array:
		return b.array(t, path)
	case k == reflect.Struct:
		return b.structure(t, path)
	}
	return nil, &UnsupportedError{path, t, reasonAgainst(t.Kind())}
}

func (b *builder) array(t reflect.Type, path string) (*node, error) {
	elem, err := b.build(t.Elem(), path+"[]")
	if err != nil {
		return nil, err
	}
	return &node{typ: t, elem: elem, length: t.Len()}, nil
}

func (b *builder) structure(t reflect.Type, path string) (*node, error) {
	if isForeign(t) {
		return nil, &UnsupportedError{path, t, "the standard library does not export its fields, so a copy may not mean the same; keep plain numbers instead, or leave it out with the tag " + leaveOut}
	}
	n := &node{typ: t}
	for i := range t.NumField() {
		f := t.Field(i)
		skip, err := b.skips(f, path)
		if err != nil {
			return nil, err
		}
		if skip {
			continue
		}
		child, err := b.build(f.Type, path+"."+f.Name)
		if err != nil {
			return nil, err
		}
		n.fields = append(n.fields, field{f.Name, f.Offset, child})
	}
	return n, nil
}

// leaveOut is the struct tag of a field that is not state.
const leaveOut = `backstep:"-"`

func (b *builder) skips(f reflect.StructField, path string) (bool, error) {
	if f.Name == "_" {
		return true, nil
	}
	switch tag, ok := f.Tag.Lookup("backstep"); {
	case !ok:
		return false, nil
	case tag == "-":
		b.leftOut = true
		return true, nil
	default:
		return false, &UnsupportedError{path + "." + f.Name, f.Type, "the tag backstep:\"" + tag + "\" is not known; the only one is " + leaveOut}
	}
}

// complexNode splits a complex number into its two parts, which are floats
// like any other.
func complexNode(t reflect.Type) *node {
	part := reflect.TypeFor[float64]()
	if t.Kind() == reflect.Complex64 {
		part = reflect.TypeFor[float32]()
	}
	return &node{typ: t, fields: []field{
		{"real", 0, &node{typ: part}},
		{"imag", part.Size(), &node{typ: part}},
	}}
}

func isScalar(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Float64
}

// isForeign reports a struct of the standard library with unexported state.
func isForeign(t reflect.Type) bool {
	root, _, _ := strings.Cut(t.PkgPath(), "/")
	if root == "" || !strings.Contains(standardRoots, " "+root+" ") {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); !f.IsExported() && f.Name != "_" {
			return true
		}
	}
	return false
}

// standardRoots are the first elements of the standard library's import
// paths. A dot in the path would be no test: a module may be called "mygame".
const standardRoots = " archive bufio bytes cmp compress container context crypto database debug embed encoding " +
	"errors expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin " +
	"reflect regexp runtime simd slices sort strconv strings structs sync syscall testing text time unicode unique unsafe weak "

// UnsupportedError says which part of a state type cannot be saved, and why.
type UnsupportedError struct {
	Path   string       // e.g. "World.Players[].Name"
	Type   reflect.Type // of the part at Path
	Reason string
}

func (e *UnsupportedError) Error() string {
	return "savestate: " + e.Path + ": " + e.Type.String() + " is not supported: " + e.Reason
}

func reasonAgainst(k reflect.Kind) string {
	switch k {
	case reflect.String, reflect.Slice, reflect.Map:
		return "its size is not fixed; use an array, or leave it out with the tag " + leaveOut
	case reflect.Pointer:
		return "a copy would share what it points to; hold the value or an index, or leave it out with the tag " + leaveOut
	}
	return "it cannot be copied into a slot; leave it out with the tag " + leaveOut
}

// rootName is how paths call the state itself: its type's name without the
// package, or "state" if it has none.
func rootName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	if name == "" {
		return "state"
	}
	return name
}
