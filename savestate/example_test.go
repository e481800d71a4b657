package savestate_test

import (
	"errors"
	"fmt"
	"time"

	"example.com/backstep/savestate"
)

type Vec struct{ X, Y float32 }

type Fighter struct {
	Pos, Vel Vec
	Health   int16
}

type Arena struct {
	Fighters [2]Fighter
	Timer    int
}

func ExamplePlan() {
	plan, err := savestate.PlanOf[Arena]()
	if err != nil {
		fmt.Println(err)
		return
	}
	live := Arena{Timer: 99}
	ring := savestate.NewRing[Arena](8)
	plan.Copy(ring.Slot(120), &live)

	live.Fighters[1].Vel.X = 3.5
	live.Timer--

	saved, _ := ring.Get(120)
	fmt.Println(plan.Hash(saved) == plan.Hash(&live))
	for _, d := range plan.Diff(saved, &live, 10) {
		fmt.Println(d)
	}
	// Output:
	// false
	// Arena.Fighters[1].Vel.X: 0 ≠ 3.5
	// Arena.Timer: 99 ≠ 98
}

func ExamplePlanOf_refused() {
	type Roster struct {
		Players [2]struct{ Joined time.Time }
	}
	_, err := savestate.PlanOf[Roster]()
	var u *savestate.UnsupportedError
	fmt.Println(errors.As(err, &u), u.Path, u.Type)
	// Output:
	// true Roster.Players[].Joined time.Time
}

func ExampleHash64() {
	var h savestate.Hash64
	h.Uint64(7)
	h.Bool(true)
	fmt.Printf("%016x\n", h.Sum())
	// Output:
	// be0229db14a37df8
}
