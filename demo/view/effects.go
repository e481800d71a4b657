package view

import "example.com/backstep/demo/duel"

// drawShadow is the dark patch under a fighter, smaller the higher it is.
func drawShadow(m *mesh, cam *camera, f *duel.Fighter) {
	if f.Action == duel.Absent {
		return
	}
	wide := float32(40)
	if f.Action == duel.Lying {
		wide = 58
	}
	k := cam.zoom * (1 - 0.5*clamp(float(f.Pos.Y)/200, 0, 1))
	p := cam.at(pt{float(f.Pos.X), -2})
	m.oval(p, wide*k, 8*k, black.fade(0.75), none)
}

// drawTrail is the after-image of a dash or an uppercut.
func drawTrail(m *mesh, cam *camera, w *duel.World, i int) {
	f := &w.Fighters[i]
	rising := f.Action == duel.Attack && f.Move == duel.Uppercut && f.Vel.Y > 0
	if f.Action != duel.Dash && !rising {
		return
	}
	v := pt{float(f.Vel.X), float(f.Vel.Y)}
	for k := range uint32(7) {
		y := 14 + 90*wobble(k, uint32(f.Frame)/3)
		p := point(f.Pos).add(pt{30 * (wobble(k, 31+uint32(f.Frame)/2) - 0.5), y})
		m.streak(cam.at(p), cam.at(p.sub(v.mul(6+3*wobble(k, 32)))), 5*cam.zoom, looks[i].trim.light(0.5), none)
	}
}

// drawSwing is the arc of light that a blow leaves.
func drawSwing(m *mesh, cam *camera, w *duel.World, i int) {
	f := &w.Fighters[i]
	if f.Action != duel.Attack || f.Move == duel.FireballMove || f.Move == duel.Throw {
		return
	}
	d := f.Move.Data()
	age := float32(f.Frame) - float32(d.Startup)
	if age < 0 || age > float32(d.Active)+4 {
		return
	}
	h := d.Hits
	side := float32(f.Facing)
	tip := point(f.Pos).add(pt{side * (float32(h.X1) - 6), float32(h.Y0+h.Y1) / 2})
	root := point(f.Pos).add(pt{side * 8, float32(h.Y0+h.Y1)/2 + 14})
	if f.Move == duel.Uppercut {
		root = point(f.Pos).add(pt{side * 10, -30})
		tip.x = float(f.Pos.X) + side*26
	}
	fade := 1 - age/(float32(d.Active)+5)
	glow := looks[i].trim.mix(white, 0.5)
	m.streak(cam.at(tip), cam.at(root), 30*cam.zoom, glow.light(0.65*fade), none)
	m.glow(cam.at(tip), 20*cam.zoom, glow, 0.7*fade)
}

// drawCharge gathers light in the hands before a fireball.
func drawCharge(m *mesh, cam *camera, w *duel.World, i int) {
	f := &w.Fighters[i]
	if f.Action != duel.Attack || f.Move != duel.FireballMove || f.Frame >= int32(f.Move.Data().Startup) {
		return
	}
	t := float32(f.Frame) / float32(f.Move.Data().Startup)
	p := point(f.Pos).add(pt{float32(f.Facing) * lerp(-20, 48, ease(t*2-1)), lerp(52, 64, t)})
	m.glow(cam.at(p), (14+26*t)*cam.zoom, looks[i].cloth.mix(looks[i].trim, 0.5), 0.9)
	m.glow(cam.at(p), (5+9*t)*cam.zoom, white, 0.9)
	for k := range uint32(8) {
		a := tau*wobble(k, 41) + t*3
		r := (1 - wrapUnit(t*1.5+wobble(k, 42))) * 46
		q := p.add(pt{cos(a), sin(a)}.mul(r))
		m.streak(cam.at(q), cam.at(p.add(pt{cos(a), sin(a)}.mul(r+12))), 3*cam.zoom, looks[i].trim.light(0.8), none)
	}
}

func wrapUnit(x float32) float32 { return x - float32(int(x)) }

