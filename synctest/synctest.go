package synctest

import (
	"errors"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// SyncTest plays a game and rewinds it at every frame. Its methods are not
// safe for concurrent use, and nothing else may touch the game meanwhile.
type SyncTest[S, I any] struct {
	game rollback.Game[S, I]
	plan *savestate.Plan[S] // of a rollback.Planned game, to compare states by; else nil
	cfg  Config[I]
	src  *source[I]

	frame rollback.Frame // the current one: right Advances so far
	begun bool           // the state of frame 0 was saved
	err   error          // of the first failure

	// Of the last frames, at frame & mask: each state as it was saved when its
	// frame was first reached, and as it was saved last, by a resimulation.
	mask         rollback.Frame
	first, again []S
	sums         []uint64            // checksum of first
	inputs       []rollback.Input[I] // right inputs, a row of Players each
	probe        S                   // a state saved to be looked at

	// The game is handed these two in turn, so that a slice it kept from the
	// frame before is never the one with the inputs of this frame.
	lent [2][]rollback.Input[I]
	turn int

	twin      rollback.Game[S, I]
	twinState S

	newGame   func() rollback.Game[S, I]
	cold      rollback.Game[S, I] // a new instance that loaded the state of coldFrom
	coldFrom  rollback.Frame
	coldState S

	stats Stats
}

// Stats counts what a SyncTest did.
type Stats struct {
	Frames       int // advanced on the right timeline
	Rollbacks    int // loads
	Resimulated  int // frames simulated again with the right inputs
	Mispredicted int // frames simulated with wrong inputs
	Swayed       int // windows in which wrong inputs led to another checksum
	Distinct     int // frames whose checksum was not that of the frame before
}

// New prepares a SyncTest of game, which stands before its frame 0. It returns
// the game's own SetupError or a *ConfigError.
func New[S, I any](game rollback.Game[S, I], cfg Config[I]) (*SyncTest[S, I], error) {
	if game == nil {
		return nil, errors.New("synctest: the game is nil")
	}
	if g, ok := game.(rollback.SetupErrer); ok && g.SetupError() != nil {
		return nil, g.SetupError()
	}
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	t := &SyncTest[S, I]{game: game, cfg: cfg}
	if g, ok := game.(rollback.Planned[S]); ok && g.Plan().Size() > 0 {
		t.plan = g.Plan()
	}
	var err error
	if t.src, err = newSource(&t.cfg); err != nil {
		return nil, err
	}
	t.makeRoom()
	return t, nil
}

// makeRoom allocates all that stepping needs. A mispredicted window saves one
// frame beyond the current one while the loaded slot must stay.
func (t *SyncTest[S, I]) makeRoom() {
	rows := 1
	for rows < t.cfg.CheckDistance+2 {
		rows *= 2
	}
	t.mask = rollback.Frame(rows - 1)
	t.first, t.again = make([]S, rows), make([]S, rows)
	t.sums = make([]uint64, rows)
	t.inputs = make([]rollback.Input[I], rows*t.cfg.Players)
	for i := range t.lent {
		t.lent[i] = make([]rollback.Input[I], t.cfg.Players)
	}
}

// Against adds a second instance of the game, built alike and at frame 0 too,
// that plays the same inputs beside the first without ever being rolled back.
// Every state must be the same in both. This finds what one instance hides from
// itself, such as a cache by frame that wrong inputs filled. Call it before the
// first Step.
func (t *SyncTest[S, I]) Against(twin rollback.Game[S, I]) { t.twin = twin }

// Frame returns the current frame: how many were advanced.
func (t *SyncTest[S, I]) Frame() rollback.Frame { return t.frame }

// Checksum returns the checksum of the current frame's state, 0 before the
// first Step.
func (t *SyncTest[S, I]) Checksum() uint64 { return t.sums[t.frame&t.mask] }

// Stats returns the counts so far.
func (t *SyncTest[S, I]) Stats() Stats { return t.stats }

// Step rewinds the game by the check distance, or to frame 0 if that is
// nearer, resimulates it to the current frame, and advances it by one new
// frame. It returns a *Failure at the first thing wrong, and the same one ever
// after.
func (t *SyncTest[S, I]) Step() error {
	if t.err == nil {
		if f := t.step(); f != nil {
			t.err = f
		}
	}
	return t.err
}

func (t *SyncTest[S, I]) step() *Failure {
	if !t.begun {
		t.begun = true
		t.save()
		if f := t.compareOthers(); f != nil {
			return f
		}
	} else if f := t.untouched(); f != nil {
		return f
	}
	if t.frame > 0 {
		if f := t.rewind(); f != nil {
			return f
		}
	}
	t.advanceNew()
	if f := t.compareOthers(); f != nil {
		return f
	}
	if t.stats.Frames == patienceFrames {
		return t.constant()
	}
	return nil
}

// untouched checks that the state is what the last Advance left. The session
// would keep such a change on this machine alone, until it rolls back.
func (t *SyncTest[S, I]) untouched() *Failure {
	t.game.Save(&t.probe)
	was := t.saved(t.frame)
	if t.sameByPlan(was, &t.probe) {
		return nil
	}
	sum := t.game.Checksum(&t.probe)
	if sum == t.sums[t.frame&t.mask] {
		return nil
	}
	return t.fail(ErrStateChanged, t.frame, sum, was, &t.probe)
}

// advanceNew advances by a frame that was not simulated before.
func (t *SyncTest[S, I]) advanceNew() {
	t.src.fill(t.row(t.frame), t.row(t.frame-1), t.frame)
	in := t.lend(t.row(t.frame))
	t.game.Advance(in)
	fillRow(in, t.src.mislead()) // whoever kept it reads this after the next Load
	t.frame++
	t.stats.Frames++
	t.save()
	if t.sums[t.frame&t.mask] != t.sums[(t.frame-1)&t.mask] {
		t.stats.Distinct++
	}
}

// save keeps the current state as the first of its frame.
func (t *SyncTest[S, I]) save() {
	s := t.saved(t.frame)
	t.game.Save(s)
	t.sums[t.frame&t.mask] = t.game.Checksum(s)
}

// saved is the state of frame f as it was saved first, redone as it was saved
// last.
func (t *SyncTest[S, I]) saved(f rollback.Frame) *S  { return &t.first[f&t.mask] }
func (t *SyncTest[S, I]) redone(f rollback.Frame) *S { return &t.again[f&t.mask] }

// row is the right inputs of frame f, one of the last frames.
func (t *SyncTest[S, I]) row(f rollback.Frame) []rollback.Input[I] {
	n := t.cfg.Players
	at := int(f&t.mask) * n
	return t.inputs[at : at+n : at+n]
}

// lend copies a row into the slice that the game is lent next.
func (t *SyncTest[S, I]) lend(row []rollback.Input[I]) []rollback.Input[I] {
	in := t.lent[t.turn]
	t.turn ^= 1
	fillRow(in, row)
	return in
}

func (t *SyncTest[S, I]) compareOthers() *Failure {
	if f := t.compareTwin(); f != nil {
		return f
	}
	return t.compareCold()
}

// compareTwin advances the twin to the current frame and compares.
func (t *SyncTest[S, I]) compareTwin() *Failure {
	if t.twin == nil {
		return nil
	}
	if t.frame > 0 {
		t.twin.Advance(append([]rollback.Input[I](nil), t.row(t.frame-1)...))
	}
	t.twin.Save(&t.twinState)
	sum := t.game.Checksum(&t.twinState)
	if sum == t.sums[t.frame&t.mask] {
		return nil
	}
	return t.fail(ErrTwin, t.frame, sum, t.saved(t.frame), &t.twinState)
}

// patienceFrames is how long a checksum may stay the same before the game is
// held to have none.
const patienceFrames = 60

// constant fails if the checksum never changed.
func (t *SyncTest[S, I]) constant() *Failure {
	if t.stats.Distinct > 0 {
		return nil
	}
	err := ErrConstantChecksum
	if t.Checksum() == 0 {
		err = ErrNoChecksum
	}
	return t.fail(err, t.frame, t.Checksum(), nil, nil)
}

// Finish says whether the frames played so far can have shown anything, and
// returns a *Failure if not: the checksum never changed, or, with
// Config.Mispredict, wrong inputs never led to another checksum. It returns
// the failure of Step if there was one.
func (t *SyncTest[S, I]) Finish() error {
	if t.err != nil {
		return t.err
	}
	if f := t.constant(); f != nil {
		return f
	}
	if t.cfg.Mispredict && t.stats.Swayed == 0 {
		return t.fail(ErrInputsIgnored, t.frame, t.Checksum(), nil, nil)
	}
	return nil
}
