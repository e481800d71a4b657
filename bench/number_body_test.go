package main

import (
	"math"
	"slices"
	"testing"

	"example.com/backstep/fixed"
)

// A body is drawn to the middle, turns, and accelerates the way that it looks: a
// root, a reciprocal, a sine, a cosine and ten products with their sums. 1,000 of
// them make 128 steps from their start; ten passes are 1.28 million.
const (
	bodies    = 1000
	bodySteps = 128
)

type bodyQ16 struct{ x, y, vx, vy, angle, spin fixed.Q16 }

type bodyFloat struct{ x, y, vx, vy, angle, spin float64 }

// The rates of a step: of gravity, of the drive, and the length of a step.
var (
	gravity = fixed.Ratio(1, 8)
	drive   = fixed.Ratio(1, 32)
	stepLen = fixed.Ratio(1, 60)
)

//go:noinline
func stepBodiesQ16(all []bodyQ16) {
	for i := range all {
		b := &all[i]
		distance := (b.x.Mul(b.x) + b.y.Mul(b.y) + fixed.Q16One).Sqrt()
		pull := -gravity.Mul(fixed.Q16One.Div(distance))
		sin, cos := fixed.SinCos(b.angle)
		b.vx += pull.Mul(b.x) + drive.Mul(cos)
		b.vy += pull.Mul(b.y) + drive.Mul(sin)
		b.x += b.vx.Mul(stepLen)
		b.y += b.vy.Mul(stepLen)
		b.angle += b.spin.Mul(stepLen)
	}
}

//go:noinline
func stepBodiesFloat(all []bodyFloat, gravity, drive, stepLen float64) {
	for i := range all {
		b := &all[i]
		distance := math.Sqrt(float64(b.x*b.x) + float64(b.y*b.y) + 1)
		pull := -gravity * (1 / distance)
		sin, cos := math.Sincos(b.angle)
		b.vx += float64(pull*b.x) + float64(drive*cos)
		b.vy += float64(pull*b.y) + float64(drive*sin)
		b.x += float64(b.vx * stepLen)
		b.y += float64(b.vy * stepLen)
		b.angle += float64(b.spin * stepLen)
	}
}

// startBodies spreads bodies within 60 units of the middle, where squares fit a Q16.
func startBodies() (q []bodyQ16, f []bodyFloat) {
	for i := range bodies {
		at := func(k int) fixed.Q16 { return operands[(i*7+k)%calls] }
		b := bodyQ16{at(0) >> 9, at(1) >> 9, at(2) >> 14, at(3) >> 14, at(4) >> 12, at(5) >> 13}
		q = append(q, b)
		f = append(f, bodyFloat{b.x.Float64(), b.y.Float64(), b.vx.Float64(), b.vy.Float64(), b.angle.Float64(), b.spin.Float64()})
	}
	return q, f
}

func benchBodySteps(b *testing.B) {
	startQ, startF := startBodies()
	q, f := slices.Clone(startQ), slices.Clone(startF)
	against(b, "float64", bodies*bodySteps, func() int {
		copy(q, startQ)
		for range bodySteps {
			stepBodiesQ16(q)
		}
		return len(q)
	}, func() int {
		copy(f, startF)
		for range bodySteps {
			stepBodiesFloat(f, gravity.Float64(), drive.Float64(), stepLen.Float64())
		}
		return len(f)
	})
}

// Both kernels compute the same motion, as long as rounding has not parted them.
func TestBodiesMoveAlike(t *testing.T) {
	q, f := startBodies()
	for range bodySteps {
		stepBodiesQ16(q)
		stepBodiesFloat(f, gravity.Float64(), drive.Float64(), stepLen.Float64())
	}
	for i := range q {
		if off := math.Hypot(q[i].x.Float64()-f[i].x, q[i].y.Float64()-f[i].y); off > 0.25 {
			t.Fatalf("after %d steps body %d is at (%v, %v) and (%v, %v)", bodySteps, i, q[i].x, q[i].y, f[i].x, f[i].y)
		}
	}
}
