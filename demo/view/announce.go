package view

import (
	"strconv"
	"strings"

	"example.com/backstep/demo/duel"
)

// drawAnnouncer calls rounds and results.
func drawAnnouncer(m *mesh, w *duel.World, o *Overlay) {
	if w.Standing() {
		drawWait(m, w, o)
		return
	}
	t := float32(w.PhaseFrame)
	switch w.Phase {
	case duel.Intro:
		call(m, "ROUND "+strconv.Itoa(int(w.Round)), t-8, duel.IntroFrames-16, rgb(0xffe9a8))
	case duel.Fight:
		call(m, "FIGHT!", t, 42, rgb(0xffb03a))
	case duel.Knockout:
		if !several(w) {
			call(m, verdict(w), t-6, duel.KnockoutFrames-12, rgb(0xff5a44))
		} else {
			call(m, "DOUBLE K.O.", t-6, duel.KnockoutFrames-12, rgb(0xff5a44))
		}
	case duel.RoundOver:
		call(m, result(w, o, " WINS"), t, duel.RoundOverFrames, rgb(0xffe9a8))
	case duel.MatchOver:
		call(m, result(w, o, " WINS THE MATCH"), t, duel.MatchOverFrames, rgb(0xffd45a))
		if w.PhaseFrame > duel.AskFrames && w.PhaseFrame/30%2 == 0 {
			m.shadowed(face(14), pt{Width / 2, 300}, 0.5, ask(w, o), white)
		}
	case duel.Rematch:
		call(m, "REMATCH", t, duel.RematchFrames, rgb(0xffd45a))
	}
}

// drawWait names who is awaited, and the seconds left, or says that it goes on.
func drawWait(m *mesh, w *duel.World, o *Overlay) {
	var names []string
	least := int16(duel.GraceFrames)
	for i := range int(w.Count) {
		if w.Awaits(i) && i != o.Local {
			names = append(names, o.name(i))
			least = min(least, w.Fighters[i].Grace)
		}
	}
	blue := rgb(0x6fd3ff)
	switch t := float32(duel.GraceFrames - least); {
	case len(names) > 0:
		call(m, "WAITING FOR "+strings.Join(names, ", "), t, 2*duel.GraceFrames, blue)
		m.shadowed(title(44), pt{Width / 2, 272}, 0.5, strconv.Itoa((int(least)+duel.FPS-1)/duel.FPS), white)
	case w.Awaits(o.Local): // this side's own return does not count so far
		call(m, "COMING BACK", duel.GraceFrames, 2*duel.GraceFrames, blue)
	default:
		call(m, "READY", float32(duel.ResumeFrames-w.Resume), duel.ResumeFrames, rgb(0xffe9a8))
	}
}

// ask is what stands below the result: who still has to ask for a rematch.
func ask(w *duel.World, o *Overlay) string {
	switch {
	case !rivals(w):
		return "NOBODY IS HERE FOR A REMATCH"
	case o.Local >= 0 && w.Asked>>o.Local&1 == 1:
		return "WAITING FOR THE OTHER SIDE"
	case w.Asked != 0:
		return "A REMATCH IS WANTED: ATTACK TO AGREE"
	}
	return "ATTACK FOR A REMATCH"
}

// rivals reports whether two teams have a player here.
func rivals(w *duel.World) bool {
	for i := range int(w.Count) {
		for j := range i {
			if a, b := &w.Fighters[i], &w.Fighters[j]; a.Present && b.Present && a.Team != b.Team {
				return true
			}
		}
	}
	return false
}

// several reports a knock-out that nobody survived.
func several(w *duel.World) bool {
	if w.Verdict != duel.ByKnockout {
		return false
	}
	for i := range int(w.Count) {
		if w.Fighters[i].Alive() {
			return false
		}
	}
	return true
}

func verdict(w *duel.World) string {
	switch w.Verdict {
	case duel.ByTime:
		return "TIME UP"
	case duel.ByForfeit:
		return "FORFEIT"
	}
	return "K.O."
}

