package rng

// Cosmetic is a stream for what only the screen or the loudspeakers show: particles, shakes, pitch. It belongs to the
// presentation, outside the saved state: a rollback does not take it back, and how often it draws differs from machine to
// machine. Therefore its draws must not reach the simulation, and the type helps to see to that: it draws float64s and
// plain indices and none of the fixed-point numbers that a state is made of, it has no exported fields to save or hash,
// and it shares no method set, seed or value with XorShift, Sequence and Key, which draw for the state.
//
// An effect that must look the same on every pass over a frame and on every machine is no matter for it: ask Key.At with
// a purpose of its own.
type Cosmetic struct{ stream XorShift }

// NewCosmetic returns a stream. Any seed does: the time, a counter, or a constant for pictures that repeat. Even with the
// seed of the match its draws are unrelated to those of the state.
func NewCosmetic(seed uint64) *Cosmetic { return &Cosmetic{NewXorShift(mix(seed + cosmeticDomain))} }

// cosmeticDomain keeps the streams of Cosmetic apart from those of NewXorShift and Key. Any value but gamma and
// splitDomain would do.
const cosmeticDomain = 0xa0761d6478bd642f

// Pick returns an index in [0, n), each with equal probability; n <= 1 gives 0.
func (c *Cosmetic) Pick(n int) int { return int(c.stream.Below(uint64(max(n, 1)))) }

// Fraction returns a number in [0, 1), a multiple of 2^-53.
func (c *Cosmetic) Fraction() float64 { return float64(c.stream.Uint64()>>11) * 0x1p-53 }

// Spread returns a number in [lo, hi), or hi by rounding.
func (c *Cosmetic) Spread(lo, hi float64) float64 { return lo + float64((hi-lo)*c.Fraction()) }

// Happens returns true with probability p: never for p <= 0, always for p >= 1.
func (c *Cosmetic) Happens(p float64) bool { return c.Fraction() < p }
