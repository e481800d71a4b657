package rollback

import (
	"errors"

	"example.com/backstep/savestate"
)

// Plain makes a Game of a plain struct and one function: *state is the whole
// state, and advance moves it on by one frame. Save, Load and Checksum come
// from S's savestate.Plan and do not allocate once warm.
//
// advance must keep nothing but *state from one frame to the next, and nobody
// else may write *state. What S may hold is said at package savestate; if it
// holds something else, or two parts of *state overlap in memory, the game's
// SetupError names the field, NewSession and synctest.New return that error, and
// the game's own methods panic with it. What *state refers to is not the same
// memory after a Load.
func Plain[S, I any](state *S, advance func(*S, []Input[I])) Game[S, I] {
	plan, err := savestate.PlanOf[S]()
	switch {
	case err != nil:
		return brokenGame[S, I]{err}
	case state == nil:
		return brokenGame[S, I]{errNilState}
	case advance == nil:
		return brokenGame[S, I]{errNilAdvance}
	}
	if err := plan.Check(state); err != nil {
		return brokenGame[S, I]{err}
	}
	return &plainGame[S, I]{state, advance, plan}
}

var (
	errNilState   = errors.New("rollback: Plain: state is nil")
	errNilAdvance = errors.New("rollback: Plain: advance is nil")
)

// SetupErrer is implemented by a Game that may be unusable as it was built.
// Whoever takes a Game asks before the first frame.
type SetupErrer interface {
	// SetupError returns nil if the game is usable.
	SetupError() error
}

// Planned is implemented by a Game whose Save and Load copy by a savestate.Plan
// and whose Checksum is the plan's Hash. So a report can name the fields in
// which two states differ, and states can be compared without a checksum.
type Planned[S any] interface {
	Plan() *savestate.Plan[S]
	// PlanSignature is Plan().Signature(): the same in programs that lay out
	// their states alike.
	PlanSignature() uint64
}

type plainGame[S, I any] struct {
	state   *S
	advance func(*S, []Input[I])
	plan    *savestate.Plan[S]
}

func (g *plainGame[S, I]) Save(dst *S)              { g.plan.Copy(dst, g.state) }
func (g *plainGame[S, I]) Load(src *S)              { g.plan.Copy(g.state, src) }
func (g *plainGame[S, I]) Advance(in []Input[I])    { g.advance(g.state, in) }
func (g *plainGame[S, I]) Checksum(s *S) uint64     { return g.plan.Hash(s) }
func (g *plainGame[S, I]) SetupError() error        { return nil }
func (g *plainGame[S, I]) Plan() *savestate.Plan[S] { return g.plan }
func (g *plainGame[S, I]) PlanSignature() uint64    { return g.plan.Signature() }

// brokenGame is a game that could not be set up.
type brokenGame[S, I any] struct{ err error }

func (g brokenGame[S, I]) Save(*S)            { panic(g.err) }
func (g brokenGame[S, I]) Load(*S)            { panic(g.err) }
func (g brokenGame[S, I]) Advance([]Input[I]) { panic(g.err) }
func (g brokenGame[S, I]) Checksum(*S) uint64 { panic(g.err) }
func (g brokenGame[S, I]) SetupError() error  { return g.err }
