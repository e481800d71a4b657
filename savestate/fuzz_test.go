package savestate

import (
	"bytes"
	"math"
	"testing"
)

// A state may come from another peer or a file: any bytes are refused or are a
// state whose encoding they are, NaNs apart.
func FuzzDecode(f *testing.F) {
	flat, graph := mustPlan[everyKind](f), mustPlan[stage](f)
	e := everyValue()
	for _, good := range [][]byte{flat.Append(nil, &e), graph.Append(nil, newStage())} {
		f.Add(good)
		f.Add(good[:len(good)-1])
		f.Add(bytes.Repeat([]byte{0xFF}, len(good)))
	}
	f.Add(graph.Append(nil, new(stage)))
	f.Add([]byte{2, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F})
	f.Add(bytes.Repeat([]byte{3, 0, 0, 0}, 60))
	f.Fuzz(func(t *testing.T, src []byte) {
		decodeFlat(t, flat, src)
		decodeGraph(t, graph, src)
	})
}

func decodeFlat(t *testing.T, plan *Plan[everyKind], src []byte) {
	s := everyKind{U8: 77}
	if err := plan.Decode(&s, src); err != nil {
		if s != (everyKind{U8: 77}) {
			t.Fatalf("refused (%v), but the state was written", err)
		}
		return
	}
	once := plan.Append(nil, &s)
	if len(src) != plan.Size() || !bytes.Equal(once, src) && !hasNaN(&s) {
		t.Fatalf("decoded %x, encoded %x", src, once)
	}
	if err := plan.Decode(&s, once); err != nil || !bytes.Equal(plan.Append(nil, &s), once) {
		t.Fatalf("an encoding does not decode to itself: %v", err)
	}
}

func hasNaN(e *everyKind) bool {
	sum := float64(e.F32) + e.F64 + float64(real(e.C64)) + float64(imag(e.C64)) + real(e.C128) + imag(e.C128) + e.NaN[0] + e.NaN[1]
	return math.IsNaN(sum) // infinities of both signs too, which costs the check nothing that matters
}

func decodeGraph(t *testing.T, plan *Plan[stage], src []byte) {
	s := stage{Title: "untouched"}
	if err := plan.Decode(&s, src); err != nil {
		if s.Title != "untouched" || s.Cast != nil || s.Names != nil {
			t.Fatalf("refused (%v), but the state was written", err)
		}
		return
	}
	if once := plan.Append(nil, &s); !bytes.Equal(once, src) {
		t.Fatalf("decoded %x, encoded %x", src, once)
	}
	if err := plan.Check(&s); err != nil {
		t.Fatalf("decoded a state that cannot be copied: %v", err)
	}
}
