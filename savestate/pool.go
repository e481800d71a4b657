package savestate

import (
	"reflect"
	"unsafe"
)

// pool is the memory that references of one type may use again: what the
// overwritten state referred to, in the order of its fields, which is most
// likely also the order in which it is needed; and what was left over.
type pool struct {
	batch []block
	next  int // of batch
	used  int // blocks given out in this walk
	spare []block
}

// block is a value, a map, or an array of cap elements, of which len were in
// use. Nothing but the pool refers to it.
type block struct {
	at       unsafe.Pointer
	len, cap int
}

// minSpares is how many blocks a pool may keep, or as many as a state uses.
const minSpares = 64

// gather finds what the state at dst refers to, each thing once, and puts it
// into the pools. If parts of it overlap none of it is used again.
func (w *worker) gather(dst unsafe.Pointer) {
	w.resetPools()
	w.table.put(uintptr(dst), -1)
	w.spans.add(uintptr(dst), w.c.root.size)
	w.gatherOps(w.c.root.code.refs, dst)
	w.gatherRest()
	if w.spans.overlap() {
		w.dropBatches()
	}
}

func (w *worker) resetPools() {
	for i := range w.pools {
		p := &w.pools[i]
		p.batch, p.next, p.used = p.batch[:0], 0, 0
	}
}

// dropBatches leaves what was found to the garbage collector.
func (w *worker) dropBatches() {
	for i := range w.pools {
		w.pools[i].batch = w.pools[i].batch[:0]
	}
}

// gatherRest finds what is in that which was found.
func (w *worker) gatherRest() {
	for i := 0; i < len(w.old); i++ {
		switch b := w.old[i]; b.role {
		case roleValue:
			w.gatherOps(b.n.code.refs, b.at)
		case roleElements:
			for k := range uintptr(b.len) {
				w.gatherOps(b.n.elem.code.refs, unsafe.Add(b.at, k*b.n.elem.size))
			}
		case roleEntries:
			w.gatherEntries(&b)
		}
	}
}

func (w *worker) gatherEntries(b *object) {
	m := w.maps[b.n.pool]
	m.src = b.at
	m.iter.Reset(m.from)
	for m.iter.Next() {
		m.elem.one.SetIterValue(m.iter)
		w.gatherOps(b.n.elem.code.refs, m.elem.at)
	}
	m.release()
}

func (w *worker) gatherOps(ops []op, p unsafe.Pointer) {
	for i := range ops {
		o := &ops[i]
		if o.code != opLoop {
			w.gatherReference(o, p)
			continue
		}
		for k := range o.n {
			w.gatherOps(o.body, o.at(p, k))
		}
	}
}

func (w *worker) gatherReference(o *op, p unsafe.Pointer) {
	b := o.refersTo(p)
	if b.at != nil {
		w.gatherBlock(o.to, b.at, b.len, b.cap)
	}
}

// gatherBlock takes what a reference of type n refers to, if that is new.
func (w *worker) gatherBlock(n *node, at unsafe.Pointer, length, room int) {
	b := object{n: n, at: at, len: length, cap: room}
	switch n.kind {
	case pointerKind:
		b.n = n.elem
	case sliceKind:
		b.role = roleElements
	default:
		b.role = roleEntries
	}
	size := b.size()
	if size == 0 && b.role != roleEntries {
		return
	}
	if _, known := w.table.put(uintptr(at), -1); known {
		return
	}
	if size > 0 {
		w.spans.add(uintptr(at), size)
	}
	pl := &w.pools[n.pool]
	pl.batch = append(pl.batch, block{at, length, room})
	if n.elem.refers {
		w.old = append(w.old, b)
	}
}

// take finds memory for the copy of b, with room for need elements.
func (w *worker) take(n *node, b *object, need int) {
	p := &w.pools[n.pool]
	p.used++
	if got, ok := p.take(need); ok {
		b.to, b.toCap = got.at, got.cap
		if b.role == roleEntries {
			m := w.maps[n.pool]
			m.dst = b.to
			m.to.Clear()
			m.dst = nil
		}
		if b.role == roleElements && n.elem.hooks {
			clearHooks(n.elem, got, need)
		}
		return
	}
	b.to, b.toCap = allocate(n, need)
}

// clearHooks zeroes the elements that were not in use. Removing an element from
// a slice leaves one of those looking like another that is in use, and so with
// the memory that its hook would reuse.
func clearHooks(e *node, b block, need int) {
	for k := b.len; k < need; k++ {
		reflect.NewAt(e.typ, unsafe.Add(b.at, uintptr(k)*e.size)).Elem().SetZero()
	}
}

// take prefers the next of the batch and looks at a few of the spares. If none
// has room the one that comes first is given up for the larger one that will be
// made, so that in time all have room.
func (p *pool) take(need int) (block, bool) {
	if p.next < len(p.batch) {
		b := p.batch[p.next]
		p.next++
		if b.cap >= need || b.cap == 0 {
			return b, true
		}
		p.spare = append(p.spare, b)
	}
	const looks = 8
	last := len(p.spare) - 1
	for i := last; i >= max(0, last-looks); i-- {
		if b := p.spare[i]; b.cap >= need || b.cap == 0 {
			p.spare[i] = p.spare[last]
			p.spare = p.spare[:last]
			return b, true
		}
	}
	if last >= 0 {
		p.spare = p.spare[:last]
	}
	return block{}, false
}

// allocate makes room for a value, a map, or a slice, with a little to spare so
// that a slice that grows by one each frame does not need new memory each time.
func allocate(n *node, need int) (unsafe.Pointer, int) {
	switch n.kind {
	case pointerKind:
		return reflect.New(n.elem.typ).UnsafePointer(), 0
	case mapKind:
		return reflect.MakeMapWithSize(n.typ, need).UnsafePointer(), 0
	}
	room := need + need/4
	return reflect.MakeSlice(n.typ, need, room).UnsafePointer(), room
}

// keepSpares puts what the walk did not use with the spares, as many as are
// allowed.
func (w *worker) keepSpares() {
	for i := range w.pools {
		p := &w.pools[i]
		p.spare = append(p.spare, p.batch[p.next:]...)
		if n := max(minSpares, p.used); len(p.spare) > n {
			clear(p.spare[n:])
			p.spare = p.spare[:n]
		}
		clear(p.batch)
		p.batch, p.next = p.batch[:0], 0
	}
}
