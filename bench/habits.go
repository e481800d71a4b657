package main

import "encoding/binary"

// habitKind is how a player uses the pad.
type habitKind uint8

const (
	// everyFrame draws all bytes anew in every frame: no guess is ever right and
	// nothing can be compressed.
	everyFrame habitKind = iota
	// eightValues draws one of eight values in every frame: one guess in eight is
	// right by chance.
	eightValues
	// mash presses and releases one button in turn, each for 2 to 4 frames: some ten
	// presses a second.
	mash
	// human holds a direction for 8 to 31 frames, and a button for 4 to 11 with
	// pauses of 16 to 63.
	human
)

// habit is one player's inputs, frame by frame: the same for equal seeds. The
// first byte is buttons, the rest is touched by everyFrame alone.
type habit struct {
	kind         habitKind
	seed         uint64
	next         int // the frame to draw
	now          [32]byte
	button, turn int // the frames at which the button and the direction change
}

func newHabit(kind habitKind, seed uint64, seat int) *habit {
	return &habit{kind: kind, seed: mix(seed<<8 | uint64(seat))}
}

// at makes now the input of frame f. Frames are asked for in order, each as often
// as it takes until it runs.
func (h *habit) at(f int) {
	for ; h.next <= f; h.next++ {
		h.draw(h.next)
	}
}

func (h *habit) draw(f int) {
	d := mix(h.seed ^ uint64(f))
	switch h.kind {
	case everyFrame:
		for i := 0; i < len(h.now); i += 8 {
			binary.LittleEndian.PutUint64(h.now[i:], mix(d+uint64(i)))
		}
	case eightValues:
		h.now[0] = byte(d % 8)
	case mash:
		if f >= h.button {
			h.now[0] ^= 1
			h.button = f + 2 + int(d%3)
		}
	case human:
		h.drawHuman(f, d)
	}
}

func (h *habit) drawHuman(f int, d uint64) {
	if f >= h.turn {
		h.now[0] = h.now[0]&^0xf0 | byte(d)&0xf0
		h.turn = f + 8 + int(d>>8%24)
	}
	if f >= h.button {
		if h.now[0]&0x0f != 0 {
			h.now[0] &^= 0x0f
			h.button = f + 16 + int(d>>24%48)
		} else {
			h.now[0] |= 1 << (d >> 16 % 4)
			h.button = f + 4 + int(d>>24%8)
		}
	}
}
