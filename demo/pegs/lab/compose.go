package lab

import (
	"fmt"
	"image/color"
	"math"

	"example.com/backstep/demo/pegs"
)

// The canvas in units: the arena, below it the strip of distances, and at the bottom
// the lane of checksums.
const (
	Width       = pegs.Width
	stripTop    = pegs.Height + 16
	stripHeight = 96
	laneTop     = stripTop + stripHeight + 16
	laneHeight  = 24
	Height      = laneTop + laneHeight
)

// The strip goes from the last place of a float64 below 1 to twice the arena.
const leastExponent, mostExponent = -17, 3

// trail is how many steps a trail is long.
const trail = 90

// shape is a disc if radius is not 0, a text if there is one, or else a line.
type shape struct {
	x0, y0, x1, y1 float64
	radius, width  float64
	text           string
	ink            color.NRGBA // a text is white
}

// The inks. Copies have the same ones everywhere.
func inkA() color.NRGBA    { return color.NRGBA{0x4c, 0xc9, 0xf0, 0xff} }
func inkB() color.NRGBA    { return color.NRGBA{0xff, 0x9f, 0x1c, 0xff} }
func inkPeg() color.NRGBA  { return color.NRGBA{0x5a, 0x63, 0x78, 0xff} }
func inkRule() color.NRGBA { return color.NRGBA{0x2b, 0x31, 0x40, 0xff} }
func inkMark() color.NRGBA { return color.NRGBA{0xff, 0x3b, 0x5c, 0xff} }

func faded(c color.NRGBA, t float64) color.NRGBA {
	c.A = uint8(255 * t)
	return c
}

// compose is the picture, in painting order.
func compose(h *History, r pegs.Report) (out []shape) {
	out = append(out, arena()...)
	out = append(out, trails(h)...)
	out = append(out, strip(h)...)
	out = append(out, lane(h)...)
	out = append(out, marks(h, r)...)
	return append(out, caption(h, r)...)
}

func arena() (out []shape) {
	for i := range pegs.Pegs {
		x, y := pegs.Peg(i)
		out = append(out, shape{x0: float64(x), y0: float64(y), radius: pegs.PegRadius, ink: inkPeg()})
	}
	return append(out, rule(pegs.Height))
}

// rule is a line across the canvas.
func rule(y float64) shape {
	return shape{x0: 0, y0: y, x1: Width, y1: y, width: 1, ink: inkRule()}
}

// trails ends in the balls, B below A: where both are at one place, A is seen.
func trails(h *History) (out []shape) {
	last := h.Len() - 1
	for i := max(last-trail, 0) + 1; i <= last; i++ {
		p, q, t := h.At(i-1), h.At(i), 1-float64(last-i)/trail
		out = append(out,
			shape{x0: p.BX, y0: p.BY, x1: q.BX, y1: q.BY, width: 2, ink: faded(inkB(), t)},
			shape{x0: p.AX, y0: p.AY, x1: q.AX, y1: q.AY, width: 2, ink: faded(inkA(), t)})
	}
	if last >= 0 {
		m := h.At(last)
		out = append(out, shape{x0: m.BX, y0: m.BY, radius: pegs.BallRadius, ink: inkB()}, shape{x0: m.AX, y0: m.AY, radius: pegs.BallRadius - 1, ink: inkA()})
	}
	return out
}

// strip has a bar for every step, as high as the logarithm of the distance, and a
// rule at the distance that is visible.
func strip(h *History) []shape {
	out := []shape{rule(level(pegs.Visible)), rule(stripTop + stripHeight)}
	for i := range h.Len() {
		x := float64(i) + 0.5
		out = append(out, shape{x0: x, y0: stripTop + stripHeight, x1: x, y1: level(h.At(i).Distance), width: 1, ink: inkB()})
	}
	return out
}

// level is where a distance lies on the strip; 0 and what is less than its least is
// the bottom.
func level(distance float64) float64 {
	t := (math.Log10(distance) - leastExponent) / (mostExponent - leastExponent)
	return stripTop + stripHeight*(1-min(max(t, 0), 1))
}

// lane has both checksums of every step as shades, A's above B's.
func lane(h *History) (out []shape) {
	for i := range h.Len() {
		m, x := h.At(i), float64(i)+0.5
		out = append(out,
			shape{x0: x, y0: laneTop, x1: x, y1: laneTop + laneHeight/2, width: 1, ink: shade(inkA(), m.SumA)},
			shape{x0: x, y0: laneTop + laneHeight/2, x1: x, y1: laneTop + laneHeight, width: 1, ink: shade(inkB(), m.SumB)})
		if m.SumA != m.SumB {
			out = append(out, shape{x0: x - 0.5, y0: laneTop + laneHeight/2, x1: x + 0.5, y1: laneTop + laneHeight/2, width: 2, ink: inkMark()})
		}
	}
	return out
}

// shade takes the strength of an ink from a checksum.
func shade(c color.NRGBA, sum uint64) color.NRGBA {
	return faded(c, 0.2+0.8*float64(sum>>56)/255)
}

// marks point at the split: where the balls were, and when that was.
func marks(h *History, r pegs.Report) (out []shape) {
	for i := range h.Len() {
		if m := h.At(i); m.Step == r.Split {
			x := float64(i) + 0.5
			out = append(out,
				shape{x0: x, y0: stripTop, x1: x, y1: Height, width: 2, ink: inkMark()},
				shape{x0: m.AX, y0: m.AY, radius: 3, ink: inkMark()})
		}
	}
	return out
}

func caption(h *History, r pegs.Report) []shape {
	if h.Len() == 0 {
		return nil
	}
	at := func(step int64) string {
		if step == pegs.Never {
			return "never"
		}
		return fmt.Sprint(step)
	}
	text := fmt.Sprintf("step %d   split %s   apart %s   rounded away %s   distance %.3g",
		r.Step, at(r.Split), at(r.Apart), at(r.Merged), h.At(h.Len()-1).Distance)
	return []shape{{x0: 6, y0: pegs.Height + 1, text: text}}
}
