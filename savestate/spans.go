package savestate

import "math/bits"

// span is where something lies in memory.
type span struct{ from, to uintptr }

// spans looks for overlaps between the parts of states. To sort them is slow, and
// mostly they are the same ones as when that state was walked before, in this
// order or another. So a set that was found apart is remembered by its
// fingerprint of 64 bits: the sum of its members' hashes.
type spans struct {
	all   []span
	print uint64
	known []uint64 // fingerprints of sets whose members lie apart
	order sorter
}

// knownSets is a power of two, some times the number of ways in which a session
// copies and hashes the states that it keeps.
const knownSets = 2048

func (s *spans) reset() { s.all, s.print = s.all[:0], 0 }

func (s *spans) add(from, size uintptr) {
	s.all = append(s.all, span{from, from + size})
	hi, lo := bits.Mul64(uint64(from)^prime1, uint64(from+size)^prime2)
	s.print += hi ^ lo
}

// overlap reports whether any two have a byte in common.
func (s *spans) overlap() bool {
	if s.known == nil {
		s.known = make([]uint64, knownSets)
	}
	i := (s.print ^ s.print>>32) % knownSets // or the place beside it
	if s.known[i] == s.print || s.known[i^1] == s.print {
		return false
	}
	s.order.begin(len(s.all))
	for i, p := range s.all {
		s.order.set(i, p.from)
	}
	end := uintptr(0)
	for _, r := range s.order.sorted() {
		if r.at < end {
			return true
		}
		end = s.all[r.rank].to
	}
	if s.known[i] != 0 {
		i ^= 1
	}
	s.known[i] = s.print
	return false
}
