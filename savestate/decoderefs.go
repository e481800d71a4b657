package savestate

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"
)

// decoder reads an encoding whose length varies. The object in hand has at
// least what its type needs still before it in src; owed is as much of all the
// objects that were found and not yet read. Nothing is made unless src has the
// bytes for it beyond that.
type decoder struct {
	*worker
	src  []byte
	owed int
	err  *DecodeError
}

// decode reads into a state of its own, which only becomes dst if all is well.
func (w *worker) decode(dst unsafe.Pointer, src []byte) error {
	if w.decoded == nil {
		w.decoded = reflect.New(w.c.root.typ).UnsafePointer()
	}
	d := decoder{worker: w, src: src}
	if !d.whole(w.decoded) {
		return d.err
	}
	w.copy(dst, w.decoded)
	return nil
}

func (d *decoder) whole(to unsafe.Pointer) (ok bool) {
	defer func() {
		if !ok { // half of it is of something else
			d.abandon(to)
		}
	}()
	d.begin()
	d.gather(to)
	d.owed = d.c.root.code.size
	d.objs = append(d.objs, object{n: d.c.root, to: to})
	for i := 0; i < len(d.objs) && d.err == nil; i++ {
		b := d.objs[i]
		d.owed -= b.least()
		d.object(&b)
	}
	if d.err == nil && len(d.src) > 0 {
		d.fail(d.c.name, fmt.Sprintf("%d bytes more than the state has", len(d.src)))
	}
	if d.err != nil {
		return false
	}
	d.keepSpares()
	d.end()
	return true
}

func (d *decoder) fail(path, reason string) {
	if d.err == nil {
		d.err = &DecodeError{path, reason}
	}
}

// least is how many bytes the encoding of the object has at the least.
func (b *object) least() int {
	switch b.role {
	case roleElements:
		return b.len * b.n.elem.code.size
	case roleEntries:
		return b.len * (b.n.key.code.size + b.n.elem.code.size)
	}
	return b.n.code.size
}

func (d *decoder) object(b *object) {
	switch b.role {
	case roleValue:
		d.value(b.n, b.to)
	case roleElements:
		d.elements(b.n.elem, b.to, b.len)
	case roleEntries:
		d.entries(b)
	}
}

func (d *decoder) elements(e *node, p unsafe.Pointer, n int) {
	if !e.varies && !e.leftOut {
		d.fixedElements(e, p, n)
		return
	}
	for k := 0; k < n && d.err == nil; k++ {
		d.value(e, unsafe.Add(p, uintptr(k)*e.size))
	}
}

// fixedElements reads n values of a fixed size, all at once.
func (d *decoder) fixedElements(e *node, p unsafe.Pointer, n int) {
	total := n * e.code.size
	if len(d.src) < total {
		d.short(e.path)
		return
	}
	wire := [1]op{repeated(e.code.wire, n, e.size)}
	if _, bad, ok := check(wire[:], d.src[:total], 0); !ok {
		d.fail(e.pathAt(bad.off%e.size, e.path), bad.reason())
		return
	}
	if !e.code.asIs {
		d.src = readWire(wire[:], p, d.src)
		return
	}
	raw := [1]op{repeated(e.code.raw, n, e.size)}
	d.src = readRaw(raw[:], p, d.src)
}

func (d *decoder) value(n *node, p unsafe.Pointer) {
	if n.leftOut {
		reflect.NewAt(n.typ, p).Elem().SetZero()
	}
	d.ops(n, n.code.wire, p, 0)
}

// entries reads a map, whose keys must ascend, so that no state has two
// encodings.
func (d *decoder) entries(b *object) {
	m := d.maps[b.n.pool]
	if m.keys.n < 2 {
		m.keys, m.elems = newRoom(m.keys.typ, 2), newRoom(m.elems.typ, 2)
		m.order, m.bits = make([]int32, 2), make([]keyBits, 2)
	}
	m.dst = b.to
	for i := range b.len {
		k, before := int32(i&1), int32(i&1^1)
		d.value(b.n.key, m.keyAt(k))
		if d.err == nil && i > 0 && compareKeys(b.n.key, m.keyAt(before), m.keyAt(k)) >= 0 {
			d.fail(b.n.path, "the keys of a map do not ascend")
		}
		m.made.one.SetZero()
		d.value(b.n.elem, m.made.at)
		if d.err != nil {
			break
		}
		m.to.SetMapIndex(m.keys.value(int(k)), m.made.one)
	}
	m.release()
}

