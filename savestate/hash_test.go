package savestate

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestFNV1aPublishedVectors(t *testing.T) {
	for _, c := range []struct {
		in   string
		want uint64
	}{
		{"", 0xcbf29ce484222325},
		{"a", 0xaf63dc4c8601ec8c},
		{"b", 0xaf63df4c8601f1a5},
		{"c", 0xaf63de4c8601eff2},
		{"foo", 0xdcb27518fed9d577},
		{"foob", 0xdd120e790c2512af},
		{"fooba", 0xcac165afa2fef40a},
		{"foobar", 0x85944171f73967e8},
	} {
		if got := FNV1a([]byte(c.in)); got != c.want {
			t.Errorf("FNV1a(%q) = %#016x, want %#016x", c.in, got, c.want)
		}
	}
}

func TestXXH64PublishedStrings(t *testing.T) {
	for _, c := range []struct {
		in   string
		want uint64
	}{
		{"", 0xef46db3751d8e999},
		{"a", 0xd24ec4f1a98c6e5b},
		{"abc", 0x44bc2cf5ad770999},
		{"123456789", 0x8cb841db40e6ae83},
		{"Nobody inspects the spammish repetition", 0xfbcea83c8a378bf1},
	} {
		if got := XXH64([]byte(c.in), 0); got != c.want {
			t.Errorf("XXH64(%q) = %#016x, want %#016x", c.in, got, c.want)
		}
	}
}

// The buffer and the sums of the reference implementation's self-test.
func TestXXH64ReferenceSelfTest(t *testing.T) {
	const prime = 2654435761
	buf := make([]byte, 222)
	gen := uint64(prime)
	for i := range buf {
		buf[i] = byte(gen >> 56)
		gen *= 11400714785074694797
	}
	for _, c := range []struct {
		n          int
		seed, want uint64
	}{
		{0, 0, 0xEF46DB3751D8E999},
		{0, prime, 0xAC75FDA2929B17EF},
		{1, 0, 0xE934A84ADB052768},
		{1, prime, 0x5014607643A9B4C3},
		{4, 0, 0x9136A0DCA57457EE},
		{14, 0, 0x8282DCC4994E35C8},
		{14, prime, 0xC3BD6BF63DEB6DF0},
		{222, 0, 0xB641AE8CB691C174},
		{222, prime, 0x20CB8AB7AE10C14A},
	} {
		if got := XXH64(buf[:c.n], c.seed); got != c.want {
			t.Errorf("XXH64(%d bytes, seed %d) = %#016X, want %#016X", c.n, c.seed, got, c.want)
		}
	}
}

// The same on every target, whatever the order of its bytes.
func TestHashesOfAllByteValues(t *testing.T) {
	var b [256]byte
	for i := range b {
		b[i] = byte(i)
	}
	for name, want := range map[string]uint64{"FNV1a": 0x4242dc5249c33625, "XXH64": 0x1facbe8406cd904b, "Hash64": 0x1facbe8406cd904b} {
		if got := flippable()[name](b[:]); got != want {
			t.Errorf("%s of the bytes 0 to 255 is %#016x, want %#016x", name, got, want)
		}
	}
}

// flippable are the checksums of a byte string.
func flippable() map[string]func([]byte) uint64 {
	return map[string]func([]byte) uint64{
		"FNV1a":  FNV1a,
		"XXH64":  func(b []byte) uint64 { return XXH64(b, 0) },
		"Hash64": func(b []byte) uint64 { var h Hash64; h.Bytes(b); return h.Sum() },
	}
}

// An odd length once left the tail byte out of another engine's checksum.
func TestEveryByteOfEveryLengthCounts(t *testing.T) {
	for name, sum := range flippable() {
		for n := range 66 {
			b := make([]byte, n, n+7)
			for i := range b {
				b[i] = byte(i*7 + n)
			}
			want := sum(b)
			if got := sum(slices.Clip(slices.Clone(b))); got != want {
				t.Errorf("%s of %d bytes depends on the capacity", name, n)
			}
			for i := range b {
				b[i] ^= 0x10
				if sum(b) == want {
					t.Errorf("%s of %d bytes: byte %d does not count", name, n, i)
				}
				b[i] ^= 0x10
			}
		}
	}
}

