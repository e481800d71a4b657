package savestate

import (
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unsafe"
)

func (d *differ) scalar(t reflect.Type, a, b unsafe.Pointer) {
	if bitsAt(t, a) == bitsAt(t, b) {
		return
	}
	na, nb := number(t, a), number(t, b)
	ta, tb := text(t, a, na), text(t, b, nb)
	if ta == tb {
		ta, tb = ta+" ("+na+")", tb+" ("+nb+")"
	}
	d.report(ta, tb)
}

// text reports two strings, or of long ones where they begin to differ.
func (d *differ) text(a, b string) {
	if a != b {
		from := differAt(a, b)
		d.report(excerpt(a, from, strconv.Quote), excerpt(b, from, strconv.Quote))
	}
}

// hook reports two values of a type with a hook, by their String methods if
// they have one and it tells them apart, else by their bytes.
func (d *differ) hook(n *node, a, b unsafe.Pointer) {
	ha, hb := n.hookBytes(a), n.hookBytes(b)
	if ha == hb {
		return
	}
	from := differAt(ha, hb)
	asHex := func(s string) string { return hex.EncodeToString([]byte(s)) }
	na, nb := excerpt(ha, from, asHex), excerpt(hb, from, asHex)
	ta, tb := text(n.typ, a, na), text(n.typ, b, nb)
	if ta == tb {
		ta, tb = na, nb
	}
	d.report(ta, tb)
}

func (n *node) hookBytes(p unsafe.Pointer) string {
	o := n.elsewhere()
	return string(o.hookAt(p).AppendState(nil))
}

func differAt(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// excerpt shows a string, or of a long one the part from a few bytes before
// from on.
func excerpt(s string, from int, show func(string) string) string {
	const most, before = 60, 10
	if len(s) <= most {
		return show(s)
	}
	from = max(0, min(from-before, len(s)-most))
	return show(s[from:from+most]) + " (bytes " + strconv.Itoa(from) + " to " + strconv.Itoa(from+most) + " of " + strconv.Itoa(len(s)) + ")"
}

// textOf shows a value of any type, such as a key.
func textOf(n *node, p unsafe.Pointer) string {
	switch n.kind {
	case scalarKind:
		return text(n.typ, p, number(n.typ, p))
	case stringKind:
		return strconv.Quote(*(*string)(p))
	}
	return excerpt(fmt.Sprintf("%+v", reflect.NewAt(n.typ, p).Elem()), 0, func(s string) string { return s })
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

// text writes a value as its type's String method does, or as otherwise.
func text(t reflect.Type, p unsafe.Pointer, otherwise string) (s string) {
	v, ok := reflect.NewAt(t, p).Interface().(interface{ String() string })
	if !ok {
		return otherwise
	}
	// A report must not die of a String method that meets a value it was not
	// written for.
	defer func() {
		if recover() != nil {
			s = otherwise
		}
	}()
	return v.String()
}
