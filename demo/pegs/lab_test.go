package pegs

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/backstep/fixed"
	"example.com/backstep/rollback"
)

// after runs a lab for steps.
func after[B Ball[B]](l *Lab[B], steps int) Report {
	for range steps {
		l.Advance()
	}
	return l.Report()
}

// expect compares a report with the pinned one: a different step is a different
// simulation.
func expect(t *testing.T, got, want Report) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
}

func TestOneUlpGrowsUntilItIsVisible(t *testing.T) {
	for _, c := range []struct {
		ulps         int32
		float, fixed int64 // Apart
	}{
		{1, 492, 355}, {-1, 516, 195}, {8, 470, 189}, {1000, 400, 74}, {-1000, 401, 89},
	} {
		w := Start(7)
		expect(t, after(NewLab(w.Float, c.ulps), 600), Report{Step: 600, Split: 0, Apart: c.float, Merged: Never})
		expect(t, after(NewLab(w.Fixed, c.ulps), 600), Report{Step: 600, Split: 0, Apart: c.fixed, Merged: Never})
	}
}

func TestEqualCopiesStayEqual(t *testing.T) {
	const steps = 20_000
	w, want := Start(1), Report{Step: steps, Split: Never, Apart: Never, Merged: Never}
	expect(t, after(NewLab(w.Float, 0), steps), want)
	expect(t, after(NewLab(w.Fixed, 0), steps), want)
}

// A difference is reported at its own step, not at the next one nor at the first
// that is visible.
func TestNudgeIsReportedAtItsStep(t *testing.T) {
	for _, k := range []int{0, 1, 2, 59, 60, 777, 5000} {
		w := Start(2)
		if got := nudgedAt(NewLab(w.Float, 0), k); got != int64(k) {
			t.Errorf("float64: a nudge at step %d is reported at %d", k, got)
		}
		if got := nudgedAt(NewLab(w.Fixed, 0), k); got != int64(k) {
			t.Errorf("Q16.16: a nudge at step %d is reported at %d", k, got)
		}
	}
}

// nudgedAt nudges copy B at step k and returns where the lab saw a split.
func nudgedAt[B Ball[B]](l *Lab[B], k int) int64 {
	after(l, k)
	l.Nudge(1)
	return after(l, 10).Split
}

// An input moves both copies: they stay equal, elsewhere than without it.
func TestInputsReachBothCopies(t *testing.T) {
	with, without := NewLab(Start(3).Fixed, 0), NewLab(Start(3).Fixed, 0)
	with.Advance(rollback.Input[Nudge]{Value: 1, Present: true}, rollback.Input[Nudge]{Value: 100}, rollback.Input[Nudge]{Value: -3, Present: true})
	without.Advance()
	a, b := with.Balls()
	c, _ := without.Balls()
	if a != b || a.Pos.X != c.Pos.X-2 {
		t.Errorf("after nudges of 1, an absent player's 100, and -3: x %d and %d ulps, without them %d", a.Pos.X, b.Pos.X, c.Pos.X)
	}
}

// A small number has places that a large one lacks: the sum drops them. From 7.9 to
// beyond 64, at step 55, a last place grows to eight of the former, and what the
// checksums reported is gone, with nobody the wiser who looks at the end only.
func TestDifferenceThatRoundsAway(t *testing.T) {
	ball := Float{X: 7.9, Y: 8, VX: 1.03125}
	l := NewLab(ball, 1)
	expect(t, after(l, 54), Report{Step: 54, Split: 0, Apart: Never, Merged: Never})
	expect(t, after(l, 1), Report{Step: 55, Split: 0, Apart: Never, Merged: 55})
	if a, _ := l.Balls(); a.X < 64 || a.X-a.VX >= 64 {
		t.Errorf("x is %v at step 55, want the first beyond 64", a.X)
	}
}

