package synctest

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"example.com/backstep/rollback"
)

// machine is what differs between two computers that play one match.
type machine struct {
	clock    uint64 // read by the simulation, by mistake, and so is the rest
	rate     uint64 // of the clock
	quality  uint64 // a setting
	draws    int    // frames drawn for one simulated
	schedule uint64 // seeds the order in which goroutines come to their end
}

// skewed is a game with one mistake; each concerns something else of the
// machine.
type skewed struct {
	honest
	on      *machine
	mistake string
}

func (g *skewed) Advance(in []rollback.Input[input]) {
	g.on.clock += g.on.rate
	switch g.mistake {
	case "sound": // asks whether a sound is still playing
		if g.on.clock/100%3 == 0 && in[0].Value.Fire&1 == 1 {
			g.Sum++
		}
	case "setting":
		g.Pos[0] += int32(g.on.quality) * int32(in[0].Value.Fire&1)
	case "smoke": // drawing takes random numbers from the simulation's generator
		for range g.on.draws {
			g.Sum = g.Sum*6364136223846793005 + 1
		}
	case "goroutines":
		for _, i := range g.on.finished(64) {
			g.Sum = g.Sum*31 + i
		}
	}
	g.step(in)
}

// finished runs n goroutines and returns them in the order of their ends, which
// is the machine's.
func (m *machine) finished(n int) (order []uint64) {
	m.schedule++
	gates := make([]chan struct{}, n)
	ended := make(chan uint64)
	var all sync.WaitGroup
	for i := range gates {
		gates[i] = make(chan struct{})
		all.Go(func() { <-gates[i]; ended <- uint64(i) })
	}
	for _, i := range rand.New(rand.NewPCG(m.schedule, 0)).Perm(n) {
		close(gates[i])
		order = append(order, <-ended)
	}
	all.Wait()
	return order
}

func TestAgainstFindsWhatDiffersBetweenMachines(t *testing.T) {
	here := machine{rate: 16, quality: 1, draws: 1, schedule: 1}
	for mistake, there := range map[string]machine{
		"sound":      {clock: 70, rate: 16, quality: 1, draws: 1, schedule: 1},
		"setting":    {rate: 16, quality: 3, draws: 1, schedule: 1},
		"smoke":      {rate: 16, quality: 1, draws: 2, schedule: 1},
		"goroutines": {rate: 16, quality: 1, draws: 1, schedule: 1 << 40},
		"":           {clock: 999, rate: 17, quality: 9, draws: 5, schedule: 77},
	} {
		for _, same := range []bool{true, false} {
			on, off := here, there
			if same {
				off = here
			}
			// Side by side first, so that nothing is found by a rewind instead.
			g, twin := &skewed{on: &on, mistake: mistake}, &skewed{on: &off, mistake: mistake}
			err := alone(g, twin, 60)
			if differs := err != nil; differs != (!same && mistake != "") {
				t.Errorf("%q, equal machines %v: got %v", mistake, same, err)
			}
		}
		st, err := New[walker, input](&skewed{on: &machine{rate: 16}, mistake: mistake}, Config[input]{})
		if err != nil {
			t.Fatal(err)
		}
		st.Against(&skewed{on: &there, mistake: mistake})
		if err := playOn(st, 60); (err != nil) != (mistake != "") {
			t.Errorf("%q, in a SyncTest: got %v", mistake, err)
		}
	}
}

// alone plays two games side by side.
func alone(a, b *skewed, frames int) error {
	src, err := newSource(&Config[input]{Players: 2})
	if err != nil {
		return err
	}
	row, before := make([]rollback.Input[input], 2), make([]rollback.Input[input], 2)
	for f := range rollback.Frame(frames) {
		src.fill(row, before, f)
		a.Advance(row)
		b.Advance(row)
		if a.walker != b.walker {
			return ErrTwin
		}
		copy(before, row)
	}
	return nil
}

// raced adds up in the order in which goroutines end.
type raced struct {
	honest
	on machine
}

func (g *raced) Advance(in []rollback.Input[input]) {
	for _, i := range g.on.finished(64) {
		g.Sum = g.Sum*31 + i
	}
	g.step(in)
}

// scratchy counts in a buffer that it reuses without clearing what the frame
// before left there.
type scratchy struct {
	honest
	near [64]uint64
}

func (g *scratchy) Advance(in []rollback.Input[input]) {
	g.step(in)
	for i := range g.near[:in[0].Value.Fire%64] {
		g.near[i] = g.Sum >> i
	}
	for _, n := range g.near {
		g.Sum += n
	}
}