// drawFireball is a core, a shell and a tail of light.
func drawFireball(m *mesh, cam *camera, w *duel.World, i int) {
	b := &w.Fireballs[i]
	if !b.Live {
		return
	}
	t, z := float32(b.Frame), cam.zoom
	p, side := point(b.Pos), float32(b.Dir)
	core, shell := looks[i].trim, looks[i].cloth.mix(looks[i].trim, 0.35)
	at := cam.at(p)
	m.glow(at, 92*z, shell, 0.55)
	m.oval(cam.at(pt{p.x, 0}), 80*z, 12*z, shell.light(0.5), none)
	for k := range uint32(9) {
		a := (wobble(k, 51) - 0.5) * 30
		long := 46 + 44*wobble(k, uint32(b.Frame)/3+52)
		from := p.add(pt{-side * 4, a * 0.6})
		m.streak(cam.at(from), cam.at(from.add(pt{-side * long, a*0.5 + 4*sin(t*0.5+float32(k))})), 11*z, shell.light(0.75), none)
	}
	pulse := 1 + 0.08*sin(t*0.9)
	m.oval(at, 23*z*pulse, 21*z*pulse, core, shell.fade(0.85))
	m.oval(at, 14*z*pulse, 13*z*pulse, white, core)
	for k := range 3 {
		a := t*0.42 + tau*float32(k)/3
		q := p.add(pt{cos(a) * 22, sin(a) * 20})
		m.glow(cam.at(q), 9*z, white, 0.8)
	}
}

// drawSpark is one impact, as old as its frame says.
func drawSpark(m *mesh, cam *camera, k *duel.Spark, frame uint32) {
	age := float32(frame - k.Born)
	life, size, c := sparkStyle(k.Kind)
	if k.Kind == duel.NoSpark || age >= life {
		return
	}
	t := age / life
	p, z := cam.at(point(k.Pos)), cam.zoom
	fade := (1 - t) * (1 - t)
	m.glow(p, size*(1.3+t)*z, c, 0.85*fade)
	m.ring(p, size*snap(t)*0.9*z, size*(0.12+snap(t))*z, none, c.light(0.9*fade))
	rays := uint32(6 + size/7)
	for i := range rays {
		a := tau * (float32(i) + wobble(i, k.Born)) / float32(rays)
		d := pt{cos(a) + 0.5*float32(k.Dir), -sin(a)}
		long := size * (0.55 + 0.9*wobble(i, k.Born+7))
		from, to := p.add(d.mul(long*snap(t)*z)), p.add(d.mul(long*(0.25+snap(t*1.8))*z*1.1))
		m.streak(from, to, (size*0.17)*(1-t)*z+1, white.mix(c, t).light(0.5+fade*0.5), c.light(fade*0.7))
	}
	if age < 4 {
		m.disc(p, min(size*0.42, 26)*(1-age/5)*z, white)
	}
}

func sparkStyle(k duel.SparkKind) (life, size float32, c ink) {
	switch k {
	case duel.SparkHeavy:
		return 24, 56, rgb(0xffb13d)
	case duel.SparkFire:
		return 26, 64, rgb(0xff7a3c)
	case duel.SparkGuard:
		return 16, 36, rgb(0x67c8ff)
	case duel.SparkClash:
		return 18, 48, rgb(0xd0b3ff)
	case duel.SparkKnockout:
		return 44, 130, rgb(0xffe08a)
	}
	return 18, 38, rgb(0xffe27a)
}

// drawBoxes outlines where fighters hit and are hit.
func drawBoxes(m *mesh, cam *camera, w *duel.World) {
	for i := range int(w.Count) {
		f := &w.Fighters[i]
		if f.Action == duel.Absent {
			continue
		}
		outline(m, cam, f.Hurtbox(), rgb(0x58e08a))
		if b, ok := f.Hitbox(); ok {
			outline(m, cam, b, rgb(0xff4f4f))
		}
		if w.Fireballs[i].Live {
			outline(m, cam, w.Fireballs[i].Box(), rgb(0xff4f4f))
		}
	}
}

func outline(m *mesh, cam *camera, b duel.Box, c ink) {
	p, q := cam.at(pt{float(b.X0), float(b.Y1)}), cam.at(pt{float(b.X1), float(b.Y0)})
	m.rect(p.x, p.y, q.x-p.x, q.y-p.y, c.fade(0.18), c.fade(0.18))
	r, s := pt{q.x, p.y}, pt{p.x, q.y}
	for _, e := range [4][2]pt{{p, r}, {r, q}, {q, s}, {s, p}} {
		m.bar(e[0], e[1], 1.5, c)
	}
}
