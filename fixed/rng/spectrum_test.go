package rng

import (
	"math/bits"
	"testing"
)

// axes are the draws along each argument of Draw, for the small values that games ask with.
var axes = []struct {
	name string
	draw func(i uint64) uint64
}{
	{"seed", func(i uint64) uint64 { return Draw(i, 2, 300, 1) }},
	{"entity", func(i uint64) uint64 { return Draw(7, i, 300, 1) }},
	{"frame", func(i uint64) uint64 { return Draw(7, 2, int64(i), 1) }},
	{"purpose", func(i uint64) uint64 { return Draw(7, 2, 300, uint32(i)) }},
	{"entity and frame", func(i uint64) uint64 { return Draw(7, i%16, int64(i/16), 1) }},
	{"all", func(i uint64) uint64 { return Draw(i>>9, i%8, int64(i>>3%16), uint32(i>>7%4)) }},
}

// samples is a power of two. deviations is how many standard deviations a count of about even odds may be off its mean: of
// the millions of counts below, even draws exceed it in one of a thousand runs.
const (
	samples    = 4096
	deviations = 6.5
)

// unlikely reports that of n draws k with a certain property is not half of them.
func unlikely(k, n int) bool {
	off := float64(2*k - n)
	return off*off > deviations*deviations*float64(n)
}

// columns is bit i of all draws along an axis, as a row of bits, for each i.
func columns(draw func(i uint64) uint64) (c [64][samples / 64]uint64) {
	for i := range uint64(samples) {
		for v := draw(i); v != 0; v &= v - 1 {
			c[bits.TrailingZeros64(v)][i/64] |= 1 << (i % 64)
		}
	}
	return c
}

// agreements counts where a and the row b, moved by lag places, have the same bit. They are taken in whole words.
func agreements(a, b *[samples / 64]uint64, lag int) (same, n int) {
	for i := range len(a) - (lag+63)/64 {
		w := b[i+lag/64] >> (lag % 64)
		if lag%64 != 0 {
			w |= b[i+lag/64+1] << (64 - lag%64)
		}
		same += 64 - bits.OnesCount64(a[i]^w)
		n += 64
	}
	return same, n
}

func TestNoBitFollowsAnother(t *testing.T) {
	for _, axis := range axes {
		c := columns(axis.draw)
		for _, lag := range []int{0, 1, 2, 3, 8, 16, 64, 256} {
			for i := range c {
				for j := range c {
					if same, n := agreements(&c[i], &c[j], lag); i != j || lag != 0 {
						if unlikely(same, n) {
							t.Errorf("%s: bit %d equals bit %d of the %d-th draw after in %d of %d", axis.name, i, j, lag, same, n)
						}
					}
				}
			}
		}
	}
}

// Walsh's spectrum tells how often an output bit equals each of the sums, modulo two, of bits of the argument.
func TestNoBitIsASumOfTheArgumentsBits(t *testing.T) {
	for _, axis := range axes {
		for bit := range 64 {
			var w [samples]int
			for i := range w {
				w[i] = 1 - 2*int(axis.draw(uint64(i))>>bit&1)
			}
			walsh(w[:])
			for mask, sum := range w {
				if unlikely((samples+sum)/2, samples) {
					t.Errorf("%s: bit %d and the sum of the argument's bits %#x are off even odds by %d of %d", axis.name, bit, mask, sum/2, samples)
				}
			}
		}
	}
}

// walsh transforms w in place.
func walsh(w []int) {
	for h := 1; h < len(w); h *= 2 {
		for i := range w {
			if i&h == 0 {
				w[i], w[i|h] = w[i]+w[i|h], w[i]-w[i|h]
			}
		}
	}
}

func TestBytesAreEvenAlongEachArgument(t *testing.T) {
	for _, axis := range axes {
		for shift := 0; shift < 64; shift += 8 {
			bytes, changes := make([]int, 256), make([]int, 256)
			for i := range uint64(64 * samples) {
				v := axis.draw(i) >> shift
				bytes[v&0xff]++
				changes[(v^axis.draw(i+1)>>shift)&0xff]++
			}
			if tooUneven(bytes) || tooUneven(changes) {
				t.Errorf("%s, bits from %d: chi-square of bytes %.0f, of what changes from draw to draw %.0f",
					axis.name, shift, chiSquare(bytes), chiSquare(changes))
			}
		}
	}
}

// Where draws lie on a lattice, pairs of them leave fields of a plane empty.
func TestPairsFillThePlane(t *testing.T) {
	for _, axis := range axes {
		for _, lag := range []uint64{1, 2, 16} {
			fields := make([]int, 64*64)
			for i := range uint64(64 * samples) {
				fields[axis.draw(i)>>58<<6|axis.draw(i+lag)>>58]++
			}
			if tooUneven(fields) {
				t.Errorf("%s: chi-square of pairs %d apart %.0f", axis.name, lag, chiSquare(fields))
			}
		}
	}
}
