package view

import "example.com/backstep/demo/duel"

// compose fills the mesh with a whole picture, from the back to the front.
func compose(m *mesh, w *duel.World, o *Overlay) {
	cam := film(w)
	drawScene(m, &cam, w)
	for i := range int(w.Count) {
		drawShadow(m, &cam, &w.Fighters[i])
	}
	drawFighters(m, &cam, w)
	for i := range int(w.Count) {
		drawFireball(m, &cam, w, i)
	}
	for i := range w.Sparks {
		drawSpark(m, &cam, &w.Sparks[i], w.Frame)
	}
	s := sceneOf(w)
	s.motes(m, &cam, w.Frame+500, 9, 1.3)
	if o.Boxes {
		drawBoxes(m, &cam, w)
	}
	vignette(m)
	knockoutFlash(m, w)
	drawMarker(m, &cam, w, o)
	drawHUD(m, w, o)
	drawAnnouncer(m, w, o)
	drawBanner(m, o, w.Frame)
	drawNet(m, o.Net, w.Frame)
	drawScrub(m, o.Scrub)
}

// drawFighters puts who attacks in front of who is hit.
func drawFighters(m *mesh, cam *camera, w *duel.World) {
	for _, front := range []bool{false, true} {
		for i := range int(w.Count) {
			f := &w.Fighters[i]
			if f.Action == duel.Absent || front != (f.Action == duel.Attack) {
				continue
			}
			drawTrail(m, cam, w, i)
			drawBody(m, cam, w, i)
			drawCharge(m, cam, w, i)
			drawSwing(m, cam, w, i)
		}
	}
}

// knockoutFlash is a blink of white at the last blow.
func knockoutFlash(m *mesh, w *duel.World) {
	if w.Phase != duel.Knockout || w.Verdict != duel.ByKnockout || w.PhaseFrame > 9 {
		return
	}
	c := white.fade(0.45 * (1 - float32(w.PhaseFrame)/10))
	m.rect(-20, -20, Width+40, Height+40, c, c)
}
