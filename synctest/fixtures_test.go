package synctest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

// Games that are right but for one thing each. Every one keeps a walker's
// state; what spoils it is in its own methods.

type input struct{ Dir, Fire uint8 }

type walker struct {
	Tick uint32
	Sum  uint64
	Pos  [2]int32
}

func (w *walker) step(in []rollback.Input[input]) {
	w.Tick++
	for p := range in {
		w.Pos[p%2] += int32(in[p].Value.Dir) - 100
		w.Sum = w.Sum*31 + uint64(in[p].Value.Fire) + uint64(p)
		if in[p].Present {
			w.Sum++
		}
	}
}

func (w *walker) checksum() uint64 {
	var h savestate.Hash64
	h.Uint32(w.Tick)
	h.Uint64(w.Sum)
	for _, x := range w.Pos {
		h.Uint32(uint32(x))
	}
	return h.Sum()
}

// honest is the game with nothing wrong, and the base of the others.
type honest struct{ walker }

func (g *honest) Save(dst *walker)                   { *dst = g.walker }
func (g *honest) Load(src *walker)                   { g.walker = *src }
func (g *honest) Advance(in []rollback.Input[input]) { g.step(in) }
func (g *honest) Checksum(s *walker) uint64          { return s.checksum() }

func plainWalker() rollback.Game[walker, input] {
	return rollback.Plain(&walker{}, (*walker).step)
}

// unsaved moves by a counter that Save leaves out.
type unsaved struct {
	honest
	calls int32
}

func (g *unsaved) Advance(in []rollback.Input[input]) {
	g.calls++
	g.step(in)
	g.Pos[1] += g.calls
}

// fraction counts 735.3 samples a frame and saves the whole ones only.
type fraction struct {
	honest
	tenths uint64
}

func (g *fraction) Advance(in []rollback.Input[input]) {
	g.step(in)
	g.tenths += 7353
	g.Sum, g.tenths = g.Sum+g.tenths/10, g.tenths%10
}

// dice draws from a generator that is not in the state.
type dice struct {
	honest
	pcg *rand.PCG
}

func (g *dice) Advance(in []rollback.Input[input]) {
	g.step(in)
	g.Sum += g.pcg.Uint64() % 6
}

// clocked reads the wall clock.
type clocked struct{ honest }

func (g *clocked) Advance(in []rollback.Input[input]) {
	g.step(in)
	g.Sum += uint64(time.Now().UnixNano())
}

// keeper keeps the slice it was lent, to see which buttons are new.
type keeper struct {
	honest
	before []rollback.Input[input]
}

func (g *keeper) Advance(in []rollback.Input[input]) {
	g.step(in)
	if g.before != nil && in[0].Value.Fire&^g.before[0].Value.Fire&1 == 1 {
		g.Pos[0] += 1000
	}
	g.before = in
}

// highest keeps, by frame and outside the state, the greatest input it saw.
// The right input alone always leaves the same there.
type highest struct {
	honest
	seen map[uint32]uint8
}

func (g *highest) Advance(in []rollback.Input[input]) {
	g.seen[g.Tick] = max(g.seen[g.Tick], in[0].Value.Fire)
	g.Sum += uint64(g.seen[g.Tick])
	g.step(in)
}

// firstSeen keeps the first input it saw for a frame, and believes it.
type firstSeen struct {
	honest
	seen map[uint32]uint8
}

func (g *firstSeen) Advance(in []rollback.Input[input]) {
	if _, ok := g.seen[g.Tick]; !ok {
		g.seen[g.Tick] = in[0].Value.Fire
	}
	g.Sum += uint64(g.seen[g.Tick])
	g.step(in)
}

// slow queues shots outside the state that land 30 frames later.
type slow struct {
	honest
	due map[uint32]uint64
}

func (g *slow) Advance(in []rollback.Input[input]) {
	g.due[g.Tick+30] += uint64(in[0].Value.Fire)
	g.Sum += g.due[g.Tick]
	g.step(in)
}

// countsLoads changes a field of the state in Load.
type countsLoads struct{ honest }

func (g *countsLoads) Load(src *walker) {
	g.walker = *src
	g.Pos[0]++
}

// once goes wrong in one frame only, and another way each time.
type once struct {
	honest
	at    uint32
	calls int32
}

