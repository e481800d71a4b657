// Command bench measures what Backstep costs: a peer-frame over a link in
// memory, a frame of SyncTest, saving and hashing a state, the bytes that a
// frame puts on the wire, and, in the same run, the limits of the machine that
// those figures stand beside.
//
//	go run ./bench                 # print the report as markdown
//	go run ./bench -o FILE         # write it; FILE ends in .md or .json
//	go run ./bench sweep           # lossy matches beside published figures
//	go run ./bench sweep -o FILE   # write that; FILE ends in .md
//	go test ./bench -bench .       # the same kernels as Go benchmarks
//	go test ./bench -bench 'Q16|Q32|Strict|RNG'  # numbers, beside float64, math and math/rand/v2
//	go test ./bench -bench 'Save|Hash|Plan'      # states, beside a copy and beside hand-written saves
//	go test ./bench                # what does not depend on the machine
//
// A peer-frame is all that one session does in one frame: Receive of what has
// arrived, Poll, Advance and Packets. Inputs are 2 bytes a player, the state is
// 16 bytes, the input delay is 0; "frames of delay" is the one-way latency of
// the link. Bytes are payload, counted per link and frame once the match runs,
// with the token, the acknowledgements and a checksum every 10 frames in them.
//
// # The sweep
//
// Another engine has published what it does on a number of networks: bytes,
// packets, rollbacks, lag, stalls. The sweep plays the same cells in virtual time
// on memnet, with several habits of input, and prints both, in a second and for a
// confirmed frame. Beside them stands an ideal protocol that meets the same draws
// of loss and jitter: every packet carries every input that the reader has not
// acknowledged, and a frame waits only when none that carries the needed input
// came in time. Only the report's first line depends on the machine.
//
// # Limitations
//
// One process and one goroutine: what the operating system and a real network
// add is not in the figures, except in those of the machine itself. Times below
// about 5 ns are dominated by the call of the kernel.
//
// How the published sweep drew its inputs, and whether its delays are one way, was
// not published: the notes under the table say what that leaves uncertain. In the
// sweep all players step at the same times and nobody stretches a frame to let
// the others catch up.
package main
