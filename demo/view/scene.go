package view

import "example.com/backstep/demo/duel"

// scene is the palette and the furniture of a stage.
type scene struct {
	zenith, sky, horizon ink // of the sky, from the top down
	sun                  ink
	sunAt                pt
	sunSize              float32
	ridges               [3]ink // from far to near
	building             ink
	lamp                 ink
	floor, plank, edge   ink
	mote                 ink
	rising               bool // motes rise like embers instead of falling
	stars                int
}

// scenes are by World.Stage. Nothing writes to them.
var scenes = [duel.Stages]scene{
	{ // dusk at the shrine
		zenith: rgb(0x1b1740), sky: rgb(0x7a2f6a), horizon: rgb(0xff9a5a),
		sun: rgb(0xffd08a), sunAt: pt{620, 300}, sunSize: 74,
		ridges:   [3]ink{rgb(0x8c3b6e), rgb(0x5b2a5e), rgb(0x36204d)},
		building: rgb(0x24153a), lamp: rgb(0xffb054),
		floor: rgb(0x4b2b45), plank: rgb(0x2a1831), edge: rgb(0xc8694f),
		mote: rgb(0xffb3c7),
	},
	{ // night over the harbour
		zenith: rgb(0x060b24), sky: rgb(0x12275a), horizon: rgb(0x2f7f9c),
		sun: rgb(0xe4f4ff), sunAt: pt{280, 130}, sunSize: 44,
		ridges:   [3]ink{rgb(0x1d4a72), rgb(0x14325a), rgb(0x0d2143)},
		building: rgb(0x0a1733), lamp: rgb(0x5fe8ff),
		floor: rgb(0x20365a), plank: rgb(0x101d38), edge: rgb(0x4fb6d8),
		mote: rgb(0x9ae8ff), stars: 90,
	},
	{ // the forge at dawn
		zenith: rgb(0x10222b), sky: rgb(0x2f5a58), horizon: rgb(0xf3c77a),
		sun: rgb(0xfff0c0), sunAt: pt{430, 320}, sunSize: 60,
		ridges:   [3]ink{rgb(0x6d8068), rgb(0x3d5a50), rgb(0x213b3a)},
		building: rgb(0x142629), lamp: rgb(0xff7a3c),
		floor: rgb(0x4a4034), plank: rgb(0x251f1b), edge: rgb(0xd99a4e),
		mote: rgb(0xff8a3c), rising: true,
	},
}

// sceneOf is a copy of the world's scene.
func sceneOf(w *duel.World) scene { return scenes[w.Stage%duel.Stages] }

// drawScene draws all that lies behind the fighters.
func drawScene(m *mesh, cam *camera, w *duel.World) {
	s := sceneOf(w)
	m.rect(-20, -20, Width+40, 250, s.zenith, s.sky)
	m.rect(-20, 230, Width+40, floorY-200, s.sky, s.horizon)
	s.drawStars(m, w.Frame)
	s.drawSun(m, cam, w.Frame)
	for i, c := range s.ridges {
		s.ridge(m, cam, i, c)
	}
	s.shrine(m, cam)
	s.lanterns(m, cam, w.Frame)
	s.ground(m, cam)
	s.motes(m, cam, w.Frame, 34, 0.5)
}

func (s *scene) drawStars(m *mesh, frame uint32) {
	for i := range uint32(s.stars) {
		p := pt{wobble(i, 1) * Width, wobble(i, 2) * 260}
		t := 0.35 + 0.35*sin(float32(frame)*0.04+float32(i))
		m.glow(p, 1.2+wobble(i, 3)*1.6, white, t)
	}
}

func (s *scene) drawSun(m *mesh, cam *camera, frame uint32) {
	p := pt{cam.far(s.sunAt.x-Width/2, 0.04), s.sunAt.y}
	m.glow(p, s.sunSize*4.2, s.sun, 0.34)
	m.glow(p, s.sunSize*1.9, s.sun, 0.4)
	m.oval(p, s.sunSize, s.sunSize, s.sun.mix(white, 0.5), s.sun)
	// Bars of cloud drift across it.
	for i := range uint32(7) {
		y := s.sunAt.y - s.sunSize + float32(i)*s.sunSize*0.31
		x := cam.far(wobble(i, 5)*1500-750+float32(frame)*(0.05+0.05*wobble(i, 6)), 0.06)
		x = wrap(x, -400, Width+400)
		c := s.horizon.mix(s.sky, 0.45+0.4*wobble(i, 7)).fade(0.6)
		m.oval(pt{x, y}, 150+170*wobble(i, 8), 3.5+5*wobble(i, 9), c, none)
	}
}

