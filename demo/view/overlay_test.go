package view

import (
	"fmt"
	"testing"
)

func TestHistoryKeepsTheNewest(t *testing.T) {
	var h History
	if h.Len() != 0 || h.Max() != 0 {
		t.Fatalf("empty: Len %d Max %v", h.Len(), h.Max())
	}
	for i := range 3*HistoryLen + 7 {
		h.Add(float32(i))
		oldest := max(0, i-HistoryLen+1)
		if h.Len() != i-oldest+1 || h.At(0) != float32(oldest) || h.At(h.Len()-1) != float32(i) || h.Max() != float32(i) {
			t.Fatalf("after %d: Len %d, from %v to %v, Max %v", i, h.Len(), h.At(0), h.At(h.Len()-1), h.Max())
		}
	}
}

func TestHistoryRefusesWhatItDoesNotHold(t *testing.T) {
	var h History
	h.Add(1)
	for _, i := range []int{-1, 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("At(%d) of one sample did not panic", i)
				}
			}()
			h.At(i)
		}()
	}
}

// Every glyph is pairs of digits on the grid, and what is used has one.
func TestGlyphs(t *testing.T) {
	const used = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!%'()+,-./:<=>?"
	box := glyph('\u2603')
	for _, r := range used {
		s := glyph(r)
		if s == box {
			t.Errorf("%q has no glyph", r)
		}
		for i := 0; i < len(s); {
			if s[i] == ' ' {
				i++
				continue
			}
			if i+1 >= len(s) || s[i] < '0' || s[i] > '4' || s[i+1] < '0' || s[i+1] > '6' {
				t.Errorf("%q: bad point at %d of %q", r, i, s)
				break
			}
			i += 2
		}
	}
	if glyph('a') != glyph('A') || glyph(' ') != "" {
		t.Error("lower case or space is wrong")
	}
}

// A graph of the last frames.
func ExampleHistory() {
	var n Net
	for _, depth := range []float32{0, 0, 3, 1} {
		n.Rollback.Add(depth)
	}
	fmt.Println(n.Rollback.Len(), n.Rollback.At(2), n.Rollback.Max())
	// Output: 4 3 3
}
