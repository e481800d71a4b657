package sim

import "example.com/backstep/rollback"

// State is the state of the simulated game as far as it follows from the inputs
// alone. Every input and every absence changes everything after it: two worlds
// that ever differed never meet again. What one field was shows in Digest a frame
// later.
type State struct {
	Frame  int64
	Digest uint64
	Score  int32
	Pos    [2]float64
	Actors [2]Actor
}

// Actor is some fields of other kinds.
type Actor struct {
	Health int16
	Alive  bool
	Speed  float32
}

// absentMark stands for the input of a player who has left. No input is wide
// enough to be mistaken for it in all places, and a wrong guess would show.
const absentMark = 0xa5a5_5a5a_c3c3_3c3d

// begin is the state of frame 0.
func begin(seed uint64) State { return State{Digest: mix(seed)} }

// advance plays one frame. It is what both the sessions' games and the ledger's
// offline run do.
func (s *State) advance(values []uint64, present uint16) {
	d := s.sum() ^ uint64(s.Frame)*0xd1b54a32d192ed03
	for p, v := range values {
		if present>>p&1 == 0 {
			v = absentMark
		}
		d = mix(d ^ mix(v+uint64(p)))
	}
	s.Digest = d
	s.Frame++
	s.Score += int32(d)
	s.Pos[d>>40&1] += float64(int16(d >> 8))
	a := &s.Actors[d>>41&1]
	a.Health, a.Alive, a.Speed = a.Health+int16(d>>16), a.Alive != (d>>42&1 == 1), a.Speed+float32(int8(d>>24))
}

// sum mixes all fields but Frame. All of them are whole numbers that a float64
// holds exactly.
func (s *State) sum() uint64 {
	x := s.Digest + uint64(s.Score)*0x9e3779b97f4a7c15
	x ^= uint64(int64(s.Pos[0]))*0xd1b54a32d192ed03 + uint64(int64(s.Pos[1]))*0xaf251af3b0f025b5
	for i := range s.Actors {
		a := &s.Actors[i]
		x += (uint64(a.Health)<<24 ^ uint64(int64(a.Speed))) * (0xb564ef22ec7aece5 + uint64(i)<<9)
		if a.Alive {
			x ^= 1 << (5 + i)
		}
	}
	return x
}

// Scene is what a session saves: the state and, where a plan asks for one, a
// body of about as many bytes.
type Scene struct {
	State
	Body *Body
}

// Body follows from the states, and nothing follows from it: what is wrong in it
// stays there until that place is written again.
type Body struct {
	Name  string
	Items map[uint16]int32
	List  []Item
	Bulk  []byte
}

// Item is an element of a body's list.
type Item struct {
	X    int64
	Kind uint8
}

const bodyItems = 5

func newBody(size int) *Body {
	if size == 0 {
		return nil
	}
	b := &Body{Name: "begin", Items: map[uint16]int32{}, List: make([]Item, bodyItems), Bulk: make([]byte, size)}
	for i := range uint16(bodyItems) {
		b.Items[i] = int32(i)
	}
	for i := range b.Bulk {
		b.Bulk[i] = byte(mix(uint64(i)) >> 3) // does not compress
	}
	return b
}

// advance follows the state of the frame that was just played.
func (b *Body) advance(s *State) {
	d := s.Digest
	b.Items[uint16(d%bodyItems)] += int32(d >> 8)
	item := &b.List[d>>16%bodyItems]
	item.X, item.Kind = item.X*3+int64(d>>32), item.Kind+1
	for i := range uint64(4) {
		b.Bulk[mix(d+i)%uint64(len(b.Bulk))] += byte(d>>(8*i)) | 1
	}
	if s.Frame%64 == 0 {
		name := []byte(b.Name)
		name[d%uint64(len(name))]++
		b.Name = string(name)
	}
}

// flaw is one field that may go wrong.
type flaw struct {
	path string // as a report names it
	do   func(s *Scene)
}

// flaws of a state, and behind bodyFlaws of a body. Not all of them show at once
// in what follows.
var flaws = [...]flaw{
	{"Scene.State.Digest", func(s *Scene) { s.Digest ^= 1 << 17 }},
	{"Scene.State.Score", func(s *Scene) { s.Score++ }},
	{"Scene.State.Pos[1]", func(s *Scene) { s.Pos[1]++ }},
	{"Scene.State.Actors[1].Health", func(s *Scene) { s.Actors[1].Health ^= 4 }},
	{"Scene.State.Actors[0].Alive", func(s *Scene) { s.Actors[0].Alive = !s.Actors[0].Alive }},
	{"Scene.State.Actors[1].Speed", func(s *Scene) { s.Actors[1].Speed-- }},
	{"Scene.Body.Name", func(s *Scene) { s.Body.Name += "!" }},
	{"Scene.Body.Items[3]", func(s *Scene) { s.Body.Items[3] ^= 1 << 30 }},
	{"Scene.Body.List[2].X", func(s *Scene) { s.Body.List[2].X++ }},
	{"Scene.Body.Bulk[0]", func(s *Scene) { s.Body.Bulk[0] ^= 1 }},
}

// bodyFlaws is how many flaws need no body.
const bodyFlaws = 6

// flaw is the n-th that a plan's states may have.
func (p *Plan) flaw(n int) flaw {
	if p.StateBytes == 0 {
		return flaws[n%bodyFlaws]
	}
	return flaws[n%len(flaws)]
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
