package savestate

import (
	"reflect"
	"slices"
	"strconv"
)

// shapeOf writes a node as a type literal of Go, e.g.
// "struct{Tick uint32;Pos [2]struct{X int32;Y int32}}". A type within itself is
// "^" and how many types further out it stands.
func shapeOf(n *node) string { return string(n.appendShape(nil, nil)) }

func (n *node) appendShape(b []byte, outer []*node) []byte {
	if i := slices.Index(outer, n); i >= 0 {
		return strconv.AppendInt(append(b, '^'), int64(len(outer)-i), 10)
	}
	outer = append(outer, n)
	switch n.kind {
	case arrayKind:
		b = append(strconv.AppendInt(append(b, '['), int64(n.length), 10), ']')
	case sliceKind:
		b = append(b, "[]"...)
	case pointerKind:
		b = append(b, '*')
	case mapKind:
		b = append(n.key.appendShape(append(b, "map["...), outer), ']')
	case hookKind:
		return append(append(b, "hook "...), n.typ.Name()...)
	case structKind:
		return n.appendFields(b, outer)
	default:
		return append(b, n.typ.Kind().String()...)
	}
	return n.elem.appendShape(b, outer)
}

func (n *node) appendFields(b []byte, outer []*node) []byte {
	if n.typ.Kind() != reflect.Struct {
		return append(b, n.typ.Kind().String()...) // a complex number
	}
	b = append(b, "struct{"...)
	for i, f := range n.fields {
		if i > 0 {
			b = append(b, ';')
		}
		b = f.node.appendShape(append(append(b, f.name...), ' '), outer)
	}
	return append(b, '}')
}

// pathAt names the scalar at offset off of a state called path.
func (n *node) pathAt(off uintptr, path string) string {
	if n.kind == arrayKind {
		size := n.elem.size
		i := off / size
		return n.elem.pathAt(off-i*size, path+"["+strconv.Itoa(int(i))+"]")
	}
	for _, f := range n.fields {
		if off >= f.offset && off < f.offset+f.node.size {
			return f.node.pathAt(off-f.offset, path+"."+f.name)
		}
	}
	return path
}
