package view

import (
	"fmt"
	"strconv"

	"example.com/backstep/demo/duel"
)

const (
	barWide  = 356
	barHigh  = 20
	barTop   = 26
	barSkew  = 10
	barInner = 56 // from the middle of the canvas to a bar
	rowHigh  = 50
)

// drawHUD draws health, names, rounds won and the clock. Even seats are on
// the left, odd ones on the right, a second pair below the first.
func drawHUD(m *mesh, w *duel.World, o *Overlay) {
	for i := range int(w.Count) {
		drawHealth(m, w, o, i)
	}
	drawClock(m, w)
	for i := range int(w.Count) {
		drawCombo(m, w, i)
	}
}

// slot is where seat i's bar is: the side, and the top.
func slot(i int) (side, y float32) {
	side = -1
	if i%2 == 1 {
		side = 1
	}
	return side, barTop + float32(i/2)*rowHigh
}

// gauge draws a part of a bar that drains away from the middle.
func gauge(m *mesh, side, y, full float32, top, bottom ink) {
	w := barWide * clamp(full, 0, 1)
	x := float32(Width/2 + barInner)
	if side < 0 {
		m.slant(Width/2-barInner-w, y, w, barHigh, -barSkew, top, bottom)
		return
	}
	m.slant(x, y, w, barHigh, barSkew, top, bottom)
}

func drawHealth(m *mesh, w *duel.World, o *Overlay, i int) {
	f := &w.Fighters[i]
	side, y := slot(i)
	frame := func(grow float32, c ink) {
		x := float32(Width/2+barInner) - grow
		if side < 0 {
			x = Width/2 - barInner - barWide - grow
		}
		m.slant(x, y-grow, barWide+2*grow, barHigh+2*grow, side*(barSkew+grow/2), c, c)
	}
	frame(4, black.fade(0.85))
	frame(2.5, white.fade(0.85))
	frame(0.5, rgb(0x1a1020))
	health := float32(f.Health) / duel.MaxHealth
	gauge(m, side, y, float32(f.Trail)/duel.MaxHealth, rgb(0xff5b4d), rgb(0xc4222f))
	top, bottom := rgb(0xfff27a), rgb(0xf4a21f)
	if health < 0.25 {
		beat := 0.5 + 0.5*sin(float32(w.Frame)*0.25)
		top, bottom = rgb(0xff8a4a).mix(white, 0.4*beat), rgb(0xe23b2a)
	} else if f.Health == duel.MaxHealth {
		top, bottom = rgb(0xb9ff7a), rgb(0x3fc75a)
	}
	gauge(m, side, y, health, top, bottom)
	drawName(m, w, o, i, side, y)
}

func drawName(m *mesh, w *duel.World, o *Overlay, i int, side, y float32) {
	name := o.name(i)
	c := rgb(0x9a94a8)
	switch f := &w.Fighters[i]; {
	case w.Awaits(i) && i == o.Local: // not for long
	case w.Awaits(i):
		name += ": AWAY"
	case !f.Present:
		name += " LEFT"
	case f.Action == duel.Absent:
		name += ": NEXT ROUND" // it is back
	default:
		c = white
	}
	outer := Width/2 + side*(barInner+barWide)
	p := pt{outer - side*22, y + barHigh + 9}
	anchor := float32(0)
	if side > 0 {
		anchor = 1
	}
	m.disc(pt{outer - side*8, y + barHigh + 15}, 8, black)
	m.disc(pt{outer - side*8, y + barHigh + 15}, 6, looks[i].cloth)
	m.disc(pt{outer - side*8, y + barHigh + 15}, 2.6, looks[i].trim)
	m.shadowed(face(12), p, anchor, name, c)
	team := w.Fighters[i].Team
	for k := range duel.RoundsToWin {
		pip(m, pt{Width/2 + side*(barInner+8+18*float32(k)), y + barHigh + 14}, k < int(w.Wins[team]), w.Frame)
	}
}

// pip is a round to win, lit once won.
func pip(m *mesh, p pt, won bool, frame uint32) {
	diamond := func(r float32, c ink) {
		m.fan(c, pt{p.x, p.y - r}, pt{p.x + r, p.y}, pt{p.x, p.y + r}, pt{p.x - r, p.y})
	}
	diamond(8, black)
	diamond(6.5, rgb(0x6a6078))
	diamond(5, rgb(0x221a2c))
	if won {
		m.glow(p, 18, rgb(0xffd45a), 0.6+0.15*sin(float32(frame)*0.08))
		diamond(5.5, rgb(0xffd45a))
		diamond(2.6, white)
	}
}

func drawClock(m *mesh, w *duel.World) {
	p := pt{Width / 2, barTop + 13}
	hexagon := func(r float32, c ink) {
		var ps [6]pt
		for k := range ps {
			a := tau * (float32(k) + 0.5) / 6
			ps[k] = p.add(pt{r * 1.1 * cos(a), r * sin(a)})
		}
		m.fan(c, ps[:]...)
	}
	hexagon(36, black.fade(0.85))
	hexagon(34, white.fade(0.85))
	hexagon(31.5, rgb(0x1a1020))
	left := (w.Clock + duel.FPS - 1) / duel.FPS
	c := white
	if left <= 10 {
		c = rgb(0xff6a4d).mix(white, 0.3+0.3*sin(float32(w.Frame)*0.3))
	}
	m.shadowed(typeface{size: 24, weight: 4.6, track: 6.5}, pt{p.x, p.y - 12}, 0.5, fmt.Sprintf("%02d", left), c)
}

// drawCombo counts the hits that a fighter takes, on the side of who lands
// them.
func drawCombo(m *mesh, w *duel.World, i int) {
	f := &w.Fighters[i]
	if f.Combo < 2 || w.Phase > duel.Knockout {
		return
	}
	side, y := slot(i)
	x := Width/2 - side*(Width/2-40)
	anchor := float32(0)
	if side < 0 {
		anchor = 1
	}
	pop := 1 + 0.5*(1-snap(float32(f.Frame+8-int32(f.Stop))/8))
	c := rgb(0xffe27a)
	m.shadowed(title(30*pop), pt{x, y + 84}, anchor, strconv.Itoa(int(f.Combo))+" HITS", c)
}

// drawMarker points at the fighter played here.
func drawMarker(m *mesh, cam *camera, w *duel.World, o *Overlay) {
	if o.Local < 0 || o.Local >= int(w.Count) || w.Fighters[o.Local].Action == duel.Absent {
		return
	}
	f := &w.Fighters[o.Local]
	p := cam.at(point(f.Pos).add(pt{0, 134}))
	if p.y < 112 {
		return // it would cover the clock; who jumps that high is easy to see
	}
	p.y += 3 * sin(float32(w.Frame)*0.12)
	c := looks[o.Local].trim
	m.fan(black, p.add(pt{-11, -9}), p.add(pt{11, -9}), p.add(pt{0, 8}))
	m.fan(c, p.add(pt{-8, -7}), p.add(pt{8, -7}), p.add(pt{0, 5}))
	m.shadowed(face(9), p.add(pt{0, -23}), 0.5, "YOU", c)
}
