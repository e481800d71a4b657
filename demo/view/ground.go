package view

// ground is the arena's floor: planks that run towards the viewer, with the
// sky's light on their far edge.
func (s *scene) ground(m *mesh, cam *camera) {
	top := floorY - 14 + cam.jolt.y
	m.rect(-20, top, Width+40, Height-top+20, s.floor, s.plank)
	const planks = 30
	for i := range planks + 1 {
		x := (float32(i)/planks*2 - 1) * 860
		p := pt{cam.at(pt{x, 0}).x, top}
		q := pt{Width/2 + (p.x-Width/2)*1.75, Height + 10}
		m.streak(q, p, 5, s.plank.dark(0.7).fade(0.9), s.plank.fade(0.5))
		if i%2 == 0 {
			n := Width/2 + (cam.at(pt{x + 57, 0}).x-Width/2)*1.75
			m.quad(p, pt{cam.at(pt{x + 57, 0}).x, top}, pt{n, Height + 10}, pt{q.x, Height + 10},
				white.fade(0.05), white.fade(0.05), none, none)
		}
	}
	for i, y := range []float32{top + 26, top + 58} {
		m.rect(-20, y, Width+40, 1.5+float32(i), black.fade(0.25), black.fade(0.25))
	}
	m.rect(-20, top, Width+40, 3, s.edge, s.edge.fade(0.5))
	m.rect(-20, top+3, Width+40, 34, s.edge.light(0.22), none)
	m.oval(pt{cam.far(s.sunAt.x-Width/2, 0.1), top + 14}, 300, 46, s.sun.light(0.2), none)
}

// motes are petals or embers in the air. depth is how far they move with the
// arena.
func (s *scene) motes(m *mesh, cam *camera, frame uint32, n uint32, depth float32) {
	t := float32(frame)
	for i := range n {
		speed := 0.35 + 0.6*wobble(i, 21)
		x := wrap(cam.far(wobble(i, 22)*1300-650, depth)+25*sin(t*0.013+float32(i))-t*speed*0.5, -30, Width+30)
		y := wobble(i, 23)*Height + t*speed
		if s.rising {
			y = -y
		}
		y = wrap(y, -20, Height+20)
		r := (1.4 + 2*wobble(i, 24)) * (0.6 + depth)
		if s.rising || s.stars > 0 {
			m.glow(pt{x, y}, r*2.2, s.mote, 0.55+0.3*sin(t*0.1+float32(i)))
			continue
		}
		a := t*0.04*speed + float32(i)
		m.oval(pt{x, y}, r*1.6*(0.35+0.65*abs(sin(a))), r, s.mote.fade(0.85), s.mote.dark(0.8).fade(0.8))
	}
}

func abs(x float32) float32 { return max(x, -x) }

// vignette darkens the rim of the picture.
func vignette(m *mesh) {
	dark := black.fade(0.55)
	m.rect(-20, -20, Width+40, 110, dark, none)
	m.rect(-20, Height-70, Width+40, 90, none, black.fade(0.6))
	left, right := float32(-20), float32(Width+20)
	m.quad(pt{left, -20}, pt{110, -20}, pt{110, Height + 20}, pt{left, Height + 20}, black.fade(0.4), none, none, black.fade(0.4))
	m.quad(pt{right, -20}, pt{Width - 110, -20}, pt{Width - 110, Height + 20}, pt{right, Height + 20}, black.fade(0.4), none, none, black.fade(0.4))
}
