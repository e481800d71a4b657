package savestate

import "unsafe"

// How a reference is encoded, in 4 bytes: nil, something without an identity
// (for a slice its length follows), or an object by its number. When its
// number is the next one the object is new: the length follows at once if it
// is a slice or a map, and what is in it after everything found before.
const (
	refNil = iota
	refBare
	refFirst // object 0, the state itself
)

// sum returns XXH64 of the encoding of the state at p.
func (w *worker) sum(p unsafe.Pointer) uint64 {
	w.out.reset(nil, true)
	w.encode(p)
	return w.out.sum()
}

// append appends the encoding of the state at p.
func (w *worker) append(dst []byte, p unsafe.Pointer) []byte {
	w.out.reset(dst, false)
	w.encode(p)
	dst, w.out.dst = w.out.dst, nil
	return dst
}

func (w *worker) encode(p unsafe.Pointer) {
	w.begin()
	w.addRoot(p, nil)
	w.encodeFrom(0)
	w.checkSpans()
	w.end()
}

// sectionSum is the checksum of a part of the state, as if it were all of one.
func (w *worker) sectionSum(g *program, p unsafe.Pointer) uint64 {
	w.out.reset(nil, true)
	w.begin()
	w.addRoot(p, nil) // for whoever refers to it; its own turn does not come
	w.encodeProgram(g, p)
	w.encodeFrom(1)
	w.end()
	return w.out.sum()
}

func (w *worker) encodeFrom(i int) {
	for ; i < len(w.objs); i++ {
		switch b := w.objs[i]; b.role {
		case roleValue:
			w.encodeProgram(&b.n.code, b.at)
		case roleElements:
			w.encodeElements(b.n.elem, b.at, b.len)
		case roleEntries:
			w.encodeEntries(&b)
		}
	}
}

func (w *worker) encodeElements(e *node, p unsafe.Pointer, n int) {
	if !e.varies {
		writeElements(&w.out, &e.code, p, n, e.size)
		return
	}
	for k := range n {
		w.encodeProgram(&e.code, unsafe.Add(p, uintptr(k)*e.size))
	}
}

// writeElements writes n values of a fixed size that lie in a row.
func writeElements(out *sink, g *program, p unsafe.Pointer, n int, size uintptr) {
	asIs := g.asIs
	if asIs && len(g.floats) > 0 {
		all := [1]op{repeated(g.floats, n, size)}
		asIs = !anyNaN(all[:], p)
	}
	if asIs {
		all := [1]op{repeated(g.raw, n, size)}
		writeRaw(out, all[:], p)
	} else {
		all := [1]op{repeated(g.wire, n, size)}
		writeWire(out, all[:], p)
	}
}

func (w *worker) encodeEntries(b *object) {
	m := w.maps[b.n.pool]
	for _, i := range m.sorted(b.at) {
		w.encodeProgram(&b.n.key.code, m.keyAt(i))
		w.encodeProgram(&b.n.elem.code, m.elemAt(i))
	}
	m.release()
}

func (w *worker) encodeProgram(g *program, p unsafe.Pointer) {
	if g.asIs && !anyNaN(g.floats, p) {
		w.encodeOps(g.raw, p)
	} else {
		w.encodeOps(g.wire, p)
	}
}

func (w *worker) encodeOps(ops []op, p unsafe.Pointer) {
	for i := range ops {
		switch o := &ops[i]; o.code {
		case opRaw:
			w.out.bytes(bytesAt(p, o.off, o.n))
		case opLoop:
			for k := range o.n {
				w.encodeOps(o.body, o.at(p, k))
			}
		case opString:
			s := *(*string)(unsafe.Add(p, o.off))
			w.out.length(len(s))
			w.out.bytes(unsafe.Slice(unsafe.StringData(s), len(s)))
		case opHook:
			w.bytes = o.hookAt(p).AppendState(w.bytes[:0])
			w.out.length(len(w.bytes))
			w.out.bytes(w.bytes)
		case opPointer, opSlice, opMap:
			w.encodeReference(o, p)
		default:
			writeRun(&w.out, o, p)
		}
	}
}

func (w *worker) encodeReference(o *op, p unsafe.Pointer) {
	b := o.refersTo(p)
	switch {
	case b.at == nil:
		w.out.uint32(refNil)
	case b.bare():
		w.out.uint32(refBare)
		if b.role == roleElements {
			w.out.length(b.len)
			w.noteSpare(&b)
		}
	default:
		if b.role == roleEntries {
			b.len = mapLen(b.at)
		}
		id, isNew := w.number(&b)
		w.out.length(refFirst + id)
		if isNew && b.role != roleValue {
			w.out.length(b.len)
		}
	}
}
