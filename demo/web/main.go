//go:build js

// Command web is the page: the duel against whoever is in the room, in a
// browser.
//
// A goroutine (lobby.go) finds a room and opens matches in it; the stage
// (stage.go) holds the match that is on, and moves it whenever anything calls:
// the frame callback of a visible tab, the network's events of a hidden one. Its
// sounds are those of audio.go. The page around the canvas is index.html, and
// page.go is what talks to it.
package main

import (
	"context"

	"github.com/hajimehoshi/ebiten/v2"
)

func main() {
	page := newPage()
	stage := newStage(page)
	page.onHide(stage.goodbye)
	page.onKey(stage.key)
	page.onClick("mute", stage.audio.toggle)
	go stage.keepAwake()
	go (&lobby{page: page, stage: stage}).run(context.Background())
	ebiten.SetTPS(ebiten.SyncWithFPS) // frames are paced by the session, not by the display
	if err := ebiten.RunGame(&game{stage: stage}); err != nil {
		page.fail("The game stopped: " + err.Error())
	}
}
