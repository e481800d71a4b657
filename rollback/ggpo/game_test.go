package ggpo_test

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
	"testing"

	"example.com/backstep/rollback/ggpo"
)

const inputSize = 4

// arena is the state of the sample game: every input and every absence changes
// everything after it.
type arena struct {
	Frame  int
	Pos    [4]int32
	Digest uint32
}

// step runs a frame. It reads the inputs only.
func (a *arena) step(inputs [][]byte, left int) {
	h := fnv.New32a()
	_ = binary.Write(h, binary.LittleEndian, a.Digest)
	for p, in := range inputs {
		_, _ = h.Write(in)
		a.Pos[p%4] += int32(int8(in[0]))
	}
	_ = binary.Write(h, binary.LittleEndian, int32(left))
	a.Digest = h.Sum32() | 1
	a.Frame++
}

// game is a program as it was written against this call surface: its own loop,
// its own copies of states by number, one buffer for all inputs.
type game struct {
	t       testing.TB
	backend ggpo.Backend
	arena
	saved   map[int]arena
	handles []ggpo.PlayerHandle // of the local players
	pad     func(frame, local int) uint32
	buffer  []byte // reused and overwritten after every call
	clock   []func() int64
	left    int // newest disconnect flags

	digests []uint32 // by frame, of the newest pass
	inputs  [][]byte // by frame, of the newest pass: all players' together
	flags   []int    // by frame, of the newest pass
	events  []ggpo.Event
	onEvent func(ggpo.Event)
	inside  func() // called in the middle of a rollback
	flip    int    // a bit goes wrong in this frame, 0 = none
	loads   int
	again   int // frames of rollbacks
	ids     map[int]bool
	silent  bool // gives no checksums
}

func newGame(t testing.TB) *game {
	return &game{t: t, saved: map[int]arena{}, ids: map[int]bool{}, buffer: make([]byte, 8),
		pad: func(frame, local int) uint32 { return uint32(frame/5*7 + local) }}
}

func (g *game) SaveGameState(id int) int {
	g.saved[id] = g.arena
	g.ids[id] = true
	if g.silent {
		return 0
	}
	return int(g.Digest)
}

func (g *game) LoadGameState(id int) {
	g.t.Helper()
	s, ok := g.saved[id]
	if !ok {
		g.t.Fatalf("LoadGameState(%d): nothing was saved there", id)
	}
	g.loads++
	g.arena = s
}

func (g *game) AdvanceFrame(int) {
	g.again++
	if g.inside != nil {
		g.inside()
	}
	if err := g.run(); err != nil {
		g.t.Errorf("in a rollback: %v", err)
	}
}

func (g *game) OnEvent(e *ggpo.Event) {
	g.events = append(g.events, *e)
	if g.onEvent != nil {
		g.onEvent(*e)
	}
}

// run is the part that a rollback has in common with the loop.
func (g *game) run() error {
	values, err := g.backend.SyncInput(&g.left)
	if err != nil {
		return err
	}
	f := g.Frame
	g.step(values, g.left)
	if f == g.flip && f > 0 {
		g.Digest ^= 1 << 9
	}
	g.digests = append(g.digests[:min(f, len(g.digests))], g.Digest)
	g.inputs = append(g.inputs[:min(f, len(g.inputs))], slices.Concat(values...))
	g.flags = append(g.flags[:min(f, len(g.flags))], g.left)
	if g.silent {
		return g.backend.AdvanceFrame(0)
	}
	return g.backend.AdvanceFrame(g.Digest)
}

// turn is one turn of the game's loop.
func (g *game) turn() error {
	if err := g.backend.Idle(0, g.clock...); err != nil {
		return err
	}
	for i, h := range g.handles {
		binary.LittleEndian.PutUint32(g.buffer, g.pad(g.Frame, i))
		err := g.backend.AddLocalInput(h, g.buffer, inputSize)
		clear(g.buffer)
		if err != nil {
			return err
		}
	}
	return g.run()
}

// play is turn for a loop that goes on while others are waited for.
func (g *game) play() {
	g.t.Helper()
	if err := g.turn(); err != nil && !waits(err) {
		g.t.Fatalf("frame %d: %v", g.Frame, err)
	}
}

func waits(err error) bool {
	return codeOf(err) == ggpo.ErrorCodePredictionThreshold || codeOf(err) == ggpo.ErrorCodeNotSynchronized
}

func codeOf(err error) ggpo.ErrorCode {
	var e ggpo.Error
	if err == nil || !errors.As(err, &e) {
		return ggpo.ErrorCodeSuccess
	}
	return e.Code
}

func wantCode(t testing.TB, what string, err error, want ggpo.ErrorCode) {
	t.Helper()
	if got := codeOf(err); got != want || (err == nil) != (want == ggpo.ErrorCodeSuccess) {
		t.Errorf("%s: got %v (%v), want %v", what, got, err, want)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// codes lists the events of a code.
func (g *game) codes(c ggpo.EventCode) (found []ggpo.Event) {
	for _, e := range g.events {
		if e.Code == c {
			found = append(found, e)
		}
	}
	return found
}

// agree checks that all games computed the same for every frame that can no
// longer change, at least `least` of them.
func agree(t *testing.T, least int, games ...*game) {
	t.Helper()
	n := games[0].Frame
	for _, g := range games {
		n = min(n, g.Frame)
	}
	n -= ggpo.MaxPredictionFrames + 1
	if n < least {
		t.Fatalf("only %d frames are final, want %d", n, least)
	}
	for _, g := range games[1:] {
		for f := range n {
			if g.digests[f] != games[0].digests[f] {
				t.Fatalf("frame %d of %d: inputs %x flags %b here, %x %b there", f, n,
					games[0].inputs[f], games[0].flags[f], g.inputs[f], g.flags[f])
			}
		}
	}
}
