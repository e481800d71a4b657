package savestate

import (
	"maps"
	"reflect"
	"unsafe"
)

// Maps are copied by reflection, except those for which a copy of their kind
// was compiled here: a map's code looks at the size of a key and at where in an
// entry the value lies, not at the name of their types. So a map of any small
// values without pointers may be taken for one of so many words.

// plainMap copies the entries of one kind of map whose values hold no pointer.
type plainMap struct {
	at, size, entry uintptr // where the value lies in an entry; bytes of a value, of an entry
	copy            func(dst, src unsafe.Pointer)
}

// plainMapOf is the way to copy maps of this type, or nil. Keys are numbers of 4
// or 8 bytes, or strings.
func plainMapOf(n *node) func(dst, src unsafe.Pointer) {
	t := n.typ
	if n.elem.leftOut || n.elem.hooks || hasPointers(t.Elem()) {
		return nil
	}
	entry := reflect.StructOf([]reflect.StructField{{Name: "K", Type: t.Key()}, {Name: "E", Type: t.Elem()}})
	want := plainMap{at: entry.Field(1).Offset, size: t.Elem().Size(), entry: entry.Size()}
	switch k := t.Key(); {
	case k.Kind() == reflect.String:
		return choose[string](want)
	case isScalar(k.Kind()) && k.Size() == 4:
		return choose[uint32](want)
	case isScalar(k.Kind()) && k.Size() == 8:
		return choose[uint64](want)
	}
	return nil
}

// choose finds a map whose entries are as wanted, though a value may take what is
// padding there.
func choose[K comparable](want plainMap) func(dst, src unsafe.Pointer) {
	for _, m := range [...]plainMap{
		plain[K, [0]uint32](), plain[K, [1]uint32](), plain[K, [2]uint32](), plain[K, [3]uint32](), plain[K, [4]uint32](),
		plain[K, [5]uint32](), plain[K, [6]uint32](), plain[K, [7]uint32](), plain[K, [8]uint32](),
		plain[K, [1]uint64](), plain[K, [2]uint64](), plain[K, [3]uint64](), plain[K, [4]uint64](),
		plain[K, [5]uint64](), plain[K, [6]uint64](), plain[K, [7]uint64](), plain[K, [8]uint64](),
	} {
		if m.at == want.at && m.entry == want.entry && m.size >= want.size {
			return m.copy
		}
	}
	return nil
}

func plain[K comparable, E any]() plainMap {
	var entry struct {
		k K
		e E
	}
	return plainMap{unsafe.Offsetof(entry.e), unsafe.Sizeof(entry.e), unsafe.Sizeof(entry), copyPlain[K, E]}
}

// asMap takes the map at p for one of another type that lies alike.
func asMap[K comparable, E any](p unsafe.Pointer) map[K]E { return *(*map[K]E)(unsafe.Pointer(&p)) }

// copyPlain makes the map at dst have the entries of that at src. Mostly they
// have the same keys already, and nothing need be deleted.
func copyPlain[K comparable, E any](dst, src unsafe.Pointer) {
	d, s := asMap[K, E](dst), asMap[K, E](src)
	if len(d) == len(s) {
		if maps.Copy(d, s); len(d) == len(s) {
			return
		}
	}
	clear(d)
	maps.Copy(d, s)
}

// pointersOf is the way to copy maps of this type, whose values are pointers, or
// nil.
func pointersOf(n *node) func(w *worker, n *node, dst, src unsafe.Pointer) {
	switch k := n.typ.Key(); {
	case n.elem.kind != pointerKind:
		return nil
	case k.Kind() == reflect.String:
		return mirrorPointers[string]
	case isScalar(k.Kind()) && k.Size() == 4:
		return mirrorPointers[uint32]
	case isScalar(k.Kind()) && k.Size() == 8:
		return mirrorPointers[uint64]
	}
	return nil
}

// mirrorPointers copies a map of pointers. Mostly what a key refers to in dst is
// where the copy goes of what it refers to in src, and that is all there is to do.
func mirrorPointers[K comparable](w *worker, n *node, dst, src unsafe.Pointer) {
	d, s := asMap[K, unsafe.Pointer](dst), asMap[K, unsafe.Pointer](src)
	met := len(w.objs)
	if maps.EqualFunc(s, d, func(at, old unsafe.Pointer) bool { return w.home(n.elem, at, old) == old }) {
		return
	}
	owns := len(w.objs) > met
	_ = maps.EqualFunc(s, s, func(at, _ unsafe.Pointer) bool { // looks at one entry, whichever
		owns = owns || !w.table.has(uintptr(at))
		return false
	})
	if owns {
		mirrorOwned(w, n, d, s)
	} else {
		mirrorIndex(w, n, d, s)
	}
}

// mirrorOwned is for a map by which things are reached first, so that a key's
// stay where that key's were.
func mirrorOwned[K comparable](w *worker, n *node, d, s map[K]unsafe.Pointer) {
	maps.DeleteFunc(d, func(k K, old unsafe.Pointer) bool {
		_, stays := s[k]
		if !stays && old != nil {
			w.lose(n.elem, old)
		}
		return !stays
	})
	visit(s, func(k K, at unsafe.Pointer) {
		old, ok := d[k]
		if to := w.home(n.elem, at, old); !ok || to != old {
			d[k] = to
		}
	})
}

// mirrorIndex is for a map of things that are reached in another way too.
func mirrorIndex[K comparable](w *worker, n *node, d, s map[K]unsafe.Pointer) {
	visit(d, func(_ K, old unsafe.Pointer) {
		if old != nil {
			w.lose(n.elem, old)
		}
	})
	clear(d)
	visit(s, func(k K, at unsafe.Pointer) { d[k] = w.home(n.elem, at, nil) })
}

// visit calls f for each entry of m, in any order: what f does must not depend on
// it.
func visit[K comparable](m map[K]unsafe.Pointer, f func(K, unsafe.Pointer)) {
	maps.DeleteFunc(m, func(k K, p unsafe.Pointer) bool {
		f(k, p)
		return false
	})
}

func (w *worker) mirrorMap(o *op, d *unsafe.Pointer, at unsafe.Pointer, fresh bool) {
	old := *d
	if fresh {
		old = nil
	}
	var to unsafe.Pointer
	if at != nil {
		id, known := w.table.put(uintptr(at), int32(len(w.objs)))
		if !known {
			to = w.newHome(o.to, object{n: o.to, at: at, len: mapLen(at), role: roleEntries}, old)
			w.mirrorEntries(o.to, to, at)
		} else {
			to = w.known(id, o.to, roleEntries)
		}
	}
	if to == old && !fresh {
		return
	}
	*d = to
	if old != nil {
		w.lose(o.to, old)
	}
}

func (w *worker) mirrorEntries(n *node, to, at unsafe.Pointer) {
	switch {
	case n.pointers != nil:
		n.pointers(w, n, to, at)
	case n.plain != nil:
		n.plain(to, at)
	default:
		m := w.maps[n.pool]
		m.dst = to
		m.to.Clear()
		w.copyEntries(&object{n: n, at: at, to: to})
	}
}
