package live_test

import (
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback/live"
)

func TestSampler(t *testing.T) {
	const a, b = uint8(1), uint8(2)
	// Each step reports some states in turn and takes one sample.
	for _, c := range []struct {
		name string
		sets [][]uint8
		want []uint8
	}{
		{"nothing", [][]uint8{{}, {}}, []uint8{0, 0}},
		{"held", [][]uint8{{a}, {}, {a}, {0}, {}}, []uint8{a, a, a, 0, 0}},
		{"a press shorter than a frame", [][]uint8{{a, 0}, {}, {}}, []uint8{a, 0, 0}},
		{"a burst does not repeat it", [][]uint8{{0}, {a, 0}, {}, {}, {}}, []uint8{0, a, 0, 0, 0}},
		{"up and down again within a frame", [][]uint8{{a}, {0, a}, {}, {}}, []uint8{a, 0, a, a}},
		{"many presses within a frame are one", [][]uint8{{a, 0, a, 0}, {}}, []uint8{a, 0}},
		{"buttons are apart", [][]uint8{{a}, {a | b, a}, {}, {0}}, []uint8{a, a | b, a, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s live.Sampler[uint8]
			for i, sets := range c.sets {
				for _, held := range sets {
					s.Set(held)
				}
				if got := s.Next(); got != c.want[i] {
					t.Fatalf("sample %d is %b, want %b", i, got, c.want[i])
				}
			}
		})
	}
}

func TestSamplerEvents(t *testing.T) {
	var s live.Sampler[uint16]
	s.Press(1)
	s.Press(4)
	s.Release(1)
	if got := s.Next(); got != 5 {
		t.Errorf("first sample %b, want both", got)
	}
	if got := s.Next(); got != 4 {
		t.Errorf("second sample %b, want the one that is held", got)
	}
}

// Whatever is reported: once reports stop, samples become what is held within
// two frames, and a bit changes only if it was reported changed.
func TestSamplerSettles(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		var s live.Sampler[uint8]
		last, held := s.Next(), uint8(0)
		for range 1 + r.IntN(5) {
			seen := last ^ held
			for range r.IntN(4) {
				held = uint8(r.Uint32())
				s.Set(held)
				seen |= held ^ last
			}
			got := s.Next()
			if got^last != seen {
				t.Fatalf("bits %08b changed, want those that differed from the last sample: %08b", got^last, seen)
			}
			last = got
		}
		s.Next()
		if got := s.Next(); got != held {
			t.Fatalf("settles at %08b, want %08b", got, held)
		}
	}
}
