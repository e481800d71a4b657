package global

import (
	"global/config"
	"math/rand"
	"sync/atomic"
)

var (
	frame  int32
	scores [4]int32
	units  []unit
	names  = map[string]int32{}
	first  = &units[0]
	gen    = rand.New(rand.NewSource(1))
	draws  generator
	total  atomic.Int64
	hits   int64
)

type unit struct{ health int32 }

type generator struct{ s uint64 }

func (g *generator) next() uint64 { g.s += 3; return g.mixed() }

func (g *generator) mixed() uint64 { g.advance(); return g.s }

func (g *generator) advance() { g.s *= 5 }

func step() int32 {
	frame++                       // want `global: the package-level variable frame is written, which no rollback undoes: keep it in the state`
	scores[1] += 2                // want `global: .* scores is written`
	units = append(units, unit{}) // want `global: .* units is written`
	units[0].health = 3           // want `global: .* units`
	names["a"] = 1                // want `global: .* names`
	delete(names, "b")            // want `global: .* names`
	first.health--                // want `global: .* first`
	config.Level = 2              // want `global: .* Level`
	for frame = range scores[0] { // want `global: .* frame`
	}
	copy(units, []unit{{1}}) // want `global: .* units`
	return frame
}

func throughPointers() {
	u := &units[1]
	u.health = 2 // want `global: .* units`
	for _, p := range []*unit{first} {
		p.health = 1
	}
	list := units[1:]
	list[0] = unit{}  // want `global: .* units`
	hurt(&units[2])   // want `global: .* units`
	fill(scores[:])   // want `global: .* scores`
	config.Set(first) // want `global: .* first`
}

func hurt(u *unit) { u.health-- }

func fill(xs []int32) { hurtAll(xs) }

func hurtAll(xs []int32) { clear(xs) }

func methods() uint64 {
	total.Add(1)                                       // want `global: .* total`
	atomic.AddInt64(&hits, 1)                          // want `global: .* hits`
	return draws.next() + draws.mixed() + gen.Uint64() // want `global: .* draws` `global: .* draws` `global: .* gen`
}
