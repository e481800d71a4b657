package savestate

import (
	"reflect"
	"unsafe"
)

// worker walks states that refer to memory elsewhere. It is a plan's scratch
// memory, kept from one call to the next.
//
// Nothing recurses into what is referred to: it is an object, numbered in order
// of discovery, and the objects are worked off one after another. So a chain of
// any length needs no stack, and two references to one thing meet in its
// number. The root is number 0.
type worker struct {
	c     *compiled
	table table
	objs  []object // of the state that is read
	old   []object // of the state that is overwritten
	pools []pool   // by node.pool
	maps  []*mapping
	spans spans // of objs

	lost   []lost // by a copy side by side
	clash  bool   // it cannot be right
	failed int    // such copies in a row; from strikes on, it counts down

	out   sink
	bytes []byte // of a hook

	pair    [2][]byte      // the encodings that Equal compares
	decoded unsafe.Pointer // the state that Decode reads into
}

// role says what lies at an object's address.
type role uint8

const (
	roleValue    role = iota // a value of the node's type
	roleElements             // the elements of the slice
	roleEntries              // the map
)

// object is something that a reference refers to.
type object struct {
	n        *node          // what it is of: the value's type, or the slice's or map's
	at       unsafe.Pointer // in the state that is read
	to       unsafe.Pointer // in the one that is written
	len, cap int            // of elements; of entries, in decoding, len
	toCap    int
	used     int // of the elements at to, those that held something
	role     role
	fresh    bool // what is at to holds no reference that counts
}

// sliceHeader is how a slice lies in memory.
type sliceHeader struct {
	at       unsafe.Pointer
	len, cap int
}

func newWorker(c *compiled) *worker {
	w := &worker{c: c, pools: make([]pool, len(c.references)), maps: make([]*mapping, len(c.references))}
	for i, n := range c.references {
		if n.kind == mapKind {
			w.maps[i] = newMapping(n)
		}
	}
	return w
}

func (w *worker) begin() {
	w.table.reset()
	w.objs, w.old = w.objs[:0], w.old[:0]
	w.spans.reset()
}

// end forgets what the walk met, so that the scratch memory keeps no state
// alive.
func (w *worker) end() {
	clear(w.objs)
	clear(w.old)
	w.objs, w.old = w.objs[:0], w.old[:0]
}

// addRoot makes the state itself object 0.
func (w *worker) addRoot(at, to unsafe.Pointer) {
	root := w.c.root
	w.table.put(uintptr(at), 0)
	w.objs = append(w.objs, object{n: root, at: at, to: to})
	w.spans.add(uintptr(at), root.size)
}

// refersTo is what the reference o at p refers to; its address is nil if there
// is nothing, or nothing that has an identity: see emptiness.
func (o *op) refersTo(p unsafe.Pointer) (b object) {
	p = unsafe.Add(p, o.off)
	switch o.code {
	case opPointer:
		return object{n: o.to.elem, at: *(*unsafe.Pointer)(p)}
	case opMap:
		return object{n: o.to, at: *(*unsafe.Pointer)(p), role: roleEntries}
	}
	h := (*sliceHeader)(p)
	return object{n: o.to, at: h.at, len: h.len, cap: h.cap, role: roleElements}
}

// bare reports that the reference is not nil, but that what it refers to is no
// object: it takes no memory, or is an empty slice.
func (b *object) bare() bool {
	switch b.role {
	case roleValue:
		return b.n.size == 0
	case roleElements:
		return b.len == 0 || b.n.elem.size == 0
	}
	return false
}

// size is the memory of the object, the spare capacity of a slice included,
// because an append would write there. What memory a map has is not to be seen.
func (b *object) size() uintptr {
	switch b.role {
	case roleValue:
		return b.n.size
	case roleElements:
		return uintptr(b.cap) * b.n.elem.size
	}
	return 0
}

// number returns the number of an object, and whether it is new.
func (w *worker) number(b *object) (id int, isNew bool) {
	got, known := w.table.put(uintptr(b.at), int32(len(w.objs)))
	if !known {
		w.objs = append(w.objs, *b)
		if b.role != roleEntries {
			w.spans.add(uintptr(b.at), b.size())
		}
		return int(got), true
	}
	if got < 0 {
		w.conflict(got, b.n)
	}
	if o := &w.objs[got]; o.n != b.n || o.role != b.role || o.len != b.len || o.cap != b.cap {
		w.conflict(got, b.n)
	}
	return int(got), false
}

// conflict panics: what lies where an n should be is known as something else, or
// belongs to the state that is being overwritten.
func (w *worker) conflict(id int32, n *node) {
	if id < 0 {
		panic("savestate: Copy: the destination shares memory with the source, at " + n.path)
	}
	w.aliased()
}

// noteSpare notes the spare capacity of an empty slice.
func (w *worker) noteSpare(b *object) {
	if size := b.size(); size > 0 {
		w.spans.add(uintptr(b.at), size)
	}
}

// checkSpans panics if two objects of the state overlap. It comes after the
// walk, once all are known.
func (w *worker) checkSpans() {
	if w.spans.overlap() {
		w.aliased()
	}
}

// aliased panics with the two paths. The root is object 0.
func (w *worker) aliased() {
	if err := w.c.check(w.objs[0].at); err != nil {
		panic(err)
	}
	panic("savestate: the state changed while it was walked")
}

// hookAt is the value at p as a Hook.
func (o *op) hookAt(p unsafe.Pointer) Hook {
	return reflect.NewAt(o.to.typ, unsafe.Add(p, o.off)).Interface().(Hook)
}
