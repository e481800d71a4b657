// Package probe computes what may differ between machines: the same questions on
// every target, whose answers are compared elsewhere. Package determinism runs it on
// all targets and counts.
//
// A Sample is one kind of computation and the bits of its results, one for each of
// its inputs. Inputs come from integers and conversions that are exact, so they are
// equal everywhere. Controls are what is expected to be equal; they show that the
// comparison sees no difference where there is none.
//
//	probe.Each(1000, func(s probe.Sample) error { fmt.Println(s.Name, len(s.Values)); return nil })
//
// # Limitations
//
// Inputs are drawn at random: a count says how many of them differ, not which, and a
// rare difference may be missed.
package probe

import (
	"math"
	"math/rand/v2"
)

// Group is what a Sample is about.
type Group string

// The groups, in the order of Each.
const (
	Fusion   Group = "fused multiply-add"
	Math     Group = "math functions"
	Convert  Group = "conversions"
	NaN      Group = "bits of NaN"
	Size     Group = "size of int, layout in memory"
	Random   Group = "random numbers"
	Sort     Group = "sorts"
	Order    Group = "order of maps, select and goroutines"
	Portable Group = "what Backstep offers"
)

// Groups is all of them.
func Groups() []Group {
	return []Group{Fusion, Math, Convert, NaN, Size, Random, Sort, Order, Portable}
}

// Sample is the results of one computation.
type Sample struct {
	Group Group
	Name  string
	// Repeats tells that all values answer one question, asked again and again
	// by one process: they are compared with the first, not with other targets'.
	Repeats bool
	Values  []uint64
}

// Each computes all samples, with n inputs each where inputs are drawn, and n/100 at
// least where one takes long. It stops at the first error of emit and returns it.
func Each(n int, emit func(Sample) error) error {
	for _, samples := range []func(int) []computation{fusion, functions, conversions, nans, sizes, random, sorts, orders, portable} {
		for _, c := range samples(n) {
			s := Sample{Group: c.group, Name: c.name, Repeats: c.repeats, Values: c.run()}
			if err := emit(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// computation is a Sample that is not computed yet.
type computation struct {
	group   Group
	name    string
	repeats bool
	run     func() []uint64
}

// inputs draws what samples are computed from; equal everywhere.
type inputs struct{ r *rand.Rand }

func newInputs(stream uint64) inputs { return inputs{rand.New(rand.NewPCG(2026, stream))} }

// between returns a float in [lo, hi), of 53 random bits. The conversion rounds the
// product, which may not be fused with the sum.
func (in inputs) between(lo, hi float64) float64 {
	unit := float64(int64(in.r.Uint64()>>11)) / (1 << 53)
	return lo + float64(unit*(hi-lo))
}

// bits returns a float of any magnitude, never a NaN.
func (in inputs) bits() float64 {
	for {
		if x := math.Float64frombits(in.r.Uint64()); x == x {
			return x
		}
	}
}

// of computes n values.
func of(n int, value func() uint64) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = value()
	}
	return out
}

// bitsOf is the bits of a float, those of all NaNs alike: the bits of NaN are a
// sample of their own.
func bitsOf(x float64) uint64 {
	if x != x {
		x = math.NaN()
	}
	return math.Float64bits(x)
}
