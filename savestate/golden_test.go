package savestate

import (
	"encoding/hex"
	"math"
	"testing"
	"time"
)

// everyKind has a field of each kind, with padding, in an order that keeps
// the runs apart.
type everyKind struct {
	B    bool
	I    int
	I8   int8
	I16  int16
	I32  int32
	I64  int64
	U    uint
	U8   uint8
	U16  uint16
	U32  uint32
	U64  uint64
	Ptr  uintptr
	F32  float32
	F64  float64
	C64  complex64
	C128 complex128
	Arr  [3]struct {
		On bool
		At [2]int16
		N  int
	}
	NaN [2]float64
}

func everyValue() (e everyKind) {
	e = everyKind{B: true, I: -2, I8: -3, I16: -4, I32: -5, I64: -6, U: 7, U8: 8, U16: 0x0900, U32: 0x0A0B0C0D,
		U64: 0x0102030405060708, Ptr: 0x11, F32: 1.5, F64: -2.25, C64: complex(3, -4), C128: complex(5, 6)}
	for i := range e.Arr {
		e.Arr[i].On, e.Arr[i].At, e.Arr[i].N = i == 1, [2]int16{int16(i), -1}, i-1
	}
	e.NaN[0] = math.Float64frombits(0xFFF8000000000123)
	return e
}

// The same on every target: other byte orders, other sizes of int.
func TestGoldenEncodingAndHashes(t *testing.T) {
	const encoding = "01fefffffffffffffffdfcfffbfffffffaffffffffffffff07000000000000000800090d0c0b0a0807060504030201110000" +
		"00000000000000c03f00000000000002c000004040000080c000000000000014400000000000001840000000ffffffffffff" +
		"ffffffff010100ffff0000000000000000000200ffff0100000000000000000000000000f87f0000000000000000"
	p := mustPlan[everyKind](t)
	e := everyValue()
	if got := hex.EncodeToString(p.Append(nil, &e)); got != encoding {
		t.Errorf("encoding\n%s, want\n%s", got, encoding)
	}
	for _, c := range []struct {
		what      string
		got, want uint64
	}{
		{"hash", p.Hash(&e), 0x94b500968a0e2a3f},
		{"signature", p.Signature(), 0xa1246c8603cc20cb},
		{"hash of world", mustPlan[world](t).Hash(&world{Tick: -1, Grid: [2][3]uint8{1: {2: 9}}}), 0xe20e925942431460},
		{"hash of random numbers", mustPlan[noise](t).Hash(manyNumbers()), 0xe0fdf4dff1d710dc},
	} {
		t.Logf("golden savestate/%s %016x", c.what, c.got)
		if c.got != c.want {
			t.Errorf("%s is %#016x, want %#016x", c.what, c.got, c.want)
		}
	}
	var back everyKind
	if err := p.Decode(&back, p.Append(nil, &e)); err != nil || p.Hash(&back) != p.Hash(&e) {
		t.Errorf("decoding gives another state: %v, %v", err, p.Diff(&back, &e, 5))
	}
}

type noise [100]struct {
	A uint16
	B float64
	C int
	D float32
}

func manyNumbers() *noise {
	var n noise
	x := uint64(1)
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		n[i].A, n[i].B, n[i].C, n[i].D = uint16(x>>32), float64(int32(x>>30))/8, int(int32(x>>20)), float32(int16(x>>40))/4
	}
	return &n
}

// graph has a reference of each kind, a circle, and two that are the same.
type graph struct {
	Name  string
	Next  *graph
	By    map[int]*graph
	Names map[string]int16
	Ints  []int
	Reals []float64
	Again []int
	Own   stamp
	None  []bool
	Bare  []struct{}
}

func newGraph() *graph {
	g := &graph{Name: "g\u00fc", Ints: []int{-1, 1 << 30}, Names: map[string]int16{"b": 2, "a": -1, "": 0}, Bare: make([]struct{}, 3)}
	other := &graph{Name: "other", Next: g, None: []bool{}, Reals: []float64{1.5, math.NaN()}, Own: stamp{time.Unix(3, 5)}}
	g.Next, g.Again, g.By = other, g.Ints, map[int]*graph{7: g, -7: other, 1 << 20: nil}
	return g
}

func TestGoldenEncodingOfReferences(t *testing.T) {
	const encoding = "0300000067c3bc0300000004000000030000000500000003000000060000000200000000000000060000000800000000001a" +
		"3deb03b2a1000000000100000003000000050000006f74686572020000000000000000000000000000000700000002000000" +
		"0000000008000000055ed0b200000000010000000000000000000000f9ffffffffffffff0300000007000000000000000200" +
		"00000000100000000000000000000000000000000100000061ffff01000000620200ffffffffffffffff0000004000000000" +
		"000000000000f83f000000000000f87f"
	p := mustPlan[graph](t)
	g := newGraph()
	if got := hex.EncodeToString(p.Append(nil, g)); got != encoding {
		t.Errorf("encoding\n%s, want\n%s", got, encoding)
	}
	if got := p.Hash(g); got != 0xabdb275c07952914 {
		t.Errorf("hash is %#016x", got)
	}
	if got := p.Signature(); got != 0xd70d79bb4df8a564 {
		t.Errorf("signature is %#016x, of %s", got, p.Shape())
	}
	var back graph
	if err := p.Decode(&back, p.Append(nil, g)); err != nil || p.Hash(&back) != p.Hash(g) {
		t.Errorf("decoding gives another state: %v, %v", err, p.Diff(&back, g, 5))
	}
}
