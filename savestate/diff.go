package savestate

import (
	"strconv"
	"unsafe"
)

// Difference is one place in which two states differ.
type Difference struct {
	Path string // e.g. "World.Players[1].Vel.X"
	A, B string // the two values
}

func (d Difference) String() string { return d.Path + ": " + d.A + " ≠ " + d.B }

// Diff returns where a and b differ, in declared order, at most limit places
// or all of them if limit is not positive. A type with a String method is
// shown by it, and by its number too where both would read the same. What a
// pointer, a slice or a map refers to is compared once, after the fields of
// what refers to it; of a slice or a map that is longer in one state the length
// is the first difference.
func (p *Plan[S]) Diff(a, b *S, limit int) []Difference {
	return p.c.diff(unsafe.Pointer(a), unsafe.Pointer(b), limit)
}

func (c *compiled) diff(a, b unsafe.Pointer, limit int) []Difference {
	d := differ{path: []byte(c.name), in: -1, limit: limit, inA: map[identity]int{}, inB: map[identity]int{}}
	d.pair(object{n: c.root, at: a}, object{n: c.root, at: b})
	for i := 0; i < len(d.todo) && !d.full(); i++ {
		d.in, d.path = i, d.path[:0]
		d.contents(&d.todo[i].a, &d.todo[i].b)
	}
	return d.found
}

type differ struct {
	trail trail
	in    int    // the object in hand
	path  []byte // from there to where the walk is
	limit int
	found []Difference

	// Objects that were compared, in order, and their places in todo. Two
	// references are the same if they refer to what was met as one pair.
	todo     []pair
	inA, inB map[identity]int
}

// identity tells two objects at one address apart.
type identity struct {
	at   unsafe.Pointer
	n    *node
	role role
}

// pair is an object of a and the one of b that takes its place.
type pair struct {
	a, b object
}

func (d *differ) full() bool { return d.limit > 0 && len(d.found) >= d.limit }

func (d *differ) report(a, b string) {
	if !d.full() {
		d.found = append(d.found, Difference{d.trail.path(d.in, string(d.path)), a, b})
	}
}

// pair notes two objects for comparison when their turn comes.
func (d *differ) pair(a, b object) {
	d.inA[a.identity()], d.inB[b.identity()] = len(d.todo), len(d.todo)
	d.todo = append(d.todo, pair{a, b})
	d.trail = append(d.trail, hop{d.in, string(d.path)})
}

func (b *object) identity() identity { return identity{b.at, b.n, b.role} }

func (d *differ) index(i int) {
	d.path = append(strconv.AppendInt(append(d.path, '['), int64(i), 10), ']')
}

func (d *differ) contents(a, b *object) {
	switch a.role {
	case roleValue:
		d.walk(a.n, a.at, b.at)
	case roleElements:
		if a.len != b.len {
			d.report(count(a.len, "element"), count(b.len, "element"))
		}
		d.elements(a.n.elem, min(a.len, b.len), a.at, b.at)
	case roleEntries:
		d.entries(a.n, a.at, b.at)
	}
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

func (d *differ) elements(e *node, n int, a, b unsafe.Pointer) {
	at, size := len(d.path), e.size
	for i := 0; i < n && !d.full(); i++ {
		d.index(i)
		d.walk(e, unsafe.Add(a, uintptr(i)*size), unsafe.Add(b, uintptr(i)*size))
		d.path = d.path[:at]
	}
}

// entries goes through the keys of both maps, in order.
func (d *differ) entries(n *node, a, b unsafe.Pointer) {
	ma, mb := newMapping(n), newMapping(n)
	as, bs := ma.sorted(a), mb.sorted(b)
	if len(as) != len(bs) {
		d.report(entries(len(as)), entries(len(bs)))
	}
	at := len(d.path)
	for (len(as) > 0 || len(bs) > 0) && !d.full() {
		order := 0
		switch {
		case len(as) == 0:
			order = 1
		case len(bs) == 0:
			order = -1
		default:
			order = compareKeys(n.key, ma.keyAt(as[0]), mb.keyAt(bs[0]))
		}
		key := &ma.keys
		first := as
		if order > 0 {
			key, first = &mb.keys, bs
		}
		d.path = append(append(append(d.path, '['), textOf(n.key, key.atIndex(first[0]))...), ']')
		switch {
		case order < 0:
			d.report(textOf(n.elem, ma.elemAt(as[0])), "absent")
		case order > 0:
			d.report("absent", textOf(n.elem, mb.elemAt(bs[0])))
		default:
			d.walk(n.elem, ma.elemAt(as[0]), mb.elemAt(bs[0]))
		}
		if d.path = d.path[:at]; order <= 0 {
			as = as[1:]
		}
		if order >= 0 {
			bs = bs[1:]
		}
	}
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return strconv.Itoa(n) + " entries"
}

func (d *differ) walk(n *node, a, b unsafe.Pointer) {
	switch n.kind {
	case scalarKind:
		d.scalar(n.typ, a, b)
	case stringKind:
		d.text(*(*string)(a), *(*string)(b))
	case hookKind:
		d.hook(n, a, b)
	case arrayKind:
		d.elements(n.elem, n.length, a, b)
	case structKind:
		at := len(d.path)
		for i := 0; i < len(n.fields) && !d.full(); i++ {
			f := &n.fields[i]
			d.path = append(append(d.path, '.'), f.name...)
			d.walk(f.node, unsafe.Add(a, f.offset), unsafe.Add(b, f.offset))
			d.path = d.path[:at]
		}
	default:
		o := n.elsewhere()
		d.reference(o.refersTo(a), o.refersTo(b))
	}
}

func (d *differ) reference(a, b object) {
	switch {
	case a.at == nil && b.at == nil:
	case a.at == nil || b.at == nil:
		d.report(d.describe(&a, d.inA), d.describe(&b, d.inB))
	case a.bare() || b.bare():
		if a.len != b.len {
			d.report(count(a.len, "element"), count(b.len, "element"))
		}
	default:
		ia, knownA := d.inA[a.identity()]
		ib, knownB := d.inB[b.identity()]
		switch {
		case knownA != knownB || ia != ib:
			d.report(d.describe(&a, d.inA), d.describe(&b, d.inB))
		case !knownA:
			d.pair(a, b)
		}
	}
}

// describe says what a reference refers to: something that has a path already,
// or something new.
func (d *differ) describe(b *object, known map[identity]int) string {
	i, ok := known[b.identity()]
	switch {
	case b.at == nil:
		return "nil"
	case ok && !b.bare():
		return "the same as " + d.trail.path(i, "")
	case b.role == roleElements:
		return count(b.len, "element")
	case b.role == roleEntries:
		return entries(mapLen(b.at))
	}
	return "a " + b.n.typ.String()
}
