package savestate

import (
	"errors"
	"image"
	"math"
	"strings"
	"testing"
	"time"
	"unsafe"
)

type vec struct{ X, Y float32 }

type player struct {
	Pos, Vel vec
	HP       int16
	alive    bool
	_        [3]byte
	Buttons  uint32
}

type base struct{ Seed uint64 }

type world struct {
	base
	Tick    int
	Paused  bool
	Players [2]player
	Grid    [2][3]uint8
	Wait    time.Duration
	Corner  image.Point
	Wind    complex64
	Mass    float64
	Shown   func() `backstep:"-"`
}

func mustPlan[S any](t testing.TB) *Plan[S] {
	t.Helper()
	p, err := PlanOf[S]()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPlanTakesWhatItDocuments(t *testing.T) {
	p := mustPlan[world](t)
	const want = "struct{base struct{Seed uint64};Tick int;Paused bool;" +
		"Players [2]struct{Pos struct{X float32;Y float32};Vel struct{X float32;Y float32};HP int16;alive bool;Buttons uint32};" +
		"Grid [2][3]uint8;Wait int64;Corner struct{X int;Y int};Wind complex64;Mass float64}"
	if p.Shape() != want {
		t.Errorf("shape %s\nwant  %s", p.Shape(), want)
	}
	for _, err := range []error{refusal[uint64](), refusal[[4]int32](), refusal[vec](), refusal[image.Point]()} {
		if err != nil {
			t.Error(err)
		}
	}
}

// Whoever keeps presentation in the state struct gets it neither rolled back
// nor overwritten by a state from elsewhere.
func TestPlanLeavesLeftOutFieldsAlone(t *testing.T) {
	type Sprite struct {
		X      int32
		Frames *int `backstep:"-"`
		Y      int32
		Note   string `backstep:"-"`
		_      *int
	}
	p := mustPlan[[2]Sprite](t)
	seven, nine := 7, 9
	src := [2]Sprite{{X: 1, Frames: &seven, Y: 2, Note: "src"}, {X: 3, Y: 4}}
	for name, move := range map[string]func(dst *[2]Sprite){
		"Copy":   func(dst *[2]Sprite) { p.Copy(dst, &src) },
		"Decode": func(dst *[2]Sprite) { p.Decode(dst, p.Append(nil, &src)) },
	} {
		dst := [2]Sprite{{X: 8, Frames: &nine, Note: "dst"}, {Note: "too"}}
		move(&dst)
		want := [2]Sprite{{X: 1, Frames: &nine, Y: 2, Note: "dst"}, {X: 3, Y: 4, Note: "too"}}
		if dst != want {
			t.Errorf("%s gives %+v, want %+v", name, dst, want)
		}
		if p.Hash(&dst) != p.Hash(&src) || len(p.Diff(&dst, &src, 0)) > 0 {
			t.Errorf("%s: left-out fields count in Hash or Diff", name)
		}
	}
}

func TestDecodeRefusesAndLeavesTheStateAlone(t *testing.T) {
	type state struct {
		N  uint16
		On [3]struct {
			B bool
			F float32
		}
	}
	p := mustPlan[state](t)
	good := p.Append(nil, &state{N: 5})
	alter := func(i int, b byte) []byte { c := append([]byte(nil), good...); c[i] = b; return c }
	for _, c := range []struct {
		src  []byte
		want string
	}{
		{nil, "savestate: state: an encoding of 0 bytes, want 17"},
		{good[:16], "savestate: state: an encoding of 16 bytes, want 17"},
		{append(good[:17:17], 0), "savestate: state: an encoding of 18 bytes, want 17"},
		{alter(2, 2), "savestate: state.On[0].B: a bool is encoded as 2, want 0 or 1"},
		{alter(12, 255), "savestate: state.On[2].B: a bool is encoded as 255, want 0 or 1"},
	} {
		dst := state{N: 77}
		err := p.Decode(&dst, c.src)
		var d *DecodeError
		if !errors.As(err, &d) || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
		if dst != (state{N: 77}) {
			t.Errorf("%s: the state was written: %+v", c.want, dst)
		}
	}
}

// An int from a 64-bit peer may not fit the int of this one.
func TestDecodeChecksNarrowInts(t *testing.T) {
	type state struct {
		N int
		U uint
	}
	p := mustPlan[state](t)
	for _, c := range []struct {
		n    int64
		u    uint64
		path string
	}{
		{-1 << 31, 1<<32 - 1, ""},
		{1 << 31, 0, "state.N"},
		{-1<<31 - 1, 0, "state.N"},
		{0, 1 << 32, "state.U"},
	} {
		src := append(p64(uint64(c.n)), p64(c.u)...)
		var dst state
		err := p.Decode(&dst, src)
		if unsafe.Sizeof(int(0)) == 8 {
			c.path = ""
		}
		var d *DecodeError
		if c.path == "" && (err != nil || int64(dst.N) != c.n || uint64(dst.U) != c.u) {
			t.Errorf("%d %d: decoded %+v, %v", c.n, c.u, dst, err)
		}
		if c.path != "" && (!errors.As(err, &d) || d.Path != c.path) {
			t.Errorf("%d %d: error %v, want one at %s", c.n, c.u, err, c.path)
		}
	}
}

func p64(v uint64) []byte {
	b := make([]byte, 8)
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
	return b
}

type halves int32

func (h halves) String() string {
	if h < 0 {
		panic("negative")
	}
	return [2]string{"", "half past "}[h&1] + string(rune('0'+h/2%10))
}

func TestDiffNamesFieldsAndShowsBothValues(t *testing.T) {
	type state struct {
		W  world
		At [3]halves
	}
	p := mustPlan[state](t)
	var a, b state
	b.W.Players[1].Vel.X = 3.25
	b.W.Players[1].alive = true
	b.W.Tick = -3
	b.W.Mass = math.Copysign(0, -1)
	b.W.Wind = complex(0, 2)
	b.W.Wait = 3 * time.Second
	b.At = [3]halves{3, 20, -1}
	b.W.Seed = 1 << 63
	const want = `state.W.base.Seed: 0 ≠ 9223372036854775808
state.W.Tick: 0 ≠ -3
state.W.Players[1].Vel.X: 0 ≠ 3.25
state.W.Players[1].alive: false ≠ true
state.W.Wait: 0s ≠ 3s
state.W.Wind.imag: 0 ≠ 2
state.W.Mass: 0 ≠ -0
state.At[0]: 0 ≠ half past 1
state.At[1]: 0 (0) ≠ 0 (20)
state.At[2]: 0 ≠ -1`
	var lines []string
	for _, d := range p.Diff(&a, &b, 0) {
		lines = append(lines, d.String())
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := p.Diff(&a, &b, 2); len(got) != 2 || got[1].Path != "state.W.Tick" {
		t.Errorf("with limit 2: %v", got)
	}
	if got := p.Diff(&a, &a, 0); got != nil {
		t.Errorf("a state differs from itself: %v", got)
	}
}

func TestNaNsAreOneValue(t *testing.T) {
	type state struct {
		A float64
		B [3]float32
	}
	p := mustPlan[state](t)
	a := state{math.Float64frombits(0xFFF8000000000000), [3]float32{1, math.Float32frombits(0xFFC00000), 2}}
	b := state{math.NaN(), [3]float32{1, math.Float32frombits(0x7FC00001), 2}}
	if p.Hash(&a) != p.Hash(&b) || p.Diff(&a, &b, 0) != nil {
		t.Error("NaNs with other bits count as other values")
	}
	var c state
	p.Copy(&c, &a)
	if math.Float64bits(c.A) != 0xFFF8000000000000 {
		t.Errorf("Copy changed the bits of a NaN to %#x", math.Float64bits(c.A))
	}
	if err := p.Decode(&c, p.Append(nil, &a)); err != nil || p.Hash(&c) != p.Hash(&a) {
		t.Errorf("a decoded NaN hashes differently (%v)", err)
	}
}

func TestSectionsTellWhichFieldDiffers(t *testing.T) {
	p := mustPlan[world](t)
	var a, b world
	b.Players[1].HP = 3
	var names, differ []string
	for i := range p.Sections() {
		name, sa := p.Section(i, &a)
		_, sb := p.Section(i, &b)
		names = append(names, name)
		if sa != sb {
			differ = append(differ, name)
		}
	}
	if got := strings.Join(names, " "); got != "base Tick Paused Players Grid Wait Corner Wind Mass" {
		t.Errorf("sections %s", got)
	}
	if len(differ) != 1 || differ[0] != "Players" {
		t.Errorf("differing sections %v, want Players", differ)
	}
	if q := mustPlan[[3]int8](t); q.Sections() != 1 {
		t.Errorf("an array has %d sections, want 1", q.Sections())
	}
}

// A large state is copied otherwise than a small one.
func TestCopyOfALargeState(t *testing.T) {
	type large struct {
		Cells [1 << 16]struct {
			Kind uint8
			At   int32
		}
		Last uint16
	}
	p := mustPlan[large](t)
	var a, b large
	for i := range a.Cells {
		a.Cells[i].Kind, a.Cells[i].At = uint8(i), -int32(i)
	}
	a.Last = 5
	if p.Copy(&b, &a); b != a || unsafe.Sizeof(a) < largeState {
		t.Errorf("%d bytes: %v", unsafe.Sizeof(a), p.Diff(&b, &a, 3))
	}
}

func TestHashIsPure(t *testing.T) {
	p := mustPlan[world](t)
	w := world{Tick: 4, Mass: math.NaN()}
	before := p.Append(nil, &w)
	if p.Hash(&w) != p.Hash(&w) || string(p.Append(nil, &w)) != string(before) {
		t.Error("hashing changed the state or the hash")
	}
}

func TestSignatureTellsShapesApart(t *testing.T) {
	seen := map[uint64]string{}
	for name, p := range map[string]interface{ Signature() uint64 }{
		"XY":       mustPlan[struct{ X, Y int32 }](t),
		"YX":       mustPlan[struct{ Y, X int32 }](t),
		"unsigned": mustPlan[struct{ X, Y uint32 }](t),
		"float":    mustPlan[struct{ X, Y float32 }](t),
		"array":    mustPlan[[2]int32](t),
		"longer":   mustPlan[[3]int32](t),
	} {
		if other, dup := seen[p.Signature()]; dup {
			t.Errorf("%s and %s have one signature", name, other)
		}
		seen[p.Signature()] = name
	}
	type mine struct{ X, Y int32 }
	type padded struct {
		X int32
		_ [9]byte
		Y int32
		Z func() `backstep:"-"`
	}
	if mustPlan[mine](t).Signature() != mustPlan[padded](t).Signature() {
		t.Error("the signature depends on what is not state")
	}
}
