package savestate

import (
	"math"
	"testing"
)

type leftOut struct {
	A    int32
	Note func() `backstep:"-"`
	B    [40]struct {
		On bool
		At vec
	}
}

func TestAllocs(t *testing.T) {
	ring := NewRing[world](9)
	plan, partial := mustPlan[world](t), mustPlan[leftOut](t)
	var a, b world
	var c, d leftOut
	var nan world
	nan.Mass = math.NaN()
	buf := make([]byte, 0, plan.Size())
	frame := Frame(0)
	block := make([]byte, 100)
	var sum uint64
	for name, run := range map[string]func(){
		"Ring.Slot and Get": func() { ring.Slot(frame); ring.Get(frame); frame++ },
		"Ring.Discard":      func() { ring.Discard(frame - 3); ring.NewestAtOrBefore(frame); ring.Oldest() },
		"Copy":              func() { plan.Copy(&a, &b) },
		"Copy in parts":     func() { partial.Copy(&c, &d) },
		"Hash":              func() { sum += plan.Hash(&a) },
		"Hash in parts":     func() { sum += partial.Hash(&c) },
		"Hash with a NaN":   func() { sum += plan.Hash(&nan) },
		"Section":           func() { _, s := plan.Section(3, &a); sum += s },
		"Append":            func() { buf = plan.Append(buf[:0], &a) },
		"Append with a NaN": func() { buf = plan.Append(buf[:0], &nan) },
		"Decode":            func() { plan.Decode(&b, buf[:plan.Size()]) },
		"Signature":         func() { sum += plan.Signature() },
		"XXH64 and FNV1a":   func() { sum += XXH64(block, 0) + FNV1a(block) },
		"Hash64":            func() { var h Hash64; h.Uint32(1); h.Bytes(block); h.Bool(true); sum += h.Sum() },
	} {
		if n := testing.AllocsPerRun(100, run); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
