//go:build js || desktop

package view

import (
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"

	"example.com/backstep/demo/duel"
)

// View draws worlds. The zero value is ready. It is for one goroutine, the
// game loop's.
type View struct {
	mesh  mesh
	verts []ebiten.Vertex
	white *ebiten.Image
}

// Draw paints w and what o puts over it onto dst, as large as fits and
// centred. A nil o is an empty one.
func (v *View) Draw(dst *ebiten.Image, w *duel.World, o *Overlay) {
	if o == nil {
		o = &Overlay{Local: -1}
	}
	v.start(dst)
	compose(&v.mesh, w, o)
	v.flush(dst)
}

// start fits the canvas into dst.
func (v *View) start(dst *ebiten.Image) {
	if v.white == nil {
		v.white = ebiten.NewImage(3, 3)
		v.white.Fill(color.White)
	}
	at, size := dst.Bounds().Min, dst.Bounds().Size()
	scale := min(float32(size.X)/Width, float32(size.Y)/Height)
	v.mesh.scale = scale
	v.mesh.origin = pt{float32(at.X) + (float32(size.X)-Width*scale)/2, float32(at.Y) + (float32(size.Y)-Height*scale)/2}
	v.mesh.full = func() { v.flush(dst) }
	v.mesh.reset()
}

// flush hands the mesh to Ebitengine. Inks are premultiplied, so that a zero
// alpha adds light under the usual blending.
func (v *View) flush(dst *ebiten.Image) {
	v.verts = v.verts[:0]
	for _, p := range v.mesh.verts {
		v.verts = append(v.verts, ebiten.Vertex{
			DstX: p.x, DstY: p.y, SrcX: 1.5, SrcY: 1.5,
			ColorR: p.r, ColorG: p.g, ColorB: p.b, ColorA: p.a,
		})
	}
	dst.DrawTriangles(v.verts, v.mesh.index, v.white, &ebiten.DrawTrianglesOptions{
		ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha,
		AntiAlias:      true,
	})
}
