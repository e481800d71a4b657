//go:build !js

package signal

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// A room is guarded by Server.mu.
type room struct {
	code    string
	game    string
	token   string // secret; makes its bearer the host
	seats   [MaxSeats]*conn
	size    int // seats in use are [0, size)
	lastID  int // of the members so far
	host    int // id, 0 if there is none
	match   Match
	touched time.Time // when something last happened
	knocked time.Time // when the members last heard of a knock
}

// knockEvery bounds what strangers at the door cost the members.
const knockEvery = time.Second

func newMatch() (m Match) {
	var b [8]byte
	rand.Read(m.ID[:]) // never fails
	rand.Read(b[:])
	m.Seed = binary.BigEndian.Uint64(b[:])
	return m
}

func newToken() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

const (
	// codeLetters has no vowels, so that no words come up, and nothing that is
	// read as something else.
	codeLetters = "BCDFGHJKLMNPQRSTVWXZ"
	codeLength  = 5 // 3.2 million codes
)

func newCode() string {
	code := make([]byte, codeLength)
	rand.Read(code)
	for i, b := range code {
		code[i] = codeLetters[int(b)%len(codeLetters)] // the slight bias towards the first letters is harmless
	}
	return string(code)
}

// free returns the lowest free seat, or -1.
func (r *room) free() int {
	for seat, c := range r.seats[:r.size] {
		if c == nil {
			return seat
		}
	}
	return -1
}

func (r *room) empty() bool {
	for _, c := range r.seats {
		if c != nil {
			return false
		}
	}
	return true
}

func (r *room) members() (all []member) {
	for seat, c := range r.seats {
		if c != nil {
			all = append(all, member{seat, c.id})
		}
	}
	return all
}

func (r *room) member(id int) *conn {
	for _, c := range r.seats {
		if c != nil && c.id == id {
			return c
		}
	}
	return nil
}

// expired reports whether the room's time is over.
func (r *room) expired(now time.Time, cfg *Config) bool {
	idle := now.Sub(r.touched)
	if r.empty() {
		return cfg.EmptyTTL < 0 || idle >= cfg.EmptyTTL
	}
	return cfg.RoomTTL > 0 && idle >= cfg.RoomTTL
}

// A bucket is a rate limit: it holds up to burst tokens and gains rate a second.
type bucket struct {
	tokens float64
	last   time.Time
}

// take reports whether a token was there.
func (b *bucket) take(now time.Time, rate float64) bool {
	most := max(1, rate*burstSeconds)
	if b.last.IsZero() {
		b.tokens = most
	} else if d := now.Sub(b.last); d > 0 {
		b.tokens = min(most, b.tokens+d.Seconds()*rate)
	}
	b.last = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}
