//go:build js

package main

import (
	"github.com/hajimehoshi/ebiten/v2"

	"example.com/backstep/demo/view"
)

// game is the stage as Ebitengine calls it, once for each refresh of a visible
// tab.
type game struct {
	stage *stage
	view  view.View
}

// Update implements ebiten.Game.
func (g *game) Update() error {
	g.stage.hold(view.ReadButtons(view.KeysLeft, view.KeysRight, view.Pad0))
	g.stage.tick()
	return nil
}

// Draw implements ebiten.Game.
func (g *game) Draw(screen *ebiten.Image) {
	world, overlay := g.stage.picture()
	g.view.Draw(screen, world, overlay)
}

// Layout implements ebiten.Game: one pixel of the picture is one of the screen.
func (g *game) Layout(wide, high int) (int, int) {
	scale := ebiten.Monitor().DeviceScaleFactor()
	return int(float64(wide) * scale), int(float64(high) * scale)
}
