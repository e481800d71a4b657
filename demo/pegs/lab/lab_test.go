package lab

import (
	"math"
	"slices"
	"testing"

	"example.com/backstep/demo/pegs"
	"example.com/backstep/demo/pegs/twin"
)

// watch runs an experiment for steps, nudged at one of them.
func watch(t *testing.T, steps, nudged int64) *Experiment {
	r := newRig(Setup{Kind: twin.Float64, Seed: 1})
	if nudged >= 0 {
		r.run(t, nudged)
		r.Nudge(1)
	}
	r.run(t, steps)
	return r.Experiment
}

func TestHistoryKeepsTheLastSpan(t *testing.T) {
	for step, oldest := range map[int64]int64{0: 0, Span - 2: 0, Span - 1: 0, Span: 1, 3*Span + 6: 2*Span + 7} {
		h := &watch(t, step, -1).History
		if want := int(min(step+1, Span)); h.Len() != want {
			t.Errorf("at step %d there are %d moments, want %d", step, h.Len(), want)
		}
		for i := range h.Len() {
			if got := h.At(i).Step; got != oldest+int64(i) {
				t.Fatalf("at step %d moment %d is of step %d, want %d", step, i, got, oldest+int64(i))
			}
		}
		if _, ok := h.Where(oldest - 1); ok {
			t.Errorf("at step %d the strips have step %d", step, oldest-1)
		}
		if x, ok := h.Where(oldest); !ok || x != (plotLeft+0.5)/Width {
			t.Errorf("at step %d the oldest is at %v, %v", step, x, ok)
		}
	}
}

func TestAMomentOfTheSameStepTakesItsPlace(t *testing.T) {
	var h History
	for _, m := range []Moment{{Step: 0, SumB: 1}, {Step: 1, SumB: 2}, {Step: 1, SumB: 3}} {
		h.Add(m)
	}
	if h.Len() != 2 || h.At(1).SumB != 3 {
		t.Errorf("%d moments, the last %+v, want 2 and the newer", h.Len(), h.At(h.Len()-1))
	}
}

// inked counts the shapes in an ink.
func inked(all []shape, c ink) (n int) {
	for _, s := range all {
		if s.ink == c {
			n++
		}
	}
	return n
}

func TestSplitIsMarkedAtItsStep(t *testing.T) {
	e := watch(t, 100, 60)
	lines := marks(nil, &e.History, e.report)
	if len(lines) != 1 || lines[0].x0 != plotLeft+60.5 || lines[0].ink != inkSplit() {
		t.Fatalf("marks %+v, want one at step 60", lines)
	}
	runs := verdicts(nil, &e.History)
	if len(runs) != 2 || runs[0].x1 != plotLeft+60 || runs[1].x1 != plotLeft+101 || runs[0].ink != inkEqual() || runs[1].ink != inkSplit() {
		t.Errorf("verdicts %+v, want 60 equal steps and 41 different ones", runs)
	}
	if rings := spots(nil, &e.History, e.report); len(rings) != 4 {
		t.Errorf("%d rings where the balls split, want a still and a growing one around each", len(rings))
	}
	e = watch(t, 100, -1)
	if all := compose(nil, &e.History, e.report); inked(all, inkSplit()) != 0 {
		t.Error("equal copies have a mark")
	}
	e = watch(t, 61+Span, 60)
	if lines := marks(nil, &e.History, e.report); inked(lines, inkSplit()) != 0 {
		t.Error("a split that is older than the history is marked")
	}
}

func TestCopiesThatAreVisiblyApartAreMarked(t *testing.T) {
	r := newRig(Setup{Kind: twin.Q16, Seed: 1, Ulps: 1000})
	for r.Report().Apart == pegs.Never {
		r.tick(t)
	}
	lines := marks(nil, &r.History, r.report)
	if x, ok := r.History.Where(r.Report().Apart); !ok || len(lines) != 2 || lines[1].ink != inkApart() || math.Abs(lines[1].x0-x*Width) > 1e-9 {
		t.Errorf("marks %+v, want the second at step %d", lines, r.Report().Apart)
	}
}

// Light of both balls at one place is white, which no ink of one alone is.
func TestEqualCopiesAreWhite(t *testing.T) {
	a, b := inkA(), inkB()
	if r, g, bl := a.r+b.r, a.g+b.g, a.b+b.b; r < 1 || g < 1 || bl < 1 {
		t.Errorf("both inks together are (%v, %v, %v), want white", r, g, bl)
	}
	e := watch(t, 50, -1)
	for _, s := range trails(nil, &e.History) {
		if s.ink.a != 0 || s.far.a != 0 {
			t.Fatalf("%+v covers what is below it, want added light", s)
		}
	}
}

