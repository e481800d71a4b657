// Package match is one seat's part of a duel over the network: what the native
// peers of the demo and the page have in common.
//
// The nouns:
//
//   - Peer: the world as this side predicts it, the live.Host that runs it, and
//     the Record of what is confirmed.
//   - Record: a second world that only confirmed inputs move on, and the
//     checksums of its last states. It owes nothing to prediction or rollback,
//     so equal records of two peers show that they played one match.
//   - Status: where the match stands, for banners and for waiting.
//
// # Limitations
//
// Each endpoint has one seat, and every seat an endpoint of its own.
package match
