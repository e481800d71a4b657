// Package rollback is peer-to-peer rollback netcode: a session runs each frame
// at once with the inputs it has, guesses those it lacks, and when the truth
// arrives and differs, goes back to the first wrong frame and runs forward
// again.
//
// # The nouns
//
// A match has players (seats), numbered from 0. Each belongs to one endpoint:
// to this one (Config.Local) or to a peer (Config.Peers). Player p's inputs
// form a log, one entry a frame, append-only; a match is nothing but the logs
// of its players and a deterministic Game. Packets say "this is what you lack
// of the logs, and this is how far I hold each of them".
//
// A frame is confirmed when the inputs of all present players are known for it.
// The simulation may run ahead of the confirmed frame by Config.Window frames;
// then it stalls. A window of none is lockstep.
//
// A spectator is an endpoint without players: its only peer is the Host, which
// has made room for it with Session.AddSpectator. It is shown settled frames
// only, those of which every endpoint has every input, so it never rolls back.
// It may come at any time, begin with frame 0 or with the newest state
// (Config.FromNow), and have spectators of its own. The players never wait for it.
//
// A pause stops the match for everybody on one frame, by a record beside a
// player's input: see Session.Pause. A barrier (Config.Barrier, Session.Ready)
// holds frame 0 back until everybody has loaded. A rematch is another session
// over the same links: see Session.NextMatch.
//
// An effect is what presentation shows and the simulation does not need, such
// as a sound. Effects plays it once however often its frame is run, and stops it
// when a rollback finds that it never happened.
//
// # A session is a value that you step
//
// It reads no clock, opens no socket, starts no goroutine. Each turn of a game
// loop, in this order:
//
//	for each packet that waits { s.Receive(now, peer, packet) }
//	s.Poll(now)
//	step, err := s.Advance(now, input)
//	for peer, packet := range s.Packets() { send(peer, packet) }
//	for event := range s.Events() { ... }
//
// Package rollback/live does this with a clock and links; tests do it with a
// loop variable.
//
// # The game
//
// Give a Game (Save, Load, Advance, Checksum), or a plain struct to Plain, which
// needs nothing but a function that advances it by one frame. What Advance
// computes may depend on its state and the inputs alone. Package synctest finds
// out whether that is so.
//
// # Who left, and when
//
// A player's absence is agreed to the frame: EventDisconnected names the last
// frame with an input, the same for everybody, and from the next one on
// Input.Present is false. Config.Timeout says how long silence is waited for. If
// two groups lose each other, each plays on without the other, or, with
// Config.StopWithoutMajority, the larger one alone. An endpoint that was cut off
// and given up is told when it is heard again, and ends with ReasonTimeout.
//
// # Coming back
//
// A player who was lost may return, in a new process or over a new link, while
// the others play on: open a session with the same players and peers and
// Config.Rejoin, and lead its packets to the same Peer numbers. It is given a state
// and the logs from there, catches up, and is back with one frame that is the
// same for everybody (EventReturned). Who was removed with Session.Drop is not let
// in again.
//
// # When states differ
//
// Checksums of states that can never change any more are compared every
// Config.ChecksumEvery frames. The first difference is one EventDesync with a
// *DesyncError: the frame, and, with three or more endpoints, who is alone. With
// Config.Explain the two sides then find the first frame whose states they still
// hold and that differ, exchange them, and EventDesyncReport names the fields with
// both values. Its Bundle is a file from which RerunBundle computes the step again and
// tells whose outcome it gives.
//
// Config.OnDesync says what follows: nothing (the game decides), the end of the
// match, or a resync. Then the state of the majority, or of the lowest seat where
// there is none, is taken over by everybody on one frame (EventResynced), at most
// once in 600 frames; what led to the desync is still there.
//
// # Limitations
//
// At most MaxPlayers players, inputs of at most MaxInputBytes bytes, and each
// peer that plays owns at least one player. Nobody takes a seat in mid-match that
// was not its own before. States travel only if package savestate has a plan for
// their type, and to a player who returns only if the way takes less time than the
// logs reach back: some four seconds at 60 frames a second, which is about two
// megabytes as they travel. One player returns at a time. A spectator compares
// checksums with its host and exchanges no states. A peer that lies about its own
// inputs consistently cannot be told from an honest one; one that sends different
// inputs to different peers is noticed as a desync; one that is the authority of a
// resync decides on the state. Packets are not encrypted: the tokens keep out
// strangers who cannot read the traffic. WebRTC links encrypt underneath.
package rollback
