package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// battle is a state of some 200 kB as a game would write it down without a
// thought for saving it: fighters behind pointers, found by number and by name,
// that refer to each other; slices of all lengths; tables.
type battle struct {
	Tick   uint32
	Seed   uint64
	Tiles  []uint16
	Heat   []uint8
	Roster []*fighter
	ByID   map[uint32]*fighter
	Scores map[string]int64
	Doors  map[uint32]doorway
	Shots  []missile
	Leader *fighter
}

type fighter struct {
	ID       uint32
	Name     string
	Pos, Vel [2]int32
	HP       int16
	Target   *fighter
	Path     [][2]int16
	Trail    []uint64
	Cooldown [8]uint16
	Bag      []stack
}

type stack struct {
	Kind  uint16
	Count uint32
}

type doorway struct {
	At   [2]int16
	Open bool
}

type missile struct {
	Pos, Vel [2]int32
	From     *fighter
	Left     uint16
}

const battleFighters = 50

func newBattle() *battle {
	r := rand.New(rand.NewPCG(1, 3))
	b := &battle{Tiles: make([]uint16, 1<<15), Heat: make([]uint8, 1<<15),
		ByID: map[uint32]*fighter{}, Scores: map[string]int64{}, Doors: map[uint32]doorway{}}
	for i := range b.Tiles {
		b.Tiles[i] = uint16(r.Uint32())
	}
	for i := range uint32(battleFighters) {
		f := b.spawn(i)
		f.Target = b.Roster[r.IntN(len(b.Roster))]
		b.Scores[f.Name] = r.Int64N(1e6)
		b.Doors[i*31] = doorway{At: [2]int16{int16(i), 4}, Open: i%3 == 0}
		b.Shots = append(b.Shots, missile{From: f, Left: uint16(i)})
	}
	b.Leader = b.Roster[13]
	return b
}

func (b *battle) spawn(id uint32) *fighter {
	f := &fighter{ID: id, Name: fmt.Sprint("bot ", id), HP: 100,
		Path: make([][2]int16, 40), Trail: make([]uint64, 200, 240), Bag: make([]stack, 5)}
	b.Roster = append(b.Roster, f)
	b.ByID[id] = f
	return f
}

// step is a frame in which much happens: one fighter falls and another comes
// back in its place, some have other targets, a trail grows, a door opens.
func (b *battle) step() {
	b.Tick++
	i := int(b.Tick) % battleFighters
	f := b.Roster[i]
	b.Roster = append(slices.Delete(b.Roster, i, i+1), f)
	delete(b.ByID, f.ID)
	f.ID = battleFighters + b.Tick%(3*battleFighters)
	b.ByID[f.ID] = f
	for k := range 5 {
		g := b.Roster[(i+7*k)%battleFighters]
		g.Target = b.Roster[(i+k)%battleFighters]
		g.Trail = append(g.Trail[:100+i], uint64(i))
	}
	d := b.Doors[uint32(i)*31]
	d.Open = !d.Open
	b.Doors[uint32(i)*31] = d
}

// byHand copies battles as one would write it for this type, with care for its
// speed: it uses the destination's memory again, and knows that every fighter
// is in the roster.
type byHand struct{ moved map[*fighter]*fighter }

func (h *byHand) copy(dst, src *battle) {
	dst.Tick, dst.Seed = src.Tick, src.Seed
	dst.Tiles = append(dst.Tiles[:0], src.Tiles...)
	dst.Heat = append(dst.Heat[:0], src.Heat...)
	h.roster(dst, src)
	dst.ByID = cleared(dst.ByID)
	for id, f := range src.ByID {
		dst.ByID[id] = h.moved[f]
	}
	dst.Scores, dst.Doors = cleared(dst.Scores), cleared(dst.Doors)
	maps.Copy(dst.Scores, src.Scores)
	maps.Copy(dst.Doors, src.Doors)
	dst.Shots = append(dst.Shots[:0], src.Shots...)
	for i := range dst.Shots {
		dst.Shots[i].From = h.moved[dst.Shots[i].From]
	}
	dst.Leader = h.moved[src.Leader]
}

func (h *byHand) roster(dst, src *battle) {
	room := dst.Roster
	clear(h.moved)
	for i, f := range src.Roster {
		if i == len(room) {
			room = append(room, new(fighter))
		}
		h.moved[f] = room[i]
	}
	dst.Roster = room[:len(src.Roster)]
	for i, f := range src.Roster {
		d := dst.Roster[i]
		path, trail, bag := d.Path, d.Trail, d.Bag
		*d = *f
		d.Target = h.moved[f.Target]
		d.Path = append(path[:0], f.Path...)
		d.Trail = append(trail[:0], f.Trail...)
		d.Bag = append(bag[:0], f.Bag...)
	}
}

// cleared is the map without its entries, or a new one.
func cleared[M ~map[K]V, K comparable, V any](m M) M {
	if m == nil {
		return M{}
	}
	clear(m)
	return m
}
