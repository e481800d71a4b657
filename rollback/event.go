package rollback

import (
	"fmt"
	"time"
)

// EventKind tells what an Event reports.
type EventKind uint8

// The kinds of events.
const (
	EventSynchronized    EventKind = iota + 1 // the handshake with Peer is done; Blob is its application blob
	EventRunning                              // everybody is ready: frame 0 may run
	EventInterrupted                          // nothing heard from Peer for Config.NotifyAfter; it may come back
	EventResumed                              // Peer is heard again
	EventDisconnected                         // Player is absent after Frame, the same frame for everybody
	EventDesync                               // Err is the *DesyncError
	EventDelayChanged                         // local Player's input delay is now Delay frames
	EventPaused                               // the match stands still from Frame on, by Player
	EventUnpaused                             // the match goes on with Frame, by Player
	EventSpectatorJoined                      // spectator Peer has come; Blob is its application blob
	EventSpectatorLeft                        // spectator Peer has gone; Frame is the last that it had
	EventFeedLost                             // the confirmed feed was not drained in time; it goes on at Frame
	EventClosed                               // the session has ended; Reason and Err tell why
	eventKinds
)

var eventNames = [eventKinds]string{"", "synchronized", "running", "interrupted", "resumed", "disconnected", "desync",
	"delay changed", "paused", "unpaused", "spectator joined", "spectator left", "feed lost", "closed"}

func (k EventKind) String() string {
	if k > 0 && k < eventKinds {
		return eventNames[k]
	}
	return fmt.Sprintf("event(%d)", uint8(k))
}

// Event is something that happened to the session. Which fields mean
// something depends on Kind.
type Event struct {
	Kind   EventKind
	Peer   Peer // -1 where no single peer is meant
	Player int  // -1 where no single player is meant
	Frame  Frame
	Reason Reason
	Delay  int           // frames
	Silent time.Duration // EventInterrupted: how long nothing was heard
	Blob   []byte        // valid until the session ends
	Err    error
}

func (e Event) String() string {
	switch e.Kind {
	case EventSynchronized, EventResumed, EventSpectatorJoined:
		return fmt.Sprintf("%v: peer %d", e.Kind, e.Peer)
	case EventInterrupted:
		return fmt.Sprintf("%v: peer %d silent for %v", e.Kind, e.Peer, e.Silent)
	case EventDisconnected:
		return fmt.Sprintf("%v: player %d after frame %d (%v)", e.Kind, e.Player, e.Frame, e.Reason)
	case EventSpectatorLeft:
		return fmt.Sprintf("%v: %d after frame %d (%v)", e.Kind, e.Peer, e.Frame, e.Reason)
	case EventDesync:
		return fmt.Sprintf("%v: %v", e.Kind, e.Err)
	case EventDelayChanged:
		return fmt.Sprintf("%v: player %d, %d frames from frame %d", e.Kind, e.Player, e.Delay, e.Frame)
	case EventPaused, EventUnpaused:
		return fmt.Sprintf("%v: by player %d at frame %d", e.Kind, e.Player, e.Frame)
	case EventFeedLost:
		return fmt.Sprintf("%v: goes on at frame %d", e.Kind, e.Frame)
	case EventClosed:
		if e.Err != nil {
			return fmt.Sprintf("%v: %v: %v", e.Kind, e.Reason, e.Err)
		}
		return fmt.Sprintf("%v: %v", e.Kind, e.Reason)
	}
	return e.Kind.String()
}

// eventQueue holds what was not drained yet. Quality events (interrupted,
// resumed, delay changed) share a small room and coalesce: only the newest of
// a kind and peer is kept. The others happen a bounded number of times, and
// their room is reserved: they are never lost.
type eventQueue struct {
	list []Event
	lost uint64 // quality events that a newer one replaced
}

// durableRoom is how many durable events one session can ever have waiting:
// per peer synchronized; per player disconnected; running, desync, closed.
func durableRoom(peers, players int) int { return peers + players + 3 }

func newEventQueue(peers, players int) eventQueue {
	quality := 2*peers + 3*players
	return eventQueue{list: make([]Event, 0, durableRoom(peers, players)+quality)}
}

func (e Event) durable() bool {
	switch e.Kind {
	case EventInterrupted, EventResumed, EventDelayChanged, EventPaused, EventUnpaused, EventSpectatorJoined, EventSpectatorLeft, EventFeedLost:
		return false
	}
	return true
}

func (q *eventQueue) add(e Event) {
	if !e.durable() {
		q.drop(e.Kind, e.Peer, e.Player)
	}
	q.list = append(q.list, e)
}

// drop removes an undrained event that a newer one makes out of date.
func (q *eventQueue) drop(k EventKind, peer Peer, player int) {
	for i := range q.list {
		if o := &q.list[i]; o.Kind == k && o.Peer == peer && o.Player == player {
			copy(q.list[i:], q.list[i+1:])
			q.list = q.list[:len(q.list)-1]
			q.lost++
			return
		}
	}
}

// drain yields and removes, oldest first. Events added meanwhile wait.
func (q *eventQueue) drain(yield func(Event) bool) {
	for n := len(q.list); n > 0 && len(q.list) > 0; n-- {
		e := q.list[0]
		// Taken out before it is shown: the caller may add events meanwhile.
		q.list = q.list[:copy(q.list, q.list[1:])]
		if !yield(e) {
			return
		}
	}
}
