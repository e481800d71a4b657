package rollback

import (
	"fmt"
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// AddSpectator makes room for one more spectator and returns the number by
// which its link is known to Receive and Packets. It may come and go at any
// time, and gets the match from frame 0. It can never slow the players: at most
// one packet a frame leaves for it, and what it lacks is kept in a bounded
// history; one that falls behind that is let go with ReasonBehind. The errors
// are ErrSpectators and ErrClosed.
func (s *Session[S, I]) AddSpectator(now time.Duration) (Peer, error) {
	s.at(now)
	if s.state >= Leaving {
		return -1, ErrClosed
	}
	for i := range s.watchers {
		w := &s.watchers[i]
		if w.used {
			continue
		}
		id := Peer(len(s.peers) + i)
		s.watcherTokens++
		*w = watcher{endpoint: newEndpoint(id, 0, s.set), used: true, sumSent: NoFrame}
		w.handshake.in = token(&s.set.entropy, 1<<20+s.watcherTokens)
		w.begin(s.now)
		w.stalled = s.now
		return id, nil
	}
	return -1, fmt.Errorf("%w: %d of %d", ErrSpectators, len(s.watchers), s.set.spectators)
}

// RemoveSpectator lets a spectator go.
func (s *Session[S, I]) RemoveSpectator(now time.Duration, p Peer) error {
	s.at(now)
	w := s.watcher(p)
	if w == nil {
		return fmt.Errorf("%w: spectator %d", ErrUnknownPeer, p)
	}
	s.dismiss(w, ReasonKicked)
	return nil
}

// watcher finds a spectator by its number, nil if there is none.
func (c *core) watcher(p Peer) *watcher {
	if i := int(p) - len(c.peers); i >= 0 && i < len(c.watchers) && c.watchers[i].used {
		return &c.watchers[i]
	}
	return nil
}

// dismiss ends a spectator's part: it is told a few times and then forgotten.
func (c *core) dismiss(w *watcher, why Reason) {
	if w.lost {
		return
	}
	w.lost, w.reason, w.byes = true, why, kickCopies
	if !w.locked {
		w.byes = 0
	}
	c.tell(Event{Kind: EventSpectatorLeft, Peer: w.id, Player: -1, Frame: w.next - 1, Reason: why})
}

// heardFeedAck takes in what a spectator says of itself.
func (c *core) heardFeedAck(w *watcher, b []byte) {
	var a wire.FeedAck
	if c.refuses(wire.DecodeFeedAck(b, w.in, &a)) {
		return
	}
	if a.Bye != 0 {
		w.byes = 0
		c.dismiss(w, reasonOf(a.Bye))
		w.byes = 0
		w.used = false
		return
	}
	if w.lost || !w.locked {
		return
	}
	if a.Life > w.life {
		w.life, w.lived = a.Life, c.now
		if spent := time.Duration(c.stamp()-a.Stamp-a.Hold) * holdUnit; spent < maxHold/2 {
			w.sample(spent)
		}
	}
	next := Frame(a.Next)
	if next > w.next && next == w.giving.frame || w.mustJoin && next >= c.hist.first() && next == w.giving.frame {
		w.mustJoin, w.next, w.sent, w.stalled = false, next, next, c.now // it came in with that state
		w.number = c.hist.find(c.hist.oldest, next)
	} else if next > w.next && next <= w.sent && !w.mustJoin {
		w.next, w.stalled = next, c.now
		w.number = c.hist.find(w.number, next)
	}
}

// stamp is this endpoint's clock as it travels to spectators and back.
func (c *core) stamp() uint16 { return uint16((c.now - c.birth) / holdUnit) }

// judgeWatchers lets silent spectators go.
func (c *core) judgeWatchers() {
	for i := range c.watchers {
		w := &c.watchers[i]
		switch {
		case !w.used:
		case w.lost && w.byes == 0:
			w.used = false
		case w.lost:
		case !w.locked && c.set.handshakeTimeout > 0 && c.now-w.started > c.set.handshakeTimeout:
			c.dismiss(w, ReasonTimeout) // it never came
			w.byes = 0
		case w.locked && c.silent(&w.endpoint):
			c.dismiss(w, w.silence())
			w.byes = 0
		case w.locked && c.behind(w) && (c.noStates || c.now-w.stalled > behindFor):
			c.dismiss(w, ReasonBehind)
		}
	}
}

// feedEnd is the frame before which a spectator is shown the match.
// One that leaves keeps nothing back.
func (c *core) feedEnd() Frame {
	if c.state == Leaving {
		return c.hist.next
	}
	return max(c.hist.next-Frame(c.set.spectatorDelay), 0)
}

// mayLetGo tells, while leaving, whether a spectator has everything that will
// ever settle here, or has to be told goodbye without.
func (c *core) mayLetGo(w *watcher) bool {
	if c.now >= c.leaveTill-lastWords {
		return true
	}
	for i := range c.peers {
		if e := &c.peers[i]; e.locked && !e.lost && !e.heardBye {
			return false // what it still acknowledges may settle further frames
		}
	}
	return w.next >= c.hist.next
}

// lastWords is the part of the linger in which spectators are let go in any case.
const lastWords = 300 * time.Millisecond

// packWatcher builds the packet that is due for one spectator, nil if none is.
func (c *core) packWatcher(w *watcher) []byte {
	since := c.now - w.lastSent
	if w.locked && !w.lost && c.behind(w) && c.noStates {
		c.dismiss(w, ReasonBehind) // the history has moved on in this very turn
	}
	switch {
	case c.refusalDue(&w.endpoint):
		return c.packRefusal(&w.endpoint, c.buf)
	case w.owesHello && c.state != Closed && !w.lost:
		if c.set.host && !c.peers[0].locked {
			return nil // a relay that does not know the match itself yet
		}
		return c.packHello(&w.endpoint, c.buf)
	case w.out == 0 || !w.locked || since < c.set.frameTime*3/4:
		return nil
	case w.lost:
		if w.byes == 0 || since < byeEvery {
			return nil
		}
		w.byes--
		return c.packFeed(w, w.reason)
	case c.state == Leaving && c.mayLetGo(w):
		if since < byeEvery {
			return nil
		}
		return c.packFeed(w, c.farewell)
	case c.state == Closed:
		return nil
	}
	if c.now-w.stalled > max(w.rtt+w.jitter*4, c.set.frameTime)+2*c.set.frameTime && w.sent > w.next {
		w.sent, w.stalled = w.next, c.now // what was under way is lost: once more
	}
	if c.behind(w) || w.giving.ask.What == wire.WhatJoin {
		if since >= keepAlive/4 {
			return c.packBehind(w)
		}
		return nil
	}
	if w.sent < c.feedEnd() || since >= keepAlive {
		return c.packFeed(w, ReasonNone)
	}
	return nil
}

// behind tells whether what a spectator lacks is gone, so that it needs a state.
func (c *core) behind(w *watcher) bool { return w.mustJoin || w.next < c.hist.first() }

// behindFor is how long it may take to get one.
const behindFor = 30 * time.Second

// packBehind tells a spectator that it needs a state, or, while it gets one, that
// its host is there.
func (c *core) packBehind(w *watcher) []byte {
	end := c.feedEnd()
	w.lastSent = c.now
	first := c.hist.first()
	if w.mustJoin {
		first++ // what it holds of that very frame is another state
	}
	f := wire.Feed{Life: c.life(), Stamp: c.stamp(), Head: int64(end), First: int64(first), Behind: c.behind(w)}
	return wire.AppendFeed(c.buf, w.out, &f)
}

// smallTail is how many bytes of unacknowledged frames are simply sent again
// with the new ones, so that a single loss costs no delay.
const smallTail = wire.MaxFeed

func (c *core) packFeed(w *watcher, bye Reason) []byte {
	end := c.feedEnd()
	from := w.next
	if w.lost {
		end = from // a goodbye and nothing else
	}
	if tail := c.hist.tail(w.number, w.next, end); tail > smallTail {
		from = max(w.sent, w.next)
	}
	f := wire.Feed{Life: c.life(), Stamp: c.stamp(), Head: int64(end), First: int64(from), Bye: uint8(bye)}
	if s, ok := c.sumForWatcher(w, from); ok {
		f.HasSum, f.SumOf, f.Sum = true, int64(s.frame), s.sum
	}
	// The count is not known before the entries are chosen: they go to a place
	// of their own first.
	var count int
	c.entries, count = c.hist.take(c.entries[:0], c.hist.find(w.number, from), from, end, wire.MaxFeed)
	f.Count = count
	w.sent = max(w.sent, from+Frame(count))
	w.lastSent = c.now
	return append(wire.AppendFeed(c.buf, w.out, &f), c.entries...)
}

// tail is how many bytes the frames from .. end-1 take, or more than smallTail.
func (h *history) tail(number int, from, end Frame) (n int) {
	for f := from; f < end && n <= smallTail; f++ {
		var b []byte
		if b, number = h.entry(number, f); b == nil {
			break
		}
		n += len(b)
	}
	return n
}

// sumForWatcher chooses the newest checksum that the spectator is about to be
// able to compare.
func (c *core) sumForWatcher(w *watcher, from Frame) (checksum, bool) {
	every := Frame(c.set.checksumEvery)
	if every == 0 || c.sums.last == NoFrame {
		return checksum{}, false
	}
	f := min(from/every*every, c.sums.last)
	if f <= w.sumSent || f < 0 || c.slot(f).frame != f {
		return checksum{}, false
	}
	w.sumSent = f
	return *c.slot(f), true
}
