package pegs_test

import (
	"fmt"

	"example.com/backstep/demo/pegs"
)

// The checksums tell at once what a player sees many steps later.
func Example() {
	lab := pegs.NewLab(pegs.Start(1).Float, 1)
	for lab.Report().Apart == pegs.Never {
		lab.Advance()
	}
	r := lab.Report()
	fmt.Printf("split at step %d, visibly apart at step %d\n", r.Split, r.Apart)
	// Output: split at step 0, visibly apart at step 719
}
