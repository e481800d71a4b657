package intsize

import "example.com/backstep/savestate"

// sized is a state in which every number has a size.
//
//detvet:state
type sized struct {
	frame  uint32
	health [4]int16
	pos    fixed
	alive  bool
	cache  int `backstep:"-"` // is not saved
	_      int
	draw   func(int) int
}

type fixed int32

// Not a state.
type local struct{ n int }

func save() { _, _ = savestate.PlanOf[sized]() }
