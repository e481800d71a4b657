package rollback

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// Codec turns an input into bytes and back. Equal inputs must give equal bytes
// and Decode(Append(v)) must be equal on every peer: what the bytes cannot
// hold, the simulation never sees, not even locally.
type Codec[I any] interface {
	// Size is the longest encoding in bytes, 0 to MaxInputBytes-1.
	Size() int
	// Append encodes v in at most Size bytes. It must not keep dst. No bytes at
	// all stand for the zero value, which is also the input before the first
	// one: Decode is not asked about them.
	Append(dst []byte, v I) []byte
	// Decode reads what Append wrote. Other bytes (a hostile peer's), 1 to Size
	// of them, must give some value, the same on every peer.
	Decode(src []byte) I
}

// plain is the codec derived from a fixed-size type: numbers, bools, arrays
// and structs of them, little-endian, padding left out.
type plain[I any] struct {
	ops  []op
	size int
	one  bool // a single number that fills the type: the usual case, made short
}

// op moves one number between its place in memory and its place in the bytes.
type op struct {
	offset uintptr
	size   int
	isBool bool
}

// derive compiles the codec of I, or names the field that has none.
func derive[I any]() (*plain[I], error) {
	c := &plain[I]{}
	t := reflect.TypeFor[I]()
	if err := c.add(t, 0, t.String()); err != nil {
		return nil, err
	}
	if c.size > MaxInputBytes {
		return nil, fmt.Errorf("rollback: input type %s has %d bytes, the limit is %d", t, c.size, MaxInputBytes)
	}
	c.one = len(c.ops) == 1 && uintptr(c.size) == t.Size() && !c.ops[0].isBool
	return c, nil
}

func (c *plain[I]) add(t reflect.Type, at uintptr, path string) error {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8, reflect.Int16, reflect.Uint16, reflect.Int32, reflect.Uint32,
		reflect.Int64, reflect.Uint64, reflect.Float32, reflect.Float64:
		c.ops = append(c.ops, op{at, int(t.Size()), t.Kind() == reflect.Bool})
		c.size += int(t.Size())
	case reflect.Array:
		for i := range min(t.Len(), MaxInputBytes+1) {
			if err := c.add(t.Elem(), at+uintptr(i)*t.Elem().Size(), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if err := c.add(f.Type, at+f.Offset, path+"."+f.Name); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("rollback: input field %s: %s is not of fixed size on every target; use sized numbers or set Config.Codec", path, t)
	}
	return nil
}

func (c *plain[I]) Size() int { return c.size }

func (c *plain[I]) Append(dst []byte, v I) []byte {
	p := unsafe.Pointer(&v)
	if c.one {
		u := load(p, c.size)
		for range c.size {
			dst = append(dst, byte(u))
			u >>= 8
		}
		return dst
	}
	for _, o := range c.ops {
		u := load(unsafe.Add(p, o.offset), o.size)
		for range o.size {
			dst = append(dst, byte(u))
			u >>= 8
		}
	}
	return dst
}

func (c *plain[I]) Decode(src []byte) (v I) {
	p := unsafe.Pointer(&v)
	if c.one {
		var u uint64
		for i, b := range src[:c.size] {
			u |= uint64(b) << (8 * i)
		}
		store(p, c.size, u)
		return v
	}
	for _, o := range c.ops {
		var u uint64
		for i, b := range src[:o.size] {
			u |= uint64(b) << (8 * i)
		}
		src = src[o.size:]
		if o.isBool && u != 0 {
			u = 1 // any other value in a bool's memory would be undefined behaviour
		}
		store(unsafe.Add(p, o.offset), o.size, u)
	}
	return v
}

func load(p unsafe.Pointer, size int) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func store(p unsafe.Pointer, size int, u uint64) {
	switch size {
	case 1:
		*(*uint8)(p) = uint8(u)
	case 2:
		*(*uint16)(p) = uint16(u)
	case 4:
		*(*uint32)(p) = uint32(u)
	default:
		*(*uint64)(p) = u
	}
}

// padded makes a codec of variable length one of fixed length: a length byte,
// the encoding, zeros. Zeros that stay zero cost nothing on the wire.
type padded[I any] struct{ Codec[I] }

func (c padded[I]) Size() int { return min(c.Codec.Size(), math.MaxInt-1) + 1 }

func (c padded[I]) Append(dst []byte, v I) []byte {
	at := len(dst)
	dst = c.Codec.Append(append(dst, 0), v)
	n := len(dst) - at - 1
	if n > c.Codec.Size() {
		panic(fmt.Sprintf("rollback: Codec.Append wrote %d bytes, its Size is %d", n, c.Codec.Size()))
	}
	dst[at] = byte(n)
	for len(dst) < at+c.Size() {
		dst = append(dst, 0)
	}
	return dst
}

func (c padded[I]) Decode(src []byte) I {
	n := min(int(src[0]), len(src)-1)
	if n == 0 {
		var zero I
		return zero
	}
	return c.Codec.Decode(src[1 : 1+n])
}

// codec chooses between the derived and the given one.
func (cfg *Config[I]) codec() (Codec[I], error) {
	if cfg.Codec == nil {
		c, err := derive[I]()
		if err != nil {
			return nil, err
		}
		return c, nil
	}
	if n := cfg.Codec.Size(); n < 0 || n >= MaxInputBytes {
		return nil, refuse("Codec", "Size %d, want 0 to %d", n, MaxInputBytes-1)
	}
	return padded[I]{cfg.Codec}, nil
}
