package ggpo

import (
	"fmt"
	"strconv"
)

// ErrorCode tells what an Error is about.
type ErrorCode int

// The error codes.
const (
	ErrorCodeGeneralFailure      ErrorCode = iota - 1 // the socket, the handshake or the game itself; see the text
	ErrorCodeSuccess                                  // never returned: success is a nil error
	ErrorCodeInvalidSession                           // closed, or never made by a constructor
	ErrorCodeInvalidPlayerHandle                      // no such player, or not one that the call is for
	ErrorCodePlayerOutOfRange                         // Player.PlayerNum is not one of the match's
	ErrorCodePredictionThreshod                       // the frame waits for inputs of others
	ErrorCodeUnsupported                              // this kind of Backend has no such thing
	ErrorCodeNotSynchronized                          // the match has not begun
	ErrorCodeInRollback                               // called from within SaveGameState, LoadGameState or AdvanceFrame
	ErrorCodeInputDropped                             // the frame has this player's input already; the first stays
	ErrorCodePlayerDisconnected                       // the player has left
	ErrorCodeTooManySpectators                        // more than MaxSpectators
	ErrorCodeInvalidRequest                           // a wrong argument, or calls in the wrong order; see the text

	// ErrorCodePredictionThreshold is the same code, spelled right.
	ErrorCodePredictionThreshold = ErrorCodePredictionThreshod
)

func (c ErrorCode) String() string {
	names := [...]string{"GeneralFailure", "Success", "InvalidSession", "InvalidPlayerHandle", "PlayerOutOfRange",
		"PredictionThreshold", "Unsupported", "NotSynchronized", "InRollback", "InputDropped", "PlayerDisconnected",
		"TooManySpectators", "InvalidRequest"}
	if i := int(c) + 1; i >= 0 && i < len(names) {
		return names[i]
	}
	return "ErrorCode(" + strconv.Itoa(int(c)) + ")"
}

// Error is the type of all errors. errors.Is compares codes; errors.As finds
// what is beneath, such as a *rollback.HandshakeError.
type Error struct {
	Code ErrorCode
	Name string // of the code

	detail string
	cause  error
}

func (e Error) Error() string {
	text := "ggpo: " + e.Name
	if e.detail != "" {
		text += ": " + e.detail
	}
	return text
}

// Is makes errors.Is find an Error by its code.
func (e Error) Is(target error) bool {
	t, ok := target.(Error)
	return ok && t.Code == e.Code
}

func (e Error) Unwrap() error { return e.cause }

func fail(code ErrorCode, format string, args ...any) error {
	return Error{Code: code, Name: code.String(), detail: fmt.Sprintf(format, args...)}
}

// failBy is fail with the error that it came of.
func failBy(code ErrorCode, cause error) error {
	return Error{Code: code, Name: code.String(), detail: cause.Error(), cause: cause}
}
