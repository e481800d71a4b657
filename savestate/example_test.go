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

func ExamplePlan_DecodeSnapshot() {
	plan, err := savestate.PlanOf[Arena]()
	if err != nil {
		fmt.Println(err)
		return
	}
	packed := plan.AppendSnapshot(nil, 120, &Arena{Timer: 99})

	var joined Arena
	fmt.Println(plan.DecodeSnapshot(packed, &joined))
	fmt.Println(joined.Timer)

	packed[len(packed)-1]++
	_, err = plan.DecodeSnapshot(packed, &joined)
	fmt.Println(errors.Is(err, savestate.ErrSnapshotChecksum))
	// Output:
	// 120 <nil>
	// 99
	// true
}

func ExampleRewind() {
	plan, err := savestate.PlanOf[Arena]()
	if err != nil {
		fmt.Println(err)
		return
	}
	past, err := savestate.NewRewind(plan, savestate.RewindConfig{Frames: 600, Bytes: 1 << 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	live := Arena{Timer: 5000}
	for f := savestate.Frame(0); live.Timer > 0; f++ {
		if err := past.Save(f, &live); err != nil {
			fmt.Println(err)
			return
		}
		live.Timer--
	}
	fmt.Println("held:", past.Oldest(), "to", past.Newest())
	fmt.Println(past.Load(4700, &live), live.Timer)
	fmt.Println(past.Load(100, &live), live.Timer)
	// Output:
	// held: 4440 to 4999
	// true 300
	// false 300
}
