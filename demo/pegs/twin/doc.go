// Package twin runs copy B of the chaos lab at the other end of a link: a page
// computes copy A, a native program copy B, and the checksums that come back, one
// for each step, tell whether two architectures compute the same bits.
//
// The nouns:
//
//   - Ball: either kind of ball, as it is drawn, compared and sent.
//   - State: a ball and the checksum that whoever computed it gives it.
//   - Caller: the end that wants states. It begins a run from any ball, asks for as
//     many states as it has room for, and hands them out in order.
//   - Peer: the end that computes. It answers packets and remembers one ball.
//   - Ask, Steps: the messages.
//
// A run needs no agreement: an Ask carries the ball that the run starts from, and
// how many of its states the Caller has. So every packet may be lost, repeated or
// late: the Caller asks again, the Peer answers the same, and what is old is dropped.
//
//	caller := twin.NewCaller(start)
//	for { // once for each picture
//		caller.Receive(packet) // all that wait
//		if ask := caller.Poll(now, buf[:0]); len(ask) > 0 {
//			link.Send(ask)
//		}
//		state, ok := caller.Next()
//	}
//
// # Bounds
//
// A packet has at most MaxPacket bytes and MaxStates states. An answer costs a Peer
// at most 2·MaxStates steps. A Caller keeps at most Room states, has one question
// under way, and repeats it after Repeat. What cannot be read is counted and dropped.
//
// # Limitations
//
// With one question under way a link carries MaxStates states a round trip: at 100 ms
// that is 260 a second. A Peer serves one Caller. Neither is safe for concurrent use.
package twin
