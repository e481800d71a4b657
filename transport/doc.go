// Package transport says what a rollback session needs of a network: a [Link],
// which carries datagrams to and from one peer.
//
// To a Link a packet is bytes. A packet may be lost, duplicated, reordered or
// delayed; it is never truncated or joined to another, and it is never altered
// unseen. Whoever sits above repairs what is lost. Implementations beside this
// package: memnet (in memory, stepped and seeded, for tests), udp (one socket
// for all peers) and rtc (a WebRTC data channel, native and in the browser).
// Package linktest is the suite that each of them passes; a Link of your own
// should pass it too.
//
// # Limitations
//
// A Link has no addresses, no ordering, no encryption and no flow control of its
// own. It gives no signal when a packet comes in: call Recv until it returns
// [ErrEmpty], once or more per frame.
package transport
