package savestate

import (
	"reflect"
	"strings"
)

// UnsupportedError says which part of a state type cannot be saved, and why.
type UnsupportedError struct {
	Path   string       // e.g. "World.Players[].Conn"
	Type   reflect.Type // of the part at Path
	Reason string
}

func (e *UnsupportedError) Error() string {
	return "savestate: " + e.Path + ": " + e.Type.String() + " is not supported: " + e.Reason
}

func refuse(path string, t reflect.Type, reason string) error {
	return &UnsupportedError{path, t, reason}
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

// whyNotKey says why a type cannot be the key of a map, or nothing. Keys are
// put in order, so they must have one that is the same everywhere.
func whyNotKey(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Float32, k == reflect.Float64, k == reflect.Complex64, k == reflect.Complex128:
		return "its keys are floats, among which NaN is not equal to itself; use integers"
	case isScalar(k), k == reflect.String:
		return ""
	case k == reflect.Array:
		return whyNotKey(t.Elem())
	case k == reflect.Struct:
		return whyNotKeyStruct(t)
	case k == reflect.Pointer:
		return "its keys are pointers, which have no order; use integers"
	}
	return "its keys have no order; use integers or strings"
}

func whyNotKeyStruct(t reflect.Type) string {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "_" || f.Tag.Get("backstep") != "" {
			return "a field of its keys is not state, so two keys could look the same"
		}
		if why := whyNotKey(f.Type); why != "" {
			return why
		}
	}
	return ""
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
