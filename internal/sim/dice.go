package sim

import (
	"math/rand/v2"
	"time"
)

// dice is the random stream that a plan is drawn from.
type dice struct{ *rand.Rand }

func newDice(seed, stream uint64) dice { return dice{rand.New(rand.NewPCG(seed, stream))} }

func (d dice) chance(p float64) bool { return d.Float64() < p }

// between draws from lo to hi, both included.
func (d dice) between(lo, hi int) int { return lo + d.IntN(hi-lo+1) }

// span draws a duration in whole milliseconds, so that a plan reads well.
func (d dice) span(lo, hi time.Duration) time.Duration {
	return time.Duration(d.between(int(lo/time.Millisecond), int(hi/time.Millisecond))) * time.Millisecond
}

// share draws a probability in steps of a thousandth.
func (d dice) share(most float64) float64 { return float64(d.between(0, int(most*1000))) / 1000 }

// pick draws one of the choices.
func pick[T any](d dice, of ...T) T { return of[d.IntN(len(of))] }

// mix is the finalizer of splitmix64: every bit of x changes half of the result.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
