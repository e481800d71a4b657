package synctest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// tracer writes down the calls. A state is the number of Advances since the
// start, so that a wrong label shows.
type tracer struct {
	advances int
	calls    []string
}

func (g *tracer) call(name string, n int) { g.calls = append(g.calls, fmt.Sprint(name, " ", n)) }

func (g *tracer) Save(dst *int)                       { *dst = g.advances; g.call("save", g.advances) }
func (g *tracer) Load(src *int)                       { g.advances = *src; g.call("load", g.advances) }
func (g *tracer) Advance(in []rollback.Input[uint16]) { g.call("advance", g.advances); g.advances++ }
func (g *tracer) Checksum(s *int) uint64              { return uint64(*s)*3 + 1 }

// A resimulation that saves before it advances labels every state one frame
// wrong.
func TestRewindCallsInOrder(t *testing.T) {
	for distance := 1; distance <= 60; distance++ {
		g := &tracer{}
		st, err := New[int, uint16](g, Config[uint16]{CheckDistance: distance})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 130 {
			g.calls = nil
			if err := st.Step(); err != nil {
				t.Fatal(err)
			}
			if want := rewound(n, distance); !slices.Equal(g.calls, want) {
				t.Fatalf("distance %d, step at frame %d:\ngot  %v\nwant %v", distance, n, g.calls, want)
			}
		}
	}
}

// rewound is what a step at frame n calls.
func rewound(n, distance int) []string {
	want := []string{fmt.Sprint("save ", n)}
	if n > 0 {
		from := max(0, n-distance)
		want = append(want, fmt.Sprint("load ", from))
		for f := from; f < n; f++ {
			want = append(want, fmt.Sprint("advance ", f), fmt.Sprint("save ", f+1))
		}
	}
	return append(want, fmt.Sprint("advance ", n), fmt.Sprint("save ", n+1))
}

func TestStatsCountWhatWasDone(t *testing.T) {
	st, err := New(plainWalker(), Config[input]{CheckDistance: 3, Mispredict: true})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if err := st.Step(); err != nil {
			t.Fatal(err)
		}
	}
	got := st.Stats()
	want := Stats{Frames: 10, Rollbacks: 18, Resimulated: 1 + 2 + 7*3, Mispredicted: 2 + 3 + 7*4, Swayed: got.Swayed, Distinct: 10}
	if got != want || got.Swayed < 8 || st.Frame() != 10 {
		t.Errorf("got %+v at frame %d, want %+v with most of 9 windows swayed", got, st.Frame(), want)
	}
}

