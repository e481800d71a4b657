package signal

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Version is that of the protocol between client and server. Both must have the
// same.
const Version = 1

// Bounds of what a message may hold. Lengths are in bytes.
const (
	MinSeats = 2
	MaxSeats = 8

	// MaxData is the most bytes of a message to a member: a WebRTC description
	// with room to spare.
	MaxData = 12 << 10

	maxCode  = 16
	maxGame  = 64
	maxToken = 64
	maxText  = 200
	// maxMessage is in bytes of JSON: the data in base64, and what is around it.
	maxMessage = MaxData/3*4 + 1024
)

// What a client asks for.
const (
	askCreate  = "create"
	askJoin    = "join"
	askSend    = "send"
	askRematch = "rematch"
	askLeave   = "leave"
)

// A request goes from a client to the server.
type request struct {
	Type    string `json:"type"`
	Version int    `json:"version,omitempty"` // create, join
	Game    string `json:"game,omitempty"`    // create, join
	Seats   int    `json:"seats,omitempty"`   // create
	Code    string `json:"code,omitempty"`    // join
	Token   string `json:"token,omitempty"`   // join: makes the member host again
	To      int    `json:"to,omitempty"`      // send: the member's id, not the seat
	Data    []byte `json:"data,omitempty"`    // send: opaque
}

// What the server says.
const (
	sayWelcome = "welcome"
	sayJoined  = "joined"
	sayLeft    = "left"
	sayMatch   = "match"
	sayHost    = "host"
	sayKnock   = "knock"
	sayData    = "data"
	sayBye     = "bye"
)

// A notice goes from the server to a client.
type notice struct {
	Type    string   `json:"type"`
	Code    string   `json:"code,omitempty"`    // welcome
	Token   string   `json:"token,omitempty"`   // welcome, to the host
	Seats   int      `json:"seats,omitempty"`   // welcome: how many the room has
	Seat    int      `json:"seat"`              // welcome, joined, left
	ID      int      `json:"id,omitempty"`      // welcome, joined, left, host: the member; data: its sender
	Host    int      `json:"host,omitempty"`    // welcome: the id of the host, 0 if there is none
	Members []member `json:"members,omitempty"` // welcome: all, the new one too
	Match   *Match   `json:"match,omitempty"`   // welcome, joined, match
	Data    []byte   `json:"data,omitempty"`    // data
	Reason  string   `json:"reason,omitempty"`  // bye, left
	Text    string   `json:"text,omitempty"`    // bye: what the reason names
}

// A member holds a seat. Its id is never used again in the room, the seat is.
type member struct {
	Seat int `json:"seat"`
	ID   int `json:"id"`
}

// Match names one match of a room. All members get the same from the server,
// and a new one whenever somebody joins or the host asks for a rematch, so that
// packets of the match before are told apart.
type Match struct {
	ID   [16]byte // random
	Seed uint64   // random; for Config.Seed of the session
}

// MarshalText gives 32 hex digits, a colon and 16 more.
func (m Match) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%x:%016x", m.ID, m.Seed), nil
}

// UnmarshalText takes what MarshalText gives and nothing else.
func (m *Match) UnmarshalText(text []byte) error {
	var out Match
	const idDigits, seedDigits = 32, 16
	if len(text) != idDigits+1+seedDigits || text[idDigits] != ':' {
		return fmt.Errorf("%w: match %.60q", ErrProtocol, text)
	}
	if _, err := hex.Decode(out.ID[:], text[:idDigits]); err != nil {
		return fmt.Errorf("%w: match %.60q", ErrProtocol, text)
	}
	seed, err := strconv.ParseUint(string(text[idDigits+1:]), 16, 64)
	if err != nil {
		return fmt.Errorf("%w: match %.60q", ErrProtocol, text)
	}
	out.Seed = seed
	*m = out
	return nil
}

// encode never fails: messages hold strings, numbers and bytes.
func encode(m any) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return b
}

// decodeRequest is what the server thinks of a client's bytes.
func decodeRequest(b []byte) (request, error) {
	var r request
	if len(b) > maxMessage {
		return r, fmt.Errorf("%w: request of %d bytes, want at most %d", ErrTooLarge, len(b), maxMessage)
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return request{}, fmt.Errorf("%w: %w", ErrProtocol, err)
	}
	if err := r.check(); err != nil {
		return request{}, err
	}
	return r, nil
}

func (r *request) check() error {
	switch r.Type {
	case askCreate:
		if r.Seats < MinSeats || r.Seats > MaxSeats {
			return fmt.Errorf("%w: a room of %d seats, want %d to %d", ErrProtocol, r.Seats, MinSeats, MaxSeats)
		}
	case askJoin:
		if r.Code == "" {
			return fmt.Errorf("%w: join without a code", ErrProtocol)
		}
	case askSend:
		if r.To <= 0 || len(r.Data) == 0 || len(r.Data) > MaxData {
			return fmt.Errorf("%w: send to member %d of %d bytes", ErrProtocol, r.To, len(r.Data))
		}
	case askRematch, askLeave:
	default:
		return fmt.Errorf("%w: request %.20q", ErrProtocol, r.Type)
	}
	return errors.Join(bound("game", r.Game, maxGame), bound("code", r.Code, maxCode), bound("token", r.Token, maxToken))
}

// decodeNotice is what a client thinks of the server's bytes.
func decodeNotice(b []byte) (notice, error) {
	var n notice
	if len(b) > maxMessage {
		return n, fmt.Errorf("%w: notice of %d bytes, want at most %d", ErrTooLarge, len(b), maxMessage)
	}
	if err := json.Unmarshal(b, &n); err != nil {
		return notice{}, fmt.Errorf("%w: %w", ErrProtocol, err)
	}
	if err := n.check(); err != nil {
		return notice{}, err
	}
	return n, nil
}

func (n *notice) check() error {
	if n.Seat < 0 || n.Seat >= MaxSeats || n.ID < 0 || n.Host < 0 || n.Seats < 0 || n.Seats > MaxSeats || len(n.Members) > MaxSeats {
		return fmt.Errorf("%w: notice of seat %d of %d, %d members", ErrProtocol, n.Seat, n.Seats, len(n.Members))
	}
	for _, m := range n.Members {
		if m.Seat < 0 || m.Seat >= MaxSeats || m.ID <= 0 {
			return fmt.Errorf("%w: member %d in seat %d", ErrProtocol, m.ID, m.Seat)
		}
	}
	if !n.whole() {
		return fmt.Errorf("%w: notice %.20q lacks a part", ErrProtocol, n.Type)
	}
	return errors.Join(bound("code", n.Code, maxCode), bound("token", n.Token, maxToken),
		bound("reason", n.Reason, maxText), bound("text", n.Text, maxText))
}

// whole reports whether the notice has what its type needs.
func (n *notice) whole() bool {
	switch n.Type {
	case sayWelcome:
		return n.Code != "" && n.ID > 0 && n.Match != nil && n.Seats >= MinSeats
	case sayJoined:
		return n.ID > 0 && n.Match != nil
	case sayLeft, sayHost:
		return n.ID > 0
	case sayMatch:
		return n.Match != nil
	case sayData:
		return n.ID > 0 && len(n.Data) > 0
	case sayKnock:
		return true
	case sayBye:
		return n.Reason != ""
	}
	return false
}

// bound refuses a value of more than most bytes.
func bound(name, value string, most int) error {
	if len(value) > most {
		return fmt.Errorf("%w: %s of %d bytes, want at most %d", ErrProtocol, name, len(value), most)
	}
	return nil
}
