package probe

import (
	"encoding/binary"
	"hash/maphash"
	"math/rand"
	randv2 "math/rand/v2"
	"unsafe"
)

// padded has a hole on targets that align 64 bits.
type padded struct {
	a uint32
	b uint64
	c uint8
}

// sizes computes with int, and with memory as it lies there.
func sizes(n int) (out []computation) {
	heap := make([]padded, n) // cleared by the runtime: on a stack, holes hold anything
	for _, c := range []struct {
		name string
		do   func(a, b uint64) uint64
	}{
		{"`int(a) * int(b)` of 32 bits each", func(a, b uint64) uint64 { return uint64(int(int32(a)) * int(int32(b))) }},
		{"`int64(a) * int64(b)` of 32 bits each", func(a, b uint64) uint64 { return uint64(int64(int32(a)) * int64(int32(b))) }},
		{"`uint(a) << 20` of 32 bits", func(a, _ uint64) uint64 { return uint64(uint(uint32(a)) << 20) }},
		{"`int(int64)`", func(a, _ uint64) uint64 { return uint64(int64(int(int64(a)))) }},
		{"hash of `int`'s own bytes", func(a, _ uint64) uint64 { i := int(int32(a)); return foldBytes(bytesOf(&i)) }},
		{"hash of a `uint64`'s own bytes", func(a, _ uint64) uint64 { return foldBytes(bytesOf(&a)) }},
		{"hash of a struct's own bytes, cleared before", func(a, b uint64) uint64 {
			heap[0].a, heap[0].b, heap[0].c = uint32(a), b, uint8(a)
			return foldBytes(bytesOf(&heap[0]))
		}},
		{"hash of `binary.LittleEndian`'s bytes", func(a, _ uint64) uint64 { return foldBytes(binary.LittleEndian.AppendUint64(nil, a)) }},
	} {
		out = append(out, computation{group: Size, name: c.name, run: func() []uint64 {
			in := newInputs(6)
			return of(n, func() uint64 { return c.do(in.r.Uint64(), in.r.Uint64()) })
		}})
	}
	return out
}

// bytesOf is a value as it lies in memory.
func bytesOf[T any](p *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)) }

func foldBytes(b []byte) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, c := range b {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	return h
}

// random draws from generators, seeded alike where they can be.
func random(n int) (out []computation) {
	add := func(name string, start func() func() uint64) {
		out = append(out, computation{group: Random, name: name, run: func() []uint64 { return of(n, start()) }})
	}
	pcg := func(name string, draw func(r *randv2.Rand) uint64) {
		add("rand/v2 PCG `"+name+"`", func() func() uint64 {
			r := randv2.New(randv2.NewPCG(1, 2))
			return func() uint64 { return draw(r) }
		})
	}
	pcg("Uint64", func(r *randv2.Rand) uint64 { return r.Uint64() })
	pcg("IntN(1000)", func(r *randv2.Rand) uint64 { return uint64(r.IntN(1000)) })
	pcg("Int", func(r *randv2.Rand) uint64 { return uint64(r.Int()) })
	pcg("Float64", func(r *randv2.Rand) uint64 { return bitsOf(r.Float64()) })
	pcg("NormFloat64", func(r *randv2.Rand) uint64 { return bitsOf(r.NormFloat64()) })
	pcg("ExpFloat64", func(r *randv2.Rand) uint64 { return bitsOf(r.ExpFloat64()) })
	add("rand.NewSource `Int63`", func() func() uint64 {
		r := rand.New(rand.NewSource(1))
		return func() uint64 { return uint64(r.Int63()) }
	})
	add("rand/v2, the global generator", func() func() uint64 { return randv2.Uint64 })
	add("maphash of 8 bytes", func() func() uint64 {
		seed := maphash.MakeSeed()
		return func() uint64 { return maphash.Bytes(seed, []byte("backstep")) }
	})
	return out
}
