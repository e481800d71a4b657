package sim

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"example.com/backstep/rollback"
)

// eventLog follows the events of one host: durable ones once and in order,
// never more than have room.
type eventLog struct {
	plan         *Plan
	host         int
	count        [32]int // by kind
	synchronized []bool  // by peer
	interrupted  []bool
	ends         map[int]rollback.Frame // of players who are gone
	why          map[int]rollback.Reason
	desyncs      []*rollback.DesyncError
	reports      []*rollback.DesyncReport
	resyncs      []rollback.Event
	returns      []comeback
	closed       *rollback.Event
	feedLost     rollback.Frame // newest
	runningAt    time.Duration
	endedAt      map[int]time.Duration
	mostWaiting  int
}

func newEventLog(p *Plan, host int) eventLog {
	peers := len(p.Hosts) - 1
	return eventLog{plan: p, host: host, synchronized: make([]bool, peers), interrupted: make([]bool, peers),
		ends: map[int]rollback.Frame{}, why: map[int]rollback.Reason{}, endedAt: map[int]time.Duration{}}
}

// bound is the most events that may wait: durable ones happen a bounded number
// of times, of the others one of a kind and peer waits.
func (l *eventLog) bound() int {
	return 5*(len(l.plan.Hosts)-1) + 4*l.plan.Players + 18 + 3*places(l.plan)
}

func (l *eventLog) drain(events iter.Seq[rollback.Event], w *world) error {
	n := 0
	for e := range events {
		n++
		if w.watch != nil {
			w.watch(w.now, l.host, e)
		}
		if err := l.take(e, w); err != nil {
			return fmt.Errorf("event %q: %w", e, err)
		}
	}
	l.mostWaiting = max(l.mostWaiting, n)
	if n > l.bound() {
		return fmt.Errorf("%d events waited, there is room for %d", n, l.bound())
	}
	return nil
}

func (l *eventLog) take(e rollback.Event, w *world) error {
	l.count[e.Kind]++
	if l.closed != nil && e.Kind != rollback.EventFeedLost { // the feed outlives the session
		return errors.New("after the session was closed")
	}
	switch e.Kind {
	case rollback.EventSynchronized:
		return l.takeSynchronized(e, w.hosts[l.host].life > 0)
	case rollback.EventRunning:
		l.runningAt = w.now
		if h := w.hosts[l.host]; l.count[e.Kind] > 1 || h.life == 0 && !l.allHere(h) {
			return errors.New("twice, or before everybody was synchronized")
		}
	case rollback.EventInterrupted, rollback.EventResumed:
		on := e.Kind == rollback.EventInterrupted
		if l.interrupted[e.Peer] == on && l.count[rollback.EventRunning] == 0 {
			return errors.New("before the match ran")
		}
		l.interrupted[e.Peer] = on
	case rollback.EventPaused, rollback.EventUnpaused:
		// Neighbours of a kind may be told as one, if they were not read at once.
		if h := w.hosts[l.host]; e.Player < 0 || h.Frame()-e.Frame < historyLen/2 && h.Paused(e.Frame) != (e.Kind == rollback.EventPaused) {
			return errors.New("it is not so, or by nobody")
		}
	case rollback.EventDisconnected:
		return l.takeDisconnected(e, w.now)
	case rollback.EventEntered, rollback.EventReturned, rollback.EventResynced:
		return l.takeNew(e, w)
	case rollback.EventDesyncReport:
		l.reports = append(l.reports, e.Report)
	case rollback.EventDesync:
		d := new(rollback.DesyncError)
		if !errors.As(e.Err, &d) {
			return errors.New("carries no *DesyncError")
		}
		l.desyncs = append(l.desyncs, d)
	case rollback.EventFeedLost:
		l.feedLost = e.Frame
	case rollback.EventClosed:
		l.closed = &e
	}
	return nil
}

// allHere tells whether every peer was synchronized, or is given up.
func (l *eventLog) allHere(h *host) bool {
	for peer, ok := range l.synchronized {
		if !ok && !h.PeerStats(rollback.Peer(peer)).Disconnected {
			return false
		}
	}
	return true
}

// takeSynchronized: one who is away may knock again.
func (l *eventLog) takeSynchronized(e rollback.Event, again bool) error {
	if int(e.Peer) >= len(l.synchronized) {
		return nil // one who watches
	}
	switch of := l.plan.hostOf(l.host, e.Peer); {
	case l.synchronized[e.Peer] && !again:
		return errors.New("twice")
	case !l.plan.Hostile && (len(e.Blob) != 1 || e.Blob[0] != byte(of)):
		return fmt.Errorf("blob %v, host %d said %v", e.Blob, of, []byte{byte(of)})
	}
	l.synchronized[e.Peer] = true
	return nil
}

func (l *eventLog) takeDisconnected(e rollback.Event, now time.Duration) error {
	if end, twice := l.ends[e.Player]; twice && end != unknown {
		return errors.New("twice")
	}
	if owner := l.plan.owner(e.Player); owner == l.host || l.plan.peerOf(l.host, owner) != e.Peer {
		return fmt.Errorf("player %d belongs to host %d", e.Player, owner)
	}
	l.ends[e.Player], l.why[e.Player], l.endedAt[e.Player] = e.Frame, e.Reason, now
	return nil
}
