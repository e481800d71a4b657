package view

import (
	"math"
	"slices"
	"testing"

	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
)

// match calls see on every frame of two matches of bots.
func match(t *testing.T, players int, see func(w *duel.World)) {
	t.Helper()
	w := duel.New(uint64(players), players)
	var bots []duel.Bot
	for i := range players {
		bots = append(bots, duel.NewBot(uint64(i)))
	}
	in := make([]rollback.Input[duel.Buttons], players)
	for w.Match < 2 || w.Phase != duel.MatchOver {
		for i := range bots {
			in[i] = rollback.Input[duel.Buttons]{Value: bots[i].Press(&w, i), Present: true}
		}
		duel.Step(&w, in)
		see(&w)
	}
}

func canvas() *mesh { return &mesh{scale: 1} }

// Every frame of a match makes a mesh that can be drawn: finite corners, inks
// in range, indices that exist, and no more corners than a call may have.
func TestEveryFrameMakesASoundMesh(t *testing.T) {
	for _, players := range []int{2, 4} {
		m, o, most := canvas(), full(), 0
		m.full = func() { t.Fatalf("%d vertices in one picture", len(m.verts)) }
		match(t, players, func(w *duel.World) {
			if w.Frame%17 != 0 && w.Phase == duel.Fight {
				return
			}
			m.reset()
			compose(m, w, o)
			most = max(most, len(m.verts))
			if bad := unsound(m); bad != "" {
				t.Fatalf("players %d frame %d: %s", players, w.Frame, bad)
			}
		})
		if most > maxVertices/2 {
			t.Errorf("players %d: %d vertices, want at most %d", players, most, maxVertices/2)
		}
	}
}

// full is an overlay with everything in it.
func full() *Overlay {
	n := &Net{RTT: 80, FramesAhead: -1.5, Delay: 2, Stalled: true, Interrupted: true}
	for i := range 200 {
		n.Ping.Add(float32(80 + i%9))
		n.Rollback.Add(float32(i % 5))
	}
	return &Overlay{Names: [duel.MaxFighters]string{"a", "", "long name", "?é"}, Local: 1, Banner: "LEFT", Detail: "ROOM 7", Boxes: true, Net: n}
}

func unsound(m *mesh) string {
	for _, v := range m.verts {
		for _, x := range []float32{v.x, v.y, v.r, v.g, v.b, v.a} {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return "a vertex that is not finite"
			}
		}
		if v.a < -1e-4 || v.a > 1.0001 || min(v.r, v.g, v.b) < -1e-4 {
			return "an ink out of range"
		}
	}
	if len(m.index)%3 != 0 || len(m.index) == 0 {
		return "an incomplete triangle"
	}
	if int(slices.Max(m.index)) >= len(m.verts) {
		return "an index without a vertex"
	}
	return ""
}

// waiting is a match of three that stands, at a frame of the wait: two are away in
// turn, then together, then all are back.
func waiting(t *testing.T, see func(w *duel.World)) {
	t.Helper()
	w := duel.New(3, 3)
	in := make([]rollback.Input[duel.Buttons], 3)
	for f := range 700 {
		for i := range in {
			away := i > 0 && (f/200 == i || f/200 == 0) && f > 120
			in[i] = rollback.Input[duel.Buttons]{Value: duel.Light, Present: !away}
		}
		duel.Step(&w, in)
		see(&w)
	}
}

// While the match stands the picture says for whom and for how long, then that it
// goes on; all of it is sound, and none of it is the picture of a match that moves.
func TestEveryFrameOfAWaitMakesASoundMesh(t *testing.T) {
	m, o, stood := canvas(), full(), 0
	size := func(w *duel.World) int {
		m.reset()
		drawAnnouncer(m, w, o)
		if bad := unsound(m); bad != "" && len(m.index) > 0 {
			t.Fatalf("frame %d: %s", w.Frame, bad)
		}
		return len(m.verts)
	}
	waiting(t, func(w *duel.World) {
		m.reset()
		compose(m, w, o)
		if bad := unsound(m); bad != "" {
			t.Fatalf("frame %d: %s", w.Frame, bad)
		}
		if !w.Standing() {
			return
		}
		stood++
		if moving := *w; w.Awaits(1) || w.Awaits(2) {
			moving.Resume = 0
			if size(w) <= size(&moving) {
				t.Fatalf("frame %d: nothing says that it waits", w.Frame)
			}
		}
	})
	if stood < 300 {
		t.Errorf("%d frames of waiting, want many", stood)
	}
}

// Drawing neither changes the world nor remembers it.
func TestComposeIsAFunctionOfTheWorld(t *testing.T) {
	m, other, o := canvas(), canvas(), full()
	match(t, 2, func(w *duel.World) {
		if w.Frame%97 != 0 {
			return
		}
		before := *w
		m.reset()
		compose(m, w, o)
		if *w != before {
			t.Fatalf("frame %d: drawing changed the world", w.Frame)
		}
		fresh := canvas()
		compose(fresh, w, o)
		if !slices.Equal(m.verts, fresh.verts) || !slices.Equal(m.index, fresh.index) {
			t.Fatalf("frame %d: a used mesh draws another picture than a fresh one", w.Frame)
		}
		compose(other, &duel.World{}, o) // an unused world is drawn, not crashed on
	})
}

// The camera keeps every fighter on the canvas, also a jumping one.
func TestCameraKeepsFightersInThePicture(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		match(t, players, func(w *duel.World) {
			cam := film(w)
			cam.jolt = pt{}
			if w.Phase == duel.Knockout {
				return // it closes in on purpose
			}
			for i := range players {
				p := cam.at(point(w.Fighters[i].Pos))
				if p.x < 0 || p.x > Width || p.y < 0 || p.y > Height {
					t.Fatalf("players %d frame %d: fighter %d is at %v on the canvas", players, w.Frame, i, p)
				}
			}
		})
	}
}

// A mesh that would pass what one call can draw is drawn in parts, and none of
// it is lost.
func TestMeshDrawsInPartsWhenFull(t *testing.T) {
	m, drawn := canvas(), 0
	m.full = func() { drawn += len(m.index) }
	const quads = maxVertices/4*2 + 5
	for range quads {
		m.rect(0, 0, 1, 1, white, white)
	}
	if got := drawn + len(m.index); got != quads*6 {
		t.Errorf("%d indices drawn, want %d", got, quads*6)
	}
	if len(m.verts) > maxVertices {
		t.Errorf("%d vertices held, want at most %d", len(m.verts), maxVertices)
	}
}

func BenchmarkCompose(b *testing.B) {
	w, m, o := duel.New(1, 2), canvas(), full()
	for b.Loop() {
		m.reset()
		compose(m, &w, o)
	}
	b.ReportMetric(float64(len(m.verts)), "vertices")
}
