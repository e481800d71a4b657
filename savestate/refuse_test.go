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

type bag[T any] struct{ Items [3]struct{ It T } }

func TestPlanRefusesWithThePathOfTheField(t *testing.T) {
	type World struct{ Players [2]struct{ Name string } }
	type Clock struct {
		Now time.Time
	}
	type Tagged struct {
		A int `backstep:"skip"`
	}
	type hidden struct{ names map[string]int }
	type Embeds struct{ hidden }
	for _, c := range []struct {
		err        error
		path, typ  string
		wantInText string
	}{
		{refusal[World](), "World.Players[].Name", "string", "savestate: World.Players[].Name: string is not supported: its size is not fixed"},
		{refusal[Clock](), "Clock.Now", "time.Time", "the standard library does not export its fields"},
		{refusal[bag[[]int]](), "bag.Items[].It", "[]int", "size is not fixed"},
		{refusal[bag[map[int]int]](), "bag.Items[].It", "map[int]int", "size is not fixed"},
		{refusal[bag[*int]](), "bag.Items[].It", "*int", "share what it points to"},
		{refusal[bag[func()]](), "bag.Items[].It", "func()", "cannot be copied"},
		{refusal[bag[chan int]](), "bag.Items[].It", "chan int", "cannot be copied"},
		{refusal[bag[error]](), "bag.Items[].It", "error", "cannot be copied"},
		{refusal[bag[unsafe.Pointer]](), "bag.Items[].It", "unsafe.Pointer", "cannot be copied"},
		{refusal[bag[sync.Mutex]](), "bag.Items[].It", "sync.Mutex", "standard library"},
		{refusal[bag[atomic.Int64]](), "bag.Items[].It", "atomic.Int64", "standard library"},
		{refusal[bag[big.Int]](), "bag.Items[].It", "big.Int", "standard library"},
		{refusal[Embeds](), "Embeds.hidden.names", "map[string]int", "size is not fixed"},
		{refusal[Tagged](), "Tagged.A", "int", `backstep:"skip"`},
		{refusal[[]byte](), "state", "[]uint8", "size is not fixed"},
		{refusal[*World](), "state", "*savestate.World", "share what it points to"},
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
