package duel

import "example.com/backstep/fixed"

// touch is one attack reaching one fighter on this frame; NoMove is none.
type touch struct {
	move Move
	dir  int8 // the way the attack travels
	at   fixed.Vec2
}

// strike lets bodies hit. All touches are found before any takes effect, so
// two attacks on the same frame trade whoever sits where.
func (w *World) strike() {
	var touches [MaxFighters][MaxFighters]touch
	fs := w.seats()
	for a := range fs {
		for v := range fs {
			touches[a][v] = w.reach(a, v)
		}
	}
	w.settleThrows(&touches)
	for a := range fs {
		for v := range fs {
			if t := touches[a][v]; t.move != NoMove {
				w.connect(a, v, t)
			}
		}
	}
}

// reach is the touch of a's attack on v.
func (w *World) reach(a, v int) touch {
	f, g := &w.Fighters[a], &w.Fighters[v]
	if f.Stop > 0 || f.Hit&(1<<v) != 0 || !hittable(f.Team, g) {
		return touch{}
	}
	box, ok := f.Hitbox()
	hurt := g.Hurtbox()
	if !ok || !box.Overlaps(hurt) {
		return touch{}
	}
	if moves[f.Move].Height == Grab && !g.grabbable() {
		return touch{}
	}
	return touch{move: f.Move, dir: f.Facing, at: box.middle(hurt)}
}

func hittable(team uint8, g *Fighter) bool {
	return g.Team != team && g.Alive() && !g.Invulnerable()
}

func (f *Fighter) grabbable() bool {
	return !f.InAir() && f.Action != Reel && f.Action != Block && f.Action != PreJump
}

// settleThrows decides pairs of which one throws: two throws break, and a
// strike beats a throw.
func (w *World) settleThrows(touches *[MaxFighters][MaxFighters]touch) {
	for a := range w.seats() {
		for v := range a {
			t, u := &touches[a][v], &touches[v][a]
			if t.move == NoMove || u.move == NoMove {
				continue
			}
			if t.move == Throw && u.move == Throw {
				w.breakThrow(a, v, *t)
				*t, *u = touch{}, touch{}
			} else if t.move == Throw {
				*t = touch{}
			} else if u.move == Throw {
				*u = touch{}
			}
		}
	}
}

// breakThrow pushes two fighters apart who grabbed each other.
func (w *World) breakThrow(a, v int, t touch) {
	const stun, stop = 14, 8
	w.Fighters[v].stagger(Reel, stun, stop, toward(t.dir, 7*unit))
	w.Fighters[a].stagger(Reel, stun, stop, toward(-t.dir, 7*unit))
	w.spark(SparkClash, t.at, t.dir)
}

// connect applies a touch to both sides.
func (w *World) connect(a, v int, t touch) {
	f, g := &w.Fighters[a], &w.Fighters[v]
	d := moves[t.move]
	w.apply(g, t)
	if f.Action != Attack || f.Move != t.move {
		return // it was hit on the same frame, and its own stop already runs
	}
	f.Hit |= 1 << v
	f.Stop = d.HitStop
	if g.cornered(t.dir) && !f.InAir() && !d.Fells {
		f.Vel.X = toward(-t.dir, d.Knock)
	}
}

// apply lets g suffer or block a touch.
func (w *World) apply(g *Fighter, t touch) {
	d := moves[t.move]
	if g.guards(d.Height, t.dir) {
		g.guard(&d, t.dir)
		w.spark(SparkGuard, t.at, t.dir)
		return
	}
	g.suffer(&d, t.dir)
	w.spark(sparkOf(t.move), t.at, t.dir)
	if g.Health == 0 {
		w.spark(SparkKnockout, t.at, t.dir)
	}
}

// guard takes a blocked attack. Chip damage never takes the last health.
func (g *Fighter) guard(d *MoveData, dir int8) {
	g.Health = max(g.Health-d.Chip, 1)
	g.Low = g.Control.Held.Has(Down)
	g.Facing = -dir
	g.stagger(Block, d.BlockStun, d.HitStop, toward(dir, d.Knock-d.Knock/4))
}

// suffer takes an attack in full.
func (g *Fighter) suffer(d *MoveData, dir int8) {
	if g.Combo < 255 {
		g.Combo++
	}
	g.Health = max(g.Health-scaled(d.Damage, g.Combo), 0)
	g.Facing = -dir
	if !d.Fells && !g.InAir() && g.Health > 0 {
		g.stagger(Reel, d.HitStun, d.HitStop, toward(dir, d.Knock))
		return
	}
	g.fell(d, dir)
}

// fell throws the fighter off its feet.
func (g *Fighter) fell(d *MoveData, dir int8) {
	g.Low = false
	g.stagger(Fall, 0, d.HitStop, toward(dir, d.Knock))
	g.Vel.Y = d.Lift
	if g.Health == 0 {
		g.Vel.X = toward(dir, max(d.Knock, knockoutSpeed))
		g.Vel.Y = max(d.Lift, knockoutLift)
	}
}

// stagger takes control from the fighter for a while.
func (g *Fighter) stagger(a Action, stun, stop int16, speed fixed.Q16) {
	g.do(a)
	g.Stun, g.Stop = stun, stop
	g.Vel.X = speed
}

// scaled is the damage of the n-th hit of a combo.
func scaled(damage int16, n uint8) int16 {
	percent := max(100-comboScale*(int32(n)-1), comboFloor)
	return int16(int32(damage) * percent / 100)
}
