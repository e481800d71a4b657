package rand

import (
	"math/rand"
	v2 "math/rand/v2"
)

func global(xs []int) int64 {
	rand.Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] }) // want `rand: rand.Shuffle draws from a generator outside of the state`
	draw := rand.Int63                                                    // want `rand: rand.Int63 draws`
	return draw() + int64(v2.N(6)) + v2.Int64N(6)                         // want `rand: rand.N draws` `rand: rand.Int64N draws`
}

func uneven(r *v2.Rand, z *v2.Zipf) (float64, uint64) {
	n := uint64(r.Int())                   // want `rand: rand.Int is as wide as the target's int: draw Int64 or Uint64`
	return r.NormFloat64(), n + z.Uint64() // want `rand: rand.NormFloat64 uses math's functions` `rand: rand.Uint64 of a Zipf uses math's functions`
}
