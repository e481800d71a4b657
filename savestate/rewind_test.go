package savestate

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

type reel struct {
	Tick  Frame
	Tiles [300]uint16
	Names map[uint16]string
	Log   []uint32
}

func (s *reel) step(r *rand.Rand) {
	s.Tick++
	s.Tiles[r.IntN(300)] = uint16(r.Uint32())
	s.Names[uint16(r.IntN(20))] = "abcdefgh"[:r.IntN(9)]
	if s.Log = append(s.Log, r.Uint32()); r.IntN(9) == 0 {
		s.Log = s.Log[:r.IntN(len(s.Log))]
	}
}

func newReel() *reel { return &reel{Names: map[uint16]string{}} }

func mustRewind[S any](t testing.TB, cfg RewindConfig) *Rewind[S] {
	t.Helper()
	r, err := NewRewind(mustPlan[S](t), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Random saves, rollbacks and gaps, against a list of encodings.
func TestRewindGivesEveryFrameBackExactly(t *testing.T) {
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		cfg := RewindConfig{Frames: 1 + rnd.IntN(80), Bytes: 3000 + rnd.IntN(20000), KeyframeEvery: 1 + rnd.IntN(20)}
		r, plan := mustRewind[reel](t, cfg), mustPlan[reel](t)
		kept := map[Frame]string{}
		s, f := newReel(), Frame(0)
		for i := range 300 {
			s.step(rnd)
			if f += Frame(1 + rnd.IntN(2)); rnd.IntN(20) == 0 {
				f = max(0, f-Frame(rnd.IntN(30)))
			}
			if err := r.Save(f, s); err != nil {
				t.Fatalf("seed %d, frame %d: %v", seed, f, err)
			}
			kept[f] = string(plan.Append(nil, s))
			if rnd.IntN(15) == 0 {
				f = r.AtOrBefore(f - Frame(rnd.IntN(20)))
				r.Discard(f)
			}
			if i%7 == 0 {
				checkRewind(t, r, plan, kept, fmt.Sprintf("seed %d, %+v", seed, cfg))
			}
		}
		if r.Len() < 1 {
			t.Errorf("seed %d: nothing is held", seed)
		}
	}
}

// checkRewind looks at the bounds and loads every frame.
func checkRewind(t *testing.T, r *Rewind[reel], plan *Plan[reel], kept map[Frame]string, what string) {
	t.Helper()
	if r.Len() > r.cfg.Frames || r.Bytes() > r.cfg.Bytes || len(r.data) > r.cfg.Bytes {
		t.Fatalf("%s: %d frames, %d bytes in %d are held", what, r.Len(), r.Bytes(), len(r.data))
	}
	var got reel
	held := 0
	for f := r.Oldest(); f <= r.Newest() && f >= 0; f++ {
		if at := r.AtOrBefore(f); at != f {
			if r.Load(f, &got) {
				t.Fatalf("%s: frame %d is loaded, though %d comes before it", what, f, at)
			}
			continue
		}
		held++
		if !r.Load(f, &got) || string(plan.Append(nil, &got)) != kept[f] {
			t.Fatalf("%s: frame %d of %d to %d is not what was saved", what, f, r.Oldest(), r.Newest())
		}
	}
	if held != r.Len() {
		t.Fatalf("%s: %d frames are found, Len is %d", what, held, r.Len())
	}
	for _, f := range []Frame{NoFrame, r.Oldest() - 1, r.Newest() + 1} {
		if r.Load(f, &got) {
			t.Fatalf("%s: frame %d is loaded, held are %d to %d", what, f, r.Oldest(), r.Newest())
		}
	}
}

// The oldest chunk goes as a whole, and no more of them than must.
func TestRewindForgetsTheOldestChunk(t *testing.T) {
	r := mustRewind[reel](t, RewindConfig{Frames: 100, KeyframeEvery: 10})
	s, rnd := newReel(), rand.New(rand.NewPCG(1, 1))
	for f := range Frame(1000) {
		if err := r.Save(f, s); err != nil {
			t.Fatal(err)
		}
		want := max(0, f/10*10-90)
		if r.Oldest() != want || r.Newest() != f || r.Len() != int(f-want)+1 {
			t.Fatalf("after frame %d: %d to %d, %d frames; want from %d", f, r.Oldest(), r.Newest(), r.Len(), want)
		}
		s.step(rnd)
	}
}

func TestRewindMemoryIsBounded(t *testing.T) {
	cfg := RewindConfig{Frames: 2000, Bytes: 50_000}
	r := mustRewind[reel](t, cfg)
	s, rnd := newReel(), rand.New(rand.NewPCG(1, 1))
	largest := 0
	for f := range Frame(5000) {
		s.step(rnd)
		if err := r.Save(f, s); err != nil {
			t.Fatal(err)
		}
		largest = max(largest, len(r.state))
	}
	if n := int(unsafe.Sizeof(record{})); n > recordBytes {
		t.Errorf("a record has %d bytes", n)
	}
	if len(r.data) != cfg.Bytes || cap(r.records) != cfg.Frames {
		t.Errorf("%d bytes of data, %d records", len(r.data), cap(r.records))
	}
	for i, b := range [][]byte{r.base, r.key, r.state, r.change, r.decoded} {
		if cap(b) > 2*largest {
			t.Errorf("buffer %d has room for %d bytes, the largest state has %d", i, cap(b), largest)
		}
	}
	if r.Len() < 60 {
		t.Errorf("%d frames in %d bytes, of states of %d", r.Len(), cfg.Bytes, largest)
	}
}

func TestRewindRefusesAStateThatIsTooLarge(t *testing.T) {
	r := mustRewind[reel](t, RewindConfig{Bytes: 2000})
	s := newReel()
	if err := r.Save(0, s); err != nil {
		t.Fatal(err)
	}
	s.Log = slices.Repeat([]uint32{7}, 1000)
	if err := r.Save(1, s); !errors.Is(err, ErrStateTooLarge) || r.Len() != 0 {
		t.Errorf("got %v with %d frames held", err, r.Len())
	}
	s.Log = nil
	if err := r.Save(2, s); err != nil || !r.Load(2, newReel()) {
		t.Errorf("afterwards: %v", err)
	}
	for _, cfg := range []RewindConfig{{Frames: -1}, {Bytes: -5}, {KeyframeEvery: -2}} {
		if _, err := NewRewind(mustPlan[reel](t), cfg); err == nil {
			t.Errorf("%+v is accepted", cfg)
		}
	}
}

func TestDeltasOfAnyBytes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	for range 5000 {
		ref := make([]byte, rnd.IntN(60))
		b := make([]byte, rnd.IntN(60))
		copy(b, ref)
		for range rnd.IntN(4) {
			if len(b) > 0 {
				b[rnd.IntN(len(b))] = byte(rnd.Uint32())
			}
		}
		delta := appendDelta(nil, ref, b)
		if got := applyDelta(nil, ref, delta); !slices.Equal(got, b) {
			t.Fatalf("%x to %x: %x makes %x", ref, b, delta, got)
		}
		if len(delta) > len(b)+4 {
			t.Fatalf("%x to %x: the delta has %d bytes", ref, b, len(delta))
		}
	}
}

func TestAllocsOfRewind(t *testing.T) {
	type flat struct {
		Tick  int
		Words [500]uint64
	}
	r := mustRewind[flat](t, RewindConfig{Frames: 50, Bytes: 8000, KeyframeEvery: 10})
	var s flat
	f := Frame(0)
	run := func() {
		s.Words[int(f*7)%500]++
		r.Save(f, &s)
		r.Load(f-3, &s)
		f++
	}
	for range 300 {
		run()
	}
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
