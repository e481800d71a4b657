// Package sim plays whole matches in one goroutine, from one seed, on a network
// in memory that does its worst, and checks the engine at every step.
//
// A [Plan] is everything that one run is made of: who plays what, how each
// directed link treats packets, which faults happen when, and when everything
// heals. [Draw] makes one from a seed. [Run] plays it in a world of hosts: each
// has a session, a game that watches what the session asks of it, and a clock
// of its own that drifts. A ledger holds what every player truly pressed in
// every frame, and the game played again over it, offline. While the faults
// last nothing untrue may be confirmed by anybody; after they have healed
// everybody who was not dropped must play on.
//
// A failure names the seed, what was drawn, the least part of it that still
// fails, and the command that plays it again:
//
//	go test ./internal/sim -run 'TestSim$' -seed 7 -seeds 1 -players 2-4
//
// # Limitations
//
// Content that was altered and still bears the link's token is a lying peer:
// sessions do not sign what they say. Such datagrams are played by hostile
// plans, which check that nothing breaks, not that everybody agrees.
package sim
