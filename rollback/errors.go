package rollback

import (
	"errors"
	"fmt"
	"time"

	"example.com/backstep/rollback/internal/wire"
)

var (
	// ErrClosed: the session has ended; Session.Err tells why.
	ErrClosed = errors.New("rollback: session is closed")
	// ErrInputCount: Advance was given more or fewer inputs than there are local players.
	ErrInputCount = errors.New("rollback: wrong number of local inputs")
	// ErrUnknownPeer: no such index in Config.Peers.
	ErrUnknownPeer = errors.New("rollback: unknown peer")
	// ErrUnknownPlayer: no such seat, or not a local one where a local one is needed.
	ErrUnknownPlayer = errors.New("rollback: unknown player")
	// ErrSpectators: Config.Spectators are there already.
	ErrSpectators = errors.New("rollback: no room for another spectator")
	// ErrNoGame: NewSession was given no game.
	ErrNoGame = errors.New("rollback: no game")
	// ErrStateLimit: a peer's state is larger than Config.StateLimit.
	ErrStateLimit = errors.New("rollback: state too large")
	// ErrDelayRange: an input delay outside 0 to MaxInputDelay.
	ErrDelayRange = errors.New("rollback: input delay out of range")
)

// HandshakeError ends a handshake: two endpoints that cannot play together, or
// a peer that never answered. Both sides get one, each with its own view.
type HandshakeError struct {
	Peer         Peer
	Field        string // what differs: "protocol version", "game id", "build", "state type", "player count", "seats", "input size", "frame rate", "seed", "right to return"; "" on a timeout
	Ours, Theirs string // the two values
	After        time.Duration
}

func (e *HandshakeError) Error() string {
	if e.Field == "" {
		if e.Peer < 0 {
			return fmt.Sprintf("rollback: no peer gave a way back within %v", e.After)
		}
		return fmt.Sprintf("rollback: peer %d did not answer within %v", e.Peer, e.After)
	}
	if e.Field == wire.FieldReturn.String() {
		return fmt.Sprintf("rollback: peer %d lets nobody return who %s", e.Peer, e.Theirs)
	}
	return fmt.Sprintf("rollback: peer %d has another %s: ours %s, theirs %s", e.Peer, e.Field, e.Ours, e.Theirs)
}

// DesyncError: two endpoints computed different states of one confirmed frame.
type DesyncError struct {
	Peer         Peer   // the first that differs
	Frame        Frame  // the state of this frame is the first that was seen to differ
	LastEqual    Frame  // the newest checked frame that was equal, NoFrame if none
	Ours, Theirs uint32 // low 32 bits of the checksums
	Agree        uint16 // players (one bit each) whose checksum equals ours, this side's own among them
	Differ       uint16 // players whose checksum does not
}

// Alone are the players (one bit each) that fewer than half agree with: with
// three or more endpoints, whom to suspect. 0 when the sides are equal.
func (e *DesyncError) Alone() uint16 { return alone(e.Agree, e.Differ) }

func (e *DesyncError) Error() string {
	s := fmt.Sprintf("rollback: desync with peer %d at frame %d: checksum %08x here, %08x there (last equal frame %d)",
		e.Peer, e.Frame, e.Ours, e.Theirs, e.LastEqual)
	if a := e.Alone(); a != 0 {
		s += fmt.Sprintf("; alone: players %v", seatList(a))
	}
	return s
}

func seatList(seats uint16) (list []int) {
	for p := range MaxPlayers {
		if seats>>p&1 == 1 {
			list = append(list, p)
		}
	}
	return list
}

// Reason tells why a player or a session ended.
type Reason uint8

// The reasons; they travel with a goodbye.
const (
	ReasonNone      Reason = iota
	ReasonLeft             // said goodbye
	ReasonKicked           // removed on purpose by another peer
	ReasonTimeout          // nothing heard for Config.Timeout
	ReasonDesync           // the match broke
	ReasonVersion          // the handshake failed
	ReasonLink             // the transport went away before the match began; in a match that is ReasonLeft
	ReasonBehind           // a spectator fell behind what its host keeps
	ReasonPartition        // this side of a partition has no majority
	reasonCount
)

var reasonNames = [reasonCount]string{"none", "left", "kicked", "timeout", "desync", "version", "link lost", "behind", "partition"}

func (r Reason) String() string {
	if r < reasonCount {
		return reasonNames[r]
	}
	return fmt.Sprintf("reason(%d)", uint8(r))
}
