package pegs

import (
	"math"
	"testing"
)

// tally is how many starts ended how.
type tally struct{ apart, rounded, neither int }

func (y *tally) add(r Report) {
	switch {
	case r.Apart != Never:
		y.apart++
	case r.Merged != Never:
		y.rounded++
	default:
		y.neither++
	}
}

// settled runs a lab until its fate is known, at most for steps.
func settled[B Ball[B]](l *Lab[B], steps int) Report {
	for range steps {
		if r := l.Report(); r.Apart != Never || r.Merged != Never {
			break
		}
		l.Advance()
	}
	return l.Report()
}

// One ulp, from a thousand starts: most of them end visibly apart. Some differences
// of floats are lost on the way to larger coordinates; none of Q16.16 is.
func TestThousandStarts(t *testing.T) {
	const starts, steps = 1000, 3000
	var float, q16 tally
	for seed := range uint64(starts) {
		w := Start(seed)
		f, x := settled(NewLab(w.Float, 1), steps), settled(NewLab(w.Fixed, 1), steps)
		if f.Split != 0 || x.Split != 0 {
			t.Errorf("seed %d: splits at %d and %d, want 0", seed, f.Split, x.Split)
		}
		float.add(f)
		q16.add(x)
	}
	if want := (tally{apart: 863, rounded: 135, neither: 2}); float != want {
		t.Errorf("float64: %+v, want %+v", float, want)
	}
	if want := (tally{apart: 998, neither: 2}); q16 != want {
		t.Errorf("Q16.16: %+v, want %+v", q16, want)
	}
}

// Without friction the speed stays, but for rounding; and the ball stays inside.
func TestSpeedStays(t *testing.T) {
	w := Start(1)
	f, x := w.Float, w.Fixed
	speed := math.Hypot(f.VX, f.VY)
	for step := range 200_000 {
		f, x = f.Step(), x.Step()
		for _, b := range []struct {
			name string
			ball Float
			off  float64
		}{{"float64", f, 1e-12}, {"Q16.16", x.Float(), 1.0 / 1024}} {
			if off := math.Abs(math.Hypot(b.ball.VX, b.ball.VY) - speed); off > b.off {
				t.Fatalf("%s: at step %d the speed is off by %v, want at most %v", b.name, step+1, off, b.off)
			}
			if b.ball.X < 0 || b.ball.X > Width || b.ball.Y < 0 || b.ball.Y > Height {
				t.Fatalf("%s: at step %d the ball is at (%v, %v)", b.name, step+1, b.ball.X, b.ball.Y)
			}
		}
	}
}

func TestStartsLieAbovePegs(t *testing.T) {
	for seed := range uint64(1000) {
		w := Start(seed)
		if w.Fixed.Float() != w.Float {
			t.Errorf("seed %d: the balls start at %v and %v", seed, w.Float, w.Fixed)
		}
		if b := w.Float; b.X < BallRadius || b.X > Width-BallRadius || b.Y < BallRadius || b.Y > 2*BallRadius || b.VY < 1 {
			t.Errorf("seed %d: the ball starts as %+v", seed, b)
		}
	}
}

func TestPegsKeepTheirDistance(t *testing.T) {
	for i := range Pegs {
		x, y := Peg(i)
		if x < Contact || x > Width-Contact || y < Contact || y > Height-Contact {
			t.Errorf("peg %d at (%d, %d) is too close to a wall", i, x, y)
		}
		for j := range i {
			u, v := Peg(j)
			if (x-u)*(x-u)+(y-v)*(y-v) <= 4*Contact*Contact {
				t.Errorf("pegs %d and %d leave no way through", i, j)
			}
		}
	}
}
