package savestate

import (
	"errors"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

func refusal[S any]() error { _, err := PlanOf[S](); return err }

// hooked could be a key but for its hook.
type hooked struct{ n int }

func (h *hooked) CopyState(src any)             { *h = *src.(*hooked) }
func (h *hooked) AppendState(dst []byte) []byte { return dst }
func (h *hooked) DecodeState([]byte) error      { return nil }

type bag[T any] struct{ Items [3]struct{ It T } }

func TestPlanRefusesWithThePathOfTheField(t *testing.T) {
	type World struct{ Players [2]struct{ Conn chan int } }
	type Clock struct {
		Now time.Time
	}
	type Tagged struct {
		A int `backstep:"skip"`
	}
	type hidden struct{ names map[float64]int }
	type Embeds struct{ hidden }
	type empty struct {
		F func() `backstep:"-"`
	}
	type Named struct {
		stamp
		X int
	}
	type partKey struct {
		A int
		B int `backstep:"-"`
	}
	for _, c := range []struct {
		err        error
		path, typ  string
		wantInText string
	}{
		{refusal[World](), "World.Players[].Conn", "chan int", "savestate: World.Players[].Conn: chan int is not supported: it cannot be copied"},
		{refusal[Clock](), "Clock.Now", "time.Time", "the standard library does not export its fields"},
		{refusal[bag[map[string][]*time.Time]](), "bag.Items[].It[][]", "time.Time", "does not export its fields"},
		{refusal[bag[func()]](), "bag.Items[].It", "func()", "cannot be copied"},
		{refusal[bag[error]](), "bag.Items[].It", "error", "cannot be copied"},
		{refusal[bag[[]any]](), "bag.Items[].It[]", "interface {}", "cannot be copied"},
		{refusal[bag[unsafe.Pointer]](), "bag.Items[].It", "unsafe.Pointer", "cannot be copied"},
		{refusal[bag[sync.Mutex]](), "bag.Items[].It", "sync.Mutex", "standard library"},
		{refusal[bag[*sync.Mutex]](), "bag.Items[].It", "sync.Mutex", "standard library"},
		{refusal[bag[atomic.Int64]](), "bag.Items[].It", "atomic.Int64", "standard library"},
		{refusal[bag[big.Int]](), "bag.Items[].It", "big.Int", "standard library"},
		{refusal[Embeds](), "Embeds.hidden.names", "map[float64]int", "NaN is not equal to itself"},
		{refusal[map[[2]complex64]int](), "state", "map[[2]complex64]int", "NaN"},
		{refusal[map[*int]int](), "state", "map[*int]int", "pointers, which have no order"},
		{refusal[map[any]int](), "state", "map[interface {}]int", "no order"},
		{refusal[map[partKey]int](), "state", "map[savestate.partKey]int", "two keys could look the same"},
		{refusal[map[hooked]int](), "state", "map[savestate.hooked]int", "have a hook"},
		{refusal[Tagged](), "Tagged.A", "int", `backstep:"skip"`},
		{refusal[[]empty](), "state", "[]savestate.empty", "no field to save"},
		{refusal[Named](), "Named", "savestate.Named", "the embedded stamp"},
		{refusal[struct{}](), "state", "struct {}", "no field to save"},
		{refusal[struct {
			A int `backstep:"-"`
		}](), "state", "", "no field to save"},
	} {
		var u *UnsupportedError
		if !errors.As(c.err, &u) {
			t.Errorf("%s: error %v is not an UnsupportedError", c.path, c.err)
			continue
		}
		if u.Path != c.path || c.typ != "" && u.Type.String() != c.typ || !strings.Contains(u.Error(), c.wantInText) {
			t.Errorf("path %q type %v text %q\nwant %q %s %q", u.Path, u.Type, u, c.path, c.typ, c.wantInText)
		}
	}
}
