package savestate

import (
	"encoding/binary"
	"strconv"
	"unsafe"
)

// DecodeError says why bytes are not the encoding of a state.
type DecodeError struct {
	Path   string // the field whose value is impossible, or the whole state
	Reason string
}

func (e *DecodeError) Error() string { return "savestate: " + e.Path + ": " + e.Reason }

func (c *compiled) decode(dst unsafe.Pointer, src []byte) error {
	if len(src) != c.all.size {
		return &DecodeError{c.name, "an encoding of " + strconv.Itoa(len(src)) + " bytes, want " + strconv.Itoa(c.all.size)}
	}
	if _, bad, ok := check(c.all.wire, src, 0); !ok {
		return &DecodeError{c.root.pathAt(bad.off, c.name), bad.reason()}
	}
	if c.all.asIs {
		readRaw(c.all.raw, dst, src)
	} else {
		readWire(c.all.wire, dst, src)
	}
	return nil
}

// fault is a scalar whose encoded value is impossible.
type fault struct {
	off  uintptr // of the scalar in the state
	code opcode
	v    uint64
}

func (f fault) reason() string {
	if f.code == opBool {
		return "a bool is encoded as " + strconv.FormatUint(f.v, 10) + ", want 0 or 1"
	}
	if f.code == opInt {
		return strconv.FormatInt(int64(f.v), 10) + " does not fit an int of this target"
	}
	return strconv.FormatUint(f.v, 10) + " does not fit a uint of this target"
}

// check looks for the first impossible value in src, whose length is known to
// be right, before anything is written. It returns what is left of src.
func check(ops []op, src []byte, base uintptr) (rest []byte, bad fault, ok bool) {
	for i := range ops {
		o := &ops[i]
		if o.code != opLoop {
			if src, bad, ok = checkRun(o, src, base+o.off); !ok {
				return src, bad, false
			}
			continue
		}
		for k := range o.n {
			if src, bad, ok = check(o.body, src, base+o.off+uintptr(k)*o.stride); !ok {
				return src, bad, false
			}
		}
	}
	return src, fault{}, true
}

func checkRun(o *op, src []byte, off uintptr) (rest []byte, bad fault, ok bool) {
	if o.code == opBool {
		for i, c := range src[:o.n] {
			if c > 1 {
				return nil, fault{off + uintptr(i), opBool, uint64(c)}, false
			}
		}
	}
	if !o.widened() {
		return src[o.extent():], fault{}, true
	}
	for i := range o.n {
		v := binary.LittleEndian.Uint64(src[8*i:])
		if !fits(o.code, v) {
			return nil, fault{off + uintptr(i)*o.width(), o.code, v}, false
		}
	}
	return src[8*o.n:], fault{}, true
}

// fits reports whether an encoded int or uint fits the 4 bytes it has here.
func fits(code opcode, v uint64) bool {
	if code == opInt {
		return int64(v) == int64(int32(v))
	}
	return v == uint64(uint32(v))
}

func readRaw(ops []op, p unsafe.Pointer, src []byte) []byte {
	for i := range ops {
		o := &ops[i]
		if o.code == opRaw {
			src = src[copy(bytesAt(p, o.off, o.n), src):]
			continue
		}
		for k := range o.n {
			src = readRaw(o.body, o.at(p, k), src)
		}
	}
	return src
}

func readWire(ops []op, p unsafe.Pointer, src []byte) []byte {
	for i := range ops {
		if o := &ops[i]; o.code != opLoop {
			src = readRun(o, p, src)
		} else {
			for k := range o.n {
				src = readWire(o.body, o.at(p, k), src)
			}
		}
	}
	return src
}

func readRun(o *op, p unsafe.Pointer, src []byte) []byte {
	switch o.code {
	case opBool, op8:
		return src[copy(bytesAt(p, o.off, o.n), src):]
	case op16:
		for i := range sliceAt[uint16](p, o) {
			sliceAt[uint16](p, o)[i] = binary.LittleEndian.Uint16(src[2*i:])
		}
		return src[2*o.n:]
	case op32, opFloat32:
		for i := range sliceAt[uint32](p, o) {
			sliceAt[uint32](p, o)[i] = binary.LittleEndian.Uint32(src[4*i:])
		}
		return src[4*o.n:]
	case opInt, opUint:
		for i := range sliceAt[uint32](p, o) {
			sliceAt[uint32](p, o)[i] = uint32(binary.LittleEndian.Uint64(src[8*i:]))
		}
		return src[8*o.n:]
	}
	for i := range sliceAt[uint64](p, o) {
		sliceAt[uint64](p, o)[i] = binary.LittleEndian.Uint64(src[8*i:])
	}
	return src[8*o.n:]
}
