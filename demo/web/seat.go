//go:build js

package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
	"example.com/backstep/transport/signal"
)

// seatKey is where sessionStorage, which lives as long as the tab, keeps the seat.
const seatKey = "backstep.seat"

// seat is what a page needs to come back into its match when it is reloaded.
type seat struct {
	Room  string `json:"room"`
	Seat  int    `json:"seat"`
	Match string `json:"match"` // its id
}

// in is the match that goes on in a room, zero if this is not the seat there.
func (s seat) in(room *signal.Client) [16]byte {
	id, err := match.ParseID(s.Match)
	if err != nil || room.Code() != s.Room || room.Seat() != s.Seat {
		return [16]byte{}
	}
	return id
}

// remember keeps the seat while a match can go on, and forgets it when not.
func (p *page) remember(m *match.Peer) {
	storage := js.Global().Get("sessionStorage")
	switch s := m.Status(); {
	case s == match.Playing:
		id := m.Host.Session().MatchID()
		b, err := json.Marshal(seat{Room: p.code, Seat: m.Seat, Match: fmt.Sprintf("%x", id)})
		if err == nil {
			storage.Call("setItem", seatKey, string(b))
		}
	case s >= match.Left:
		storage.Call("removeItem", seatKey)
	}
}

// recall returns the seat that the page had before it was reloaded. Who comes by a
// link wants something else.
func (p *page) recall() (s seat, ok bool) {
	entries := js.Global().Get("performance").Call("getEntriesByType", "navigation")
	storage := js.Global().Get("sessionStorage")
	kept := storage.Call("getItem", seatKey)
	storage.Call("removeItem", seatKey) // a second reload finds it only if this one succeeded
	if entries.Length() == 0 || entries.Index(0).Get("type").String() != "reload" || kept.Type() != js.TypeString {
		return s, false
	}
	err := json.Unmarshal([]byte(kept.String()), &s)
	return s, err == nil && s.Room != ""
}

// policy is what the page's address asks to be done about a desync.
func (p *page) policy() (rollback.DesyncPolicy, error) {
	query := js.Global().Get("URLSearchParams").New(js.Global().Get("location").Get("search"))
	if name := query.Call("get", "policy"); name.Type() == js.TypeString {
		return match.Policy(name.String())
	}
	return rollback.ResyncOnDesync, nil
}
