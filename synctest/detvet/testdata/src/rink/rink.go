// Package rink is an ordinary float simulation: bodies with drag, springs and
// collisions, written without a thought of rounding. What is found in it tells
// how many findings are false in code as people write it.
package rink

import "math"

type Vec struct{ X, Y float64 }

func (a Vec) Add(b Vec) Vec             { return Vec{a.X + b.X, a.Y + b.Y} }
func (a Vec) Sub(b Vec) Vec             { return Vec{a.X - b.X, a.Y - b.Y} }
func (a Vec) Scale(s float64) Vec       { return Vec{a.X * s, a.Y * s} }
func (a Vec) Dot(b Vec) float64         { return a.X*b.X + a.Y*b.Y }
func (a Vec) Cross(b Vec) float64       { return a.X*b.Y - a.Y*b.X }
func (a Vec) Len() float64              { return math.Sqrt(a.Dot(a)) }
func (a Vec) Lerp(b Vec, t float64) Vec { return a.Add(b.Sub(a).Scale(t)) }

func (a Vec) Unit() Vec {
	n := a.Len()
	if n == 0 {
		return Vec{}
	}
	return a.Scale(1 / n)
}

type Body struct {
	Pos, Vel     Vec
	Radius, Mass float64
	Angle, Spin  float64
	Heat         float64
}

type Spring struct {
	A, B      int32
	Rest      float64
	Stiffness float64
	Damping   float64
}

type World struct {
	Bodies  [32]Body
	Springs [16]Spring
	Count   int32
	Gravity Vec
	Wind    float64
	Energy  float64
}

func (w *World) Step(dt float64) {
	for i := range w.Bodies[:w.Count] {
		w.push(&w.Bodies[i], dt)
	}
	for _, s := range w.Springs {
		w.pull(s, dt)
	}
	for i := range w.Bodies[:w.Count] {
		w.Bodies[i].move(dt)
		w.walls(&w.Bodies[i])
	}
	w.collide()
	w.Energy = w.measure()
}

func (w *World) push(b *Body, dt float64) {
	b.Vel = b.Vel.Add(w.Gravity.Scale(dt))
	drag := 1 - 0.1*dt
	b.Vel = b.Vel.Scale(drag)
	gust := w.Wind * b.Radius / b.Mass
	b.Vel.X += gust * dt
	b.Heat += b.Vel.Dot(b.Vel) * 0.001
	b.Heat -= b.Heat * 0.01 * dt
}

func (w *World) pull(s Spring, dt float64) {
	a, b := &w.Bodies[s.A], &w.Bodies[s.B]
	d := b.Pos.Sub(a.Pos)
	length := d.Len()
	if length == 0 {
		return
	}
	n := d.Scale(1 / length)
	stretch := length - s.Rest
	speed := b.Vel.Sub(a.Vel).Dot(n)
	force := stretch*s.Stiffness + speed*s.Damping
	a.Vel = a.Vel.Add(n.Scale(force * dt / a.Mass))
	b.Vel = b.Vel.Sub(n.Scale(force * dt / b.Mass))
}

func (b *Body) move(dt float64) {
	b.Pos = b.Pos.Add(b.Vel.Scale(dt))
	b.Angle += b.Spin * dt
	if b.Angle > 1 {
		b.Angle -= 1
	}
	b.Spin *= 0.99
}

func (w *World) walls(b *Body) {
	const half, bounce = 100.0, 0.8
	if over := b.Pos.X + b.Radius - half; over > 0 {
		b.Pos.X -= over
		b.Vel.X = -b.Vel.X * bounce
		b.Spin += b.Vel.Y * 0.1
	}
	if over := b.Pos.Y + b.Radius - half; over > 0 {
		b.Pos.Y -= over
		b.Vel.Y = -b.Vel.Y * bounce
		b.Spin -= b.Vel.X * 0.1
	}
	b.Heat = b.Heat + over(b.Vel.Len(), 30)
}

func over(v, limit float64) float64 {
	if v > limit {
		return (v - limit) * 0.5
	}
	return 0
}

func (w *World) collide() {
	for i := int32(0); i < w.Count; i++ {
		for j := i + 1; j < w.Count; j++ {
			w.hit(&w.Bodies[i], &w.Bodies[j])
		}
	}
}

func (w *World) hit(a, b *Body) {
	d := b.Pos.Sub(a.Pos)
	reach := a.Radius + b.Radius
	if d.Dot(d) >= reach*reach {
		return
	}
	n := d.Unit()
	closing := b.Vel.Sub(a.Vel).Dot(n)
	if closing >= 0 {
		return
	}
	share := 1/a.Mass + 1/b.Mass
	impulse := -(1 + 0.5) * closing / share
	a.Vel = a.Vel.Sub(n.Scale(impulse / a.Mass))
	b.Vel = b.Vel.Add(n.Scale(impulse / b.Mass))
	overlap := reach - d.Len()
	a.Pos = a.Pos.Sub(n.Scale(overlap / 2))
	b.Pos = b.Pos.Add(n.Scale(overlap / 2))
	turn := n.Cross(b.Vel.Sub(a.Vel))
	a.Spin += turn * 0.01
	b.Spin -= turn * 0.01
}

func (w *World) measure() (total float64) {
	for i := range w.Bodies[:w.Count] {
		b := &w.Bodies[i]
		total += 0.5 * b.Mass * b.Vel.Dot(b.Vel)
		total -= b.Mass * w.Gravity.Dot(b.Pos)
		total += b.Heat
	}
	for _, s := range w.Springs {
		d := w.Bodies[s.B].Pos.Sub(w.Bodies[s.A].Pos).Len() - s.Rest
		total += 0.5 * s.Stiffness * d * d
	}
	return total
}

// Center is the middle of all bodies, weighted by mass.
func (w *World) Center() Vec {
	var sum Vec
	mass := 0.0
	for i := range w.Bodies[:w.Count] {
		sum = sum.Add(w.Bodies[i].Pos.Scale(w.Bodies[i].Mass))
		mass += w.Bodies[i].Mass
	}
	return sum.Scale(1 / mass)
}

// Follow is where a camera stands that moves to the middle by t of the way.
func (w *World) Follow(camera Vec, t float64) Vec { return camera.Lerp(w.Center(), t) }
