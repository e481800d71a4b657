package rng

import (
	"math"
	"slices"
	"testing"
)

// The tests below are named after what went wrong with random numbers in other games.

// world is a simulation that draws in both ways; its state is the whole of it.
type world struct {
	Frame int64
	Deck  XorShift
	Loot  uint64 // drawn from the stream when input bit 0 is pressed
	Crit  uint64 // drawn by question each frame
}

func (w *world) step(seed uint64, input byte) {
	if input&1 != 0 {
		w.Loot = w.Loot*31 + w.Deck.Below(1000)
	}
	w.Crit = w.Crit*31 + Draw(seed, 3, w.Frame, 1)
	w.Frame++
}

// play runs the inputs; with late > 0 it first predicts that the last `late` inputs are idle and then rolls back.
func play(seed uint64, inputs []byte, late int) world {
	w := world{Deck: NewXorShift(seed)}
	for _, in := range inputs[:len(inputs)-late] {
		w.step(seed, in)
	}
	saved := w
	for range late {
		w.step(seed, 0)
	}
	w = saved
	for _, in := range inputs[len(inputs)-late:] {
		w.step(seed, in)
	}
	return w
}

func TestAPeerThatRolledBackDrawsNothingTwice(t *testing.T) {
	inputs := []byte{0, 0, 1, 0, 1, 1, 0, 1}
	for seed := range uint64(1000) {
		want := play(seed, inputs, 0)
		for late := 1; late <= len(inputs); late++ {
			if got := play(seed, inputs, late); got != want {
				t.Fatalf("seed %d, inputs %d frames late: %+v, want %+v", seed, late, got, want)
			}
		}
	}
}

func TestRollingBackDoesNotRerollAShuffle(t *testing.T) {
	for seed := range uint64(1000) {
		r := NewXorShift(seed)
		saved := r
		first := shuffled(&r)
		r = saved
		if again := shuffled(&r); again != first {
			t.Fatalf("seed %d: shuffled %v, after a rollback %v", seed, first, again)
		}
	}
}

func shuffled(r *XorShift) (deck [10]int) {
	for i := range deck {
		j := r.Below(uint64(i) + 1)
		deck[i] = deck[j]
		deck[j] = i
	}
	return deck
}

func TestEffectsOnScreenDoNotMoveTheSimulation(t *testing.T) {
	run := func(effects bool) world {
		w, fx := world{Deck: NewXorShift(7)}, Key{7}.Split(99)
		for frame := range int64(300) {
			w.step(7, byte(frame))
			for particle := range uint64(34) {
				if s := fx.At(particle, frame, 0); effects && s.Unit() < 0 {
					t.Fatal("Unit is negative")
				}
			}
		}
		return w
	}
	if headless, rendered := run(false), run(true); headless != rendered {
		t.Errorf("headless %+v, rendered %+v", headless, rendered)
	}
}

func TestSubsystemsMayTickInAnyOrder(t *testing.T) {
	one, two := Key{7}.XorShift(1), Key{7}.XorShift(2)
	wantOne, wantTwo := first(100, one.Uint64), first(100, two.Uint64)
	one, two = Key{7}.XorShift(1), Key{7}.XorShift(2)
	gotTwo, gotOne := first(100, two.Uint64), first(100, one.Uint64)
	if !slices.Equal(gotOne, wantOne) || !slices.Equal(gotTwo, wantTwo) || slices.Equal(wantOne, wantTwo) {
		t.Error("the order of ticking changed what a subsystem draws, or both draw the same")
	}
}

func TestEveryStateOfTheStreamIsValid(t *testing.T) {
	for _, state := range []uint64{0, 1, math.MaxUint64, 1 << 63, zeroState} {
		r := XorShift{state}
		out := first(1000, r.Uint64)
		slices.Sort(out)
		if len(slices.Compact(out)) != 1000 || r.S == 0 {
			t.Errorf("from state %#x the stream repeats within 1000 draws or reaches 0", state)
		}
	}
	zero, fixedState := XorShift{}, XorShift{zeroState}
	if zero.Uint64() != fixedState.Uint64() || zero != fixedState {
		t.Error("state 0 does not stand for its documented state")
	}
}

func TestSeedZeroGivesAGoodStream(t *testing.T) {
	want := []uint64{
		0x7bbcb40d550682d0, 0xde7fe413d00cc9fd, 0xb3c638353c668c91, 0xe073afc0949195fc,
		0x7f2f9e2eb34937f6, 0x6ef86054c4731f4f, 0x410926d7bb410255, 0xcf75540849d9c3b,
	}
	r := NewXorShift(0)
	if got := first(8, r.Uint64); !slices.Equal(got, want) {
		t.Errorf("NewXorShift(0) draws %#x, pinned is %#x", got, want)
	}
}

func TestNeighbouringSeedsDifferInTheirFirstDraw(t *testing.T) {
	seen := make(map[uint64]uint64)
	for seed := range uint64(10_000) {
		r := NewXorShift(seed)
		v := r.Uint64()
		if other, ok := seen[v]; ok {
			t.Errorf("seeds %d and %d both draw %#x first", other, seed, v)
		}
		seen[v] = seed
	}
}

func TestADrawIsTheSameOnEveryPass(t *testing.T) {
	want := Draw(7, 3, 120, 0)
	for pass := range 10 {
		for entity := range uint64(pass) { // others draw more on each pass
			Draw(7, entity, 120, 0)
		}
		if got := Draw(7, 3, 120, 0); got != want {
			t.Errorf("pass %d draws %#x, want %#x", pass, got, want)
		}
	}
	s := Key{7}.At(3, 120, 0)
	if got := s.Uint64(); got != want {
		t.Errorf("the first of the sequence is %#x, the draw %#x", got, want)
	}
}
