package rng_test

import (
	"fmt"

	"example.com/backstep/fixed"
	"example.com/backstep/fixed/rng"
)

// The purposes of this game's draws.
const (
	purposeDamage = iota
	purposeSpread
)

func Example() {
	key := rng.Key{Seed: 7} // the seed that the match agreed on
	const entity, frame = 3, 120

	damage := key.At(entity, frame, purposeDamage)
	spread := key.At(entity, frame, purposeSpread)
	fmt.Println(damage.Range(8, 12), spread.Between(-fixed.Q16Half, fixed.Q16Half))

	// Asked again, after a rollback, the same question has the same answer.
	again := key.At(entity, frame, purposeDamage)
	fmt.Println(again.Range(8, 12))
	// Output:
	// 10 -0.3771820068359375
	// 10
}

func ExampleXorShift() {
	type world struct{ Deck rng.XorShift } // part of the saved state
	w := world{rng.NewXorShift(7)}
	saved := w
	fmt.Println(w.Deck.Below(52), w.Deck.Below(52))
	w = saved // a rollback takes the stream back too
	fmt.Println(w.Deck.Below(52), w.Deck.Below(52))
	// Output:
	// 4 13
	// 4 13
}

func ExampleCosmetic() {
	sparks := rng.NewCosmetic(1) // beside the session, never in the saved state
	for range 3 {
		fmt.Printf("spark %d at %.0f degrees\n", sparks.Pick(4), sparks.Spread(0, 360))
	}
	// Output:
	// spark 1 at 156 degrees
	// spark 2 at 298 degrees
	// spark 2 at 32 degrees
}
