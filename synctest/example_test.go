package synctest_test

import (
	"errors"
	"fmt"

	"example.com/backstep/rollback"
	"example.com/backstep/synctest"
)

// Pad is one player's input: -1, 0 or 1 in each direction.
type Pad struct{ X, Y int8 }

type Ship struct {
	X, Y int32
	Fuel int32
}

type Space struct {
	Frame uint32
	Ships [2]Ship
}

// winds is a package variable that the simulation writes: the mistake.
var winds int32

func fly(s *Space, in []rollback.Input[Pad]) {
	s.Frame++
	for p := range in {
		s.Ships[p].X += int32(in[p].Value.X)
		s.Ships[p].Y += int32(in[p].Value.Y)
	}
	if s.Frame > 10 {
		winds++
		s.Ships[1].X += winds
	}
}

func Example() {
	winds = 0
	game := rollback.Plain(&Space{}, fly)
	test, err := synctest.New(game, synctest.Config[Pad]{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 600 {
		if err = test.Step(); err != nil {
			break
		}
	}
	var f *synctest.Failure
	if errors.As(err, &f) {
		fmt.Println("state of frame", f.Frame, "resimulated from", f.Loaded)
		fmt.Println(f.Section(), f.Diff[0].Path)
	}
	// Output:
	// state of frame 11 resimulated from 4
	// Ships Space.Ships[1].X
}
