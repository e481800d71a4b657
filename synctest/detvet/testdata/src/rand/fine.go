package rand

import (
	"math/rand"
	v2 "math/rand/v2"
)

func seeded(seed uint64) int {
	r := v2.New(v2.NewPCG(seed, 1))
	old := rand.New(rand.NewSource(int64(seed)))
	return r.IntN(6) + old.Intn(6) + int(r.Uint64()%6)
}
