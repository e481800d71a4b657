//go:build js

// Command web is the demo's two pages: the duel against whoever is in the room, and
// the chaos lab, in a browser.
//
// Of the duel, a goroutine (lobby.go) finds a room and opens matches in it; the stage
// (stage.go) holds the match that is on, and moves it whenever anything calls:
// the frame callback of a visible tab, the network's events of a hidden one. Its
// sounds are those of audio.go, and past.go looks at its last minute. The page around
// the canvas is index.html, and page.go is what talks to it; panel.go shows a desync,
// seat.go what lets a page come back into its match when it is reloaded.
//
// Of the lab, labstage.go holds the experiment and moves it with each picture;
// lablink.go finds the native peer for copy B; labpage.go talks to pegs.html.
package main

import (
	"context"

	"github.com/hajimehoshi/ebiten/v2"
)

func main() {
	var err error
	if d := newDOM(); d.name() == "pegs" {
		err = runLab()
	} else {
		err = runDuel()
	}
	if err != nil {
		newDOM().fail("The game stopped: " + err.Error())
	}
}

func runDuel() error {
	page := newPage()
	stage := newStage(page)
	page.onHide(stage.goodbye)
	page.onKey(stage.key)
	page.onPoint(stage.point)
	page.onClick("mute", stage.audio.toggle)
	go stage.keepAwake()
	go (&lobby{page: page, stage: stage}).run(context.Background())
	ebiten.SetTPS(ebiten.SyncWithFPS) // frames are paced by the session, not by the display
	return ebiten.RunGame(&game{stage: stage})
}
