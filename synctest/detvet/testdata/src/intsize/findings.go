package intsize

import (
	"intsize/other"

	"example.com/backstep/rollback"
	"example.com/backstep/savestate"
)

//detvet:state
type world struct {
	frame   int // want `intsize: intsize.world.frame has type int, which wraps at 32 or 64 bits by target: give it a size, such as int32`
	units   [4]unit
	flags   [2]uint    // want `intsize: intsize.world.flags\[\] has type uint`
	byName  map[int]id // want `intsize: intsize.world.byName's key has type int` `intsize: intsize.world.byName\[\] has type int`
	parent  *node
	handles []uintptr // want `intsize: intsize.world.handles\[\] has type uintptr`
}

type id int

type unit struct{ x, y, owner int } // want `intsize: intsize.world.units\[\].x has type int` `units\[\].y` `units\[\].owner`

type node struct {
	next *node
	kind id // want `intsize: intsize.world.parent.kind has type int`
}

type planned struct{ n int } // want `intsize: intsize.planned.n has type int`

type input struct{ keys uint } // want `intsize: intsize.input.keys has type uint`

type plain struct{ n int } // want `intsize: intsize.plain.n has type int`

func play(p *plain, advance func(*plain, []input)) error {
	rollback.Plain(p, advance)
	_, err := savestate.PlanOf[planned]()
	savestate.PlanOf[other.World]() // want `intsize: other.World.Score has type int`
	savestate.PlanOf[int]()         // want `intsize: int has type int`
	return err
}
