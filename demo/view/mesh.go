package view

// vertex is a corner of a triangle in pixels of the image.
type vertex struct {
	pt
	ink
}

// maxVertices keeps indices within 16 bits with room for any one shape.
const maxVertices = 60_000

// mesh collects triangles in drawing order. Shapes are given on the canvas of
// Width by Height; origin and scale take them to the image.
type mesh struct {
	origin pt
	scale  float32
	verts  []vertex
	index  []uint16
	full   func() // draws and empties the mesh when it is full
}

// reset empties the mesh, keeping its memory.
func (m *mesh) reset() { m.verts, m.index = m.verts[:0], m.index[:0] }

// room makes sure that n more vertices fit.
func (m *mesh) room(n int) {
	if len(m.verts)+n > maxVertices && m.full != nil {
		m.full()
		m.reset()
	}
}

func (m *mesh) vert(p pt, c ink) uint16 {
	m.verts = append(m.verts, vertex{p.mul(m.scale).add(m.origin), c})
	return uint16(len(m.verts) - 1)
}

func (m *mesh) tri(a, b, c uint16) { m.index = append(m.index, a, b, c) }

// quad is four corners in order around, each with its ink.
func (m *mesh) quad(a, b, c, d pt, ca, cb, cc, cd ink) {
	m.room(4)
	i, j, k, l := m.vert(a, ca), m.vert(b, cb), m.vert(c, cc), m.vert(d, cd)
	m.tri(i, j, k)
	m.tri(i, k, l)
}

// rect is filled from the ink of its top to that of its bottom.
func (m *mesh) rect(x, y, w, h float32, top, bottom ink) {
	m.quad(pt{x, y}, pt{x + w, y}, pt{x + w, y + h}, pt{x, y + h}, top, top, bottom, bottom)
}

// slant is a parallelogram whose top edge is shifted by skew.
func (m *mesh) slant(x, y, w, h, skew float32, top, bottom ink) {
	m.quad(pt{x + skew, y}, pt{x + w + skew, y}, pt{x + w, y + h}, pt{x, y + h}, top, top, bottom, bottom)
}

// fan is a convex outline around its first point.
func (m *mesh) fan(c ink, ps ...pt) {
	m.room(len(ps))
	first := m.vert(ps[0], c)
	prev := m.vert(ps[1], c)
	for _, p := range ps[2:] {
		next := m.vert(p, c)
		m.tri(first, prev, next)
		prev = next
	}
}

// oval is an ellipse filled from the ink of its middle to that of its rim.
func (m *mesh) oval(p pt, rx, ry float32, mid, rim ink) {
	n := segments(max(rx, ry) * m.scale)
	m.room(n + 2)
	c := m.vert(p, mid)
	prev := m.vert(pt{p.x + rx, p.y}, rim)
	for i := 1; i <= n; i++ {
		s, cs := sin(tau*float32(i)/float32(n)), cos(tau*float32(i)/float32(n))
		next := m.vert(pt{p.x + rx*cs, p.y + ry*s}, rim)
		m.tri(c, prev, next)
		prev = next
	}
}

// disc is a filled circle; glow is added light that fades outwards.
func (m *mesh) disc(p pt, r float32, c ink)            { m.oval(p, r, r, c, c) }
func (m *mesh) glow(p pt, r float32, c ink, t float32) { m.oval(p, r, r, c.light(t), none) }

// ring is a circular band from the ink of its inner rim to that of its outer.
func (m *mesh) ring(p pt, inner, outer float32, ci, co ink) {
	n := segments(outer * m.scale)
	m.room(2*n + 2)
	a, b := m.vert(pt{p.x + inner, p.y}, ci), m.vert(pt{p.x + outer, p.y}, co)
	for i := 1; i <= n; i++ {
		d := pt{cos(tau * float32(i) / float32(n)), sin(tau * float32(i) / float32(n))}
		c, e := m.vert(p.add(d.mul(inner)), ci), m.vert(p.add(d.mul(outer)), co)
		m.tri(a, b, e)
		m.tri(a, e, c)
		a, b = c, e
	}
}

// bone is a tapered line with round ends.
func (m *mesh) bone(a, b pt, ra, rb float32, c ink) {
	n := b.sub(a).unit().left()
	m.quad(a.add(n.mul(ra)), b.add(n.mul(rb)), b.sub(n.mul(rb)), a.sub(n.mul(ra)), c, c, c, c)
	m.disc(a, ra, c)
	m.disc(b, rb, c)
}

// bar is a straight line with square ends that stick out by half its width,
// so that lines meet at corners.
func (m *mesh) bar(a, b pt, width float32, c ink) {
	d := b.sub(a).unit().mul(width / 2)
	n := d.left()
	a, b = a.sub(d), b.add(d)
	m.quad(a.add(n), b.add(n), b.sub(n), a.sub(n), c, c, c, c)
}

// streak is a line that thins and fades from a to b.
func (m *mesh) streak(a, b pt, width float32, ca, cb ink) {
	n := b.sub(a).unit().left().mul(width / 2)
	m.quad(a.add(n), b, b, a.sub(n), ca, cb, cb, ca)
}

const tau = 6.2831853

// segments is how many straight pieces a circle of that radius needs.
func segments(r float32) int { return int(clamp(6+r*0.7, 8, 56)) }
