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
// Who watches ([Watcher]) comes and goes beside that: what it is shown must be
// the players' match, frame by frame, and nothing that it does may change theirs.
//
// A process that dies may start again and come back into its seats: it goes on with
// another's state, and its feed is compared from there on. A field of a state may go
// wrong; where all then take over one side's state, the offline run takes it over
// too.
//
// A failure names the seed, what was drawn, the least part of it that still
// fails, and the command that plays it again; with -keep it also writes that part
// to a file, which [Parse] reads:
//
//	go test ./internal/sim -run 'TestSim$' -seed 7 -seeds 1 -players 2-4 -keep
//	go test ./internal/sim -run TestPlan -plan testdata/failures/seed7.txt
//
// Plans worth keeping stand in testdata/corpus, each with a word on what it
// shows; every run of the tests plays them.
//
// # Limitations
//
// Content that was altered and still bears the link's token is a lying peer:
// sessions do not sign what they say. Such datagrams are played by hostile
// plans, which check that nothing breaks, not that everybody agrees.
//
// A plan's file spells out every fault that has a time. Which single packets a
// link loses, delays or repeats follows from the seed and the link's policy, so a
// kept plan meets other losses once the engine sends other packets.
package sim
