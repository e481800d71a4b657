package view

import (
	"testing"

	"example.com/backstep/demo/duel"
)

// Wherever a knob is drawn, a pointer there finds the frame again.
func TestScrubPart(t *testing.T) {
	for _, s := range []Scrub{{Oldest: 100, Newest: 3700}, {Oldest: 0, Newest: 1}, {Oldest: 7, Newest: 7}} {
		for f := s.Oldest; f <= s.Newest; f++ {
			part, on := s.Part(s.x(f), trackY)
			if got := s.Oldest + int64(part*float64(s.Newest-s.Oldest)+0.5); got != f || !on {
				t.Fatalf("%+v: frame %d is found as %d, on the track %v", s, f, got, on)
			}
		}
	}
	s := Scrub{Newest: 10}
	for _, c := range []struct {
		x, y float32
		part float64
		on   bool
	}{{0, trackY, 0, false}, {trackX - 10, trackY + 10, 0, true}, {Width, trackY, 1, false}, {Width / 2, trackY, 0.5, true}, {Width / 2, 100, 0.5, false}} {
		if part, on := s.Part(c.x, c.y); part != c.part || on != c.on {
			t.Errorf("at %v, %v: %v, %v; want %v, %v", c.x, c.y, part, on, c.part, c.on)
		}
	}
}

// The bar of any span makes a sound mesh, over a picture that is the same without.
func TestScrubIsDrawn(t *testing.T) {
	w := duel.New(1, 2)
	bare := canvas()
	compose(bare, &w, &Overlay{})
	for _, s := range []Scrub{{}, {Newest: 1}, {Oldest: 5, Newest: 3604, At: 1800, Rate: 60, Memory: 1 << 21}, {Oldest: 5, Newest: 100, At: 3, Rate: 60, Memory: 900}} {
		m := canvas()
		compose(m, &w, &Overlay{Scrub: &s})
		if bad := unsound(m); bad != "" {
			t.Errorf("%+v: %s", s, bad)
		}
		if len(m.verts) <= len(bare.verts) {
			t.Errorf("%+v: nothing is drawn", s)
		}
	}
}

func TestBytesText(t *testing.T) {
	for n, want := range map[int]string{0: "0 KB", 1: "1 KB", 437_736: "428 KB", 3 << 19: "1.5 MB"} {
		if got := bytesText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
