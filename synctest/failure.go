package synctest

import (
	"errors"
	"fmt"
	"strings"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// What a Failure can be of; use errors.Is.
var (
	// ErrMismatch: resimulating with the same inputs led to another state.
	ErrMismatch = errors.New("synctest: resimulation led to another state")
	// ErrStateChanged: between two frames the state was changed by something
	// other than Advance, or Save itself changes it.
	ErrStateChanged = errors.New("synctest: state changed outside Advance")
	// ErrSlotModified: a saved state is no longer what Save wrote, because the
	// live state shares memory with it, or because Checksum is not pure.
	ErrSlotModified = errors.New("synctest: saved state was modified")
	// ErrTwin: the instance given to Against, never rolled back, is in another
	// state.
	ErrTwin = errors.New("synctest: an instance that was never rolled back is in another state")
	// ErrCold: a new instance that loaded a saved state went another way.
	ErrCold = errors.New("synctest: a new instance that loaded the state is in another state")
	// ErrNoChecksum: every checksum is 0, so nothing is compared.
	ErrNoChecksum = errors.New("synctest: checksum is missing (always 0)")
	// ErrConstantChecksum: every checksum is the same, so nothing is compared.
	ErrConstantChecksum = errors.New("synctest: checksum never changes")
	// ErrInputsIgnored: wrong inputs never changed a checksum, so inputs do not
	// reach the state or the checksum does not cover it.
	ErrInputsIgnored = errors.New("synctest: wrong inputs never changed the checksum")
)

// Failure says what was wrong at which frame. The state of frame f is the
// state before f's inputs apply, so if it differs, frame f-1 went wrong.
type Failure struct {
	Err    error          // one of the sentinels
	Frame  rollback.Frame // the first whose state is bad
	Frames []rollback.Frame
	Loaded rollback.Frame // where the resimulation began, else NoFrame
	Seed   uint64         // of the inputs
	Inputs string         // of the frame before Frame

	Want, Got uint64 // checksums: recorded first, and found now
	// Diff lists the differing fields, at most diffLimit of them: the values
	// recorded first, and found now. It is empty if S has no savestate.Plan.
	Diff []savestate.Difference
	Text string // go-cmp's diff, if S has no savestate.Plan
	Hint string // what else the game showed
}

// diffLimit bounds a report; one wrong entity can differ in thousands of
// fields.
const diffLimit = 20

func (f *Failure) Unwrap() error { return f.Err }

// Section is the top-level field of the first difference, e.g. "Players", or
// "" if that is not known.
func (f *Failure) Section() string {
	if len(f.Diff) == 0 {
		return ""
	}
	_, path, _ := strings.Cut(f.Diff[0].Path, ".")
	if end := strings.IndexAny(path, ".["); end >= 0 {
		path = path[:end]
	}
	return path
}

func (f *Failure) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "synctest: %s (seed %d)", f.headline(), f.Seed)
	if f.Want != f.Got {
		fmt.Fprintf(&b, "\n  checksum %#016x, was %#016x", f.Got, f.Want)
	}
	if len(f.Frames) > 1 {
		fmt.Fprintf(&b, "\n  differing frames: %v", f.Frames)
	}
	if f.Inputs != "" {
		fmt.Fprintf(&b, "\n  inputs of frame %d: %s", f.Frame-1, f.Inputs)
	}
	for _, d := range f.Diff {
		fmt.Fprintf(&b, "\n  %s: was %s, is %s", d.Path, d.A, d.B)
	}
	if f.Text != "" {
		fmt.Fprintf(&b, "\n  difference (-was +is):\n%s", f.Text)
	}
	if f.Hint != "" {
		fmt.Fprintf(&b, "\n  %s", f.Hint)
	}
	return b.String()
}

