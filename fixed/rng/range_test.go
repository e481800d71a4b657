package rng

import (
	"math"
	"testing"

	"example.com/backstep/fixed"
)

// generator is what Sequence and XorShift have in common.
type generator interface {
	Uint64() uint64
	Below(n uint64) uint64
	Range(lo, hi int64) int64
	Unit() fixed.Q16
	Between(lo, hi fixed.Q16) fixed.Q16
	Chance(p fixed.Q16) bool
}

func eachGenerator(t *testing.T, f func(t *testing.T, g generator)) {
	s := Key{1}.At(2, 3, 4)
	x := NewXorShift(1)
	t.Run("Sequence", func(t *testing.T) { f(t, &s) })
	t.Run("XorShift", func(t *testing.T) { f(t, &x) })
}

// chiSquare measures how far counts are from equal; its mean is len(counts)-1.
func chiSquare(counts []int) float64 {
	total := 0
	for _, c := range counts {
		total += c
	}
	expected, sum := float64(total)/float64(len(counts)), 0.0
	for _, c := range counts {
		sum += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	return sum
}

// tooUneven reports a chi-square that even draws exceed with a probability below e^-12 (Laurent and Massart's bound).
func tooUneven(counts []int) bool {
	freedom := float64(len(counts) - 1)
	return chiSquare(counts) > freedom+2*math.Sqrt(freedom*12)+2*12
}

func TestRangesAreEven(t *testing.T) {
	eachGenerator(t, func(t *testing.T, g generator) {
		for _, n := range []int{2, 3, 6, 10, 52, 1000} {
			below, ranged := make([]int, n), make([]int, n)
			for range 1000 * n {
				below[g.Below(uint64(n))]++
				ranged[g.Range(-5, int64(n)-6)+5]++
			}
			if tooUneven(below) || tooUneven(ranged) {
				t.Errorf("%d classes: chi-square of Below %.1f, of Range %.1f", n, chiSquare(below), chiSquare(ranged))
			}
		}
	})
}

// Scaling 64 bits to 3/4 of their range gives every third number twice the weight, unless draws are dropped.
func TestBelowIsUnbiasedWherePlainScalingIsNot(t *testing.T) {
	eachGenerator(t, func(t *testing.T, g generator) {
		counts := make([]int, 3)
		for range 30_000 {
			counts[g.Below(3<<62)%3]++
		}
		if tooUneven(counts) {
			t.Errorf("remainders by three of Below(3<<62) fall %v times", counts)
		}
	})
}

func TestRangeEnds(t *testing.T) {
	eachGenerator(t, func(t *testing.T, g generator) {
		if g.Below(0) != 0 || g.Below(1) != 0 {
			t.Error("Below(0) or Below(1) is not 0")
		}
		for _, r := range [][2]int64{{3, 3}, {3, 2}, {3, math.MinInt64}, {math.MinInt64, math.MinInt64}} {
			if got := g.Range(r[0], r[1]); got != r[0] {
				t.Errorf("Range(%d, %d) = %d, want lo", r[0], r[1], got)
			}
		}
		if got := g.Between(fixed.Q16One, 0); got != fixed.Q16One {
			t.Errorf("Between(1, 0) = %v, want lo", got)
		}
		var negative, positive bool
		for range 200 {
			wide := g.Range(math.MinInt64, math.MaxInt64)
			negative, positive = negative || wide < 0, positive || wide > 0
			if v := g.Range(math.MaxInt64-1, math.MaxInt64); v < math.MaxInt64-1 {
				t.Fatalf("Range at the top of int64 = %d", v)
			}
		}
		if !negative || !positive {
			t.Error("the full range gives one sign only")
		}
	})
}

func TestFixedPointDraws(t *testing.T) {
	eachGenerator(t, func(t *testing.T, g generator) {
		const draws = 20_000
		eighths, heads := make([]int, 8), make([]int, 2)
		for range draws {
			u := g.Unit()
			if u < 0 || u >= fixed.Q16One {
				t.Fatalf("Unit = %v", u)
			}
			eighths[u>>13]++
			if v := g.Between(-2, 2); v < -2 || v > 2 {
				t.Fatalf("Between(-2, 2) = %d (raw)", v)
			}
			if g.Chance(0) || g.Chance(-1) || !g.Chance(fixed.Q16One) || !g.Chance(fixed.Q16Max) {
				t.Fatal("Chance is not certain at 0 or 1")
			}
			if g.Chance(fixed.Q16Half) {
				heads[1]++
			} else {
				heads[0]++
			}
		}
		if tooUneven(eighths) || tooUneven(heads) {
			t.Errorf("Unit by eighths %v, Chance(1/2) %v", eighths, heads)
		}
	})
}

// A game that takes another branch must not come out of step with the stream by a draw of trivial range.
func TestTrivialDrawsStillAdvanceTheStream(t *testing.T) {
	want := XorShift{1}
	want.Uint64()
	for name, draw := range map[string]func(*XorShift){
		"Below(0)":    func(r *XorShift) { r.Below(0) },
		"Below(1)":    func(r *XorShift) { r.Below(1) },
		"Range(5, 5)": func(r *XorShift) { r.Range(5, 5) },
		"Range(5, 4)": func(r *XorShift) { r.Range(5, 4) },
		"Chance(0)":   func(r *XorShift) { r.Chance(0) },
		"Chance(1)":   func(r *XorShift) { r.Chance(fixed.Q16One) },
	} {
		got := XorShift{1}
		if draw(&got); got != want {
			t.Errorf("%s leaves the state at %d, want one draw on, %d", name, got.S, want.S)
		}
	}
}
