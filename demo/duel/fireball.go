package duel

import "example.com/backstep/fixed"

// Fireball is a fighter's projectile. It flies level until it meets a wall, a
// fighter or another fireball.
type Fireball struct {
	Live  bool
	Dir   int8
	Frame int32 // frames since it was thrown
	Pos   fixed.Vec2
}

const (
	fireballSpeed  = 15 * unit / 2
	fireballReach  = 44 // from the thrower
	fireballHeight = 64
	fireballHalf   = 17
)

// Box is where the fireball hits.
func (b *Fireball) Box() Box {
	return Span{-fireballHalf, -fireballHalf, fireballHalf, fireballHalf}.at(b.Pos, 1)
}

func (w *World) throwFireball(i int) {
	f := &w.Fighters[i]
	w.Fireballs[i] = Fireball{Live: true, Dir: f.Facing, Pos: fixed.Vec2{
		X: (f.Pos.X + toward(f.Facing, fireballReach*unit)).Clamp(-ArenaHalf*unit, ArenaHalf*unit),
		Y: fireballHeight * unit,
	}}
}

// moveFireballs flies all, then lets those that met put each other out.
func (w *World) moveFireballs() {
	for i := range w.seats() {
		if b := &w.Fireballs[i]; b.Live {
			w.fly(b)
		}
	}
	for i := range w.seats() {
		for j := range i {
			w.clash(i, j)
		}
	}
}

func (w *World) fly(b *Fireball) {
	const wall = ArenaHalf * unit
	b.Frame++
	b.Pos.X += toward(b.Dir, fireballSpeed)
	if b.Pos.X.Abs() >= wall {
		b.Pos.X = b.Pos.X.Clamp(-wall, wall)
		w.quench(b, SparkClash)
	}
}

func (w *World) clash(i, j int) {
	a, b := &w.Fireballs[i], &w.Fireballs[j]
	if !a.Live || !b.Live || w.Fighters[i].Team == w.Fighters[j].Team {
		return
	}
	if a.Box().Overlaps(b.Box()) {
		w.quench(a, SparkClash)
		b.Live = false
	}
}

// quench ends a fireball with a spark where it was.
func (w *World) quench(b *Fireball, kind SparkKind) {
	b.Live = false
	w.spark(kind, b.Pos, b.Dir)
}

// burn lets fireballs hit. One that touches two enemies hits both.
func (w *World) burn() {
	fs := w.seats()
	for i := range fs {
		b := &w.Fireballs[i]
		if !b.Live {
			continue
		}
		for v := range fs {
			g := &fs[v]
			if hurt := g.Hurtbox(); hittable(fs[i].Team, g) && b.Box().Overlaps(hurt) {
				b.Live = false
				w.apply(g, touch{move: FireballMove, dir: b.Dir, at: b.Box().middle(hurt)})
			}
		}
	}
}
