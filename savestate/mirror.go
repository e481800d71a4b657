package savestate

import (
	"reflect"
	"unsafe"
)

// A slot mostly holds a state of the same build as the one that is saved: the
// same field refers to a slice there as here. So a copy walks both side by side
// and writes into what it finds at the same place, without a search. Each
// pointer and map of the source is looked up, since many may be the same one;
// slices are taken to be different ones.
//
// Afterwards the memory of everything that was read or written is seen to lie
// apart. If it does not (two slices of the source are the same, or the
// destination refers to one thing twice where the source does not) the copy is
// done again the long way, by gathering, which can tell.

// After strikes failures in a row, patience copies go the long way before the
// short one is tried again.
const strikes, patience = 4, 256

// lost is a reference of the destination whose memory the copy found no use for
// at its place.
type lost struct {
	n        *node // of the reference
	at       unsafe.Pointer
	len, cap int
}

// mirrors reports that the type's states can be copied side by side: what the
// values of a map refer to can only be found by their keys, and by no other way
// than reflection that is not so.
func (c *compiled) mirrors() bool {
	for _, n := range c.references {
		if n.kind == mapKind && n.elem.refers && n.pointers == nil {
			return false
		}
	}
	return true
}

// mirror copies side by side. If it answers false dst is some state, and not
// the copy. It goes on to the end even so, because memory that was taken from
// the spares must not be left with what it held.
func (w *worker) mirror(dst, src unsafe.Pointer) bool {
	w.begin()
	w.resetPools()
	w.lost, w.clash = w.lost[:0], false
	w.addRoot(src, dst)
	w.table.put(uintptr(dst), -1)
	w.spans.reset()
	for i := 0; i < len(w.objs); i++ {
		switch b := w.objs[i]; b.role {
		case roleValue:
			w.spans.add(uintptr(b.at), b.n.size)
			w.spans.add(uintptr(b.to), b.n.size)
			if i > 0 && b.n.leftOut {
				zeroOps(b.n.code.zeros, b.to)
			}
			w.mirrorOps(b.n.code.walk, b.to, b.at, b.fresh)
		case roleElements:
			w.mirrorElements(&b)
		}
	}
	apart := !w.clash && !w.spans.overlap()
	if apart && len(w.lost) > 0 {
		w.recover()
	}
	clear(w.lost)
	w.end()
	return apart
}

// mirrorElements copies elements that hold references. Those that the
// destination had not in use hold nothing to be used.
func (w *worker) mirrorElements(b *object) {
	e, size := b.n.elem, b.n.elem.size
	for k := range b.len {
		to, at := unsafe.Add(b.to, uintptr(k)*size), unsafe.Add(b.at, uintptr(k)*size)
		if e.leftOut {
			zeroOps(e.code.zeros, to)
		}
		w.mirrorOps(e.code.walk, to, at, k >= b.used)
	}
}

// mirrorRow copies the pointers of a slice.
func (w *worker) mirrorRow(e *node, s, d *sliceHeader, used int) {
	to := unsafe.Slice((*unsafe.Pointer)(d.at), s.len)
	for k, at := range unsafe.Slice((*unsafe.Pointer)(s.at), s.len) {
		var old unsafe.Pointer
		if k < used {
			old = to[k]
		}
		if p := w.home(e, at, old); p != old || k >= used {
			to[k] = p
		}
	}
}

// mirrorOps copies one value. Fresh memory holds no reference that counts.
func (w *worker) mirrorOps(ops []op, dst, src unsafe.Pointer, fresh bool) {
	for i := range ops {
		o := &ops[i]
		d, s := unsafe.Add(dst, o.off), unsafe.Add(src, o.off)
		switch o.code {
		case opRaw:
			copy(unsafe.Slice((*byte)(d), o.n), unsafe.Slice((*byte)(s), o.n))
		case opString: // its bytes never change, so both may have them
			*(*string)(d) = *(*string)(s)
		case opHook:
			o.hookAt(dst).CopyState(o.hookAt(src))
		case opPointer:
			w.mirrorPointer(o, (*unsafe.Pointer)(d), *(*unsafe.Pointer)(s), fresh)
		case opSlice:
			w.mirrorSlice(o, (*sliceHeader)(d), (*sliceHeader)(s), fresh)
		case opMap:
			w.mirrorMap(o, (*unsafe.Pointer)(d), *(*unsafe.Pointer)(s), fresh)
		case opLoop:
			for k := range uintptr(o.n) {
				w.mirrorOps(o.body, unsafe.Add(d, k*o.stride), unsafe.Add(s, k*o.stride), fresh)
			}
		}
	}
}

// zeroOps clears what is not state, so that nothing is left of another value.
func zeroOps(ops []op, p unsafe.Pointer) {
	for i := range ops {
		switch o := &ops[i]; o.code {
		case opZero:
			reflect.NewAt(o.to.typ, unsafe.Add(p, o.off)).Elem().SetZero()
		case opLoop:
			for k := range o.n {
				zeroOps(o.body, o.at(p, k))
			}
		}
	}
}

func (w *worker) mirrorPointer(o *op, d *unsafe.Pointer, at unsafe.Pointer, fresh bool) {
	old := *d
	if fresh {
		old = nil
	}
	if to := w.home(o.to, at, old); to != old || fresh {
		*d = to
	}
}

// home is where the copy of what a pointer refers to lies. If that is not old,
// which is what the destination's refers to, old is lost.
func (w *worker) home(n *node, at, old unsafe.Pointer) (to unsafe.Pointer) {
	if at != nil {
		if n.elem.size == 0 {
			return w.homeOfNothing(n, old)
		}
		id, known := w.table.put(uintptr(at), int32(len(w.objs)))
		if !known {
			return w.newHome(n, object{n: n.elem, at: at}, old)
		}
		to = w.known(id, n.elem, roleValue)
	}
	if old != nil && old != to {
		w.lose(n, old)
	}
	return to
}

