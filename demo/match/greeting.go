package match

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"example.com/backstep/rollback"
)

// Greeting is what two members of a room say to each other before they connect. Who
// joins says it first, with a match that it wants to come back into, if any; the
// answer names that match again if it goes on, and else none: then both begin
// another. The answer's policy holds.
type Greeting struct {
	Match    [16]byte
	OnDesync rollback.DesyncPolicy
}

// Signal carries messages to another member of a room; see package signal.
type Signal interface {
	Send(msg []byte) error
	Recv() <-chan []byte
}

const (
	maxGreeting  = 256 // bytes
	greetingTime = 10 * time.Second
)

// ErrGreeting: what came is none, or nothing did.
var ErrGreeting = errors.New("match: no greeting")

type greetingText struct {
	Match  string `json:"match"`
	Policy string `json:"policy"`
}

// Send says it.
func (g Greeting) Send(s Signal) error {
	text := greetingText{Policy: g.OnDesync.String()}
	if g.Match != [16]byte{} {
		text.Match = hex.EncodeToString(g.Match[:])
	}
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // two strings
	}
	return s.Send(b)
}

// HearGreeting waits for the other member's, for some seconds.
func HearGreeting(ctx context.Context, s Signal) (Greeting, error) {
	ctx, cancel := context.WithTimeout(ctx, greetingTime)
	defer cancel()
	select {
	case b, ok := <-s.Recv():
		if !ok {
			return Greeting{}, fmt.Errorf("%w: the other player has left the room", ErrGreeting)
		}
		return readGreeting(b)
	case <-ctx.Done():
		return Greeting{}, fmt.Errorf("%w: %w", ErrGreeting, ctx.Err())
	}
}

func readGreeting(b []byte) (g Greeting, err error) {
	var text greetingText
	if len(b) > maxGreeting {
		return g, fmt.Errorf("%w: %d bytes, want at most %d", ErrGreeting, len(b), maxGreeting)
	}
	if err := json.Unmarshal(b, &text); err != nil {
		return g, fmt.Errorf("%w: %w", ErrGreeting, err)
	}
	if g.OnDesync, err = Policy(text.Policy); err != nil {
		return g, fmt.Errorf("%w: %w", ErrGreeting, err)
	}
	if text.Match != "" {
		if g.Match, err = ParseID(text.Match); err != nil {
			return g, fmt.Errorf("%w: %w", ErrGreeting, err)
		}
	}
	return g, nil
}

// ParseID reads the id of a match from its 32 hexadecimal digits.
func ParseID(text string) (id [16]byte, err error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(id) {
		return id, fmt.Errorf("match: id %.40q, want 32 hexadecimal digits", text)
	}
	return [16]byte(b), nil
}
