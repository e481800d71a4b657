//go:build !js

package signal

import (
	"crypto/subtle"
	"strconv"
	"strings"
)

// The functions of this file are called with Server.mu held.

// do is a client's request, of the right shape.
func (s *Server) do(c *conn, r *request) {
	entering := r.Type == askCreate || r.Type == askJoin
	if entering != (c.room == nil) {
		s.part(c, reasonProtocol, clip("not the time to "+r.Type))
		return
	}
	if entering && r.Version != Version {
		s.part(c, reasonVersion, strconv.Itoa(Version))
		return
	}
	switch r.Type {
	case askCreate:
		s.create(c, r)
	case askJoin:
		s.join(c, r)
	case askSend:
		s.relay(c, r)
	case askRematch:
		s.rematch(c)
	case askLeave:
		s.part(c, "", "")
	}
}

func (s *Server) create(c *conn, r *request) {
	if len(s.rooms) >= s.cfg.MaxRooms {
		s.part(c, reasonBusy, "")
		return
	}
	code := newCode()
	for s.rooms[code] != nil { // rooms are few beside codes
		code = newCode()
	}
	room := &room{code: code, game: r.Game, size: r.Seats, token: newToken()}
	s.rooms[code] = room
	s.seat(c, room, true, room.token)
}

func (s *Server) join(c *conn, r *request) {
	room := s.rooms[strings.ToUpper(r.Code)]
	switch {
	case room == nil:
		s.part(c, reasonNoRoom, "")
	case room.game != r.Game:
		s.part(c, reasonGame, room.game)
	case r.Token != "" && subtle.ConstantTimeCompare([]byte(r.Token), []byte(room.token)) == 0:
		s.part(c, reasonToken, "")
	case room.free() < 0:
		s.part(c, reasonFull, strconv.Itoa(room.size))
		s.knock(room)
	default:
		s.seat(c, room, r.Token != "" || room.host == 0, "")
	}
}

// knock tells the members that somebody found the room full.
func (s *Server) knock(r *room) {
	if now := s.cfg.Now(); now.Sub(r.knocked) >= knockEvery {
		r.knocked = now
		s.tell(r, notice{Type: sayKnock}, nil)
	}
}

// seat gives c the lowest free seat of r, and everybody a new match. Only who
// creates the room learns its token.
func (s *Server) seat(c *conn, r *room, host bool, token string) {
	r.lastID++
	c.room, c.seat, c.id = r, r.free(), r.lastID
	r.seats[c.seat] = c
	r.touched = s.cfg.Now()
	r.match = newMatch()
	s.tell(r, notice{Type: sayJoined, Seat: c.seat, ID: c.id, Match: &r.match}, c)
	welcome := notice{
		Type: sayWelcome, Code: r.code, Seats: r.size, Seat: c.seat, ID: c.id,
		Members: r.members(), Match: &r.match, Token: token,
	}
	if host {
		r.host = c.id
		s.tell(r, notice{Type: sayHost, ID: c.id}, c)
	}
	welcome.Host = r.host
	s.push(c, encode(welcome))
}

func (s *Server) relay(c *conn, r *request) {
	c.room.touched = s.cfg.Now()
	to := c.room.member(r.To)
	if to == nil || to == c {
		s.stats.Dropped++
		return
	}
	s.stats.Relayed++
	s.push(to, encode(notice{Type: sayData, ID: c.id, Data: r.Data}))
}

func (s *Server) rematch(c *conn) {
	if c.room.host != c.id {
		return // the client has checked that already
	}
	c.room.touched = s.cfg.Now()
	c.room.match = newMatch()
	s.tell(c.room, notice{Type: sayMatch, Match: &c.room.match}, nil)
}

// part ends a connection: its seat becomes free, and a bye with the reason, if
// there is one, is the last that the client hears.
func (s *Server) part(c *conn, reason, text string) {
	if c.parted {
		return
	}
	c.parted = true
	if reason != "" {
		s.stats.Refused++
		c.out <- encode(notice{Type: sayBye, Reason: reason, Text: clip(text)}) // the queue has a place for it
	}
	close(c.out)
	if c.room != nil {
		s.vacate(c)
	}
}

// vacate frees the seat of c and, if c was the host, passes that on to the
// lowest seat. The token stays with who created the room.
func (s *Server) vacate(c *conn) {
	r := c.room
	c.room = nil
	r.seats[c.seat] = nil
	r.touched = s.cfg.Now()
	s.tell(r, notice{Type: sayLeft, Seat: c.seat, ID: c.id}, nil)
	if r.host != c.id {
		return
	}
	r.host = 0
	for _, next := range r.seats {
		if next != nil {
			r.host = next.id
			s.tell(r, notice{Type: sayHost, ID: next.id}, nil)
			return
		}
	}
}

// tell sends n to all members of r but one.
func (s *Server) tell(r *room, n notice, but *conn) {
	b := encode(n)
	for _, c := range r.seats {
		if c != nil && c != but {
			s.push(c, b)
		}
	}
}

// push queues b for c. A client that lets its queue fill up is sent away: to drop
// one message of a handshake is to break it without a word.
func (s *Server) push(c *conn, b []byte) {
	switch {
	case c.parted:
	case len(c.out) >= outQueue:
		s.part(c, reasonSlow, "")
	default:
		c.out <- b
	}
}

func format(f float64) string { return strconv.FormatFloat(f, 'g', 4, 64) }

// clip cuts text to what a notice may hold, at a rune's edge.
func clip(text string) string {
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	return text
}
