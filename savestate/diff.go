package savestate

import (
	"math"
	"reflect"
	"strconv"
	"unsafe"
)

// Difference is one scalar in which two states differ.
type Difference struct {
	Path string // e.g. "World.Players[1].Vel.X"
	A, B string // the two values
}

func (d Difference) String() string { return d.Path + ": " + d.A + " ≠ " + d.B }

// Diff returns where a and b differ, in declared order, at most limit places
// or all of them if limit is not positive. A type with a String method is
// shown by it, and by its number too where both would read the same.
func (p *Plan[S]) Diff(a, b *S, limit int) []Difference {
	return p.c.diff(unsafe.Pointer(a), unsafe.Pointer(b), limit)
}

func (c *compiled) diff(a, b unsafe.Pointer, limit int) []Difference {
	d := differ{path: []byte(c.name), limit: limit}
	d.walk(c.root, a, b)
	return d.found
}

type differ struct {
	path  []byte // to where the walk is
	limit int
	found []Difference
}

func (d *differ) full() bool { return d.limit > 0 && len(d.found) >= d.limit }

func (d *differ) walk(n *node, a, b unsafe.Pointer) {
	at := len(d.path)
	switch {
	case d.full():
	case n.elem != nil:
		size := n.elem.typ.Size()
		for i := range n.length {
			d.path = append(strconv.AppendInt(append(d.path, '['), int64(i), 10), ']')
			d.walk(n.elem, unsafe.Add(a, uintptr(i)*size), unsafe.Add(b, uintptr(i)*size))
			d.path = d.path[:at]
		}
	case isScalar(n.typ.Kind()):
		d.scalar(n.typ, a, b)
	default:
		for _, f := range n.fields {
			d.path = append(append(d.path, '.'), f.name...)
			d.walk(f.node, unsafe.Add(a, f.offset), unsafe.Add(b, f.offset))
			d.path = d.path[:at]
		}
	}
}

func (d *differ) scalar(t reflect.Type, a, b unsafe.Pointer) {
	if bitsAt(t, a) == bitsAt(t, b) {
		return
	}
	na, nb := number(t, a), number(t, b)
	ta, tb := text(t, a, na), text(t, b, nb)
	if ta == tb {
		ta, tb = ta+" ("+na+")", tb+" ("+nb+")"
	}
	d.found = append(d.found, Difference{string(d.path), ta, tb})
}

// bitsAt returns the scalar's bits, with every NaN made the same.
func bitsAt(t reflect.Type, p unsafe.Pointer) uint64 {
	switch wireCode(t) {
	case op16:
		return uint64(*(*uint16)(p))
	case op32, opInt, opUint:
		return uint64(*(*uint32)(p))
	case op64:
		return *(*uint64)(p)
	case opFloat32:
		return uint64(bits32(*(*uint32)(p)))
	case opFloat64:
		return bits64(*(*uint64)(p))
	}
	return uint64(*(*uint8)(p))
}

// number writes a scalar so that different values read differently.
func number(t reflect.Type, p unsafe.Pointer) string {
	bits := bitsAt(t, p)
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return strconv.FormatBool(bits != 0)
	case k == reflect.Float32:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
	case k == reflect.Float64:
		return strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64)
	case k >= reflect.Int && k <= reflect.Int64:
		shift := 64 - 8*t.Size()
		return strconv.FormatInt(int64(bits<<shift)>>shift, 10)
	}
	return strconv.FormatUint(bits, 10)
}

// text writes a scalar as its type's String method does, or as a number.
func text(t reflect.Type, p unsafe.Pointer, number string) (s string) {
	v, ok := reflect.NewAt(t, p).Interface().(interface{ String() string })
	if !ok {
		return number
	}
	// A report must not die of a String method that meets a value it was not
	// written for.
	defer func() {
		if recover() != nil {
			s = number
		}
	}()
	return v.String()
}