// ops reads into the value of type n at p; base is the offset of ops in it.
func (d *decoder) ops(n *node, ops []op, p unsafe.Pointer, base uintptr) {
	for i := 0; i < len(ops) && d.err == nil; i++ {
		switch o := &ops[i]; o.code {
		case opLoop:
			for k := 0; k < o.n && d.err == nil; k++ {
				d.ops(n, o.body, o.at(p, k), base+o.off+uintptr(k)*o.stride)
			}
		case opString:
			*(*string)(unsafe.Add(p, o.off)) = string(d.counted(o))
		case opHook:
			if b := d.counted(o); d.err == nil {
				d.hook(o, p, b)
			}
		case opPointer, opSlice, opMap:
			d.reference(o, p)
		default:
			d.run(n, o, p, base)
		}
	}
}

func (d *decoder) run(n *node, o *op, p unsafe.Pointer, base uintptr) {
	size := int(o.extent())
	if o.widened() {
		size *= 2
	}
	if len(d.src) < size {
		d.short(n.path)
		return
	}
	_, bad, ok := checkRun(o, d.src, base+o.off)
	if !ok {
		d.fail(n.pathAt(bad.off, n.path), bad.reason())
		return
	}
	d.src = readRun(o, p, d.src)
}

func (d *decoder) short(path string) { d.fail(path, "the encoding ends in the middle") }

// room is how many bytes nothing else is known to need.
func (d *decoder) room() int { return len(d.src) - d.owed }

func (d *decoder) uint32(path string) int {
	if len(d.src) < 4 {
		d.short(path)
		return 0
	}
	v := binary.LittleEndian.Uint32(d.src)
	d.src = d.src[4:]
	if uint64(v) > uint64(^uint(0)>>1) {
		d.fail(path, fmt.Sprintf("%d is more than an int of this target holds", v))
		return 0
	}
	return int(v)
}

// counted reads a length and as many bytes.
func (d *decoder) counted(o *op) []byte {
	n := d.uint32(o.to.path)
	if n > d.room() {
		d.fail(o.to.path, fmt.Sprintf("a length of %d with %d bytes left", n, max(0, d.room())))
	}
	if d.err != nil {
		return nil
	}
	b := d.src[:n:n]
	d.src = d.src[n:]
	return b
}

func (d *decoder) hook(o *op, p unsafe.Pointer, src []byte) {
	reflect.NewAt(o.to.typ, unsafe.Add(p, o.off)).Elem().SetZero()
	if err := o.hookAt(p).DecodeState(src); err != nil {
		d.err = &DecodeError{o.to.path, err.Error()}
	}
}

func (d *decoder) reference(o *op, p unsafe.Pointer) {
	v := d.uint32(o.to.path)
	b := o.nothing()
	switch {
	case d.err != nil:
	case v == refBare:
		d.bare(o, &b)
	case v-refFirst == len(d.objs):
		d.newObject(o, &b)
	case v-refFirst > len(d.objs):
		d.fail(o.to.path, fmt.Sprintf("object %d follows object %d", v-refFirst, len(d.objs)-1))
	case v != refNil:
		known := d.objs[v-refFirst]
		if known.n != b.n || known.role != b.role {
			d.fail(o.to.path, "it refers to an object of another type")
		}
		b = known
	}
	if d.err == nil {
		o.refer(p, &b)
	}
}

// nothing is the object of a reference, before it is known.
func (o *op) nothing() object {
	switch o.code {
	case opPointer:
		return object{n: o.to.elem}
	case opMap:
		return object{n: o.to, role: roleEntries}
	}
	return object{n: o.to, role: roleElements}
}

func (d *decoder) bare(o *op, b *object) {
	if b.role == roleElements {
		b.len = d.uint32(o.to.path)
	}
	if !b.bare() {
		d.fail(o.to.path, "something that takes memory is encoded as if it took none")
		return
	}
	d.take(o.to, b, b.len)
}

func (d *decoder) newObject(o *op, b *object) {
	if b.role != roleValue {
		b.len = d.uint32(o.to.path)
	}
	if b.bare() {
		d.fail(o.to.path, "something that takes no memory is encoded as an object")
	}
	if b.role == roleEntries && b.n.key.code.size == 0 && b.len > 1 {
		d.fail(o.to.path, fmt.Sprintf("%d entries in a map that can have one", b.len))
	}
	if d.err != nil {
		return
	}
	if b.tooMany(d.room()) {
		d.fail(o.to.path, fmt.Sprintf("a length of %d with %d bytes left", b.len, max(0, d.room())))
		return
	}
	d.owed += b.least()
	d.take(o.to, b, b.len)
	d.objs = append(d.objs, *b)
}

// tooMany reports that the object needs more bytes than there are.
func (b *object) tooMany(room int) bool {
	n, each := b.len, 0
	switch b.role {
	case roleValue:
		n, each = 1, b.n.code.size
	case roleElements:
		each = b.n.elem.code.size
	case roleEntries:
		each = b.n.key.code.size + b.n.elem.code.size
	}
	need := addProduct(0, n, each)
	return need < 0 || need > room
}
