package lab

import "example.com/backstep/demo/pegs"

// The canvas in units: the arena with room to its right for a page's text, below it
// the strip of distances and the lanes of checksums, each with room for a line of text.
const (
	Width, Height = 800, 508

	arenaLeft, arenaTop = 8, 8
	plotLeft            = 72
	stripTop            = 352
	stripBottom         = 444
	laneTop             = 454
	laneHeight          = 11
	verdictHeight       = 4
	laneBottom          = laneTop + 2*laneHeight + verdictHeight
)

// How many steps a trail is long, how long a peg shines after a touch, and how long
// the ring of a mark grows.
const (
	trail = 150
	shine = 30
	pulse = 45
)

// compose appends the picture in painting order.
func compose(out []shape, h *History, r pegs.Report) []shape {
	out = append(out, shape{x1: Width, y1: Height, ink: rgb(0x060a13), far: rgb(0x060a13)})
	out = arena(out)
	out = touches(pegsOf(out), h)
	out = trails(out, h)
	out = spots(out, h, r)
	out = strip(out, h)
	out = lanes(out, h)
	return marks(out, h, r)
}

func arena(out []shape) []shape {
	const right, bottom = arenaLeft + pegs.Width, arenaTop + pegs.Height
	out = append(out, shape{x0: arenaLeft, y0: arenaTop, x1: right, y1: bottom, ink: rgb(0x101a2e), far: rgb(0x0a101d)})
	edge := func(x0, y0, x1, y1 float64) shape {
		return shape{form: line, x0: x0, y0: y0, x1: x1, y1: y1, width: 1, ink: rgb(0x33425e), far: rgb(0x33425e)}
	}
	return append(out, edge(arenaLeft, arenaTop, right, arenaTop), edge(arenaLeft, bottom, right, bottom),
		edge(arenaLeft, arenaTop, arenaLeft, bottom), edge(right, arenaTop, right, bottom))
}

func pegsOf(out []shape) []shape {
	for i := range pegs.Pegs {
		x, y := peg(i)
		out = append(out,
			shape{form: disc, x0: x, y0: y, radius: pegs.PegRadius, ink: rgb(0x3d4d6d), far: rgb(0x222d44)},
			shape{form: ring, x0: x, y0: y, radius: pegs.PegRadius - 0.5, width: 1, ink: rgb(0x6b7fa6)})
	}
	return out
}

// peg is where a peg is on the canvas.
func peg(i int) (x, y float64) {
	px, py := pegs.Peg(i)
	return arenaLeft + float64(px), arenaTop + float64(py)
}

// touches makes the pegs shine that a ball has just touched, in the light of the ball.
func touches(out []shape, h *History) []shape {
	const touch = pegs.Contact * pegs.Contact
	for i := range pegs.Pegs {
		x, y := pegs.Peg(i)
		var a, b float32
		for n := max(h.Len()-shine, 0); n < h.Len(); n++ {
			m, t := h.At(n), float32(n-h.Len()+shine+1)/shine
			if square(m.AX-float64(x), m.AY-float64(y)) < touch {
				a = t
			}
			if square(m.BX-float64(x), m.BY-float64(y)) < touch {
				b = t
			}
		}
		cx, cy := peg(i)
		for _, l := range []ink{inkA().light(a * a), inkB().light(b * b)} {
			if l != (ink{}) {
				out = append(out, shape{form: ring, x0: cx, y0: cy, radius: pegs.PegRadius - 0.5, width: 1.5, ink: l},
					shape{form: disc, x0: cx, y0: cy, radius: 2.4 * pegs.PegRadius, ink: l.light(0.45)})
			}
		}
	}
	return out
}

func square(dx, dy float64) float64 { return dx*dx + dy*dy }

// trails are light, and end in the balls.
func trails(out []shape, h *History) []shape {
	last := h.Len() - 1
	for i := max(last-trail, 0) + 1; i <= last; i++ {
		p, q := h.At(i-1), h.At(i)
		t, u := fresh(last-i+1), fresh(last-i)
		for _, width := range []float64{2.2, 7} {
			strength := float32(0.85)
			if width > 3 {
				strength = 0.13
			}
			out = append(out, stroke(p.AX, p.AY, q.AX, q.AY, width, inkA().light(strength*t), inkA().light(strength*u)),
				stroke(p.BX, p.BY, q.BX, q.BY, width, inkB().light(strength*t), inkB().light(strength*u)))
		}
	}
	if last >= 0 {
		m := h.At(last)
		out = append(ball(out, m.AX, m.AY, inkA()), ball(nil, m.BX, m.BY, inkB())...)
	}
	return out
}

// fresh is how bright a trail is that many steps back.
func fresh(steps int) float32 {
	t := 1 - float32(steps)/trail
	return t * t
}

func stroke(x0, y0, x1, y1, width float64, from, to ink) shape {
	return shape{form: line, x0: arenaLeft + x0, y0: arenaTop + y0, x1: arenaLeft + x1, y1: arenaTop + y1, width: width, ink: from, far: to}
}

func ball(out []shape, x, y float64, c ink) []shape {
	x, y = arenaLeft+x, arenaTop+y
	return append(out, shape{form: disc, x0: x, y0: y, radius: 4 * pegs.BallRadius, ink: c.light(0.25)},
		shape{form: disc, x0: x, y0: y, radius: pegs.BallRadius, ink: c.light(0.8), far: c.light(0.75)})
}

// spots are where the balls were when they split, and when that could be seen.
func spots(out []shape, h *History, r pegs.Report) []shape {
	for step, c := range events(r) {
		i, ok := h.find(step)
		if !ok {
			continue
		}
		m, age := h.At(i), h.Len()-1-i
		for _, at := range [][2]float64{{m.AX, m.AY}, {m.BX, m.BY}} {
			s := shape{form: ring, x0: arenaLeft + at[0], y0: arenaTop + at[1], radius: 1.6 * pegs.BallRadius, width: 1.2, ink: c.fade(0.8)}
			out = append(out, s)
			if age < pulse {
				t := float64(age) / pulse
				s.radius, s.ink = s.radius+40*t, c.light(float32(1-t))
				out = append(out, s)
			}
		}
	}
	return out
}

// events are the steps that are marked, with their inks. What never happened is not
// in any history.
func events(r pegs.Report) func(yield func(int64, ink) bool) {
	return func(yield func(int64, ink) bool) {
		_ = yield(r.Split, inkSplit()) && yield(r.Apart, inkApart()) && yield(r.Merged, inkEqual())
	}
}
