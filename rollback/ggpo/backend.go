package ggpo

import "net"

// Limits and defaults, by the names that games know.
const (
	// MaxPlayers is what games size arrays by. A match may have more: as many as
	// rollback.MaxPlayers.
	MaxPlayers = 4
	// MaxPredictionFrames is how far a peer runs ahead of what it knows.
	MaxPredictionFrames = 8
	// MaxSpectators is the most that one peer serves.
	MaxSpectators = 32
	// DefaultDisconnectTimeout is in milliseconds.
	DefaultDisconnectTimeout = 5000
	// DefaultDisconnectNotifyStart is in milliseconds.
	DefaultDisconnectNotifyStart = 750
	// RecommendationInterval is the least number of frames between two
	// EventCodeTimeSync.
	RecommendationInterval = 240
)

// Session is the game, as the library calls it. All calls are made from within
// a call to the Backend, on the caller's goroutine.
type Session interface {
	// SaveGameState keeps a copy of the current state under the number stateID,
	// in place of what was there, and returns a checksum of it, 0 for none.
	// Numbers are 0 to MaxPredictionFrames+1 for a peer and a spectator, 0 to the
	// check distance for a SyncTest. A number is not used again while the state
	// under it may still be loaded.
	SaveGameState(stateID int) int
	// LoadGameState makes a copy of the state under the number the current one.
	// The state may be loaded again.
	LoadGameState(stateID int)
	// AdvanceFrame runs one frame of a rollback: the game calls SyncInput, steps,
	// and calls Backend.AdvanceFrame. flags is 0.
	AdvanceFrame(flags int)
	// OnEvent is told what happened. The event is the game's to keep. It may call
	// any method of the Backend.
	OnEvent(info *Event)
}

// Backend is what a game calls: a *Peer, a *Spectator or a *SyncTest. It belongs
// to one goroutine. Errors are of type Error; none of the methods panics.
type Backend interface {
	// Idle reads and sends packets, runs timers and reports events. Call it once
	// per turn of the loop, also while others are waited for. It returns at once,
	// whatever timeoutMs allows. A timeFunc, which answers milliseconds from any
	// origin, takes the place of the system's clock until the next Idle.
	Idle(timeoutMs int, timeFunc ...func() int64) error
	// AddPlayer takes a player or a spectator in and sets *handle.
	AddPlayer(player *Player, handle *PlayerHandle) error
	// AddLocalInput gives the input of a local player for the frame to come: the
	// first size bytes of values, which are copied. Bytes that are missing are 0.
	// The last local player's call makes the frame ready, and may run a rollback
	// before. ErrorCodePredictionThreshold: the frame waits for others; skip it,
	// call Idle, and offer the inputs of all local players again.
	// ErrorCodeInputDropped: the frame has this player's input already, which
	// stays.
	AddLocalInput(player PlayerHandle, values []byte, size int) error
	// SyncInput returns the inputs of the frame to run, one slice for each player,
	// and sets in *disconnectFlags bit p if player p has left. The slices are the
	// caller's. Until AdvanceFrame it returns the same again.
	SyncInput(disconnectFlags *int) ([][]byte, error)
	// AdvanceFrame tells that the game has run the frame, and a checksum of the
	// state that came of it, 0 for none.
	AdvanceFrame(checksum uint32) error
	// DisconnectPlayer removes a player or a spectator for good.
	DisconnectPlayer(player PlayerHandle) error
	// GetNetworkStats tells how the link to a player does.
	GetNetworkStats(player PlayerHandle) (NetworkStats, error)
	// SetFrameDelay puts a local player's inputs off by frames, from the next
	// frame on; also during the match.
	SetFrameDelay(player PlayerHandle, frames int) error
	// SetDisconnectTimeout sets after how many milliseconds of silence a peer is
	// lost, 0 for never. Call it before the match begins.
	SetDisconnectTimeout(timeoutMs int) error
	// SetDisconnectNotifyStart sets after how many milliseconds of silence
	// EventCodeConnectionInterrupted comes, 0 for never. Call it before the match
	// begins.
	SetDisconnectNotifyStart(timeoutMs int) error
	// Close says goodbye and closes the socket. It waits until the peers have
	// heard it, for 350 ms at most. A second call does nothing.
	Close() error
	// Start lets the match begin once all players are added; they may be added
	// before or after. It opens the socket if InitializeConnection has not.
	Start()
	// InitializeConnection opens the UDP port, or takes a connection instead,
	// which Close closes.
	InitializeConnection(connection ...Connection) error
}

// Connection can be given in place of a UDP port. Its Close must end a ReadFrom
// that waits.
type Connection = net.PacketConn

var (
	_ Backend = (*Peer)(nil)
	_ Backend = (*Spectator)(nil)
	_ Backend = (*SyncTest)(nil)
)
