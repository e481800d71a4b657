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
//   - Tape: the states that this side has really had, as checksums and, for a
//     Scrub, which looks back while the match goes on, whole for a minute.
//   - Desync: what is known when the states of two sides differ: which field, and
//     what came of it. Corrupt makes them differ.
//   - Status: where the match stands, for banners and for waiting.
//   - Watcher: the seat of one who plays for nobody and sees the match a little
//     late. It may itself let others watch.
//   - Greeting: what two members of a room agree on before they connect: a new
//     match, or the return of one who was lost (Setup.Return).
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
