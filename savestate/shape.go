package savestate

import (
	"reflect"
	"strconv"
)

// shapeOf writes a node as a type literal of Go, e.g.
// "struct{Tick uint32;Pos [2]struct{X int32;Y int32}}".
func shapeOf(n *node) string { return string(n.appendShape(nil)) }

func (n *node) appendShape(b []byte) []byte {
	switch {
	case n.elem != nil:
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(n.length), 10)
		return n.elem.appendShape(append(b, ']'))
	case n.typ.Kind() != reflect.Struct:
		return append(b, n.typ.Kind().String()...)
	}
	b = append(b, "struct{"...)
	for i, f := range n.fields {
		if i > 0 {
			b = append(b, ';')
		}
		b = append(append(b, f.name...), ' ')
		b = f.node.appendShape(b)
	}
	return append(b, '}')
}

// pathAt names the scalar at offset off of a state called path.
func (n *node) pathAt(off uintptr, path string) string {
	if n.elem != nil {
		size := n.elem.typ.Size()
		i := off / size
		return n.elem.pathAt(off-i*size, path+"["+strconv.Itoa(int(i))+"]")
	}
	for _, f := range n.fields {
		if off >= f.offset && off < f.offset+f.node.typ.Size() {
			return f.node.pathAt(off-f.offset, path+"."+f.name)
		}
	}
	return path
}
