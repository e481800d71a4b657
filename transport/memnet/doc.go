// Package memnet is a network in memory for tests: stepped, seeded and exact.
//
// A [Net] joins a number of hosts, each pair by two directed links. [Net.Link]
// gives the end at one host towards another, which is a transport.Link.
// [Net.SetPolicy] says what a directed link does to packets, [Net.Cut],
// [Net.Hold] and [Net.Partition] break it for a while, and [Net.SetNow] moves
// the clock: a packet whose delivery time has come is received by the next Recv.
//
// Equal seeds and equal calls deliver equal bytes in equal order, on every
// platform. Each directed link draws from streams of its own, one for each kind
// of fault, so neither a packet on one link nor a fault of one kind shifts what
// happens to others. A queue is bounded (see [Policy].QueuePackets): what finds
// it full is dropped and counted. Once warm nothing allocates.
//
// # Limitations
//
// A Net belongs to one goroutine. It has no clock and starts nothing. Packets
// are never altered. Sends of a host to itself are not modelled. An index out of
// range, a host towards itself or a clock that runs backwards is a fault of the
// test and panics.
package memnet
