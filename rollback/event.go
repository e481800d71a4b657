package rollback

import (
	"fmt"
	"time"
)

// EventKind tells what an Event reports.
type EventKind uint8

// The kinds of events.
const (
	EventSynchronized    EventKind = iota + 1 // the handshake with Peer is done; Blob is its application blob; once more where a returner has to begin again
	EventRunning                              // everybody is ready: frame 0 may run
	EventInterrupted                          // nothing heard from Peer for Config.NotifyAfter; it may come back
	EventResumed                              // Peer is heard again
	EventDisconnected                         // Player is absent after Frame, the same frame for everybody
	EventEntered                              // this endpoint begins anew with the state of Frame, which came from Peer: it was away, or too far behind. Session.Present tells who is there
	EventReturned                             // Player is back, with inputs from Frame on, the same frame for everybody
	EventDesync                               // Err is the *DesyncError
	EventDesyncReport                         // Report says in which fields the states differ; Err is the *DesyncError
	EventResynced                             // the state of Frame is Player's for everybody, from here on
	EventDelayChanged                         // local Player's input delay is now Delay frames
	EventPaused                               // the match stands still from Frame on, by Player
	EventUnpaused                             // the match goes on with Frame, by Player
	EventSpectatorJoined                      // spectator Peer has come; Blob is its application blob
	EventSpectatorLeft                        // spectator Peer has gone; Frame is the last that it had
	EventFeedLost                             // the confirmed feed was not drained in time; it goes on at Frame
	EventClosed                               // the session has ended; Reason and Err tell why
	eventKinds
)

var eventNames = [eventKinds]string{"", "synchronized", "running", "interrupted", "resumed", "disconnected", "entered", "returned", "desync", "desync report", "resynced",
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
	Report *DesyncReport
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
	case EventReturned:
		return fmt.Sprintf("%v: player %d with frame %d", e.Kind, e.Player, e.Frame)
	case EventEntered:
		return fmt.Sprintf("%v: with the state of frame %d from peer %d", e.Kind, e.Frame, e.Peer)
	case EventDesyncReport:
		return fmt.Sprintf("%v: %v", e.Kind, e.Report)
	case EventResynced:
		return fmt.Sprintf("%v: all take player %d's state of frame %d", e.Kind, e.Player, e.Frame)
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

// durableRoom is how many durable events can wait: per peer synchronized; per
// player disconnected and returned, of the newest of each; running, closed; of
// desyncs, their reports and resyncs the first and the newest ones.
func durableRoom(peers, players int) int { return peers + 2*players + 2 + 3*maxAlike }

// maxAlike is how many desyncs, reports and resyncs each are kept undrained. The
// first say most.
const maxAlike = 4

func newEventQueue(peers, players int) eventQueue {
	quality := 3*peers + 3*players
	return eventQueue{list: make([]Event, 0, durableRoom(peers, players)+quality)}
}

func (e Event) durable() bool {
	switch e.Kind {
	case EventInterrupted, EventResumed, EventDelayChanged, EventPaused, EventUnpaused, EventSpectatorJoined, EventSpectatorLeft, EventFeedLost, EventEntered:
		return false
	}
	return true
}

func (q *eventQueue) add(e Event) {
	switch {
	case !e.durable() || e.Kind == EventSynchronized:
		q.drop(e.Kind, e.Peer, e.Player)
	case e.Kind == EventDisconnected || e.Kind == EventReturned:
		// A player that left, came back and left again undrained is gone since the last.
		if q.count(e.Kind, e.Player) > 0 {
			q.drop(EventDisconnected, e.Peer, e.Player)
			q.drop(EventReturned, e.Peer, e.Player)
		}
	case e.Kind == EventDesync || e.Kind == EventDesyncReport || e.Kind == EventResynced:
		if q.count(e.Kind, anyPlayer) >= maxAlike {
			q.dropNewest(e.Kind)
		}
	}
	q.list = append(q.list, e)
}

const anyPlayer = -2

// count tells how many events of a kind, and of a player, wait.
func (q *eventQueue) count(k EventKind, player int) (n int) {
	for i := range q.list {
		if q.list[i].Kind == k && (player == anyPlayer || q.list[i].Player == player) {
			n++
		}
	}
	return n
}

// dropNewest makes room for one that is newer still.
func (q *eventQueue) dropNewest(k EventKind) {
	for i := len(q.list) - 1; i >= 0; i-- {
		if q.list[i].Kind == k {
			q.remove(i)
			return
		}
	}
}

// drop removes an undrained event that a newer one makes out of date.
func (q *eventQueue) drop(k EventKind, peer Peer, player int) {
	for i := range q.list {
		if o := &q.list[i]; o.Kind == k && o.Peer == peer && o.Player == player {
			q.remove(i)
			return
		}
	}
}

// remove takes out event i, which nobody will see.
func (q *eventQueue) remove(i int) {
	q.list = append(q.list[:i], q.list[i+1:]...)
	q.lost++
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
