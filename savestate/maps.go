package savestate

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// mapping reaches the maps of one type, with room for a map's entries in order.
// Go gives no other access to a map whose type is known at run time only than
// reflection; these values are made once, so that it does not allocate.
type mapping struct {
	n        *node
	src, dst unsafe.Pointer // the maps in hand
	from, to reflect.Value  // src and dst as values
	iter     *reflect.MapIter

	key, elem, made room // one of each: an entry, and its copy
	keys, elems     room // of all entries
	order           []int32
	bits            []keyBits // of keys that are numbers
}

// room is memory for values of one type.
type room struct {
	typ  reflect.Type
	at   unsafe.Pointer
	n    int
	size uintptr
	one  reflect.Value // the first
}

// keyBits is a key as a number of the same order.
type keyBits struct {
	bits uint64
	at   int32
}

func newRoom(t reflect.Type, n int) room {
	s := reflect.MakeSlice(reflect.SliceOf(t), n, n)
	r := room{typ: t, at: s.UnsafePointer(), n: n, size: t.Size()}
	if n > 0 {
		r.one = s.Index(0)
	}
	return r
}

func (r *room) atIndex(i int32) unsafe.Pointer { return unsafe.Add(r.at, uintptr(i)*r.size) }

func (r *room) value(i int) reflect.Value {
	return reflect.NewAt(r.typ, unsafe.Add(r.at, uintptr(i)*r.size)).Elem()
}

func newMapping(n *node) *mapping {
	m := &mapping{n: n}
	m.from = reflect.NewAt(n.typ, unsafe.Pointer(&m.src)).Elem()
	m.to = reflect.NewAt(n.typ, unsafe.Pointer(&m.dst)).Elem()
	m.iter = m.from.MapRange()
	m.key, m.elem, m.made = newRoom(n.key.typ, 1), newRoom(n.elem.typ, 1), newRoom(n.elem.typ, 1)
	m.keys, m.elems = newRoom(n.key.typ, 0), newRoom(n.elem.typ, 0)
	return m
}

func (m *mapping) keyAt(i int32) unsafe.Pointer  { return m.keys.atIndex(i) }
func (m *mapping) elemAt(i int32) unsafe.Pointer { return m.elems.atIndex(i) }

// mapLen returns the number of entries. The length of any map lies in the same
// place, so its type does not matter.
func mapLen(at unsafe.Pointer) int { return len(*(*map[int]int)(unsafe.Pointer(&at))) }

// sorted copies the entries of a map, as they lie, and returns their places in
// ascending order of keys.
func (m *mapping) sorted(at unsafe.Pointer) []int32 {
	m.src = at
	n := m.from.Len()
	if m.keys.n < n {
		m.keys, m.elems = newRoom(m.keys.typ, 2*n), newRoom(m.elems.typ, 2*n)
		m.order, m.bits = make([]int32, 2*n), make([]keyBits, 2*n)
	}
	m.iter.Reset(m.from)
	for i := 0; m.iter.Next(); i++ {
		k, e := m.keys.value(i), m.elems.value(i)
		k.SetIterKey(m.iter)
		e.SetIterValue(m.iter)
	}
	return m.sort(n)
}

func (m *mapping) sort(n int) []int32 {
	order := m.order[:n]
	for i := range order {
		order[i] = int32(i)
	}
	if m.n.key.kind != scalarKind {
		slices.SortFunc(order, func(a, b int32) int { return compareKeys(m.n.key, m.keyAt(a), m.keyAt(b)) })
		return order
	}
	all := m.bits[:n]
	for i := range all {
		all[i] = keyBits{ordered(m.n.key.typ, m.keyAt(int32(i))), int32(i)}
	}
	slices.SortFunc(all, func(a, b keyBits) int { return cmp.Compare(a.bits, b.bits) })
	for i := range all {
		order[i] = all[i].at
	}
	return order
}

// release forgets the map in hand, so that nothing keeps it alive.
func (m *mapping) release() { m.src, m.dst = nil, nil }

// ordered is a number or bool as a uint64 of the same order, also across
// targets.
func ordered(t reflect.Type, p unsafe.Pointer) uint64 {
	bits := bitsAt(t, p)
	if k := t.Kind(); k >= reflect.Int && k <= reflect.Int64 {
		shift := 64 - 8*t.Size()
		return uint64(int64(bits<<shift)>>shift) ^ 1<<63
	}
	return bits
}

// compareKeys orders two keys: numbers by value, false before true, strings by
// bytes, arrays and structs by the first part that differs.
func compareKeys(n *node, a, b unsafe.Pointer) int {
	switch n.kind {
	case scalarKind:
		return cmp.Compare(ordered(n.typ, a), ordered(n.typ, b))
	case stringKind:
		return cmp.Compare(*(*string)(a), *(*string)(b))
	case arrayKind:
		for i := range n.length {
			off := uintptr(i) * n.elem.typ.Size()
			if c := compareKeys(n.elem, unsafe.Add(a, off), unsafe.Add(b, off)); c != 0 {
				return c
			}
		}
		return 0
	}
	for _, f := range n.fields {
		if c := compareKeys(f.node, unsafe.Add(a, f.offset), unsafe.Add(b, f.offset)); c != 0 {
			return c
		}
	}
	return 0
}
