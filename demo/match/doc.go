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
//   - Watcher: the seat of one who plays for nobody and sees the match a little
//     late. It may itself let others watch.
//   - Cue: a sound of one frame. Peer.Sounds tells when to play it, once however
//     often the frame is run, and when to stop it since it never happened.
//
// When the confirmed world says that everybody wants a rematch, a Peer begins it
// over the same links, at frame 0 and with a seed of its own.
//
// # Limitations
//
// Each player's endpoint has one seat, and every seat an endpoint of its own.
package match
