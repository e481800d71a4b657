//go:build js || desktop

package lab

import (
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"
)

// View draws experiments. The zero value is ready. It is for the game loop's
// goroutine.
type View struct {
	shapes []shape
	mesh   mesh
	verts  []ebiten.Vertex
	white  *ebiten.Image
}

// Draw paints the experiment onto dst, as large as fits and centred.
func (v *View) Draw(dst *ebiten.Image, e *Experiment) {
	if v.white == nil {
		v.white = ebiten.NewImage(3, 3)
		v.white.Fill(color.White)
	}
	size := dst.Bounds().Size()
	m := &v.mesh
	m.scale = min(float32(size.X)/Width, float32(size.Y)/Height)
	m.left, m.top = (float32(size.X)-Width*m.scale)/2, (float32(size.Y)-Height*m.scale)/2
	m.verts, m.index = m.verts[:0], m.index[:0]
	v.shapes = compose(v.shapes[:0], &e.History, e.report)
	for _, s := range v.shapes {
		m.add(s)
	}
	v.verts = v.verts[:0]
	for _, p := range m.verts {
		v.verts = append(v.verts, ebiten.Vertex{
			DstX: p.x, DstY: p.y, SrcX: 1.5, SrcY: 1.5, ColorR: p.ink.r, ColorG: p.ink.g, ColorB: p.ink.b, ColorA: p.ink.a,
		})
	}
	dst.DrawTriangles(v.verts, m.index, v.white, &ebiten.DrawTrianglesOptions{ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha})
}
