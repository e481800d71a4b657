package savestate

import "unsafe"

// write puts the encoding of the state at p into w.
func (g *program) write(w *sink, p unsafe.Pointer) {
	if g.asIs && !anyNaN(g.floats, p) {
		writeRaw(w, g.raw, p)
	} else {
		writeWire(w, g.wire, p)
	}
}

// hash returns XXH64 of the encoding of the state at p.
func (g *program) hash(p unsafe.Pointer) uint64 {
	if len(g.raw) == 1 && g.asIs && g.raw[0].code == opRaw && !anyNaN(g.floats, p) {
		return XXH64(bytesAt(p, g.raw[0].off, g.raw[0].n), 0)
	}
	w := sink{hashes: true}
	g.write(&w, p)
	return w.sum()
}

func bytesAt(p unsafe.Pointer, off uintptr, n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(p, off)), n)
}

// sliceAt is the run of an op as values of its memory type.
func sliceAt[T any](p unsafe.Pointer, o *op) []T {
	return unsafe.Slice((*T)(unsafe.Add(p, o.off)), o.n)
}

// at is where the i-th element of a loop begins.
func (o *op) at(p unsafe.Pointer, i int) unsafe.Pointer {
	return unsafe.Add(p, o.off+uintptr(i)*o.stride)
}

func writeRaw(w *sink, ops []op, p unsafe.Pointer) {
	for i := range ops {
		o := &ops[i]
		if o.code == opRaw {
			w.bytes(bytesAt(p, o.off, o.n))
			continue
		}
		for k := range o.n {
			writeRaw(w, o.body, o.at(p, k))
		}
	}
}

func writeWire(w *sink, ops []op, p unsafe.Pointer) {
	for i := range ops {
		if o := &ops[i]; o.code != opLoop {
			writeRun(w, o, p)
		} else {
			for k := range o.n {
				writeWire(w, o.body, o.at(p, k))
			}
		}
	}
}

func writeRun(w *sink, o *op, p unsafe.Pointer) {
	switch o.code {
	case opBool, op8:
		w.bytes(bytesAt(p, o.off, o.n))
	case op16:
		for _, v := range sliceAt[uint16](p, o) {
			w.uint16(v)
		}
	case op32:
		for _, v := range sliceAt[uint32](p, o) {
			w.uint32(v)
		}
	case op64:
		for _, v := range sliceAt[uint64](p, o) {
			w.uint64(v)
		}
	case opInt:
		for _, v := range sliceAt[int32](p, o) {
			w.uint64(uint64(int64(v)))
		}
	case opUint:
		for _, v := range sliceAt[uint32](p, o) {
			w.uint64(uint64(v))
		}
	case opFloat32:
		for _, v := range sliceAt[uint32](p, o) {
			w.uint32(bits32(v))
		}
	case opFloat64:
		for _, v := range sliceAt[uint64](p, o) {
			w.uint64(bits64(v))
		}
	}
}

func anyNaN(ops []op, p unsafe.Pointer) bool {
	for i := range ops {
		o := &ops[i]
		switch o.code {
		case opFloat32:
			if holdsNaN(sliceAt[float32](p, o)) {
				return true
			}
		case opFloat64:
			if holdsNaN(sliceAt[float64](p, o)) {
				return true
			}
		case opLoop:
			for k := range o.n {
				if anyNaN(o.body, o.at(p, k)) {
					return true
				}
			}
		}
	}
	return false
}

func holdsNaN[F float32 | float64](fs []F) bool {
	for _, f := range fs {
		if f != f {
			return true
		}
	}
	return false
}

// copyRaw copies the state's memory runs and nothing between them. They hold
// numbers alone, so the garbage collector needs no word of it.
func copyRaw(ops []op, dst, src unsafe.Pointer) {
	for i := range ops {
		o := &ops[i]
		if o.code == opRaw {
			copy(bytesAt(dst, o.off, o.n), bytesAt(src, o.off, o.n))
			continue
		}
		for k := range o.n {
			copyRaw(o.body, o.at(dst, k), o.at(src, k))
		}
	}
}
