package lab

import (
	"math"
	"strings"
	"testing"

	"example.com/backstep/demo/pegs"
)

// watch records a lab for steps, nudged at one of them.
func watch(steps, nudged int) (*History, pegs.Report) {
	var h History
	l := pegs.NewLab(pegs.Start(1).Float, 0)
	for step := range steps {
		if step == nudged {
			l.Nudge(1)
		}
		Record(&h, l)
		l.Advance()
	}
	return &h, l.Report()
}

func TestHistoryKeepsTheLastSpan(t *testing.T) {
	for steps, oldest := range map[int]int64{1: 0, Span - 1: 0, Span: 0, Span + 1: 1, 3*Span + 7: 2*Span + 7} {
		h, _ := watch(steps, -1)
		if want := min(steps, Span); h.Len() != want {
			t.Errorf("after %d steps there are %d moments, want %d", steps, h.Len(), want)
		}
		for i := range h.Len() {
			if got := h.At(i).Step; got != oldest+int64(i) {
				t.Fatalf("after %d steps moment %d is of step %d, want %d", steps, i, got, oldest+int64(i))
			}
		}
	}
}

// marked counts the shapes in the ink of the split.
func marked(all []shape) (n int) {
	for _, s := range all {
		if s.ink == inkMark() {
			n++
		}
	}
	return n
}

func TestSplitIsMarkedAtItsStep(t *testing.T) {
	h, r := watch(100, 60)
	if n := len(marks(h, r)); n != 2 {
		t.Fatalf("%d marks, want one in the arena and one below it", n)
	}
	if line := marks(h, r)[0]; line.x0 != 60.5 {
		t.Errorf("the mark is at %v, want 60.5", line.x0)
	}
	if n := marked(lane(h)); n != 40 {
		t.Errorf("checksums differ in %d steps of the lane, want 40", n)
	}
	if h, r = watch(100, -1); marked(compose(h, r)) != 0 {
		t.Error("equal copies have a mark")
	}
	if h, r = watch(61+Span, 60); len(marks(h, r)) != 0 {
		t.Error("a split that is older than the history is marked")
	}
}

func TestLevelsOfTheStrip(t *testing.T) {
	const bottom = stripTop + stripHeight
	for distance, want := range map[float64]float64{
		0: bottom, 1e-30: bottom, 1e-17: bottom, 1e-7: stripTop + stripHeight/2, 1e3: stripTop, 1e9: stripTop, math.Inf(1): stripTop,
	} {
		if got := level(distance); math.Abs(got-want) > 1e-9 {
			t.Errorf("a distance of %g is at %v, want %v", distance, got, want)
		}
	}
}

// Everything but the balls' own way lies on the canvas, and a picture of nothing is
// only the arena.
func TestPictureStaysOnTheCanvas(t *testing.T) {
	h, r := watch(2000, 100)
	for _, s := range compose(h, r) {
		if s.x0 < 0 || s.x0 > Width || s.y0 < 0 || s.y0 > Height || s.x1 > Width || s.y1 > Height {
			t.Errorf("%+v is outside", s)
		}
	}
	empty := compose(&History{}, pegs.Report{Split: pegs.Never})
	if len(empty) != pegs.Pegs+3 {
		t.Errorf("a picture of nothing has %d shapes, want %d pegs and 3 rules", len(empty), pegs.Pegs)
	}
}

func TestCaptionTellsTheReport(t *testing.T) {
	h, _ := watch(1, 0)
	got := caption(h, pegs.Report{Step: 7, Split: 3, Apart: pegs.Never, Merged: 5})[0].text
	if want := "step 7   split 3   apart never   rounded away 5"; !strings.HasPrefix(got, want) {
		t.Errorf("caption %q, want %q first", got, want)
	}
}
