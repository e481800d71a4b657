package savestate

import (
	"math/bits"
	"reflect"
	"slices"
	"unsafe"
)

// opcode says how a run of equal scalars lies in memory and in an encoding.
type opcode uint8

const (
	opRaw     opcode = iota // bytes taken as they are
	opBool                  // one byte, 0 or 1
	op8                     // the sized integers
	op16                    //
	op32                    //
	op64                    //
	opInt                   // an int of 4 bytes, encoded as 8 with its sign
	opUint                  // a uint or uintptr of 4 bytes, encoded as 8
	opFloat32               // with every NaN made the same
	opFloat64               //
	opLoop                  // body, n times, stride bytes apart

	// One of what lies elsewhere, or is encoded with its length.
	opString
	opHook
	opPointer
	opSlice
	opMap

	opZero // of a type that is not state
)

// op is one instruction: n scalars that lie next to each other from offset
// off, or a loop over the elements of an array.
type op struct {
	code   opcode
	off    uintptr
	n      int
	stride uintptr
	body   []op
	to     *node   // what an opHook and later codes are of
	size   uintptr // of what an opPointer points to, of an element of an opSlice
	flat   bool    // the elements of an opSlice are copied as bytes
}

// program is a node lowered to straight lists of runs. Padding, blank fields
// and left-out fields are in none of them.
type program struct {
	raw    []op // memory runs: what is copied; also the encoding itself if asIs
	wire   []op // runs by kind: the encoding on every target
	floats []op // where a NaN may lie
	refs   []op // pointers, slices and maps
	zeros  []op // what is not state
	walk   []op // raw, pointers last: see pointersLast
	size   int  // bytes of the encoding, the least if they vary
	asIs   bool // without NaN, the raw runs in memory are the encoding
}

// lower compiles a node. swap says that this target's byte order is not the
// encoding's.
func lower(n *node, off uintptr, swap bool) program {
	p := program{
		raw:    emit(nil, n, off, rawRun),
		wire:   emit(nil, n, off, wireRun),
		floats: emit(nil, n, off, floatRun),
		refs:   emit(nil, n, off, refRun),
		zeros:  emitZeros(nil, n, off),
	}
	p.walk = pointersLast(p.raw)
	p.size, p.asIs = measure(p.wire, swap)
	return p
}

// pointersLast is the order in which a value is copied. A slice or a map of
// things tells better than a pointer to one of them which was there before.
func pointersLast(ops []op) []op {
	ops = slices.Clone(ops)
	slices.SortStableFunc(ops, func(a, b op) int {
		if a, b := a.code == opPointer, b.code == opPointer; a == b {
			return 0
		} else if b {
			return -1
		}
		return 1
	})
	return ops
}

// leaf turns what is neither a struct nor an array into its run; n = 0 leaves
// it out.
type leaf func(n *node) op

func rawRun(n *node) op {
	if n.kind == scalarKind {
		return op{code: opRaw, n: int(n.typ.Size())}
	}
	return n.elsewhere()
}

func wireRun(n *node) op {
	if n.kind == scalarKind {
		return op{code: wireCode(n.typ), n: 1}
	}
	return n.elsewhere()
}

func floatRun(n *node) op {
	if n.kind == scalarKind {
		if c := wireCode(n.typ); c == opFloat32 || c == opFloat64 {
			return op{code: c, n: 1}
		}
	}
	return op{}
}

func refRun(n *node) op {
	if n.isReference() {
		return n.elsewhere()
	}
	return op{}
}

// elsewhere is the instruction for what is no scalar.
func (n *node) elsewhere() op {
	code := map[kind]opcode{stringKind: opString, hookKind: opHook, pointerKind: opPointer, sliceKind: opSlice, mapKind: opMap}[n.kind]
	o := op{code: code, n: 1, to: n}
	if code == opPointer || code == opSlice {
		o.size = n.elem.size
		o.flat = code == opSlice && !n.elem.varies && !n.elem.leftOut
	}
	return o
}

