package synctest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/backstep/rollback"
)

// script is a match of inputs that depend on frame and player alone; at frame
// changed player 1 presses something else.
func script(changed rollback.Frame) Config[input] {
	return Config[input]{Frames: 3600, Inputs: func(f rollback.Frame, p int, _ *rand.Rand) input {
		in := input{Dir: uint8(f) * 3, Fire: uint8(int(f)>>3 + p)}
		if f == changed && p == 1 {
			in.Dir++
		}
		return in
	}}
}

func recordScript(t *testing.T) *Recording {
	t.Helper()
	r, err := Record(plainWalker(), script(-1), 60)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestVerifyFindsTheFirstDifferingCheckpoint(t *testing.T) {
	r := recordScript(t)
	if len(r.Points) != 61 {
		t.Fatalf("%d checkpoints, want 61", len(r.Points))
	}
	if err := Verify(plainWalker(), script(-1), r); err != nil {
		t.Errorf("the same match: %v", err)
	}
	for changed, want := range map[rollback.Frame]rollback.Frame{0: 60, 59: 60, 60: 120, 137: 180, 179: 180, 180: 240, 3599: 3600} {
		err := Verify(plainWalker(), script(changed), r)
		var d *Divergence
		if !errors.As(err, &d) || !errors.Is(err, ErrDiverged) || d.Frame != want || d.After != want-60 || !slices.Equal(d.Sections, []string{"Pos"}) || d.Want == d.Got {
			t.Errorf("an input changed at frame %d: got %v, want frame %d", changed, err, want)
		}
	}
	if err := Verify(plainWalker(), script(3600), r); err != nil {
		t.Errorf("an input after the last checkpoint: %v", err)
	}
}

func TestRecordingsHoldWithoutAPlan(t *testing.T) {
	r, err := Record[walker](&honest{}, script(-1), 7)
	if err != nil || len(r.Points) != 515 {
		t.Fatalf("%d checkpoints, %v", len(r.Points), err)
	}
	var d *Divergence
	if err := Verify[walker](&once{at: 21}, script(-1), r); !errors.As(err, &d) || d.Frame != 28 {
		t.Errorf("got %v, want frame 28", err)
	}
	if err := Verify[walker](&once{at: 1 << 20}, script(-1), r); err != nil {
		t.Errorf("an equal game: %v", err)
	}
}

func TestRecordingsAsText(t *testing.T) {
	r := recordScript(t)
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var back Recording
	if err := back.UnmarshalText(text); err != nil || fmt.Sprint(back) != fmt.Sprint(*r) {
		t.Fatalf("read back with %v: %+v", err, back)
	}
	lines := strings.Split(string(text), "\n")
	for name, bad := range map[string]string{
		"nothing":        "",
		"another header": "x" + string(text),
		"no checkpoint":  strings.Join(lines[:2], "\n"),
		"interval 0":     strings.Replace(string(text), "\n60 ", "\n0 ", 1),
		"a short line":   string(text)[:len(text)-20],
		"not a number":   strings.Replace(string(text), lines[9][:3], "xyz", 1),
		"an empty line":  string(text) + "\n\n",
	} {
		before := Recording{Interval: 5}
		if err := before.UnmarshalText([]byte(bad)); !errors.Is(err, ErrRecording) || before.Interval != 5 {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestRecordingsOfAnotherStateAreRefused(t *testing.T) {
	r := recordScript(t)
	other := rollback.Plain(&crowd{}, func(c *crowd, _ []rollback.Input[input]) { c.Sum++ })
	if err := Verify(other, script(-1), r); !errors.Is(err, ErrRecording) || !strings.Contains(err.Error(), "signature") {
		t.Errorf("got %v", err)
	}
	if err := Verify(plainWalker(), script(-1), &Recording{}); !errors.Is(err, ErrRecording) {
		t.Errorf("an empty recording: got %v", err)
	}
	if _, err := Record(plainWalker(), script(-1), 0); err == nil || err.Error() != "synctest: Config.interval is 0, want at least 1" {
		t.Errorf("interval 0: got %v", err)
	}
}
