package savestate

import (
	"bytes"
	"errors"
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
	f.Add(flat.AppendSnapshot(nil, 7, &e))
	f.Add(graph.AppendSnapshot(nil, 7, newStage()))
	f.Add(deflate(graph.Append(nil, newStage())))
	f.Add(graph.Append(nil, new(stage)))
	f.Add([]byte{2, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F})
	f.Add(bytes.Repeat([]byte{3, 0, 0, 0}, 60))
	f.Fuzz(func(t *testing.T, src []byte) {
		decodeFlat(t, flat, src)
		decodeGraph(t, graph, src)
		decodeSnapshot(t, graph, src)
		for _, n := range []int{0, 1, 40, 200} { // as if compressed from that many more bytes
			decodeSnapshot(t, graph, framed(graph, uint32(len(src)+n), src))
		}
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

// A snapshot is refused, or is of a frame and a state that make another of them.
func decodeSnapshot(t *testing.T, plan *Plan[stage], src []byte) {
	s := stage{Title: "untouched"}
	at, err := plan.DecodeSnapshot(src, &s)
	if err != nil {
		var typed *SnapshotError
		if !errors.As(err, &typed) || s.Title != "untouched" || s.Cast != nil {
			t.Fatalf("refused (%v), but the state was written", err)
		}
		return
	}
	var again stage
	f, err := plan.DecodeSnapshot(plan.AppendSnapshot(nil, at, &s), &again)
	if err != nil || f != at || at < 0 || !plan.Equal(&s, &again) {
		t.Fatalf("frame %d came back as %d, %v", at, f, err)
	}
}