// Sums of Q16.16 are exact and drop nothing. Bounces round: here the copies are at
// one place with velocities one ulp apart, and leave the peg with equal ones.
func TestDifferenceThatRoundsAwayInABounce(t *testing.T) {
	a := Start(3).Fixed
	for range 881 {
		a = a.Step()
	}
	b := a
	b.Pos.X, b.Vel.X = b.Pos.X-1, b.Vel.X+1
	if a.Step().Vel.X == a.Vel.X {
		t.Fatal("there is no bounce at step 882")
	}
	expect(t, after(NewPair(a, b), 100), Report{Step: 100, Split: 0, Apart: Never, Merged: 1})
}

// -0 equals +0 but has other bits: checksums tell them apart while no distance does.
// It lasts in a fall between two columns, where walls turn the other component only;
// a peg ends it, since v - k*d adds to it, be it a zero.
func TestNegativeZero(t *testing.T) {
	for _, c := range []struct {
		name   string
		x      float64
		merged int64
	}{{"between columns", 64, Never}, {"head-on", 304, 15}, {"from the side", 300, 16}} {
		t.Run(c.name, func(t *testing.T) {
			plus := Float{X: c.x, Y: 10, VX: 0, VY: 1.5}
			minus := plus
			minus.VX = math.Copysign(0, -1)
			if plus != minus {
				t.Fatal("-0 differs from 0")
			}
			l := NewPair(plus, minus)
			expect(t, after(l, 3000), Report{Step: 3000, Split: 0, Apart: Never, Merged: c.merged})
			if d := l.Distance(); d != 0 {
				t.Errorf("the copies are %v apart, want 0", d)
			}
		})
	}
}

// Nudging passes zero, where the two zeros are one place, and stops at the ends.
func TestNudgeOfFloats(t *testing.T) {
	least := math.SmallestNonzeroFloat64
	for _, c := range []struct {
		x    float64
		n    int32
		want float64
	}{
		{1, 1, math.Nextafter(1, 2)}, {1, -1, math.Nextafter(1, 0)}, {-1, 1, math.Nextafter(-1, 0)}, {-1, -1, math.Nextafter(-1, -2)},
		{0, 1, least}, {0, -1, -least}, {least, -1, 0}, {-least, 1, 0}, {-least, 2, least}, {3 * least, -7, -4 * least},
		{math.Copysign(0, -1), 0, math.Copysign(0, -1)}, {math.Copysign(0, -1), 1, least},
		{math.MaxFloat64, 1, math.MaxFloat64}, {-math.MaxFloat64, -9, -math.MaxFloat64}, {math.Inf(1), 3, math.MaxFloat64},
	} {
		if got := (Float{X: c.x}).Nudge(c.n).X; math.Float64bits(got) != math.Float64bits(c.want) {
			t.Errorf("%v nudged by %d is %v, want %v", c.x, c.n, got, c.want)
		}
	}
}

// At the end of its range a Q16 wraps to the other end: the copies are a world apart
// for one step, then one ulp again, since both have wrapped.
func TestWrapAtTheRangeLimits(t *testing.T) {
	for _, c := range []struct {
		name string
		ball Fixed
		ulps int32
		x    fixed.Q16 // of copy A after a step
		want Report
	}{
		{"over the top", Fixed{fixed.Vec2{X: fixed.Q16Max, Y: 8 << 16}, fixed.Vec2{X: fixed.Q16One}}, 1,
			fixed.Q16Min + fixed.Q16One - 1, Report{Step: 100, Split: 0, Apart: 0, Merged: Never}},
		{"below the bottom", Fixed{fixed.Vec2{X: fixed.Q16Min, Y: 8 << 16}, fixed.Vec2{X: -fixed.Q16One}}, -1,
			fixed.Q16Max - fixed.Q16One + 1, Report{Step: 100, Split: 0, Apart: 0, Merged: Never}},
		{"one of two", Fixed{fixed.Vec2{X: fixed.Q16Max - fixed.Q16One, Y: 8 << 16}, fixed.Vec2{X: fixed.Q16One}}, 1,
			fixed.Q16Max, Report{Step: 100, Split: 0, Apart: 1, Merged: Never}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := NewLab(c.ball, c.ulps)
			l.Advance()
			if a, _ := l.Balls(); a.Pos.X != c.x {
				t.Errorf("after one step x is %v, want %v", a.Pos.X, c.x)
			}
			expect(t, after(l, 99), c.want)
		})
	}
}