func wireCode(t reflect.Type) opcode {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return opBool
	case k == reflect.Float32:
		return opFloat32
	case k == reflect.Float64:
		return opFloat64
	case k == reflect.Int && t.Size() == 4:
		return opInt
	case (k == reflect.Uint || k == reflect.Uintptr) && t.Size() == 4:
		return opUint
	}
	return op8 + opcode(bits.TrailingZeros(uint(t.Size())))
}

// emit appends the runs of n, placed at off, to ops.
func emit(ops []op, n *node, off uintptr, run leaf) []op {
	switch n.kind {
	case arrayKind:
		return emitArray(ops, n, off, run)
	case structKind:
		for _, f := range n.fields {
			ops = emit(ops, f.node, off+f.offset, run)
		}
		return ops
	}
	o := run(n)
	o.off = off
	return join(ops, o)
}

// emitZeros appends what is left out of n.
func emitZeros(ops []op, n *node, off uintptr) []op {
	switch n.kind {
	case arrayKind:
		if body := emitZeros(nil, n.elem, 0); n.length > 0 && len(body) > 0 {
			ops = append(ops, op{code: opLoop, off: off, n: n.length, stride: n.elem.size, body: body})
		}
	case structKind:
		for _, f := range n.skipped {
			ops = append(ops, op{code: opZero, off: off + f.offset, n: 1, to: f.node})
		}
		for _, f := range n.fields {
			ops = emitZeros(ops, f.node, off+f.offset)
		}
	}
	return ops
}

func emitArray(ops []op, n *node, off uintptr, run leaf) []op {
	body := emit(nil, n.elem, 0, run)
	if n.length == 0 || len(body) == 0 {
		return ops
	}
	o := repeated(body, n.length, n.elem.size)
	o.off += off
	return join(ops, o)
}

// repeated is the instruction for n elements, which body is for one of: a long
// run where the elements touch, else a loop.
func repeated(body []op, n int, stride uintptr) op {
	if o := body[0]; len(body) == 1 && o.code < opLoop && o.off == 0 && o.extent() == stride {
		o.n *= n
		return o
	}
	return op{code: opLoop, n: n, stride: stride, body: body}
}

// join appends o, or lengthens the last run if o goes on where it ends.
func join(ops []op, o op) []op {
	if o.n == 0 {
		return ops
	}
	if k := len(ops) - 1; k >= 0 && ops[k].code == o.code && o.code < opLoop && ops[k].off+ops[k].extent() == o.off {
		ops[k].n += o.n
		return ops
	}
	return append(ops, o)
}

// width is the bytes of one scalar in memory.
func (o *op) width() uintptr {
	switch o.code {
	case op16:
		return 2
	case op32, opInt, opUint, opFloat32:
		return 4
	case op64, opFloat64:
		return 8
	}
	return 1
}

func (o *op) extent() uintptr { return uintptr(o.n) * o.width() }

// widened reports that the encoding is wider than the memory.
func (o *op) widened() bool { return o.code == opInt || o.code == opUint }

// measure returns the size of an encoding, negative if it overflows an int,
// and whether memory holds it as it is.
func measure(wire []op, swap bool) (size int, asIs bool) {
	asIs = true
	for i := range wire {
		o := &wire[i]
		each, same := int(o.width()), !o.widened() && (!swap || o.width() == 1)
		switch {
		case o.code == opLoop:
			each, same = measure(o.body, swap)
		case o.code > opLoop:
			each, same = 4, true
		case o.widened():
			each = 8
		}
		size, asIs = addProduct(size, o.n, each), asIs && same
	}
	return size, asIs
}

// addProduct returns sum + n*each, or -1 on overflow or if any is negative.
func addProduct(sum, n, each int) int {
	hi, lo := bits.Mul64(uint64(n), uint64(each))
	total := lo + uint64(sum)
	if sum < 0 || each < 0 || hi != 0 || total < lo || total > uint64(^uint(0)>>1) {
		return -1
	}
	return int(total)
}

// isBigEndian reports the byte order of this target.
func isBigEndian() bool {
	one := uint16(1)
	return *(*byte)(unsafe.Pointer(&one)) == 0
}
