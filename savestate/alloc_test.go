package savestate

import (
	"encoding/binary"
	"math"
	"runtime"
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

// crowdOf is a state of n things of each sort, more or fewer at each frame.
func crowdOf(s *arena, n int) {
	s.Units, s.Shots = s.Units[:0], s.Shots[:0]
	clear(s.ByID)
	clear(s.Scores)
	for i := range n {
		u := &unit{ID: uint32(i), Name: "xyz"[:i%4], Trail: make([]uint64, i%7), Bag: make([]item, n%5)}
		s.Units = append(s.Units, u)
		s.ByID[u.ID] = u
		s.Scores[u.Name] = int64(i)
		s.Shots = append(s.Shots, shot{From: u})
	}
}

func TestAllocsOfStatesThatVary(t *testing.T) {
	plan := mustPlan[arena](t)
	states := make([]*arena, 20)
	for i := range states {
		states[i] = newArena(uint64(i))
		crowdOf(states[i], 20+i*7%13)
	}
	ring := NewRing[arena](4)
	live := newArena(99)
	buf, f := make([]byte, 0, 1<<20), Frame(0)
	var sum uint64
	for name, run := range map[string]func(){
		"Copy": func() {
			s := ring.Slot(f)
			plan.Copy(s, states[f%20])
			plan.Copy(live, s)
			f++
		},
		"Hash":    func() { sum += plan.Hash(live) },
		"Section": func() { _, s := plan.Section(3, live); sum += s },
		"Append":  func() { buf = plan.Append(buf[:0], live) },
		"Equal":   func() { plan.Equal(live, states[3]) },
	} {
		buf = plan.Append(buf[:0], live)
		for range 400 { // all slots were of all sizes
			run()
		}
		if n := testing.AllocsPerRun(100, run); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// What a few bytes claim to hold is not made before the bytes are there.
func TestDecodeTakesNoMoreMemoryThanItsBytesJustify(t *testing.T) {
	p := mustPlan[stage](t)
	const most = 0x7FFFFFFF
	claims := [][]uint32{
		{3, most},             // elements of Cast
		{3, 40},               //
		{0, 3, most},          // entries of Names
		{0, 0, 0, 0, 0, 3, 9}, // elements of Marks
		{0, 0, 0, 3},          // Lead, an actor
		{0, 0, 0, 0, 0, 0, 0, most},
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const rounds = 1000
	for range rounds {
		for i, claim := range claims {
			var src []byte
			for _, v := range claim {
				src = binary.LittleEndian.AppendUint32(src, v)
			}
			if err := p.Decode(new(stage), src); err == nil {
				t.Fatalf("claim %d is accepted", i)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / rounds / uint64(len(claims)); got > 2000 {
		t.Errorf("%d bytes are allocated for a claim", got)
	}
}
