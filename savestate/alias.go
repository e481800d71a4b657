package savestate

import (
	"cmp"
	"slices"
	"strconv"
	"unsafe"
)

// AliasError says that two parts of one state overlap in memory in a way that a
// copy cannot keep: a pointer into a struct, an array or a slice, two slices
// that share elements, or a slice in the spare capacity of another.
type AliasError struct {
	Path  string // of the part found later, e.g. "World.Target"
	Other string // of what it overlaps with, e.g. "World.Players"
}

func (e *AliasError) Error() string {
	return "savestate: " + e.Path + ": it lies within the memory of " + e.Other +
		"; keep an index, or have both point to a value of its own"
}

// Check returns an *AliasError if two parts of s overlap in memory in a way
// that Copy would refuse. It is slow, for use at set-up and in tests.
func (p *Plan[S]) Check(s *S) error {
	if p.w == nil {
		return nil
	}
	if err := p.c.check(unsafe.Pointer(s)); err != nil {
		return err
	}
	return nil
}

// Shared returns the paths of those parts of b that lie in memory that a refers
// to as well, in b's order. It finds a Save or a Load written by hand that
// copies a slice, a map or a pointer by reference: nothing of a saved state may
// be shared with the live one. It is slow, for use in tests. Into a Hook's value
// it cannot look, and strings may be shared.
func (p *Plan[S]) Shared(a, b *S) []string {
	if p.w == nil {
		return nil
	}
	return p.c.shared(unsafe.Pointer(a), unsafe.Pointer(b))
}

// place is where an object of a state lies, and how it is reached.
type place struct {
	from, to uintptr
	rank     int // in order of discovery
}

// places lists the memory of a state: the state, and whatever it refers to. A
// map, whose memory is not to be seen, stands for itself with one byte.
func (c *compiled) places(root unsafe.Pointer) ([]place, trail) {
	in := inspection{seen: map[seenKey]bool{}, in: -1}
	in.meet(c.name, object{n: c.root, at: root})
	for i := 0; i < len(in.todo); i++ {
		in.in = i
		in.contents(&in.todo[i])
	}
	var found []place
	for i, b := range in.todo {
		size := b.size()
		if b.role == roleEntries {
			size = 1
		}
		if size > 0 {
			found = append(found, place{uintptr(b.at), uintptr(b.at) + size, i})
		}
	}
	return found, in.trail
}

func (c *compiled) check(root unsafe.Pointer) *AliasError {
	all, trail := c.places(root)
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(all); i++ {
		if a, b := all[i-1], all[i]; b.from < a.to {
			if a.rank > b.rank {
				a, b = b, a
			}
			return &AliasError{Path: trail.path(b.rank, ""), Other: trail.path(a.rank, "")}
		}
	}
	return nil
}

func (c *compiled) shared(a, b unsafe.Pointer) (paths []string) {
	as, _ := c.places(a)
	bs, trail := c.places(b)
	slices.SortFunc(as, func(x, y place) int { return cmp.Compare(x.from, y.from) })
	for _, p := range bs {
		i, _ := slices.BinarySearchFunc(as, p.from, func(x place, from uintptr) int { return cmp.Compare(x.to, from+1) })
		if i < len(as) && as[i].from < p.to {
			paths = append(paths, trail.path(p.rank, ""))
		}
	}
	return paths
}

// inspection walks a state and remembers the way to what it finds.
type inspection struct {
	seen  map[seenKey]bool
	todo  []object
	trail trail
	in    int // the object in hand
}

// seenKey tells objects apart. Slices that differ in length are different ones,
// so that they are found to overlap.
type seenKey struct {
	at       unsafe.Pointer
	n        *node
	role     role
	len, cap int
}

func (in *inspection) meet(path string, b object) {
	k := seenKey{b.at, b.n, b.role, b.len, b.cap}
	if b.at == nil || b.role == roleValue && b.n.size == 0 || in.seen[k] {
		return
	}
	in.seen[k] = true
	in.todo = append(in.todo, b)
	in.trail = append(in.trail, hop{in.in, path})
}

func (in *inspection) contents(b *object) {
	here := *b // todo grows
	switch b = &here; b.role {
	case roleValue:
		in.ops("", b.n, b.n.code.refs, b.at, 0)
	case roleElements:
		for i := range b.len {
			e := b.n.elem
			in.ops("["+strconv.Itoa(i)+"]", e, e.code.refs, unsafe.Add(b.at, uintptr(i)*e.size), 0)
		}
	case roleEntries:
		m := newMapping(b.n)
		for _, i := range m.sorted(b.at) {
			e := b.n.elem
			in.ops("["+textOf(b.n.key, m.keyAt(i))+"]", e, e.code.refs, m.elemAt(i), 0)
		}
	}
}

func (in *inspection) ops(path string, n *node, ops []op, p unsafe.Pointer, base uintptr) {
	for i := range ops {
		o := &ops[i]
		if o.code != opLoop {
			in.meet(n.pathAt(base+o.off, path), o.refersTo(p))
			continue
		}
		for k := range o.n {
			in.ops(path, n, o.body, o.at(p, k), base+o.off+uintptr(k)*o.stride)
		}
	}
}
