package savestate

import "unsafe"

// Equal reports whether a and b are the same state: whether Diff finds nothing.
func (p *Plan[S]) Equal(a, b *S) bool {
	if n := p.c.flat; n > 0 {
		return equalBytes(unsafe.Pointer(a), unsafe.Pointer(b), n)
	}
	if p.w != nil {
		return p.w.equal(unsafe.Pointer(a), unsafe.Pointer(b))
	}
	return p.c.all.equal(unsafe.Pointer(a), unsafe.Pointer(b))
}

// equal compares two states by their encodings.
func (w *worker) equal(a, b unsafe.Pointer) bool {
	w.pair[0] = w.append(w.pair[0][:0], a)
	w.pair[1] = w.append(w.pair[1][:0], b)
	return string(w.pair[0]) == string(w.pair[1])
}

// equalBytes compares n bytes; of a few words, faster than a call would.
func equalBytes(a, b unsafe.Pointer, n int) bool {
	if n == 16 {
		x, y := (*[2]uint64)(a), (*[2]uint64)(b)
		return x[0] == y[0] && x[1] == y[1]
	}
	return string(bytesAt(a, 0, n)) == string(bytesAt(b, 0, n))
}

// equal compares two states by their memory, and scalar by scalar where that
// differs but may hold a NaN.
func (g *program) equal(a, b unsafe.Pointer) bool {
	return equalRaw(g.raw, a, b) || len(g.floats) > 0 && equalWire(g.wire, a, b)
}

func equalRaw(ops []op, a, b unsafe.Pointer) bool {
	for i := range ops {
		o := &ops[i]
		if o.code == opRaw {
			if string(bytesAt(a, o.off, o.n)) != string(bytesAt(b, o.off, o.n)) {
				return false
			}
			continue
		}
		for k := range o.n {
			if !equalRaw(o.body, o.at(a, k), o.at(b, k)) {
				return false
			}
		}
	}
	return true
}

func equalWire(ops []op, a, b unsafe.Pointer) bool {
	for i := range ops {
		o := &ops[i]
		if o.code != opLoop {
			if !equalRun(o, a, b) {
				return false
			}
			continue
		}
		for k := range o.n {
			if !equalWire(o.body, o.at(a, k), o.at(b, k)) {
				return false
			}
		}
	}
	return true
}

func equalRun(o *op, a, b unsafe.Pointer) bool {
	switch o.code {
	case opFloat32:
		y := sliceAt[uint32](b, o)
		for i, x := range sliceAt[uint32](a, o) {
			if bits32(x) != bits32(y[i]) {
				return false
			}
		}
		return true
	case opFloat64:
		y := sliceAt[uint64](b, o)
		for i, x := range sliceAt[uint64](a, o) {
			if bits64(x) != bits64(y[i]) {
				return false
			}
		}
		return true
	}
	n := int(o.extent())
	return string(bytesAt(a, o.off, n)) == string(bytesAt(b, o.off, n))
}
