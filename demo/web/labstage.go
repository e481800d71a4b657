//go:build js

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"example.com/backstep/demo/pegs/lab"
	"example.com/backstep/transport/rtc"
)

// labStage is the chaos lab as Ebitengine calls it. Only Update changes it: events and
// the goroutine that dials hand it what to do. A page that goes away ends the link at
// once, since no Update may follow.
type labStage struct {
	page       *labPage
	experiment *lab.Experiment
	view       lab.View
	todo       chan func() // a full one drops what a user asks for
	begun      time.Time
	wants      controls
	paused     bool
	dialled    func() // ends the attempt to connect that goes on; nil if none does
	note       string
}

func runLab() error {
	page := newLabPage()
	s := &labStage{page: page, todo: make(chan func(), 16), begun: time.Now(), wants: page.controls()}
	s.experiment = lab.NewExperiment(s.wants.Setup)
	page.onChange(func() { s.ask(s.changed) })
	page.onClick("pause", func() { s.ask(s.pause) })
	page.onClick("restart", func() { s.ask(s.restart) })
	page.onClick("nudge", func() { s.ask(s.nudge) })
	page.onKey(func(code string) { s.key(code) })
	page.onHide(s.experiment.Detach)
	s.place()
	ebiten.SetTPS(ebiten.SyncWithFPS) // the experiment is paced by the clock
	return ebiten.RunGame(s)
}

// ask runs in event handlers, which must not wait.
func (s *labStage) ask(f func()) {
	select {
	case s.todo <- f:
	default:
	}
}

// key takes keys that no control has.
func (s *labStage) key(code string) {
	if s.page.typing() {
		return
	}
	switch code {
	case "Space":
		s.ask(s.pause)
	case "KeyR":
		s.ask(s.restart)
	case "KeyN":
		s.ask(s.nudge)
	}
}

func (s *labStage) pause() { s.paused = !s.paused }

func (s *labStage) restart() {
	s.paused = false
	s.experiment.Restart(s.wants.Setup)
}

// nudge does to copy B once what a wrong bit would: what has split cannot split again.
func (s *labStage) nudge() {
	if a, b := s.experiment.Sums(); a == b {
		s.experiment.Nudge(1)
	}
}

// changed takes the controls in.
func (s *labStage) changed() {
	was := s.wants
	s.wants = s.page.controls()
	if s.wants.native != was.native {
		s.place()
	}
	if s.wants.Setup != was.Setup {
		s.restart()
	}
}

// place brings copy B where it is wanted.
func (s *labStage) place() {
	if s.dialled != nil {
		s.dialled()
		s.dialled = nil
	}
	s.note = ""
	s.experiment.Detach()
	if !s.wants.native {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), dialTime)
	s.dialled = cancel
	go func() {
		link, err := dial(ctx, s.page.dom)
		s.todo <- func() { s.connected(ctx, link, err) }
	}()
}

// connected is told how an attempt to connect ended. One that was given up meanwhile
// counts no more.
func (s *labStage) connected(ctx context.Context, link *rtc.Link, err error) {
	switch {
	case ctx.Err() == context.Canceled:
		if err == nil {
			link.Close()
		}
		return
	case err != nil:
		s.fallBack(reason(err) + " Copy B runs in this page.")
	default:
		s.experiment.Attach(link)
	}
	s.dialled()
	s.dialled = nil
}

// fallBack says why copy B is here, and leaves the control to ask for the peer again.
func (s *labStage) fallBack(note string) {
	s.note, s.wants.native = note, false
	s.page.chooseHere()
}

// Update implements ebiten.Game.
func (s *labStage) Update() error {
	for range len(s.todo) {
		(<-s.todo)()
	}
	rate := s.wants.rate
	if s.paused || s.dialled != nil {
		rate = 0
	}
	s.experiment.Tick(time.Since(s.begun), rate)
	if why, step := s.experiment.Lost(); why != nil && s.wants.native && s.dialled == nil {
		s.fallBack(fmt.Sprintf("%s Copy B goes on in this page from step %d.", reason(why), step))
	}
	s.page.show(s)
	return nil
}

// Draw implements ebiten.Game.
func (s *labStage) Draw(screen *ebiten.Image) { s.view.Draw(screen, s.experiment) }

// Layout implements ebiten.Game: one pixel of the picture is one of the screen.
func (s *labStage) Layout(wide, high int) (int, int) {
	scale := ebiten.Monitor().DeviceScaleFactor()
	return int(float64(wide) * scale), int(float64(high) * scale)
}
