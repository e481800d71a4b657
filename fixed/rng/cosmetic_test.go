package rng

import (
	"reflect"
	"testing"
)

func TestCosmeticDrawsAreEvenAndInRange(t *testing.T) {
	c := NewCosmetic(7)
	picks, eighths, heads := make([]int, 6), make([]int, 8), make([]int, 2)
	for range 30_000 {
		picks[c.Pick(6)]++
		f := c.Fraction()
		eighths[int(f*8)]++
		if v := c.Spread(-3, 5); v < -3 || v > 5 {
			t.Fatalf("Spread(-3, 5) = %v", v)
		}
		if c.Happens(0) || c.Happens(-1) || !c.Happens(1) {
			t.Fatal("Happens is not certain at 0 or 1")
		}
		if c.Happens(0.5) {
			heads[1]++
		} else {
			heads[0]++
		}
	}
	if tooUneven(picks) || tooUneven(eighths) || tooUneven(heads) {
		t.Errorf("picks %v, eighths %v, heads %v", picks, eighths, heads)
	}
	for _, n := range []int{1, 0, -5} {
		if got := c.Pick(n); got != 0 {
			t.Errorf("Pick(%d) = %d, want 0", n, got)
		}
	}
}

// Particles that drew from the state's stream put rendered peers out of step with headless ones.
func TestCosmeticDrawsDoNotMoveTheSimulation(t *testing.T) {
	run := func(effects bool) world {
		w, c := world{Deck: NewXorShift(7)}, NewCosmetic(7)
		for frame := range int64(300) {
			w.step(7, byte(frame))
			for range 34 {
				if effects && c.Fraction() < 0 {
					t.Fatal("Fraction is negative")
				}
			}
		}
		return w
	}
	if headless, rendered := run(false), run(true); headless != rendered {
		t.Errorf("headless %+v, rendered %+v", headless, rendered)
	}
}

func TestCosmeticIsUnrelatedToTheState(t *testing.T) {
	seen := make(map[uint64]bool)
	stream := NewXorShift(7)
	for _, v := range first(1000, stream.Uint64) {
		seen[v>>11] = true
	}
	split := Key{7}.XorShift(0)
	for _, v := range first(1000, split.Uint64) {
		seen[v>>11] = true
	}
	c := NewCosmetic(7)
	for range 1000 {
		if v := uint64(c.Fraction() * (1 << 53)); seen[v] {
			t.Errorf("the draw %#x is one of the state's", v)
		}
	}
}

// A state's code that asks for a generator by what it can do must not be given this one.
func TestCosmeticIsNoGenerator(t *testing.T) {
	if _, ok := any(NewCosmetic(1)).(generator); ok {
		t.Error("Cosmetic has the methods of the state's generators")
	}
	own := reflect.TypeFor[*Cosmetic]()
	for m := range own.NumMethod() {
		if _, shared := reflect.TypeFor[*XorShift]().MethodByName(own.Method(m).Name); shared {
			t.Errorf("%s is a method of XorShift too", own.Method(m).Name)
		}
	}
	if fields := own.Elem(); fields.NumField() != 1 || fields.Field(0).IsExported() {
		t.Error("Cosmetic has a field that a state could save")
	}
}
