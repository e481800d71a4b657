package savestate

import (
	"reflect"
	"unsafe"
)

// copy makes the state at dst that at src. What dst refers to is gathered first
// and then used again, so a slot that has been in use needs no new memory.
// Whatever is taken is written in full, so nothing that it held is ever read.
func (w *worker) copy(dst, src unsafe.Pointer) {
	done := false
	defer func() {
		if !done { // half of dst may be of something else
			w.abandon(dst)
		}
	}()
	if w.c.mirrored && w.trusts() && w.tried(w.mirror(dst, src)) {
		done = true
		return
	}
	w.begin()
	w.gather(dst)
	w.spans.reset()
	w.addRoot(src, dst)
	for i := 0; i < len(w.objs); i++ {
		switch b := w.objs[i]; b.role {
		case roleValue:
			w.copyValue(&b, i > 0)
		case roleElements:
			w.copyElements(b.n.elem, b.to, b.at, b.len)
		case roleEntries:
			w.copyEntries(&b)
		}
	}
	w.checkSpans()
	w.keepSpares()
	w.end()
	done = true
}

// trusts reports that a copy side by side is likely to be right.
func (w *worker) trusts() bool {
	if w.failed > strikes {
		w.failed--
	}
	return w.failed <= strikes
}

func (w *worker) tried(ok bool) bool {
	if ok {
		w.failed = 0
	} else if w.failed++; w.failed >= strikes {
		w.failed = strikes + patience
	}
	return ok
}

// abandon gives up a walk that did not come to its end.
func (w *worker) abandon(dst unsafe.Pointer) {
	reflect.NewAt(w.c.root.typ, dst).Elem().SetZero()
	for i := range w.pools {
		w.pools[i] = pool{}
	}
	w.end()
}

func (w *worker) copyValue(b *object, reused bool) {
	if reused && b.n.leftOut {
		reflect.NewAt(b.n.typ, b.to).Elem().SetZero()
	}
	w.copyOps(b.n.code.raw, b.to, b.at)
}

func (w *worker) copyElements(e *node, dst, src unsafe.Pointer, n int) {
	size := e.size
	if !e.varies && !e.leftOut {
		copy(bytesAt(dst, 0, n*int(size)), bytesAt(src, 0, n*int(size)))
		return
	}
	for k := range uintptr(n) {
		if e.leftOut {
			reflect.NewAt(e.typ, unsafe.Add(dst, k*size)).Elem().SetZero()
		}
		w.copyOps(e.code.raw, unsafe.Add(dst, k*size), unsafe.Add(src, k*size))
	}
}

func (w *worker) copyEntries(b *object) {
	m, e := w.maps[b.n.pool], b.n.elem
	m.src, m.dst = b.at, b.to
	m.iter.Reset(m.from)
	for m.iter.Next() {
		m.key.one.SetIterKey(m.iter)
		m.elem.one.SetIterValue(m.iter)
		if !e.varies && !e.leftOut {
			m.to.SetMapIndex(m.key.one, m.elem.one)
			continue
		}
		m.made.one.SetZero() // what a hook held is the entry's before
		w.copyOps(e.code.raw, m.made.at, m.elem.at)
		m.to.SetMapIndex(m.key.one, m.made.one)
	}
	m.release()
}

func (w *worker) copyOps(ops []op, dst, src unsafe.Pointer) {
	for i := range ops {
		switch o := &ops[i]; o.code {
		case opRaw:
			copy(bytesAt(dst, o.off, o.n), bytesAt(src, o.off, o.n))
		case opLoop:
			for k := range o.n {
				w.copyOps(o.body, o.at(dst, k), o.at(src, k))
			}
		case opString: // its bytes never change, so both may have them
			*(*string)(unsafe.Add(dst, o.off)) = *(*string)(unsafe.Add(src, o.off))
		case opHook:
			o.hookAt(dst).CopyState(o.hookAt(src))
		default:
			w.copyReference(o, dst, src)
		}
	}
}

func (w *worker) copyReference(o *op, dst, src unsafe.Pointer) {
	at := *(*unsafe.Pointer)(unsafe.Add(src, o.off)) // also of a slice
	switch {
	case at == nil:
		o.referTo(dst, nil, 0, 0)
	case o.code == opPointer && o.size > 0:
		w.copyPointer(o, dst, at)
	default:
		w.copyOther(o, dst, src)
	}
}

// copyPointer takes the short way to what is known already.
func (w *worker) copyPointer(o *op, dst, at unsafe.Pointer) {
	id, known := w.table.put(uintptr(at), int32(len(w.objs)))
	if !known {
		b := object{n: o.to.elem, at: at}
		w.take(o.to, &b, 0)
		w.objs = append(w.objs, b)
		w.spans.add(uintptr(at), o.size)
	} else if id < 0 || w.objs[id].n != o.to.elem || w.objs[id].role != roleValue {
		w.conflict(id, o.to.elem)
	}
	*(*unsafe.Pointer)(unsafe.Add(dst, o.off)) = w.objs[id].to
}

func (w *worker) copyOther(o *op, dst, src unsafe.Pointer) {
	b := o.refersTo(src)
	if b.bare() {
		w.noteSpare(&b)
		w.take(o.to, &b, b.len)
		o.refer(dst, &b)
		return
	}
	id, isNew := w.number(&b)
	c := &w.objs[id]
	if need := b.len; isNew {
		if b.role == roleEntries {
			need = mapLen(b.at)
		}
		w.take(o.to, c, need)
	}
	o.referTo(dst, c.to, b.len, c.toCap)
}

// refer makes the reference o at p refer to the copy of an object.
func (o *op) refer(p unsafe.Pointer, b *object) { o.referTo(p, b.to, b.len, b.toCap) }

func (o *op) referTo(p, to unsafe.Pointer, n, room int) {
	p = unsafe.Add(p, o.off)
	if o.code == opSlice {
		*(*sliceHeader)(p) = sliceHeader{to, n, room}
	} else {
		*(*unsafe.Pointer)(p) = to
	}
}
