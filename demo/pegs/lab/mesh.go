package lab

import "math"

// form is what a shape is.
type form uint8

const (
	box  form = iota // from the corner 0 to the corner 1; ink at its top, far at its bottom
	line             // from 0 to 1; ink there, far here
	disc             // around 0; ink in its middle, far at its rim
	ring             // around 0, width wide, in ink
)

// shape is a part of the picture, in units of the canvas.
type shape struct {
	form           form
	x0, y0, x1, y1 float64
	radius, width  float64
	ink, far       ink
}

// vertex is a corner of a triangle in pixels.
type vertex struct {
	x, y float32
	ink  ink
}

// mesh turns shapes into triangles, in the order in which they are added. Edges of all
// but boxes fade within feather pixels, which is what makes them smooth.
type mesh struct {
	left, top, scale float32 // of the canvas, in pixels
	verts            []vertex
	index            []uint16
}

const feather = 1

// maxVertices is the most that indices of 16 bits can name, less the largest shape.
const maxVertices = 1<<16 - 512

// add leaves out what no longer fits.
func (m *mesh) add(s shape) {
	if len(m.verts) > maxVertices {
		return
	}
	switch s.form {
	case box:
		m.box(s)
	case line:
		m.line(s)
	case disc:
		m.round(s.x0, s.y0, []hoop{{0, s.ink}, {m.px(s.radius) - feather/2., s.far}, {m.px(s.radius) + feather/2., ink{}}})
	case ring:
		r, w := m.px(s.radius), m.px(s.width)/2
		m.round(s.x0, s.y0, []hoop{{r - w - feather/2., ink{}}, {r - w + feather/2., s.ink}, {r + w - feather/2., s.ink}, {r + w + feather/2., ink{}}})
	}
}

func (m *mesh) px(units float64) float32 { return float32(units) * m.scale }

// vert is a corner at a place in units, moved by pixels.
func (m *mesh) vert(x, y float64, dx, dy float32, c ink) uint16 {
	m.verts = append(m.verts, vertex{m.left + m.px(x) + dx, m.top + m.px(y) + dy, c})
	return uint16(len(m.verts) - 1)
}

// quad fills between two pairs of corners.
func (m *mesh) quad(a, b, c, d uint16) { m.index = append(m.index, a, b, c, b, d, c) }

func (m *mesh) box(s shape) {
	a, b := m.vert(s.x0, s.y0, 0, 0, s.ink), m.vert(s.x1, s.y0, 0, 0, s.ink)
	m.quad(a, b, m.vert(s.x0, s.y1, 0, 0, s.far), m.vert(s.x1, s.y1, 0, 0, s.far))
}

// line has four corners at each end: the outer ones are clear.
func (m *mesh) line(s shape) {
	dx, dy := float32(s.x1-s.x0), float32(s.y1-s.y0)
	length := float32(math.Hypot(float64(dx), float64(dy)))
	if length == 0 {
		return
	}
	nx, ny := -dy/length, dx/length
	half := max(m.px(s.width), 1) / 2
	var ends [2][4]uint16
	for side, at := range [4]float32{-half - feather/2., -half + feather/2., half - feather/2., half + feather/2.} {
		near, far := s.ink, s.far
		if side == 0 || side == 3 {
			near, far = ink{}, ink{}
		}
		ends[0][side] = m.vert(s.x0, s.y0, nx*at, ny*at, near)
		ends[1][side] = m.vert(s.x1, s.y1, nx*at, ny*at, far)
	}
	for i := range 3 {
		m.quad(ends[0][i], ends[0][i+1], ends[1][i], ends[1][i+1])
	}
}

// hoop is a circle of a radius in pixels.
type hoop struct {
	radius float32
	ink    ink
}

// round fills between hoops around one place.
func (m *mesh) round(x, y float64, hoops []hoop) {
	n := int(min(max(8+hoops[len(hoops)-1].radius*0.6, 12), 64))
	first := len(m.verts)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		for _, h := range hoops {
			r := max(h.radius, 0)
			m.vert(x, y, r*float32(cos), r*float32(sin), h.ink)
		}
	}
	for i := range n {
		a, b := first+i*len(hoops), first+(i+1)%n*len(hoops)
		for j := range len(hoops) - 1 {
			m.quad(uint16(a+j), uint16(a+j+1), uint16(b+j), uint16(b+j+1))
		}
	}
}
