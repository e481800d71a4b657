//go:build js

package main

import (
	"example.com/backstep/demo/duel"
	"example.com/backstep/demo/match"
	"example.com/backstep/demo/view"
)

// How long a direction is held, in pictures, until it repeats and until it is fast.
const (
	repeatAfter = 18
	fastAfter   = 90
	fastFrames  = 5
)

// past is the view of the match's last minute, while it is open.
type past struct {
	match.Scrub
	dir     int8
	held    int // pictures
	dragged bool
	bar     view.Scrub
	overlay view.Overlay
}

// steer moves the view with the buttons of a picture: one frame at a press, and
// more while it is held.
func (p *past) steer(b duel.Buttons) {
	dir := b.Dir()
	if dir != p.dir {
		p.dir, p.held = dir, 0
	}
	if dir == 0 {
		return
	}
	switch p.held++; {
	case p.held > fastAfter:
		p.Move(int(dir) * fastFrames)
	case p.held == 1 || p.held > repeatAfter:
		p.Move(int(dir))
	}
}

// point drags the knob of the bar: it is taken hold of near the track, and followed
// wherever the pointer goes.
func (p *past) point(at pointer) {
	part, on := p.bar.Part(float32(at.x)*view.Width, float32(at.y)*view.Height)
	if at.down {
		p.dragged = on && p.Open()
	}
	if p.dragged {
		p.Seek(part)
	}
	p.dragged = p.dragged && at.held
}

// picture is what to draw instead of the match: the world of then, and names and the
// bar over it.
func (p *past) picture(live *view.Overlay) (*duel.World, *view.Overlay) {
	oldest, newest := p.Span()
	p.bar = view.Scrub{Oldest: int64(oldest), Newest: int64(newest), At: int64(p.At()), Rate: duel.FPS, Memory: p.Memory()}
	p.overlay = view.Overlay{Names: live.Names, Local: live.Local, Scrub: &p.bar}
	return &p.World, &p.overlay
}
