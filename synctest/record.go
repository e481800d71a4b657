package synctest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// Recording is the checksums that a match had: one of every Interval-th state,
// from that of frame 0 on. Kept in a file, as text, it tells whether another
// build, another machine or a later version of the game still plays the same
// match.
type Recording struct {
	Interval int
	Shape    uint64       // the signature of the state's plan, 0 if it has none
	Sections []string     // names of the state's parts, if it has a plan
	Points   []Checkpoint // Points[i] is of frame i * Interval
}

// Checkpoint is the checksums of one state.
type Checkpoint struct {
	Sum   uint64
	Parts []uint64 // of each section
}

// Divergence says where a match first was not the recorded one.
type Divergence struct {
	Frame    rollback.Frame // the first checkpoint that differs
	After    rollback.Frame // the last one that is equal, NoFrame if none is
	Want     uint64         // checksum recorded
	Got      uint64
	Sections []string // the parts of the state that differ, if they are known
}

// What Verify can report besides the errors of New; use errors.Is.
var (
	// ErrDiverged: the match was not the recorded one.
	ErrDiverged = errors.New("synctest: the match is not the recorded one")
	// ErrRecording: the recording is not of such a match, or its text is damaged.
	ErrRecording = errors.New("synctest: the recording does not fit")
)

func (d *Divergence) Unwrap() error { return ErrDiverged }

func (d *Divergence) Error() string {
	s := fmt.Sprintf("synctest: state of frame %d is not the recorded one (frame %d was): checksum %#016x, recorded %#016x", d.Frame, d.After, d.Got, d.Want)
	if len(d.Sections) > 0 {
		s += "; it differs in " + strings.Join(d.Sections, ", ")
	}
	return s
}

// Record plays cfg.Frames frames of game and keeps the checksum of frame 0 and
// of every interval-th frame after it.
func Record[S, I any](game rollback.Game[S, I], cfg Config[I], interval int) (*Recording, error) {
	if interval < 1 {
		return nil, &ConfigError{"interval", interval, "at least 1"}
	}
	r := &Recording{Interval: interval}
	return r, checkpoints(game, cfg, r, func(_ rollback.Frame, c Checkpoint) error {
		r.Points = append(r.Points, c)
		return nil
	})
}

// Verify plays as many frames of game as were recorded, with cfg's inputs, and
// returns a *Divergence at the first checkpoint that differs.
func Verify[S, I any](game rollback.Game[S, I], cfg Config[I], want *Recording) error {
	if want.Interval < 1 || len(want.Points) == 0 {
		return fmt.Errorf("%w: interval %d, %d checkpoints", ErrRecording, want.Interval, len(want.Points))
	}
	cfg.Frames = max(1, (len(want.Points)-1)*want.Interval)
	got := &Recording{Interval: want.Interval}
	return checkpoints(game, cfg, got, func(f rollback.Frame, c Checkpoint) error {
		if f == 0 && (got.Shape != want.Shape || !slices.Equal(got.Sections, want.Sections)) {
			return fmt.Errorf("%w: it is of a state with signature %#016x, this is %#016x", ErrRecording, want.Shape, got.Shape)
		}
		i := int(f) / want.Interval
		if i >= len(want.Points) || c.Sum == want.Points[i].Sum {
			return nil
		}
		d := &Divergence{Frame: f, After: max(f-rollback.Frame(want.Interval), rollback.NoFrame), Want: want.Points[i].Sum, Got: c.Sum}
		for k, sum := range want.Points[i].Parts {
			if k < len(c.Parts) && c.Parts[k] != sum {
				d.Sections = append(d.Sections, want.Sections[k])
			}
		}
		return d
	})
}

// checkpoints plays a match and reports each checkpoint of it. It fills in what
// r says about the state.
func checkpoints[S, I any](game rollback.Game[S, I], cfg Config[I], r *Recording, report func(rollback.Frame, Checkpoint) error) error {
	t, err := New(game, cfg)
	if err != nil {
		return err
	}
	plan := planOf(game)
	if plan != nil {
		r.Shape = plan.Signature()
	}
	for f := range rollback.Frame(t.cfg.Frames + 1) {
		if f%rollback.Frame(r.Interval) == 0 {
			game.Save(&t.probe)
			c := checkpoint(game, plan, &t.probe, f == 0, r)
			if err := report(f, c); err != nil {
				return err
			}
		}
		t.src.fill(t.row(f), t.row(f-1), f)
		game.Advance(t.lend(t.row(f)))
	}
	return nil
}

func checkpoint[S, I any](game rollback.Game[S, I], plan *savestate.Plan[S], s *S, first bool, r *Recording) Checkpoint {
	c := Checkpoint{Sum: game.Checksum(s)}
	for i := 0; plan != nil && i < plan.Sections(); i++ {
		name, sum := plan.Section(i, s)
		c.Parts = append(c.Parts, sum)
		if first {
			r.Sections = append(r.Sections, name)
		}
	}
	return c
}

// recordingHeader is the first line of a recording's text.
const recordingHeader = "backstep checksums 1"

// MarshalText writes the recording: a line of what it is, one with the interval,
// the signature and the sections' names, and one for each checkpoint.
func (r *Recording) MarshalText() ([]byte, error) {
	b := fmt.Appendf(nil, "%s\n%d %016x %s\n", recordingHeader, r.Interval, r.Shape, strings.Join(r.Sections, " "))
	for _, c := range r.Points {
		b = fmt.Appendf(b, "%016x", c.Sum)
		for _, p := range c.Parts {
			b = fmt.Appendf(b, " %016x", p)
		}
		b = append(b, '\n')
	}
	return b, nil
}

// UnmarshalText reads what MarshalText wrote. It returns an error that wraps
// ErrRecording and names the line if the text is something else.
func (r *Recording) UnmarshalText(text []byte) error {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if lines[0] != recordingHeader || len(lines) < 3 {
		return fmt.Errorf("%w: it does not begin with %q, or has no checkpoint", ErrRecording, recordingHeader)
	}
	var read Recording
	head := strings.Fields(lines[1])
	if len(head) < 2 {
		return fmt.Errorf("%w: line 2 is %q", ErrRecording, lines[1])
	}
	interval, err1 := strconv.Atoi(head[0])
	shape, err2 := strconv.ParseUint(head[1], 16, 64)
	if err1 != nil || err2 != nil || interval < 1 {
		return fmt.Errorf("%w: line 2 is %q", ErrRecording, lines[1])
	}
	read.Interval, read.Shape, read.Sections = interval, shape, head[2:]
	for i, l := range lines[2:] {
		c, ok := parseCheckpoint(l, len(read.Sections))
		if !ok {
			return fmt.Errorf("%w: line %d is %q", ErrRecording, i+3, l)
		}
		read.Points = append(read.Points, c)
	}
	*r = read
	return nil
}

func parseCheckpoint(line string, sections int) (c Checkpoint, ok bool) {
	words := strings.Fields(line)
	if len(words) != sections+1 {
		return c, false
	}
	for i, w := range words {
		v, err := strconv.ParseUint(w, 16, 64)
		if err != nil {
			return c, false
		}
		if i == 0 {
			c.Sum = v
		} else {
			c.Parts = append(c.Parts, v)
		}
	}
	return c, true
}