// A peg that a ball touches shines in the ball's light, and no other one does.
func TestTouchedPegsShine(t *testing.T) {
	var h History
	x, y := pegs.Peg(9)
	h.Add(Moment{Step: 0, AX: float64(x) + pegs.Contact - 1, AY: float64(y), BX: float64(x) + pegs.Contact, BY: float64(y)})
	lit := touches(nil, &h)
	cx, cy := peg(9)
	if len(lit) != 2 || lit[0].x0 != cx || lit[0].y0 != cy || lit[0].ink != inkA().light(1) {
		t.Fatalf("%+v, want a ring and a glow around peg 9 in the light of A", lit)
	}
	for step := range int64(shine + 5) {
		h.Add(Moment{Step: step + 1})
	}
	if lit := touches(nil, &h); len(lit) != 0 {
		t.Errorf("%+v shine %d steps after the touch", lit, shine+5)
	}
}

// The curve has another ink while the copies are at one place: a logarithm has no 0.
func TestCurveTellsEqualFromClose(t *testing.T) {
	var h History
	for step, d := range []float64{0, 0, 1e-30, 1} {
		h.Add(Moment{Step: int64(step), Distance: d})
	}
	var inks []ink
	for _, s := range curve(nil, &h) {
		if s.form == line {
			inks = append(inks, s.ink)
		}
	}
	if want := []ink{inkEqual(), inkB(), inkB()}; !slices.Equal(inks, want) {
		t.Errorf("the curve is drawn in %v, want %v", inks, want)
	}
}

func TestLevelsOfTheStrip(t *testing.T) {
	for distance, want := range map[float64]float64{
		0: stripBottom, 1e-30: stripBottom, 1e-17: stripBottom, 1e-7: (stripTop + stripBottom) / 2., 1e3: stripTop, 1e9: stripTop, math.Inf(1): stripTop,
	} {
		if got := Level(distance) * Height; math.Abs(got-want) > 1e-9 {
			t.Errorf("a distance of %g is at %v, want %v", distance, got, want)
		}
	}
}

// Everything lies on the canvas, and fits into one mesh with triangles of its own
// corners only.
func TestPictureStaysOnTheCanvas(t *testing.T) {
	e := watch(t, 2000, 100)
	shapes := compose(nil, &e.History, e.report)
	m := mesh{scale: 2.5, left: 10}
	for _, s := range shapes {
		if s.x0 < 0 || s.x0 > Width || s.y0 < 0 || s.y0 > Height || s.x1 > Width || s.y1 > Height {
			t.Errorf("%+v is outside", s)
		}
		m.add(s)
	}
	if len(m.verts) > maxVertices || len(m.index)%3 != 0 || len(m.verts) < 4*Span {
		t.Errorf("%d corners, %d indices", len(m.verts), len(m.index))
	}
	for _, i := range m.index {
		if int(i) >= len(m.verts) {
			t.Fatalf("corner %d of %d", i, len(m.verts))
		}
	}
	t.Logf("%d shapes, %d corners, %d triangles", len(shapes), len(m.verts), len(m.index)/3)
}

func TestMeshIsBounded(t *testing.T) {
	var m mesh
	m.scale = 1
	for range 1 << 16 {
		m.add(shape{form: ring, radius: 1000, width: 2, ink: inkA()})
	}
	if len(m.verts) > 1<<16 {
		t.Errorf("%d corners, which 16 bits cannot name", len(m.verts))
	}
}

// bounds of what a shape covers, in pixels.
func bounds(s shape) (x0, y0, x1, y1 float32) {
	m := mesh{scale: 2, left: 3, top: 5}
	m.add(s)
	x0, y0, x1, y1 = m.verts[0].x, m.verts[0].y, m.verts[0].x, m.verts[0].y
	for _, v := range m.verts {
		x0, y0, x1, y1 = min(x0, v.x), min(y0, v.y), max(x1, v.x), max(y1, v.y)
	}
	return x0, y0, x1, y1
}

func TestShapesCoverTheirPlaces(t *testing.T) {
	for name, c := range map[string]struct {
		s              shape
		x0, y0, x1, y1 float32
	}{
		"box":  {shape{form: box, x0: 1, y0: 2, x1: 4, y1: 8}, 5, 9, 11, 21},
		"line": {shape{form: line, x0: 1, y0: 2, x1: 4, y1: 2, width: 3}, 5, 9 - 3.5, 11, 9 + 3.5},
		"disc": {shape{form: disc, x0: 1, y0: 2, radius: 10}, 5 - 20.5, 9 - 20.5, 5 + 20.5, 9 + 20.5},
		"ring": {shape{form: ring, x0: 1, y0: 2, radius: 10, width: 4}, 5 - 24.5, 9 - 24.5, 5 + 24.5, 9 + 24.5},
	} {
		x0, y0, x1, y1 := bounds(c.s)
		for i, d := range []float32{x0 - c.x0, y0 - c.y0, x1 - c.x1, y1 - c.y1} {
			if math.Abs(float64(d)) > 0.25 { // a circle is a polygon
				t.Errorf("%s: covers (%v, %v) to (%v, %v), side %d is off by %v", name, x0, y0, x1, y1, i, d)
			}
		}
	}
}
