// Package ggpo offers the call surface of GGPO-Go on top of rollback.Session: a
// game that was written against that library changes the import path, and plays
// with this engine. New games use package rollback itself, which asks less of
// them.
//
// # The nouns
//
// A Session is the game: four methods that the library calls. A Backend is what
// the game calls: a Peer plays, a Spectator watches a Peer's match, a SyncTest
// plays alone and rolls back in every frame. A state is kept by the game, under
// the number (stateID) that it is told. Players have handles.
//
// # A game's loop
//
//	peer := ggpo.NewPeer(game, 7000, 2, 4)
//	backend := &peer
//	backend.InitializeConnection()
//	backend.AddPlayer(&me, &handle) // ggpo.NewLocalPlayer(20, 1)
//	backend.AddPlayer(&other, nil)  // ggpo.NewRemotePlayer(20, 2, "198.51.100.7", 7000)
//	backend.SetFrameDelay(handle, 2)
//	backend.Start()
//	for each frame {
//		backend.Idle(0)
//		err := backend.AddLocalInput(handle, input, 4)
//		if err == nil {
//			var gone int
//			inputs, err := backend.SyncInput(&gone)
//			if err == nil {
//				game.step(inputs, gone)
//				backend.AdvanceFrame(game.checksum())
//			}
//		}
//	}
//
// Session.AdvanceFrame does the part from SyncInput on, for one frame of a
// rollback.
//
// # Differences
//
// Peers of this package play with each other and not with GGPO-Go's: the packets
// are those of package rollback. What a game may notice:
//
//	Matter                GGPO-Go                       This package
//	trouble               panics, also when a peer or   an Error; nothing here panics, and
//	                      a spectator is lost           panics of the game's own pass through
//	reused input slices   corrupt the log               are copied
//	slices of SyncInput                                 belong to the caller
//	second AddLocalInput                                ErrorCodeInputDropped; the first stays
//	ErrorCodePrediction-                                AddLocalInput and SyncInput both say it;
//	Threshod                                            also spelled ...Threshold
//	rollbacks                                           run within the AddLocalInput that makes
//	                                                    a frame ready
//	delay                 panics when raised in play    0 to 60 frames, changed at any time
//	three and more        a drop panics                 survivors and spectators agree on the
//	players                                             frame; bit p of the flags is set from it
//	TimeSync              both sides are told to close  only the side that is ahead is told, if it
//	                      the whole distance            is ahead by a frame or more
//	Desync                                              told once, by the checksum of AdvanceFrame
//	                                                    or, where that is 0, of SaveGameState;
//	                                                    every tenth frame is compared
//	SyncTest              goes back every n frames      goes back n frames in every frame
//	strict SyncTest                                     stops with an error at a difference, or if
//	                                                    no checksum is ever given
//	spectators            one that stalls panics        one that stalls waits or is let go, and may
//	                                                    come again; one that is late sees all that
//	                                                    is kept, some 20 minutes of two players
//	Close                 leaks                         says goodbye, waits 350 ms at most, leaves
//	                                                    neither socket nor goroutine
//	players at one                                      one peer with one link; DisconnectPlayer
//	address                                             removes them together
//	DisconnectPlayer of                                 leaves the match: calls for frames return
//	a local player                                      ErrorCodePlayerDisconnected from then on
//	timeouts                                            set until the match is made, by the first
//	                                                    Idle after Start and the last AddPlayer
//	Idle's timeoutMs                                    not used: Idle returns at once
//	Connection                                          any net.PacketConn
//	input size                                          1 to 63 bytes; peers that differ are told
//	players               4 at most                     16 at most
//	logs                                                off at first, through log/slog
//
// # Limitations
//
// A game with this call surface gives no digest of its rules: only the number of
// players and the input size are compared before a match. The prediction window
// is MaxPredictionFrames and the rate 60 frames a second. A peer that was dropped
// cannot come back into the match. Start has no result: what it could not do is
// the error of the next call. EnableLogs, DisableLogs and SetLogger concern every
// match of the process, since they name none. There is no UDP in a browser: give
// InitializeConnection a net.PacketConn there.
package ggpo
