package savestate

import "reflect"

// compiled is a plan without its type parameter.
type compiled struct {
	root       *node
	name       string // of the state, in paths
	whole      bool   // a copy is an assignment
	all        program
	flat       int // bytes, if a state is one run from offset 0 that is its encoding
	sections   []section
	shape      string
	signature  uint64 // of shape
	references []*node
	mirrored   bool // states can be copied side by side
}

// section is a top-level field.
type section struct {
	name string
	program
}

func compile(t reflect.Type) (*compiled, error) {
	c := &compiled{name: rootName(t)}
	b := builder{nodes: map[reflect.Type]*node{}}
	root, err := b.build(t, c.name)
	if err != nil {
		return nil, err
	}
	b.settle()
	c.root, c.shape = root, shapeOf(root)
	c.signature = XXH64([]byte(c.shape), 0)
	for _, n := range b.all {
		if err := c.finish(n); err != nil {
			return nil, err
		}
	}
	for _, n := range c.references {
		if e := n.elem; e.code.size == 0 && e.size > 0 {
			return nil, refuse(n.path, n.typ, "what it refers to has no field to save")
		}
	}
	c.all, c.whole = root.code, !root.varies && !root.leftOut
	if c.all.size == 0 {
		return nil, refuse(c.name, t, "it has no field to save")
	}
	if r := c.all.raw; len(r) == 1 && !root.varies && c.all.asIs && len(c.all.floats) == 0 && r[0].code == opRaw && r[0].off == 0 {
		c.flat = r[0].n
	}
	c.sections, c.mirrored = c.split(), c.mirrors()
	return c, nil
}

// finish lowers a node. References are listed, each with memory of its own to
// reuse.
func (c *compiled) finish(n *node) error {
	n.code = lower(n, 0, isBigEndian())
	if n.code.size < 0 {
		return refuse(n.path, n.typ, "its encoding is longer than an int can count")
	}
	if n.isReference() {
		n.pool = len(c.references)
		c.references = append(c.references, n)
		if n.kind == mapKind {
			n.pointers = pointersOf(n)
			n.plain = plainMapOf(n)
		}
	}
	return nil
}

func (c *compiled) split() []section {
	if c.root.typ.Kind() != reflect.Struct || c.root.kind != structKind {
		return []section{{c.name, c.all}}
	}
	var s []section
	for _, f := range c.root.fields {
		s = append(s, section{f.name, lower(f.node, f.offset, isBigEndian())})
	}
	return s
}
