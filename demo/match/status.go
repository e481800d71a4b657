package match

import (
	"errors"

	"example.com/backstep/rollback"
)

// ErrUnfed says that confirmed frames were lost before they were recorded.
var ErrUnfed = errors.New("match: confirmed frames were lost")

// Status is where a match stands.
type Status uint8

// The states of a match. Broken is final.
const (
	Connecting Status = iota
	Returning         // into a match that goes on
	Playing
	Paused      // by PausedBy; anybody may end it
	Interrupted // nothing heard for a while; it may go on
	Left        // nobody else is here any more; who left may still come back
	Broken      // it cannot go on: see Peer.Why
)

func (s Status) String() string {
	return [...]string{"connecting", "returning", "playing", "paused", "interrupted", "left", "broken"}[min(s, Broken)]
}

// Status tells where the match stands.
func (p *Peer) Status() Status {
	switch {
	case p.status <= Playing && p.Host.Session().Rejoining():
		return Returning
	case p.status == Playing && p.silent != 0:
		return Interrupted
	case p.status == Playing && p.paused:
		return Paused
	}
	return p.status
}

// PausedBy is the seat of who paused a Paused match.
func (p *Peer) PausedBy() int { return p.pausedBy }

// Reason tells how the player who went last did.
func (p *Peer) Reason() rollback.Reason { return p.reason }

// Why tells what went wrong in a Broken match.
func (p *Peer) Why() error { return p.why }

// heard takes in what the session reports.
func (p *Peer) heard(e rollback.Event) {
	switch e.Kind {
	case rollback.EventSynchronized:
		if seat := p.seatOf(e.Peer); seat != Watcher {
			p.Names[seat] = name(e.Blob)
		}
	case rollback.EventRunning:
		p.status = Playing
		p.letIn()
	case rollback.EventInterrupted:
		p.silent |= 1 << e.Peer
	case rollback.EventResumed:
		p.silent &^= 1 << e.Peer
	case rollback.EventPaused, rollback.EventUnpaused:
		p.paused, p.pausedBy = e.Kind == rollback.EventPaused, e.Player
	case rollback.EventDisconnected:
		p.lost(e)
	case rollback.EventReturned:
		p.back(e)
	case rollback.EventEntered:
		p.entered(e.Frame)
	case rollback.EventDesync, rollback.EventDesyncReport, rollback.EventResynced:
		p.split(e)
	case rollback.EventFeedLost:
		if e.Frame > p.Record.Frame() { // else it goes on where a state was entered
			p.broke(ErrUnfed)
		}
	case rollback.EventClosed:
		p.reason = e.Reason
	}
}

// lost: a player is gone. Without any other the match is over.
func (p *Peer) lost(e rollback.Event) {
	p.gone |= 1 << e.Player
	p.reason = e.Reason
	p.silent &^= 1 << e.Peer
	here := uint16(1)<<p.setup.Players - 1
	if !p.setup.watches() {
		here &^= 1 << p.Seat
	}
	if p.gone&here == here && p.status < Left {
		p.status, p.leftAt = Left, p.Host.Now()
	}
}

// back: a player who was gone has returned.
func (p *Peer) back(e rollback.Event) {
	p.gone &^= 1 << e.Player
	p.Returned, p.Back = e.Frame, e.Player
	if p.status == Left && !p.closed {
		p.status = Playing
	}
}

// seatOf is the seat of a remote peer: they are in ascending order, without ours.
// Whoever serves a Watcher, or is served, has none.
func (p *Peer) seatOf(peer rollback.Peer) int {
	switch {
	case p.setup.watches() || int(peer) >= p.setup.Players-1:
		return Watcher
	case int(peer) >= p.Seat:
		return int(peer) + 1
	}
	return int(peer)
}

// ended: the session is over. It is a goodbye unless something went wrong.
func (p *Peer) ended(err error) {
	p.closed = true
	if err == rollback.ErrClosed && p.status < Left {
		p.status = Left
		return
	}
	p.broke(err)
}

func (p *Peer) broke(err error) {
	if p.status < Left {
		p.status, p.why = Broken, err
	}
}
