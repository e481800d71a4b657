package view

import (
	"example.com/backstep/demo/duel"
	"example.com/backstep/fixed"
)

// The canvas that everything is laid out on.
const (
	Width  = 960
	Height = 540

	floorY = 446 // canvas line of the arena's floor
)

// camera takes arena units to the canvas. It is a function of the World alone.
type camera struct {
	x    float32 // arena position in the middle of the canvas
	zoom float32 // canvas units an arena unit
	jolt pt      // shake
}

// float is a fixed-point number for drawing.
func float(q fixed.Q16) float32 { return float32(q.Float64()) }

func point(v fixed.Vec2) pt { return pt{float(v.X), float(v.Y)} }

// film frames all fighters, and closes in on a knock-out.
func film(w *duel.World) camera {
	lo, hi := float32(duel.ArenaHalf), float32(-duel.ArenaHalf)
	for i := range int(w.Count) {
		if f := &w.Fighters[i]; f.Action != duel.Absent {
			lo, hi = min(lo, float(f.Pos.X)), max(hi, float(f.Pos.X))
		}
	}
	if lo > hi {
		lo, hi = 0, 0
	}
	c := camera{x: (lo + hi) / 2, zoom: clamp(Width/(hi-lo+400), Width/(2*duel.ArenaHalf+20.0), 1.5)}
	if w.Phase == duel.Knockout && w.Verdict == duel.ByKnockout {
		t := ease(float32(w.PhaseFrame)/14) * (1 - ease(float32(w.PhaseFrame-duel.SlowFrames)/30))
		c.zoom = lerp(c.zoom, max(c.zoom, 1.7), t)
	}
	reach := max(duel.ArenaHalf+50-Width/2/c.zoom, 0)
	c.x = clamp(c.x, -reach, reach)
	c.jolt = shake(w)
	return c
}

// shake is the jolt of recent heavy impacts.
func shake(w *duel.World) pt {
	var s pt
	for i := range w.Sparks {
		k := &w.Sparks[i]
		age := float32(w.Frame - k.Born)
		power := float32(0)
		switch k.Kind {
		case duel.SparkHeavy, duel.SparkFire:
			power = 5
		case duel.SparkKnockout:
			power = 11
		}
		if power > 0 && age < 18 {
			fade := power * (1 - age/18) * (1 - age/18)
			s = s.add(pt{sin(age*2.3) * fade * 0.6, cos(age*2.9) * fade})
		}
	}
	return s
}

// at is an arena point on the canvas.
func (c *camera) at(p pt) pt {
	return pt{Width/2 + (p.x-c.x)*c.zoom, floorY - p.y*c.zoom}.add(c.jolt)
}

// far is where scenery of a depth in [0, 1] is; 1 moves with the arena.
func (c *camera) far(x, depth float32) float32 {
	return Width/2 + (x-c.x*depth)*lerp(1, c.zoom, depth*0.5) + c.jolt.x*depth
}
