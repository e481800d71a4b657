package live

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/backstep/rollback"
)

// How long a match that is over is kept up for those who have not seen its end.
const (
	// formerFor is the most: longer than an outage that a match survives by default.
	formerFor = 10 * time.Second
	// formerGrace is how long it goes on once all have begun the next match. Who
	// serves spectators shows them a frame only when the other players are known
	// to hold it, so their last acknowledgements must arrive.
	formerGrace = time.Second
)

// former is the session of the match before. Others may still lack inputs of
// its last frames, so it goes on, without running frames, until everybody has
// begun the next match.
type former[S, I any] struct {
	session *rollback.Session[S, I]
	heirs   []heir // by peer of the new session
	till    time.Duration
}

// heir is an endpoint that was in the match before.
type heir struct {
	was   rollback.Peer // its number in the former session
	moved bool          // it has begun the next match, or its link has ended
}

// Rematch begins another match over the same links: game at its frame 0, with
// the id and seed of Session.NextMatch and otherwise the Config of New, and with
// the input delays that are set now. Every endpoint must call it, spectators
// too, and all after the same frame: when a confirmed state says that the match
// is over and everybody wants another. Whoever has not confirmed that frame yet
// still gets what it lacks. Events and confirmed frames that were not drained are
// gone, and spectators are numbered anew, in their order.
//
// The errors are rollback.ErrClosed after the end, and those that say that the
// match has not begun, or that a player has left; the session goes on then.
func (h *Host[S, I]) Rematch(game rollback.Game[S, I]) error {
	old := h.session
	if err := h.fitForRematch(); err != nil {
		return err
	}
	cfg := h.cfg
	cfg.MatchID, cfg.Seed = old.NextMatch()
	cfg.Rejoin = false               // who came back into this match is there for the next from its start
	_, _ = rand.Read(cfg.Entropy[:]) // never returns an error
	next, err := rollback.NewSession(game, cfg)
	if err != nil {
		return err
	}
	for _, player := range cfg.Local {
		if delay, err := old.InputDelay(player); err == nil && delay != cfg.InputDelay {
			_ = next.SetInputDelay(player, delay) // in range, since it was before
		}
	}
	now := h.tick()
	f := &former[S, I]{session: old, till: now + formerFor}
	h.session, h.former = next, f
	h.pacer, h.sampled, h.waiting = pacer{}, false, 0
	h.moveLinks(now)
	return nil
}

func (h *Host[S, I]) fitForRematch() error {
	switch s := h.session; {
	case h.closed || s.State() >= rollback.Leaving:
		return rollback.ErrClosed
	case s.State() != rollback.Running || s.Rejoining():
		return errors.New("live: no rematch before the match has begun")
	default:
		for p := range h.players {
			if !s.Present(p) {
				return fmt.Errorf("live: no rematch without player %d, who has left", p)
			}
		}
	}
	return nil
}

// moveLinks hands the links to the new session: those to peers keep their
// numbers, those to spectators that are still there are added again.
func (h *Host[S, I]) moveLinks(now time.Duration) {
	peers, f := len(h.cfg.Peers), h.former
	links, left := h.links[peers:], make([]bool, len(h.links)-peers)
	for i := range links {
		left[i] = h.down[peers+i] || h.gone[peers+i]
	}
	h.links, h.down, h.gone = h.links[:peers:peers], h.down[:peers:peers], h.gone[:peers:peers]
	for p := range peers {
		f.heirs = append(f.heirs, heir{was: rollback.Peer(p), moved: h.down[p]})
		if h.down[p] {
			_ = h.session.LinkLost(now, rollback.Peer(p)) // p is a peer
		}
	}
	for i, link := range links {
		if link == nil {
			continue
		}
		if left[i] {
			_ = link.Close()
			continue
		}
		if _, err := h.AddSpectator(link); err == nil {
			f.heirs = append(f.heirs, heir{was: rollback.Peer(peers + i)})
		}
	}
}

// moved notes that the endpoint at peer p of the new session needs nothing of
// the former.
func (f *former[S, I]) moved(p rollback.Peer) {
	if f != nil && int(p) < len(f.heirs) {
		f.heirs[p].moved = true
	}
}

// take gives a packet to the session that it is for. The first one for the new
// match shows that its sender has seen the end of the former.
func (h *Host[S, I]) take(now time.Duration, p rollback.Peer, packet []byte) {
	f := h.former
	if f == nil || int(p) >= len(f.heirs) {
		h.session.Receive(now, p, packet)
		return
	}
	before := strangers(h.session.Stats())
	h.session.Receive(now, p, packet)
	if strangers(h.session.Stats()) == before {
		f.moved(p)
		return
	}
	f.session.Receive(now, f.heirs[p].was, packet)
}

func strangers(s rollback.Stats) uint64 { return s.Foreign + s.Malformed }

// pollFormer keeps the match before up for as long as somebody needs it.
func (h *Host[S, I]) pollFormer(now time.Duration) {
	f := h.former
	if f == nil {
		return
	}
	f.session.Poll(now)
	if !slices.ContainsFunc(f.heirs, func(x heir) bool { return !x.moved }) {
		f.till = min(f.till, now+formerGrace)
	}
	if now >= f.till || f.session.State() == rollback.Closed {
		h.former = nil
	}
}

// sendFormer sends what is due of the match before.
func (h *Host[S, I]) sendFormer() {
	if h.former == nil {
		return
	}
	for was, packet := range h.former.session.Packets() {
		if p := slices.IndexFunc(h.former.heirs, func(x heir) bool { return x.was == was }); p >= 0 {
			_ = h.links[p].Send(packet)
		}
	}
}
