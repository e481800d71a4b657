package sim

import "example.com/backstep/rollback"

// State is the whole state of the simulated game. Every input and every absence
// changes everything after it: two worlds that ever differed never meet again.
type State struct {
	Frame  int64
	Digest uint64
}

// absentMark stands for the input of a player who has left. No input is wide
// enough to be mistaken for it in all places, and a wrong guess would show.
const absentMark = 0xa5a5_5a5a_c3c3_3c3d

// begin is the state of frame 0.
func begin(seed uint64) State { return State{Digest: mix(seed)} }

// advance plays one frame. It is what both the sessions' games and the ledger's
// offline run do.
func (s *State) advance(values []uint64, present uint16) {
	d := s.Digest ^ uint64(s.Frame)*0xd1b54a32d192ed03
	for p, v := range values {
		if present>>p&1 == 0 {
			v = absentMark
		}
		d = mix(d ^ mix(v+uint64(p)))
	}
	s.Digest = d
	s.Frame++
}

// word is the set of input types that the engine derives a codec for here.
type word interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64
}

// unpack turns the engine's inputs into numbers and a presence mask.
func unpack[I word](dst []uint64, in []rollback.Input[I]) (present uint16) {
	for p, i := range in {
		dst[p] = uint64(i.Value)
		if i.Present {
			present |= 1 << p
		}
	}
	return present
}
