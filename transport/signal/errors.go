package signal

import (
	"errors"
	"fmt"
)

var (
	// ErrNoRoom: no room has that code.
	ErrNoRoom = errors.New("signal: no such room")
	// ErrFull: all seats of the room are taken.
	ErrFull = errors.New("signal: room is full")
	// ErrExpired: nothing happened in the room for Config.RoomTTL.
	ErrExpired = errors.New("signal: room has expired")
	// ErrVersion: the two programs are of different versions.
	ErrVersion = errors.New("signal: versions differ")
	// ErrOrigin: the server does not serve pages of that origin.
	ErrOrigin = errors.New("signal: origin refused")
	// ErrRate: more messages than Config.Rate allows.
	ErrRate = errors.New("signal: too many messages")
	// ErrTooLarge: a message longer than MaxData bytes.
	ErrTooLarge = errors.New("signal: message is too large")
	// ErrBusy: the server has no room for another room or connection, or more
	// messages than a queue holds wait to be sent.
	ErrBusy = errors.New("signal: busy")
	// ErrSlow: the client did not take its messages in time.
	ErrSlow = errors.New("signal: messages were not read in time")
	// ErrToken: the host token is not that of the room.
	ErrToken = errors.New("signal: wrong host token")
	// ErrNotHost: only the host may ask for that.
	ErrNotHost = errors.New("signal: only the host may do that")
	// ErrGone: nobody, or no longer the same member, has that seat.
	ErrGone = errors.New("signal: nobody is in that seat")
	// ErrServerClosed: the server is shutting down.
	ErrServerClosed = errors.New("signal: the server is shutting down")
	// ErrUnreachable: there is no connection to the server.
	ErrUnreachable = errors.New("signal: server is not reachable")
	// ErrLost: the connection to the server broke.
	ErrLost = errors.New("signal: connection to the server lost")
	// ErrClosed: the client was closed.
	ErrClosed = errors.New("signal: client is closed")
	// ErrProtocol: the other side does not keep to the protocol.
	ErrProtocol = errors.New("signal: protocol violated")
)

// The reasons of a bye, as they travel.
const (
	reasonNoRoom   = "no room"
	reasonFull     = "full"
	reasonExpired  = "expired"
	reasonVersion  = "version"
	reasonGame     = "game"
	reasonRate     = "rate"
	reasonTooLarge = "too large"
	reasonBusy     = "busy"
	reasonSlow     = "slow"
	reasonToken    = "token"
	reasonClosing  = "closing"
	reasonProtocol = "protocol"
)

// A refusal is an error of the server's that says what to do about it.
type refusal struct {
	kind error
	text string
}

func (r *refusal) Error() string { return r.text }
func (r *refusal) Unwrap() error { return r.kind }

func refuse(kind error, format string, args ...any) error {
	return &refusal{kind, "signal: " + fmt.Sprintf(format, args...)}
}

// byeError says what a bye means to a client that asked for room code (empty if
// it was creating one) and plays game. text is what the server knows and the
// client does not.
func byeError(reason, text, code, game string) error {
	switch reason {
	case reasonNoRoom:
		return refuse(ErrNoRoom, "no room %q: check the code or create a room", code)
	case reasonFull:
		return refuse(ErrFull, "room %q is full: wait until one of its %s seats becomes free, or create a room", code, text)
	case reasonExpired:
		return refuse(ErrExpired, "room %q has expired: create a new one", code)
	case reasonVersion:
		return refuse(ErrVersion, "the server speaks protocol version %s, this program %d: update the older of the two", text, Version)
	case reasonGame:
		return refuse(ErrVersion, "room %q plays %q, this program %q: update the older of the two", code, text, game)
	case reasonRate:
		return refuse(ErrRate, "more than %s messages a second: send fewer, then join again", text)
	case reasonTooLarge:
		return refuse(ErrTooLarge, "a message is too large: send at most %d bytes", MaxData)
	case reasonBusy:
		return refuse(ErrBusy, "the server has no place for another room: try again later")
	case reasonSlow:
		return refuse(ErrSlow, "too many messages waited for this client: read its events and its peers' messages, then join again")
	case reasonToken:
		return refuse(ErrToken, "wrong host token for room %q: join without one", code)
	case reasonClosing:
		return refuse(ErrServerClosed, "the server is shutting down: running matches go on; try again later")
	}
	return fmt.Errorf("%w: the server says %q %q", ErrProtocol, reason, text)
}
