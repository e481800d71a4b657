//go:build js || desktop

package lab

import (
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/ebitenutil"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"example.com/backstep/demo/pegs"
)

// Draw paints the lab onto dst, as large as fits and centred.
func Draw(dst *ebiten.Image, h *History, r pegs.Report) {
	dst.Fill(color.NRGBA{0x0b, 0x0d, 0x14, 0xff})
	size := dst.Bounds().Size()
	scale := min(float32(size.X)/Width, float32(size.Y)/Height)
	left, top := (float32(size.X)-Width*scale)/2, (float32(size.Y)-Height*scale)/2
	at := func(x, y float64) (float32, float32) { return left + float32(x)*scale, top + float32(y)*scale }
	for _, s := range compose(h, r) {
		x, y := at(s.x0, s.y0)
		switch {
		case s.text != "":
			ebitenutil.DebugPrintAt(dst, s.text, int(x), int(y))
		case s.radius != 0:
			vector.DrawFilledCircle(dst, x, y, float32(s.radius)*scale, s.ink, true)
		default:
			u, v := at(s.x1, s.y1)
			vector.StrokeLine(dst, x, y, u, v, max(float32(s.width)*scale, 1), s.ink, false)
		}
	}
}