func TestEachBadConfigIsRefusedByName(t *testing.T) {
	type named struct {
		Keys [2]struct{ Name string }
	}
	newErr := func(cfg Config[input]) error { _, err := New(plainWalker(), cfg); return err }
	_, unsaved := New(rollback.Plain(&struct{ Names []chan int }{}, func(*struct{ Names []chan int }, []rollback.Input[input]) {}), Config[input]{})
	_, drawn := New(rollback.Plain(new(uint32), func(*uint32, []rollback.Input[named]) {}), Config[named]{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{newErr(Config[input]{CheckDistance: -1}), "synctest: Config.CheckDistance is -1, want 1 to 60"},
		{newErr(Config[input]{CheckDistance: 61}), "synctest: Config.CheckDistance is 61, want 1 to 60"},
		{newErr(Config[input]{Players: -1}), "synctest: Config.Players is -1, want 1 to 65536"},
		{newErr(Config[input]{Players: 1 << 17}), "synctest: Config.Players is 131072, want 1 to 65536"},
		{newErr(Config[input]{Frames: -5}), "synctest: Config.Frames is -5, want 1 to 2147483647"},
		{newErr(Config[input]{LeaveFrames: []rollback.Frame{1, 2, 3}}), "synctest: Config.LeaveFrames is [1 2 3], want at most 2 frames, one a player"},
		{drawn, "synctest: Config.Inputs is nil, want a function, because named.Keys[].Name (string) cannot be drawn at random"},
	} {
		var ce *ConfigError
		if !errors.As(c.err, &ce) || c.err.Error() != c.want {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
	var u *savestate.UnsupportedError
	if !errors.As(unsaved, &u) || u.Path != "state.Names[]" {
		t.Errorf("a game of a type that cannot be saved: got %v", unsaved)
	}
	if _, err := New[walker, input](nil, Config[input]{}); err == nil {
		t.Error("a nil game is accepted")
	}
}

func TestRecordedInputsArePlayedAsTheyAre(t *testing.T) {
	rows := [][]uint16{{1, 2}, {3}, {}, {4, 5}}
	want := [][2]uint16{{1, 2}, {3, 0}, {0, 0}, {4, 5}, {0, 0}}
	var got [][2]uint16
	g := rollback.Plain(&struct{ N, A, B uint64 }{}, func(s *struct{ N, A, B uint64 }, in []rollback.Input[uint16]) {
		if int(s.N) == len(got) {
			got = append(got, [2]uint16{in[0].Value, in[1].Value})
		}
		s.N++
	})
	st, err := New(g, Config[uint16]{Inputs: Recorded(rows)})
	if err != nil {
		t.Fatal(err)
	}
	for range want {
		if err := st.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the game was given %v, want %v", got, want)
	}
}

func TestOneSeedGivesOneMatch(t *testing.T) {
	sum := func(seed uint64, inputs func(rollback.Frame, int, *rand.Rand) input) uint64 {
		st, err := New(plainWalker(), Config[input]{Seed: seed, Inputs: inputs})
		if err != nil {
			t.Fatal(err)
		}
		if err := playOn(st, 50); err != nil {
			t.Fatal(err)
		}
		return st.Checksum()
	}
	custom := func(_ rollback.Frame, _ int, r *rand.Rand) input { return input{Fire: uint8(r.IntN(3))} }
	for _, inputs := range []func(rollback.Frame, int, *rand.Rand) input{nil, custom} {
		if sum(1, inputs) != sum(1, inputs) {
			t.Error("one seed gives two matches")
		}
		if sum(1, inputs) == sum(2, inputs) {
			t.Error("two seeds give one match")
		}
	}
}

func TestPlayersWhoLeftAreAbsentWithTheZeroInput(t *testing.T) {
	g := rollback.Plain(&walker{}, func(w *walker, in []rollback.Input[input]) {
		if gone := w.Tick >= 12; in[1].Present == gone || gone && in[1].Value != (input{}) {
			t.Errorf("frame %d: player 1 is %+v", w.Tick, in[1])
		}
		if !in[0].Present {
			t.Errorf("frame %d: player 0 is absent", w.Tick)
		}
		w.step(in)
	})
	Run(t, g, Config[input]{Frames: 40, LeaveFrames: []rollback.Frame{0, 12}})
}

type allKinds struct {
	B    bool
	N    [2]int
	I8   int8
	U16  uint16
	U32  uint32
	F32  float32
	F64  float64
	C64  complex64
	C128 complex128
	in   struct{ a, b uint8 }
	_    int64
}

func TestDefaultInputsReachEveryField(t *testing.T) {
	src, err := newSource(&Config[allKinds]{Players: 1})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := savestate.PlanOf[allKinds]()
	if err != nil {
		t.Fatal(err)
	}
	varied := map[string]bool{}
	row, before := make([]rollback.Input[allKinds], 1), make([]rollback.Input[allKinds], 1)
	held := 0
	for f := range rollback.Frame(200) {
		src.fill(row, before, f)
		d := plan.Diff(&row[0].Value, &before[0].Value, 0)
		for _, d := range d {
			varied[d.Path] = true
		}
		if len(d) == 0 {
			held++
		}
		if v := row[0].Value; v.F64 < -1 || v.F64 > 1 || v.F32 < -1 || v.F32 > 1 {
			t.Errorf("stick at %v, %v", v.F32, v.F64)
		}
		copy(before, row)
	}
	if len(varied) != 14 {
		t.Errorf("%d fields of 14 were drawn: %v", len(varied), varied)
	}
	if held < 120 || held > 185 {
		t.Errorf("inputs were held for %d frames of 200, want about three in four", held)
	}
}

func TestAllocs(t *testing.T) {
	for name, step := range map[string]func() error{
		"plain":           stepper(t, plainWalker(), Config[input]{}),
		"by hand":         stepper[walker](t, &honest{}, Config[input]{}),
		"wrong inputs":    stepper(t, plainWalker(), Config[input]{Mispredict: true}),
		"maps and slices": stepper(t, plainCrowd(), Config[input]{}),
		"distance 60":     stepper(t, plainWalker(), Config[input]{CheckDistance: 60}),
	} {
		for range 130 { // every slot was used
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(100, func() { step() }); n != 0 {
			t.Errorf("%s: %v allocations a frame", name, n)
		}
	}
}

// plainCrowd is a game whose state has a map and a slice, saved by its plan.
func plainCrowd() crowdPlay {
	c := newCrowd(64)
	return rollback.Plain(&c, func(c *crowd, in []rollback.Input[input]) {
		(&crowdGame{*c}).Advance(in)
		c.Sum++
	})
}

func stepper[S any](t *testing.T, game rollback.Game[S, input], cfg Config[input]) func() error {
	st, err := New(game, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return st.Step
}

// recorder is a testing.TB that keeps what a test would have said.
type recorder struct {
	testing.TB
	fatal, log string
}

type stopped struct{}

func (r *recorder) Helper() {}
func (r *recorder) Fatal(args ...any) {
	r.fatal = fmt.Sprint(args...)
	panic(stopped{})
}
func (r *recorder) Logf(format string, args ...any) { r.log = fmt.Sprintf(format, args...) }

func recorded(run func(testing.TB)) (r *recorder) {
	r = &recorder{}
	defer func() {
		if p := recover(); p != nil && p != (stopped{}) {
			panic(p)
		}
	}()
	run(r)
	return r
}

func TestRunReadsWell(t *testing.T) {
	bad := recorded(func(t testing.TB) { Run(t, walkerGame(&once{at: 30}), Config[input]{Seed: 5, CheckDistance: 2}) })
	for _, want := range []string{
		"synctest: state of frame 31 differs when it is resimulated from frame 29 (seed 5)",
		"inputs of frame 30: [{Value:{Dir:",
		"walker.Pos[0]: was ",
		"Save after Load gives the same state again",
	} {
		if !strings.Contains(bad.fatal, want) {
			t.Errorf("%q is missing in\n%s", want, bad.fatal)
		}
	}
	good := recorded(func(t testing.TB) { Run(t, plainWalker(), Config[input]{Frames: 20}) })
	if good.fatal != "" || !strings.HasPrefix(good.log, "20 frames, 112 resimulated in 19 rollbacks, 0 with wrong inputs; checksum 0x") {
		t.Errorf("fatal %q, log %q", good.fatal, good.log)
	}
	for name, run := range map[string]func(testing.TB){
		"config": func(t testing.TB) { Run(t, plainWalker(), Config[input]{Players: -1}) },
		"finish": func(t testing.TB) { Run(t, walkerGame(&fixedSum{}), Config[input]{Frames: 3}) },
		"twin":   func(t testing.TB) { RunAgainst(t, walkerGame(&once{at: 2}), plainWalker(), Config[input]{}) },
	} {
		if r := recorded(run); !strings.HasPrefix(r.fatal, "synctest: ") {
			t.Errorf("%s: fatal %q", name, r.fatal)
		}
	}
}