func TestXXH64AtEveryAlignment(t *testing.T) {
	base := make([]byte, 200)
	for i := range base {
		base[i] = byte(i * 31)
	}
	want := XXH64(base[:100], 7)
	for off := range 16 {
		moved := make([]byte, 200)
		copy(moved[off:], base[:100])
		if got := XXH64(moved[off:off+100], 7); got != want {
			t.Errorf("offset %d: %#x, want %#x", off, got, want)
		}
	}
}

// Hash64's twin collects the bytes and hashes them at once.
func TestHash64EqualsXXH64OfItsBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 2000 {
		var h Hash64
		var twin []byte
		for range r.IntN(40) {
			twin = writeRandom(r, &h, twin)
			if got, want := h.Sum(), XXH64(twin, 0); got != want {
				t.Fatalf("round %d after %d bytes: %#x, want %#x", round, len(twin), got, want)
			}
		}
	}
}

func writeRandom(r *rand.Rand, h *Hash64, twin []byte) []byte {
	v := r.Uint64()
	switch r.IntN(8) {
	case 0:
		h.Uint64(v)
		return binary.LittleEndian.AppendUint64(twin, v)
	case 1:
		h.Uint32(uint32(v))
		return binary.LittleEndian.AppendUint32(twin, uint32(v))
	case 2:
		h.Uint8(uint8(v))
		return append(twin, uint8(v))
	case 3:
		h.Bool(v&1 == 1)
		return append(twin, byte(v&1))
	case 4:
		h.Int(int(v))
		return binary.LittleEndian.AppendUint64(twin, uint64(int(v)))
	case 5:
		f := float64(int64(v)) / 3
		h.Float64(f)
		return binary.LittleEndian.AppendUint64(twin, math.Float64bits(f))
	case 6:
		b := make([]byte, r.IntN(100))
		for i := range b {
			b[i] = byte(v) + byte(i)
		}
		h.Bytes(b)
		return append(twin, b...)
	}
	s := "the state of a frame, before its inputs"[:v%39]
	h.String(s)
	return append(twin, s...)
}

func TestHash64ResetIsAsNew(t *testing.T) {
	var h, fresh Hash64
	h.Bytes(make([]byte, 100))
	h.Reset()
	h.Uint32(5)
	fresh.Uint32(5)
	if h.Sum() != fresh.Sum() {
		t.Errorf("after Reset %#x, new %#x", h.Sum(), fresh.Sum())
	}
}

// Processors differ in the NaN that 0/0 yields.
func TestHash64TakesEveryNaNForOne(t *testing.T) {
	sum64 := func(bits uint64) uint64 { var h Hash64; h.Float64(math.Float64frombits(bits)); return h.Sum() }
	for _, bits := range []uint64{0x7FF8000000000001, 0xFFF8000000000000, 0x7FFFFFFFFFFFFFFF, 0x7FF8000000000000} {
		if sum64(bits) != sum64(nan64) {
			t.Errorf("Float64 of NaN %#x differs from the canonical one", bits)
		}
	}
	for _, bits := range []uint64{0x7FF0000000000000, 0xFFF0000000000000, 0, 1 << 63} {
		if sum64(bits) != XXH64(binary.LittleEndian.AppendUint64(nil, bits), 0) {
			t.Errorf("Float64 of %#x is not the sum of its bits", bits)
		}
	}
	sum32 := func(bits uint32) uint64 { var h Hash64; h.Float32(math.Float32frombits(bits)); return h.Sum() }
	for _, bits := range []uint32{0x7FC00001, 0xFFC00000, 0x7FFFFFFF} {
		if sum32(bits) != sum32(nan32) {
			t.Errorf("Float32 of NaN %#x differs from the canonical one", bits)
		}
	}
}