// lose notes a value or a map that may be in use nowhere else.
func (w *worker) lose(n *node, at unsafe.Pointer) {
	if !w.table.has(uintptr(at)) {
		w.lost = append(w.lost, lost{n: n, at: at})
	}
}

// known is where the copy of object id lies, which was met before as something
// that an n could be.
func (w *worker) known(id int32, n *node, r role) unsafe.Pointer {
	if id < 0 {
		w.conflict(id, n)
	}
	if b := &w.objs[id]; b.n == n && b.role == r {
		return b.to
	}
	w.clash = true
	return nil
}

// newHome is for a value or a map that was not met before: in old, unless
// something else is there already.
func (w *worker) newHome(n *node, b object, old unsafe.Pointer) unsafe.Pointer {
	w.objs = append(w.objs, b)
	c := &w.objs[len(w.objs)-1]
	if old != nil {
		id, known := w.table.put(uintptr(old), -1)
		if !known {
			w.pools[n.pool].used++
			c.to = old
			return old
		}
		if id >= 0 { // it is the source's
			w.conflict(-1, n)
		}
	}
	w.take(n, c, c.len)
	w.table.put(uintptr(c.to), -1)
	c.fresh = true
	return c.to
}

// homeOfNothing is for a value that takes no memory.
func (w *worker) homeOfNothing(n *node, old unsafe.Pointer) unsafe.Pointer {
	if old != nil {
		return old
	}
	var b object
	w.take(n, &b, 0)
	return b.to
}

func (w *worker) mirrorSlice(o *op, d, s *sliceHeader, fresh bool) {
	old := *d
	if fresh {
		old = sliceHeader{}
	}
	if s.at == nil || s.len > old.cap || old.at == nil {
		w.replaceSlice(o, d, s, old)
		return
	}
	if old.len != s.len {
		d.len = s.len
	}
	w.pools[o.to.pool].used++
	if o.flat {
		w.mirrorBytes(o, s, d)
		return
	}
	e := o.to.elem
	if e.hooks {
		clearHooks(e, block{old.at, old.len, old.cap}, s.len)
	}
	if e.refers && old.len > s.len {
		w.loseElements(o, unsafe.Add(old.at, uintptr(s.len)*o.size), old.len-s.len)
	}
	w.mirrorMemory(o, s, d, old.len)
}

// replaceSlice is for a slice whose old memory does not do, or is not there.
func (w *worker) replaceSlice(o *op, d, s *sliceHeader, old sliceHeader) {
	if old.at != nil {
		w.lost = append(w.lost, lost{o.to, old.at, old.len, old.cap})
	}
	if s.at == nil {
		*d = sliceHeader{}
		return
	}
	b := object{role: roleElements}
	w.take(o.to, &b, s.len)
	*d = sliceHeader{b.to, s.len, b.toCap}
	w.mirrorMemory(o, s, d, 0)
}

// mirrorMemory copies the elements of a slice to those of another, of which so
// many were in use.
func (w *worker) mirrorMemory(o *op, s, d *sliceHeader, used int) {
	if o.flat {
		w.mirrorBytes(o, s, d)
		return
	}
	w.noteSlices(o, s, d)
	if e := o.to.elem; e.kind == pointerKind {
		w.mirrorRow(e, s, d, used)
	} else {
		w.objs = append(w.objs, object{n: o.to, at: s.at, to: d.at, len: s.len, used: used, role: roleElements})
	}
}

func (w *worker) mirrorBytes(o *op, s, d *sliceHeader) {
	w.noteSlices(o, s, d)
	n := s.len * int(o.size)
	copy(unsafe.Slice((*byte)(d.at), n), unsafe.Slice((*byte)(s.at), n))
}

func (w *worker) noteSlices(o *op, s, d *sliceHeader) {
	if n := uintptr(s.cap) * o.size; n > 0 {
		w.spans.add(uintptr(s.at), n)
	}
	if n := uintptr(d.cap) * o.size; n > 0 {
		w.spans.add(uintptr(d.at), n)
	}
}

// loseElements is for the last elements of a slice that became shorter.
func (w *worker) loseElements(o *op, at unsafe.Pointer, n int) {
	for k := range uintptr(n) {
		w.loseOps(o.to.elem.code.refs, unsafe.Add(at, k*o.size))
	}
}

func (w *worker) loseOps(ops []op, p unsafe.Pointer) {
	for i := range ops {
		o := &ops[i]
		if o.code == opLoop {
			for k := range o.n {
				w.loseOps(o.body, o.at(p, k))
			}
			continue
		}
		if b := o.refersTo(p); b.at != nil {
			w.lost = append(w.lost, lost{o.to, b.at, b.len, b.cap})
		}
	}
}

// recover puts what was lost, and is not in use at another place, with the
// spares. The table has the pointers and maps that are in use.
func (w *worker) recover() {
	gone := w.lost[:0]
	for _, l := range w.lost {
		if l.n.kind == sliceKind || !w.table.has(uintptr(l.at)) {
			gone = append(gone, l)
		}
	}
	if len(gone) == 0 {
		return
	}
	for _, p := range w.spans.all {
		w.table.put(p.from, -1)
	}
	before := len(w.spans.all)
	for _, l := range gone {
		w.gatherBlock(l.n, l.at, l.len, l.cap)
	}
	w.gatherRest()
	if len(w.spans.all) > before && w.spans.overlap() {
		w.dropBatches()
	}
	w.keepSpares()
}
