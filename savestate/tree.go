package savestate

import (
	"reflect"
	"unsafe"
)

// kind says how a type takes part in a state.
type kind uint8

const (
	scalarKind  kind = iota // a number or a bool
	structKind              // its fields
	arrayKind               // length elements
	stringKind              //
	pointerKind             // to one elem
	sliceKind               // of elems
	mapKind                 // from key to elem
	hookKind                // of a type that is a Hook
)

// node describes one type within a state. It is the plan's only knowledge of
// types; what runs at every frame is lowered from it. There is one node a
// type, so the graph of a type that refers to itself has a cycle.
type node struct {
	kind    kind
	path    string // where it was met first
	typ     reflect.Type
	size    uintptr // of typ
	fields  []field // of a struct: those that are state, in declared order
	skipped []field // of a struct: those that are not, padding aside
	elem    *node   // of an array, a pointer, a slice or a map
	key     *node   // of a map
	length  int     // of an array

	// What becomes known once every node is built. A type refers if it holds a
	// pointer, a slice or a map; it varies if its encoding has no fixed size.
	refers, varies bool
	leftOut        bool // some field within is not state
	hooks          bool // some part of it is saved by a Hook
	code           program
	pool           int // index of the memory to reuse, of a reference

	// Of a map: how its entries are copied, if there is a faster way than
	// reflection.
	plain    func(dst, src unsafe.Pointer)
	pointers func(w *worker, n *node, dst, src unsafe.Pointer)
}

type field struct {
	name   string
	offset uintptr
	node   *node
}

// isReference: what it holds lies elsewhere, and two of them can hold the same.
func (n *node) isReference() bool {
	return n.kind == pointerKind || n.kind == sliceKind || n.kind == mapKind
}

// builder turns types into nodes.
type builder struct {
	nodes map[reflect.Type]*node
	all   []*node // in the order in which they were met
}

func (b *builder) build(t reflect.Type, path string) (*node, error) {
	if n := b.nodes[t]; n != nil {
		return n, nil
	}
	n := &node{typ: t, size: t.Size(), path: path}
	b.nodes[t] = n // before what it refers to, which may be itself
	b.all = append(b.all, n)
	return n, b.fill(n, path)
}

func (b *builder) fill(n *node, path string) (err error) {
	t := n.typ
	if hook, err := isHook(t, path); hook || err != nil {
		n.kind = hookKind
		return err
	}
	switch k := t.Kind(); {
	case isScalar(k):
		n.kind = scalarKind
	case k == reflect.Complex64, k == reflect.Complex128:
		b.complex(n)
	case k == reflect.String:
		n.kind = stringKind
	case k == reflect.Array:
		n.kind, n.length = arrayKind, t.Len()
		n.elem, err = b.build(t.Elem(), path+"[]")
	case k == reflect.Struct:
		n.kind = structKind
		return b.structure(n, path)
	case k == reflect.Pointer:
		n.kind = pointerKind
		n.elem, err = b.build(t.Elem(), path)
	case k == reflect.Slice:
		n.kind = sliceKind
		n.elem, err = b.build(t.Elem(), path+"[]")
	case k == reflect.Map:
		return b.mapping(n, path)
	default:
		return refuse(path, t, "it cannot be copied into a slot; leave it out with the tag "+leaveOut)
	}
	return err
}

func (b *builder) mapping(n *node, path string) (err error) {
	n.kind = mapKind
	if why := whyNotKey(n.typ.Key()); why != "" {
		return refuse(path, n.typ, why)
	}
	if n.key, err = b.build(n.typ.Key(), path+"[key]"); err != nil {
		return err
	}
	if n.key.hooked() {
		return refuse(path, n.typ, "its keys have a hook, and so no order")
	}
	n.elem, err = b.build(n.typ.Elem(), path+"[]")
	return err
}

func (n *node) hooked() bool {
	for _, f := range n.fields {
		if f.node.hooked() {
			return true
		}
	}
	return n.kind == hookKind || n.kind == arrayKind && n.elem.hooked()
}

func (b *builder) structure(n *node, path string) error {
	if isForeign(n.typ) {
		return refuse(path, n.typ, "the standard library does not export its fields, so a copy may not mean the same; keep plain numbers instead, or leave it out with the tag "+leaveOut)
	}
	for i := range n.typ.NumField() {
		f := n.typ.Field(i)
		skip, err := skips(f, path)
		if err != nil {
			return err
		}
		if skip {
			if f.Name != "_" || hasPointers(f.Type) {
				n.skipped = append(n.skipped, field{f.Name, f.Offset, &node{typ: f.Type, size: f.Type.Size()}})
			}
			n.leftOut = len(n.skipped) > 0
			continue
		}
		child, err := b.build(f.Type, path+"."+f.Name)
		if err != nil {
			return err
		}
		n.fields = append(n.fields, field{f.Name, f.Offset, child})
	}
	return nil
}

// hasPointers reports that the garbage collector looks into a type, so that its
// memory must not be copied as bytes.
func hasPointers(t reflect.Type) bool {
	switch k := t.Kind(); {
	case k == reflect.Array:
		return hasPointers(t.Elem())
	case k == reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	default:
		return !isScalar(k) && k != reflect.Complex64 && k != reflect.Complex128
	}
}

// complex splits a complex number into its two parts, which are floats like
// any other.
func (b *builder) complex(n *node) {
	part := reflect.TypeFor[float64]()
	if n.typ.Kind() == reflect.Complex64 {
		part = reflect.TypeFor[float32]()
	}
	half := &node{typ: part, size: part.Size()}
	n.kind = structKind
	n.fields = []field{{"real", 0, half}, {"imag", part.Size(), half}}
}

// leaveOut is the struct tag of a field that is not state.
const leaveOut = `backstep:"-"`

func skips(f reflect.StructField, path string) (bool, error) {
	if f.Name == "_" {
		return true, nil
	}
	switch tag, ok := f.Tag.Lookup("backstep"); {
	case !ok:
		return false, nil
	case tag == "-":
		return true, nil
	default:
		return false, refuse(path+"."+f.Name, f.Type, "the tag backstep:\""+tag+"\" is not known; the only one is "+leaveOut)
	}
}

func isScalar(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Float64
}

// settle works out, for every node, what depends on others. A flag is passed
// on until none changes, because types may refer to themselves.
func (b *builder) settle() {
	for changed := true; changed; {
		changed = false
		for _, n := range b.all {
			if was := n.flags(); n.derive() != was {
				changed = true
			}
		}
	}
}

func (n *node) flags() [4]bool { return [4]bool{n.refers, n.varies, n.leftOut, n.hooks} }

func (n *node) derive() [4]bool {
	switch n.kind {
	case stringKind:
		n.varies = true
	case hookKind:
		n.varies, n.hooks = true, true
	case pointerKind, sliceKind, mapKind:
		n.refers, n.varies = true, true
	case arrayKind:
		n.inherit(n.elem)
	case structKind:
		for _, f := range n.fields {
			n.inherit(f.node)
		}
	}
	return n.flags()
}

func (n *node) inherit(part *node) {
	n.refers = n.refers || part.refers
	n.varies = n.varies || part.varies
	n.leftOut = n.leftOut || part.leftOut
	n.hooks = n.hooks || part.hooks
}