// result names the winner of the round or match; nobody else's health is
// looked at, so an untouched one is PERFECT.
func result(w *duel.World, o *Overlay, wins string) string {
	if w.Winner == duel.NoTeam {
		return "DRAW"
	}
	name, seats := "", 0
	for i := range int(w.Count) {
		f := &w.Fighters[i]
		if int8(f.Team) != w.Winner {
			continue
		}
		seats++
		name = o.name(i)
		if w.Phase == duel.RoundOver && w.Verdict != duel.ByForfeit && f.Health == duel.MaxHealth {
			wins = " - PERFECT!"
		}
	}
	if seats > 1 {
		name = "TEAM " + strconv.Itoa(int(w.Winner)+1)
	}
	if name == "YOU" {
		wins = strings.Replace(wins, "WINS", "WIN", 1)
	}
	return name + wins
}

// call shows a line in a band for a while: it slams in, and shrinks away.
func call(m *mesh, s string, t, frames float32, c ink) {
	if t < 0 || t > frames {
		return
	}
	in, out := snap(t/9), ease((t-frames+10)/10)
	show := in * (1 - out)
	// Letters overlap themselves, so they come and go by size and stay opaque.
	size := min(58, 800/(float32(len(s))*1.02)) * (1 + 1.6*(1-in)) * (1 - out)
	f := title(size)
	y := float32(206)
	half := (28 + 26*show) * show
	m.quad(pt{0, y - half}, pt{Width, y - half - 14}, pt{Width, y + half - 14}, pt{0, y + half}, black.fade(0), black.fade(0.72*show), black.fade(0.72*show), black.fade(0))
	m.quad(pt{Width, y - half - 14}, pt{0, y - half}, pt{0, y + half}, pt{Width, y + half - 14}, black.fade(0), black.fade(0.72*show), black.fade(0.72*show), black.fade(0))
	m.bar(pt{-10, y - half}, pt{Width + 10, y - half - 14}, 2, c.fade(0.8*show))
	m.bar(pt{-10, y + half}, pt{Width + 10, y + half - 14}, 2, c.fade(0.8*show))
	m.oval(pt{Width / 2, y - 7}, f.width(s)*0.7, 90, c.light(0.28*show), none)
	p := pt{Width / 2, y - 7 - size/2}
	back := f
	back.weight *= 1.9
	m.text(back, p, 0.5, s, black)
	m.text(f, p, 0.5, s, c)
	front := f
	front.weight *= 0.38
	m.text(front, p.add(pt{-size * 0.02, -size * 0.03}), 0.5, s, c.mix(white, 0.75))
}

// drawBanner shows the overlay's own message over a darkened picture.
func drawBanner(m *mesh, o *Overlay, frame uint32) {
	if o.Banner == "" && o.Detail == "" {
		return
	}
	m.rect(-20, -20, Width+40, Height+40, black.fade(0.45), black.fade(0.45))
	m.rect(-20, 220, Width+40, 116, rgb(0x0b0d1c).fade(0.88), rgb(0x0b0d1c).fade(0.88))
	glow := rgb(0x6fd3ff)
	m.rect(-20, 220, Width+40, 2, glow, glow)
	m.rect(-20, 334, Width+40, 2, glow, glow)
	sweep := wrapUnit(float32(frame)*0.007)*(Width+400) - 200
	m.oval(pt{sweep, 221}, 160, 5, white.light(0.9), none)
	m.oval(pt{Width - sweep, 335}, 160, 5, white.light(0.9), none)
	f := title(min(34, 800/(float32(len(o.Banner)+1)*1.02)))
	m.shadowed(f, pt{Width / 2, 246}, 0.5, o.Banner, white)
	detail := face(min(16, 1000/float32(len(o.Detail)+1)))
	m.shadowed(detail, pt{Width / 2, 302}, 0.5, o.Detail, glow)
}
