package lab

import (
	"math"

	"example.com/backstep/demo/pegs"
)

// The strip goes from the last place of a float64 below 1 to twice the arena, in
// powers of ten.
const leastExponent, mostExponent = -17, 3

// Level is where a distance lies on the strip, as a share of the picture's height. 0,
// and what is less than the strip's least, is the bottom.
func Level(distance float64) float64 { return level(distance) / Height }

func level(distance float64) float64 {
	t := (math.Log10(distance) - leastExponent) / (mostExponent - leastExponent)
	return stripBottom - (stripBottom-stripTop)*min(max(t, 0), 1)
}

// across is where the i-th moment lies.
func across(i int) float64 { return plotLeft + float64(i) + 0.5 }

// strip has a curve of the logarithm of the distance, with a rule at every third power
// of ten and one at the distance that is visible.
func strip(out []shape, h *History) []shape {
	out = append(out, shape{x0: plotLeft, y0: stripTop, x1: plotLeft + Span, y1: stripBottom, ink: rgb(0x0d1526), far: rgb(0x0a101d)})
	for e := -15; e <= 0; e += 3 {
		out = append(out, rule(level(math.Pow10(e)), inkRule()))
	}
	for x := float64(plotLeft); x < plotLeft+Span; x += 12 {
		out = append(out, shape{form: line, x0: x, x1: x + 6, y0: level(pegs.Visible), y1: level(pegs.Visible), width: 1, ink: inkApart().fade(0.7), far: inkApart().fade(0.7)})
	}
	return curve(out, h)
}

// rule is a line across the strip.
func rule(y float64, c ink) shape {
	return shape{form: line, x0: plotLeft, y0: y, x1: plotLeft + Span, y1: y, width: 0.7, ink: c, far: c}
}

func curve(out []shape, h *History) []shape {
	for i := range h.Len() {
		x, d := across(i), h.At(i).Distance
		y, c := level(d), inkB()
		if d == 0 {
			c = inkEqual()
		} else {
			out = append(out, shape{x0: x - 0.5, y0: y, x1: x + 0.5, y1: stripBottom, ink: c.fade(0.45), far: c.fade(0.06)})
		}
		if i > 0 {
			out = append(out, shape{form: line, x0: x - 1, y0: level(h.At(i - 1).Distance), x1: x, y1: y, width: 1.6, ink: c, far: c})
		}
	}
	return out
}

// lanes are both checksums of every step as shades, A's above B's, and between them
// whether they are equal.
func lanes(out []shape, h *History) []shape {
	const middle = laneTop + laneHeight
	out = append(out, shape{x0: plotLeft, y0: laneTop, x1: plotLeft + Span, y1: laneBottom, ink: rgb(0x0b1220), far: rgb(0x0b1220)})
	for i := range h.Len() {
		m, x := h.At(i), plotLeft+float64(i)
		a, b := inkA().fade(shade(m.SumA)), inkB().fade(shade(m.SumB))
		out = append(out, shape{x0: x, y0: laneTop, x1: x + 1, y1: middle, ink: a, far: a},
			shape{x0: x, y0: middle + verdictHeight, x1: x + 1, y1: laneBottom, ink: b, far: b})
	}
	return verdicts(out, h)
}

// shade takes a strength from a checksum: equal checksums have equal ones.
func shade(sum uint64) float32 { return 0.12 + 0.88*float32(sum>>56)/255 }

// verdicts is one box for each run of steps that are alike.
func verdicts(out []shape, h *History) []shape {
	const top = laneTop + laneHeight
	for i := 0; i < h.Len(); {
		from, equal := i, same(h, i)
		for i < h.Len() && same(h, i) == equal {
			i++
		}
		c := inkSplit()
		if equal {
			c = inkEqual()
		}
		out = append(out, shape{x0: plotLeft + float64(from), y0: top, x1: plotLeft + float64(i), y1: top + verdictHeight, ink: c, far: c})
	}
	return out
}

func same(h *History, i int) bool { return h.At(i).SumA == h.At(i).SumB }

// marks are lines through the strip and the lanes.
func marks(out []shape, h *History, r pegs.Report) []shape {
	for step, c := range events(r) {
		if i, ok := h.find(step); ok {
			x := across(i)
			out = append(out, shape{form: line, x0: x, y0: stripTop - 6, x1: x, y1: laneBottom, width: 1.4, ink: c, far: c})
		}
	}
	return out
}
