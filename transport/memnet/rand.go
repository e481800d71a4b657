package memnet

import "math/bits"

// A stream is a xorshift64* generator. Its state is never zero.
type stream uint64

// newStream derives the stream of one purpose on one directed link. It hashes
// hosts and purpose rather than counting them off, so adding a host to a test
// leaves all other links as they were.
func newStream(seed uint64, from, to int, purpose purpose) stream {
	x := mix(seed)
	x = mix(x ^ uint64(from)<<32 ^ uint64(to))
	x = mix(x ^ uint64(purpose))
	return stream(max(x, 1))
}

// mix is the finalizer of splitmix64: near seeds give unrelated results.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (s *stream) next() uint64 {
	x := uint64(*s)
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*s = stream(x)
	return x * 0x2545f4914f6cdd1d
}

// hit draws once and reports whether an event of probability c happens.
func (s *stream) hit(c chance) bool {
	return c > 0 && s.next()>>32 < uint64(c)
}

// below draws from 0 to n-1. The bias is under n/2^64.
func (s *stream) below(n uint64) uint64 {
	hi, _ := bits.Mul64(s.next(), n)
	return hi
}

// A chance is a probability times 2^32, so that a draw is compared as an
// integer and no platform's floating point can change an outcome.
type chance uint64

// newChance converts p in [0, 1]. Scaling by a power of two is exact.
func newChance(p float64) chance { return chance(p * (1 << 32)) }
