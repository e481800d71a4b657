package duel

import "example.com/backstep/fixed"

// Move is an attack.
type Move uint8

// The attacks. NoMove is the zero value.
const (
	NoMove Move = iota
	Jab
	Kick
	LowJab
	Sweep
	AirPunch
	AirKick
	Throw
	FireballMove
	Uppercut

	moveCount
)

// Height says how an attack may be blocked.
type Height uint8

// Heights.
const (
	Mid      Height = iota // standing or crouching
	Low                    // crouching only
	Overhead               // standing only
	Grab                   // not at all, and only against a fighter on the ground
)

// Span is a box in whole units relative to a fighter's feet who faces right.
type Span struct{ X0, Y0, X1, Y1 int16 }

// MoveData is what an attack is made of. Times are frames. A move started at
// frame 0 can hit on frames Startup to Startup+Active-1 and is over after
// Recovery more; a move in the air lasts until the fighter lands, and then
// costs Landing.
type MoveData struct {
	Startup, Active, Recovery, Landing int16

	Damage int16 // health taken by a hit
	Chip   int16 // health taken through a block; never the last

	HitStun, BlockStun int16 // how long the victim cannot act after hit-stop
	HitStop            int16 // how long both stand still on contact

	Height Height
	Rank   uint8 // a move that connected cancels into one of a higher rank
	Fells  bool  // the victim falls down

	Knock fixed.Q16 // speed of the victim, units a frame, away from the attacker
	Lift  fixed.Q16 // upward speed of a victim that falls or was in the air
	Lunge fixed.Q16 // forward speed of the attacker before the active frames
	Leap  fixed.Q16 // upward speed of the attacker as the active frames begin

	Invulnerable int16 // frames from the start in which nothing hits the attacker
	Hits         Span  // where it hits
}

const (
	unit = fixed.Q16One
	half = fixed.Q16Half
)

// moves is the frame data. Nothing writes to it.
var moves = [moveCount]MoveData{
	Jab: {
		Startup: 4, Active: 3, Recovery: 7,
		Damage: 40, HitStun: 15, BlockStun: 11, HitStop: 7, Rank: 1,
		Knock: 4 * unit, Lift: 6 * unit, Lunge: unit,
		Hits: Span{14, 76, 74, 96},
	},
	Kick: {
		Startup: 9, Active: 4, Recovery: 15,
		Damage: 90, HitStun: 20, BlockStun: 15, HitStop: 11, Rank: 2,
		Knock: 7 * unit, Lift: 8 * unit, Lunge: 2 * unit,
		Hits: Span{18, 66, 98, 98},
	},
	LowJab: {
		Startup: 5, Active: 3, Recovery: 8,
		Damage: 35, HitStun: 14, BlockStun: 10, HitStop: 7, Height: Low, Rank: 1,
		Knock: 4 * unit, Lift: 6 * unit,
		Hits: Span{12, 8, 72, 34},
	},
	Sweep: {
		Startup: 10, Active: 4, Recovery: 21,
		Damage: 80, HitStun: 20, BlockStun: 14, HitStop: 10, Height: Low, Rank: 2, Fells: true,
		Knock: 4 * unit, Lift: 7 * unit, Lunge: unit,
		Hits: Span{10, 0, 96, 26},
	},
	AirPunch: {
		Startup: 5, Active: 8, Landing: 4,
		Damage: 50, HitStun: 16, BlockStun: 11, HitStop: 8, Height: Overhead,
		Knock: 4 * unit, Lift: 7 * unit,
		Hits: Span{4, 30, 56, 70},
	},
	AirKick: {
		Startup: 7, Active: 9, Landing: 6,
		Damage: 85, HitStun: 21, BlockStun: 15, HitStop: 11, Height: Overhead,
		Knock: 6 * unit, Lift: 8 * unit,
		Hits: Span{0, 4, 68, 48},
	},
	Throw: {
		Startup: 4, Active: 2, Recovery: 22,
		Damage: 120, HitStop: 14, Height: Grab, Fells: true,
		Knock: 6 * unit, Lift: 10 * unit,
		Hits: Span{8, 30, 46, 90},
	},
	FireballMove: {
		// The data of contact are the ball's; the body hits nothing.
		Startup: 13, Active: 1, Recovery: 26,
		Damage: 70, Chip: 9, HitStun: 19, BlockStun: 15, HitStop: 9, Rank: 3,
		Knock: 6 * unit, Lift: 7 * unit,
	},
	Uppercut: {
		Startup: 5, Active: 14, Landing: 18,
		Damage: 115, Chip: 14, HitStun: 24, BlockStun: 16, HitStop: 13, Rank: 3, Fells: true,
		Knock: 4 * unit, Lift: 13 * unit, Lunge: 3 * unit, Leap: 14 * unit,
		Invulnerable: 8,
		Hits:         Span{0, 50, 56, 130},
	},
}

// Data is the move's frame data.
func (m Move) Data() MoveData {
	if m >= moveCount {
		return MoveData{}
	}
	return moves[m]
}

// end is the frame on which a move on the ground is over.
func (d *MoveData) end() int32 { return int32(d.Startup) + int32(d.Active) + int32(d.Recovery) }

// active reports whether the move can hit on that frame of it.
func (d *MoveData) active(frame int32) bool {
	return frame >= int32(d.Startup) && frame < int32(d.Startup)+int32(d.Active)
}