func wrap(x, lo, hi float32) float32 {
	for x > hi {
		x -= hi - lo
	}
	for x < lo {
		x += hi - lo
	}
	return x
}

// ridge is a line of hills; mist lies at its foot.
func (s *scene) ridge(m *mesh, cam *camera, i int, c ink) {
	depth := 0.10 + 0.11*float32(i)
	base := 300 + 38*float32(i)
	const step = 24
	height := func(x float32) float32 {
		k := float32(i) * 1.9
		return base - (34-5*float32(i))*sin(x*0.006+k) - 20*sin(x*0.017+k*2.3) - 7*sin(x*0.051+k)
	}
	foot := c.mix(s.horizon, 0.42)
	for x := float32(-900); x < 900; x += step {
		p, q := pt{cam.far(x, depth), height(x)}, pt{cam.far(x+step, depth), height(x + step)}
		m.quad(p, q, pt{q.x, floorY}, pt{p.x, floorY}, c, c, foot, foot)
	}
}

// shrine is a row of gates and roofs, with lit windows.
func (s *scene) shrine(m *mesh, cam *camera) {
	for i := range uint32(7) {
		x := -690 + 230*float32(i) + 50*(wobble(i, 11)-0.5)
		if i%2 == 1 {
			s.gate(m, cam, x, 0.46, 118+26*wobble(i, 12))
		} else {
			s.pagoda(m, cam, x, 0.36, 2+int(wobble(i, 13)*2.4))
		}
	}
	m.rect(-20, floorY-70, Width+40, 84, none, s.horizon.fade(0.34))
}

func (s *scene) gate(m *mesh, cam *camera, x, depth, h float32) {
	at := func(dx, y float32) pt { return pt{cam.far(x+dx, depth), floorY + 6 - y} }
	c := s.building.mix(s.edge, 0.34)
	for _, side := range []float32{-1, 1} {
		m.bar(at(side*46, 0), at(side*40, h), 9, c)
	}
	m.bar(at(-54, h*0.76), at(54, h*0.76), 7, c.dark(0.8))
	m.quad(at(-72, h+15), at(72, h+15), at(60, h-2), at(-60, h-2), c.dark(0.6), c.dark(0.6), c, c)
	m.bar(at(-74, h+17), at(74, h+17), 4, c.mix(s.edge, 0.5))
}

func (s *scene) pagoda(m *mesh, cam *camera, x, depth float32, floors int) {
	at := func(dx, y float32) pt { return pt{cam.far(x+dx, depth), floorY - y} }
	y, half := float32(0), float32(74)
	for range floors {
		m.quad(at(-half*0.7, y+44), at(half*0.7, y+44), at(half*0.76, y), at(-half*0.76, y), s.building, s.building, s.building.mix(s.horizon, 0.2), s.building.mix(s.horizon, 0.2))
		for k := range 3 {
			p := at((float32(k)-1)*half*0.4, y+22)
			m.rect(p.x-6, p.y-9, 12, 17, s.lamp.fade(0.85), s.lamp.dark(0.7).fade(0.85))
			m.glow(p, 26, s.lamp, 0.16)
		}
		m.quad(at(-half*0.62, y+62), at(half*0.62, y+62), at(half*1.2, y+40), at(-half*1.2, y+40), s.building.dark(0.7), s.building.dark(0.7), s.building.dark(0.45), s.building.dark(0.45))
		m.bar(at(-half*1.2, y+40), at(half*1.2, y+40), 2.4, s.building.mix(s.edge, 0.45))
		y, half = y+58, half*0.8
	}
	m.bar(at(0, y), at(0, y+34), 4, s.building)
}

// lanterns hang on a line between the arena and the shrine.
func (s *scene) lanterns(m *mesh, cam *camera, frame uint32) {
	const depth, gap = 0.62, 104
	for i := range uint32(14) {
		x := -680 + gap*float32(i)
		sag := func(x float32) float32 { return 158 - 15*sin(x*0.0302) }
		p, q := pt{cam.far(x, depth), sag(x)}, pt{cam.far(x+gap, depth), sag(x + gap)}
		m.bar(p, q, 1.6, s.building)
		swing := 2.5 * sin(float32(frame)*0.03+float32(i)*1.3)
		lamp := pt{p.x + swing, p.y + 22}
		m.bar(p, lamp, 1.4, s.building)
		beat := 0.30 + 0.05*sin(float32(frame)*0.09+float32(i)*2.1)
		m.glow(lamp, 58, s.lamp, beat)
		m.oval(lamp, 10, 13, s.lamp.mix(white, 0.55), s.lamp)
		m.rect(lamp.x-5, lamp.y-14, 10, 3, s.building, s.building)
		m.rect(lamp.x-5, lamp.y+11, 10, 3, s.building, s.building)
	}
}