func (f *Failure) headline() string {
	switch f.Err {
	case ErrMismatch:
		return fmt.Sprintf("state of frame %d differs when it is resimulated from frame %d", f.Frame, f.Loaded)
	case ErrStateChanged:
		return fmt.Sprintf("state changed outside Advance at frame %d", f.Frame)
	case ErrSlotModified:
		return fmt.Sprintf("saved state of frame %d was modified", f.Frame)
	case ErrTwin:
		return fmt.Sprintf("state of frame %d differs from that of an instance that was never rolled back", f.Frame)
	case ErrCold:
		return fmt.Sprintf("state of frame %d differs in a new instance that loaded frame %d", f.Frame, f.Loaded)
	case ErrConstantChecksum:
		return fmt.Sprintf("checksum is %#016x in all of %d frames", f.Got, f.Frame)
	}
	return fmt.Sprintf("%s in %d frames", strings.TrimPrefix(f.Err.Error(), "synctest: "), f.Frame)
}

// hint says where to look first.
func hint(err error) string {
	switch err {
	case ErrStateChanged:
		return "Something other than Advance wrote to the state, or Save changes what it saves."
	case ErrSlotModified:
		return "Save or Load copies a slice, a map or a pointer by reference."
	case ErrTwin:
		return "Look for settings, and for what the game keeps outside the state."
	case ErrCold:
		return "Look for what the game remembers of earlier frames outside the state, and for what Load leaves as it was."
	case ErrNoChecksum, ErrConstantChecksum:
		return "Without a checksum of the state no desync is ever found."
	}
	return ""
}

// fail reports that the state of frame f, recorded as was, is now is. Either
// may be nil if it is not known.
func (t *SyncTest[S, I]) fail(err error, f rollback.Frame, got uint64, was, is *S) *Failure {
	r := &Failure{Err: err, Frame: f, Loaded: rollback.NoFrame, Seed: t.cfg.Seed, Want: t.sums[f&t.mask], Got: got}
	r.Frames = []rollback.Frame{f}
	if was != nil && is != nil {
		r.Diff, r.Text = difference(t.game, was, is)
		r.Hint = t.impure(was)
	}
	if r.Hint == "" && err == ErrSlotModified {
		r.Hint = t.sharing(is)
	}
	if r.Hint == "" {
		r.Hint = hint(err)
	}
	return r
}

// mismatch reports a resimulation from frame from whose first bad frame is
// bad. The game is beyond use now, so it may be asked some more.
func (t *SyncTest[S, I]) mismatch(from, bad rollback.Frame, slot *S) *Failure {
	was := t.saved(bad)
	if f := t.intact(bad, was); f != nil {
		return f // the state to compare with is not what was saved
	}
	is := t.redone(bad)
	r := t.fail(ErrMismatch, bad, t.game.Checksum(is), was, is)
	r.Loaded = from
	r.Inputs = fmt.Sprintf("%+v", t.row(bad-1))
	r.Frames = nil
	for f := bad; f <= t.frame; f++ {
		if t.game.Checksum(t.redone(f)) != t.sums[f&t.mask] {
			r.Frames = append(r.Frames, f)
		}
	}
	if r.Hint == "" {
		r.Hint = t.roundTrip(from, slot)
	}
	return r
}

// impure says so if Checksum answers differently for one and the same state.
func (t *SyncTest[S, I]) impure(s *S) string {
	if a, b := t.game.Checksum(s), t.game.Checksum(s); a != b {
		return fmt.Sprintf("Checksum is not a function of the state: twice in a row it gives %#016x and %#016x", a, b)
	}
	return ""
}

// roundTrip loads a state and saves it again, to tell a Save or Load that
// forgets something from a simulation that is not deterministic.
func (t *SyncTest[S, I]) roundTrip(f rollback.Frame, slot *S) string {
	t.game.Load(slot)
	t.game.Save(&t.probe)
	if t.game.Checksum(&t.probe) == t.sums[f&t.mask] {
		return "Save after Load gives the same state again. Look for state that Save leaves out, and in Advance for the " +
			"order of a map, random numbers, a clock, or an input slice that was kept."
	}
	diff, text := difference(t.game, slot, &t.probe)
	for _, d := range diff {
		text += "\n  " + d.Path + ": saved " + d.A + ", after Load " + d.B
	}
	return fmt.Sprintf("Load does not restore what Save wrote; frame %d, loaded and saved again:\n%s", f, strings.TrimPrefix(text, "\n"))
}