// late keeps, outside the state, a counter that matters after 30 frames only,
// and that rewinding never sees because it is set again at every frame.
type late struct {
	honest
	log map[uint32]uint64
}

func (g *late) Advance(in []rollback.Input[input]) {
	g.log[g.Tick] = uint64(in[0].Value.Fire)
	g.step(in)
	if g.Tick > 30 {
		g.Sum += g.log[g.Tick-30]
	}
}

func TestColdFindsWhatANewInstanceLacks(t *testing.T) {
	newGame := func() walkerGame { return &late{log: map[uint32]uint64{}} }
	if err := of(newGame)(t, Config[input]{Mispredict: true}); err != nil {
		t.Errorf("without a new instance: %v", err)
	}
	cold := func(newGame func() walkerGame) error {
		st, err := New(newGame(), Config[input]{Mispredict: true})
		if err != nil {
			t.Fatal(err)
		}
		st.Cold(newGame)
		return playOn(st, 200)
	}
	err := cold(newGame)
	var f *Failure
	if !errors.As(err, &f) || f.Err != ErrCold || f.Loaded != 60 || f.Frame < 61 || f.Frame > 92 || f.Section() != "Sum" {
		t.Errorf("got %v, want a new instance to differ in Sum", err)
	}
	if err != nil && !strings.Contains(err.Error(), "differs in a new instance that loaded frame 60") {
		t.Errorf("got %v", err)
	}
	for name, good := range map[string]func() walkerGame{"plain": plainWalker, "by hand": func() walkerGame { return &honest{} }} {
		if err := cold(good); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	RunCold(t, plainWalker, Config[input]{Frames: 130})
}

// dial saves itself, and encodes less than it is or what it does not accept.
type dial struct {
	at, turns uint8
	fault     string
}

func (d *dial) CopyState(src any) { *d = *src.(*dial) }

func (d *dial) AppendState(dst []byte) []byte {
	if d.fault == "lossy" {
		return append(dst, d.at)
	}
	return append(dst, d.at, d.turns)
}

func (d *dial) DecodeState(src []byte) error {
	if len(src) > 0 {
		d.at = src[0]
	}
	if d.fault = "lossy"; len(src) == 2 {
		d.turns, d.fault = src[1], ""
	}
	if d.at == 250 {
		return errors.New("a dial at 250")
	}
	return nil
}

type panel struct {
	Sum  uint64
	Dial dial
}

func (p *panel) step(in []rollback.Input[input]) {
	if p.Dial.at += in[0].Value.Fire / 8; p.Dial.at < in[0].Value.Fire/8 {
		p.Dial.turns++
	}
	p.Sum = p.Sum*31 + uint64(p.Dial.turns)
}

// What a late joiner is sent goes through the encoding.
func TestColdFindsAHookThatDoesNotDecodeWhatItAppended(t *testing.T) {
	for _, c := range []struct {
		fault, want string
		from        panel
	}{
		{"", "", panel{}},
		{"lossy", "panel.Sum", panel{Dial: dial{turns: 9, fault: "lossy"}}},
		{"refused", "a dial at 250", panel{Dial: dial{at: 250}}},
	} {
		newGame := func() rollback.Game[panel, input] {
			s := c.from
			return rollback.Plain(&s, (*panel).step)
		}
		st, err := New(newGame(), Config[input]{})
		if err != nil {
			t.Fatal(err)
		}
		st.Cold(newGame)
		switch err := playOn(st, 200); {
		case c.want == "" && err != nil:
			t.Errorf("a right hook: %v", err)
		case c.want != "" && (!errors.Is(err, ErrCold) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %v with %q", c.fault, err, ErrCold, c.want)
		}
	}
}

func TestSharedMemoryIsNamed(t *testing.T) {
	_, err := play(t, crowdPlay(&sharesOnSave{crowdGame{newCrowd(9)}}), Config[input]{})
	if !errors.Is(err, ErrSlotModified) || !strings.Contains(err.Error(), "Save copies by reference: crowd.Order") {
		t.Errorf("got %v, want the path of the shared slice", err)
	}
}

// seen is a game whose Load shares a slice, and that shows its live state.
type seen struct{ sharesOnLoad }

func (g *seen) LiveState() *crowd { return &g.crowd }

func TestSharedMemoryOfTheLiveStateIsNamed(t *testing.T) {
	_, err := play(t, crowdPlay(&seen{sharesOnLoad{crowdGame{newCrowd(9)}}}), Config[input]{})
	if !errors.Is(err, ErrSlotModified) || !strings.Contains(err.Error(), "The live state has the memory of a saved one: crowd.Order") {
		t.Errorf("got %v, want the path of the shared slice", err)
	}
}
