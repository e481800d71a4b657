package synctest

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/backstep/rollback"
)

// play steps a new SyncTest until it fails or frames are over, then finishes.
func play[S any](t *testing.T, game rollback.Game[S, input], cfg Config[input]) (*SyncTest[S, input], error) {
	t.Helper()
	st, err := New(game, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return st, playOn(st, 600)
}

func playOn[S any](st *SyncTest[S, input], frames int) error {
	for range frames {
		if err := st.Step(); err != nil {
			return err
		}
	}
	return st.Finish()
}

// player plays one game under a Config.
type player func(t *testing.T, cfg Config[input]) error

func of[S any](newGame func() rollback.Game[S, input]) player {
	return func(t *testing.T, cfg Config[input]) error {
		t.Helper()
		_, err := play(t, newGame(), cfg)
		return err
	}
}

type walkerGame = rollback.Game[walker, input]
type crowdPlay = rollback.Game[crowd, input]

func TestEachFaultIsCaught(t *testing.T) {
	for _, c := range []struct {
		name   string
		play   player
		err    error
		by     rollback.Frame // frame of the failure at the latest
		inText string
	}{
		{"a field left out of Save", of(func() walkerGame { return &unsaved{} }), ErrMismatch, 8, "walker.Pos[1]: was "},
		{"the fraction of a count not saved", of(func() walkerGame { return &fraction{} }), ErrMismatch, 8, "walker.Sum"},
		{"part of an array not saved", of(func() rollback.Game[bodies, input] { return &partly{} }), ErrMismatch, 8, "bodies.Seed"},
		{"map order", of(func() crowdPlay { return &mapOrder{crowdGame{newCrowd(64)}} }), ErrMismatch, 600, "Sum"},
		{"a slice shared on Save", of(func() crowdPlay { return &sharesOnSave{crowdGame{newCrowd(9)}} }), ErrSlotModified, 8, "by reference"},
		{"a slice shared on Load", of(func() crowdPlay { return &sharesOnLoad{crowdGame{newCrowd(9)}} }), ErrSlotModified, 8, "saved state of frame"},
		{"a generator outside the state", of(func() walkerGame { return &dice{pcg: rand.NewPCG(1, 1)} }), ErrMismatch, 30, "walker.Sum"},
		// A browser's clock may tick in whole milliseconds.
		{"the wall clock", of(func() walkerGame { return &clocked{} }), ErrMismatch, 600, "a clock"},
		{"a kept input slice", of(func() walkerGame { return &keeper{} }), ErrMismatch, 60, "walker.Pos[0]"},
		{"a stale scratch buffer", of(func() walkerGame { return &scratchy{} }), ErrMismatch, 30, "walker.Sum"},
		{"the order in which goroutines end", of(func() walkerGame { return &raced{} }), ErrMismatch, 8, "walker.Sum"},
		{"a change in Load", of(func() walkerGame { return &countsLoads{} }), ErrMismatch, 8, "Load does not restore what Save wrote"},
		{"a change in Save", of(func() walkerGame { return &tampering{} }), ErrStateChanged, 8, "walker.Pos[1]"},
		{"a Checksum that is not pure", of(func() walkerGame { return &mumbling{calls: new(uint64)} }), ErrStateChanged, 8, "Checksum is not a function of the state"},
		{"no checksum", of(func() walkerGame { return &fixedSum{} }), ErrNoChecksum, 60, "always 0"},
		{"a constant checksum", of(func() walkerGame { return &fixedSum{sum: 7} }), ErrConstantChecksum, 60, "0x0000000000000007 in all of 60 frames"},
	} {
		for _, mispredict := range []bool{false, true} {
			err := c.play(t, Config[input]{Seed: 3, Mispredict: mispredict})
			var f *Failure
			if !errors.Is(err, c.err) || !errors.As(err, &f) {
				t.Errorf("%s, mispredict %v: got %v, want %v", c.name, mispredict, err, c.err)
				continue
			}
			if f.Frame > c.by || !strings.Contains(err.Error(), c.inText) || f.Seed != 3 {
				t.Errorf("%s, mispredict %v: want frame %d or less and %q in\n%v", c.name, mispredict, c.by, c.inText, err)
			}
		}
	}
}

// The control to the test above: the same games without the fault.
func TestRightGamesPass(t *testing.T) {
	for name, play := range map[string]player{
		"by hand":       of(func() walkerGame { return &honest{} }),
		"plain":         of(func() walkerGame { return plainWalker() }),
		"map, sorted":   of(func() crowdPlay { return &crowdGame{newCrowd(64)} }),
		"fault too far": of(func() walkerGame { return &once{at: 1e6} }),
	} {
		for _, cfg := range []Config[input]{
			{}, {CheckDistance: 1}, {CheckDistance: 60}, {Players: 1}, {Players: 9, LeaveFrames: []rollback.Frame{0, 50}}, {Seed: 99},
		} {
			for range 2 {
				if err := play(t, cfg); err != nil {
					t.Errorf("%s with %+v: %v", name, cfg, err)
				}
				cfg.Mispredict = true
			}
		}
	}
}

// What right inputs set to the same value again shows under wrong ones only.
func TestMispredictFindsStateThatRightInputsHide(t *testing.T) {
	newGame := func() walkerGame { return &highest{seen: map[uint32]uint8{}} }
	if err := of(newGame)(t, Config[input]{}); err != nil {
		t.Errorf("without wrong inputs: %v", err)
	}
	if err := of(newGame)(t, Config[input]{Mispredict: true}); !errors.Is(err, ErrMismatch) {
		t.Errorf("with wrong inputs first: got %v, want %v", err, ErrMismatch)
	}
}

// What one instance believes for ever only another can contradict.
func TestAgainstFindsWhatAnInstanceHidesFromItself(t *testing.T) {
	for _, twin := range []bool{false, true} {
		st, err := New[walker, input](&firstSeen{seen: map[uint32]uint8{}}, Config[input]{Mispredict: true})
		if err != nil {
			t.Fatal(err)
		}
		if twin {
			st.Against(&firstSeen{seen: map[uint32]uint8{}})
		}
		if err := playOn(st, 100); errors.Is(err, ErrTwin) != twin {
			t.Errorf("twin %v: got %v", twin, err)
		}
	}
}

// Two machines differ in settings, clocks and devices.
func TestAgainstFindsSettingsThatReachTheState(t *testing.T) {
	st, err := New[walker, input](&once{at: 20}, Config[input]{CheckDistance: 1})
	if err != nil {
		t.Fatal(err)
	}
	st.Against(&once{at: 21})
	var f *Failure
	if err := playOn(st, 100); !errors.As(err, &f) || f.Err != ErrTwin || f.Frame != 21 || f.Section() != "Pos" {
		t.Errorf("got %v, want the twin to differ in Pos at frame 21", err)
	}
	same, _ := New(plainWalker(), Config[input]{Mispredict: true})
	same.Against(plainWalker())
	if err := playOn(same, 100); err != nil {
		t.Errorf("equal instances: %v", err)
	}
}

// An effect that comes 30 frames late hides from a short rewind.
func TestLongCheckDistanceFindsLateEffects(t *testing.T) {
	newGame := func() walkerGame { return &slow{due: map[uint32]uint64{}} }
	if err := of(newGame)(t, Config[input]{CheckDistance: 7}); err != nil {
		t.Errorf("distance 7: %v", err)
	}
	if err := of(newGame)(t, Config[input]{CheckDistance: 60}); !errors.Is(err, ErrMismatch) {
		t.Errorf("distance 60: got %v, want %v", err, ErrMismatch)
	}
}

func TestTheEarliestBadFrameIsReported(t *testing.T) {
	for distance := 1; distance <= 60; distance++ {
		for _, at := range []uint32{0, 1, 30, 61} {
			_, err := play[walker](t, &once{at: at}, Config[input]{CheckDistance: distance})
			var f *Failure
			if !errors.As(err, &f) || f.Err != ErrMismatch {
				t.Fatalf("distance %d, fault in frame %d: got %v", distance, at, err)
			}
			want := rollback.Frame(at) + 1
			if f.Frame != want || f.Frames[0] != want || f.Loaded != max(0, want-rollback.Frame(distance)) {
				t.Fatalf("distance %d, fault in frame %d: reported %d %v from %d", distance, at, f.Frame, f.Frames, f.Loaded)
			}
			if f.Section() != "Pos" || len(f.Diff) != 1 || f.Diff[0].Path != "walker.Pos[0]" {
				t.Fatalf("distance %d, fault in frame %d: section %q, %v", distance, at, f.Section(), f.Diff)
			}
		}
	}
}

// A slice is spoiled differently after each call, whatever the distance.
func TestKeptSliceIsCaughtAtEveryDistance(t *testing.T) {
	for distance := 1; distance <= 60; distance++ {
		if _, err := play[walker](t, &keeper{}, Config[input]{CheckDistance: distance, Seed: uint64(distance)}); !errors.Is(err, ErrMismatch) {
			t.Errorf("distance %d: got %v, want %v", distance, err, ErrMismatch)
		}
	}
}

func TestChangeBetweenFramesIsReported(t *testing.T) {
	for at := 1; at < 20; at++ {
		g := &honest{}
		st, err := New[walker, input](g, Config[input]{})
		if err != nil {
			t.Fatal(err)
		}
		for range at {
			if err := st.Step(); err != nil {
				t.Fatal(err)
			}
		}
		g.Pos[1] += 7
		err = st.Step()
		var f *Failure
		if !errors.As(err, &f) || f.Err != ErrStateChanged || f.Frame != rollback.Frame(at) || f.Diff[0].Path != "walker.Pos[1]" {
			t.Errorf("changed at frame %d: got %v", at, err)
		}
		if again := st.Step(); again != err {
			t.Errorf("the next Step answers %v, want the same failure", again)
		}
	}
}

func TestRunThatCanShowNothingFails(t *testing.T) {
	st, err := New[walker, input](&deaf{}, Config[input]{Mispredict: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := playOn(st, 30); !errors.Is(err, ErrInputsIgnored) {
		t.Errorf("inputs ignored: got %v, want %v", err, ErrInputsIgnored)
	}
	short, _ := New[walker, input](&fixedSum{sum: 1}, Config[input]{})
	if err := playOn(short, 5); !errors.Is(err, ErrConstantChecksum) {
		t.Errorf("five frames with one checksum: got %v, want %v", err, ErrConstantChecksum)
	}
	none, _ := New[walker, input](&honest{}, Config[input]{})
	if err := none.Finish(); err == nil {
		t.Error("no frame was played and nothing is wrong")
	}
}
