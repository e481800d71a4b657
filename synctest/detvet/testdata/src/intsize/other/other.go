package other

// World is no state here: who saves it hears of it.
type World struct{ Score int }
