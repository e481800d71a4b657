package savestate

import "reflect"

// compiled is a plan without its type parameter.
type compiled struct {
	root      *node
	name      string // of the state, in paths
	whole     bool   // no field is left out: a copy is an assignment
	all       program
	flat      int // bytes, if a state is one run from offset 0 that is its encoding
	sections  []section
	shape     string
	signature uint64 // of shape
}

// section is a top-level field.
type section struct {
	name string
	program
}

func compile(t reflect.Type) (*compiled, error) {
	c := &compiled{name: rootName(t)}
	var b builder
	root, err := b.build(t, c.name)
	if err != nil {
		return nil, err
	}
	c.root, c.whole, c.shape = root, !b.leftOut, shapeOf(root)
	c.signature = XXH64([]byte(c.shape), 0)
	c.all = lower(root, 0, isBigEndian())
	if c.all.size == 0 {
		return nil, &UnsupportedError{c.name, t, "it has no field to save"}
	}
	if c.all.size < 0 {
		return nil, &UnsupportedError{c.name, t, "its encoding is longer than an int can count"}
	}
	if r := c.all.raw; len(r) == 1 && c.all.asIs && len(c.all.floats) == 0 && r[0].code == opRaw && r[0].off == 0 {
		c.flat = r[0].n
	}
	c.sections = c.split()
	return c, nil
}

func (c *compiled) split() []section {
	if c.root.typ.Kind() != reflect.Struct {
		return []section{{c.name, c.all}}
	}
	var s []section
	for _, f := range c.root.fields {
		s = append(s, section{f.name, lower(f.node, f.offset, isBigEndian())})
	}
	return s
}