func (g *once) Advance(in []rollback.Input[input]) {
	if g.Tick == g.at {
		g.calls++
		g.Pos[0] += 5000 * g.calls
	}
	g.step(in)
}

// tampering changes the state in Save; mumbling has an impure Checksum.
type tampering struct{ honest }

func (g *tampering) Save(dst *walker) { *dst = g.walker; g.Pos[1]++ }

type mumbling struct {
	honest
	calls *uint64
}

func (g *mumbling) Checksum(s *walker) uint64 {
	*g.calls++
	return s.checksum() + *g.calls
}

// fixedSum answers one checksum for every state.
type fixedSum struct {
	honest
	sum uint64
}

func (g *fixedSum) Checksum(*walker) uint64 { return g.sum }

// deaf takes no notice of inputs.
type deaf struct{ honest }

func (g *deaf) Advance([]rollback.Input[input]) { g.step(nil) }

// crowd is a state with a map and a slice, which the engine does not copy.
type crowd struct {
	Sum   uint64
	Life  map[uint32]uint64
	Order []uint32
}

func newCrowd(n uint32) crowd {
	c := crowd{Life: map[uint32]uint64{}}
	for k := range n {
		c.Life[k*k] = uint64(k)
		c.Order = append(c.Order, k*k)
	}
	return c
}

func (c *crowd) copyTo(dst *crowd) {
	dst.Sum = c.Sum
	if dst.Life == nil {
		dst.Life = map[uint32]uint64{}
	}
	clear(dst.Life)
	maps.Copy(dst.Life, c.Life)
	dst.Order = append(dst.Order[:0], c.Order...)
}

func (c *crowd) checksum() uint64 {
	var h savestate.Hash64
	h.Uint64(c.Sum)
	for _, k := range slices.Sorted(maps.Keys(c.Life)) {
		h.Uint64(c.Life[k])
	}
	for _, k := range c.Order {
		h.Uint32(k)
	}
	return h.Sum()
}

// crowdGame copies as it should in both directions.
type crowdGame struct{ crowd }

func (g *crowdGame) Save(dst *crowd)          { g.copyTo(dst) }
func (g *crowdGame) Load(src *crowd)          { src.copyTo(&g.crowd) }
func (g *crowdGame) Checksum(s *crowd) uint64 { return s.checksum() }
func (g *crowdGame) Advance(in []rollback.Input[input]) {
	for _, k := range g.Order {
		g.Life[k] += uint64(in[0].Value.Fire)
	}
	slices.Reverse(g.Order)
	g.Sum++
}

// mapOrder adds up in the order of a map.
type mapOrder struct{ crowdGame }

func (g *mapOrder) Advance(in []rollback.Input[input]) {
	for k, v := range g.Life {
		g.Sum = g.Sum*31 + v
		g.Life[k] += uint64(in[0].Value.Fire)
	}
}

// sharesOnSave and sharesOnLoad copy a slice in one direction only.
type sharesOnSave struct{ crowdGame }

func (g *sharesOnSave) Save(dst *crowd) {
	g.copyTo(dst)
	dst.Order = g.Order
}

type sharesOnLoad struct{ crowdGame }

func (g *sharesOnLoad) Load(src *crowd) {
	src.copyTo(&g.crowd)
	g.Order = src.Order
}

// partly saves 60 of 96 entities; only the others draw random numbers.
type bodies struct {
	Seed uint64
	At   [96]uint64
}

type partly struct{ bodies }

func (g *partly) Save(dst *bodies) { dst.Seed = g.Seed; copy(dst.At[:60], g.At[:60]) }
func (g *partly) Load(src *bodies) { g.Seed = src.Seed; copy(g.At[:60], src.At[:60]) }
func (g *partly) Checksum(s *bodies) uint64 {
	var h savestate.Hash64
	h.Uint64(s.Seed)
	for _, x := range s.At {
		h.Uint64(x)
	}
	return h.Sum()
}
func (g *partly) Advance(in []rollback.Input[input]) {
	for i := 60; i < 96; i++ {
		g.At[i] += uint64(in[0].Value.Dir)
		g.Seed = g.Seed*6364136223846793005 + g.At[i]
	}
	g.At[0] = g.Seed
}
