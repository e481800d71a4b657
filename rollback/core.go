package rollback

import (
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// State is where a session stands.
type State uint8

// The states, in order.
const (
	Synchronizing State = iota // the handshake is going on
	Running                    // frames advance
	Leaving                    // said goodbye, waiting until the peers have heard it
	Closed
)

func (s State) String() string {
	return [...]string{"synchronizing", "running", "leaving", "closed"}[min(s, Closed)]
}

// core is a session without its game: everything that needs neither S nor I.
// Frames up to frame-1 are simulated. All its time comes from its callers.
type core struct {
	set    *settings
	state  State
	err    error
	now    time.Duration // the latest that a caller said, less the origin
	birth  time.Duration // the first, likewise
	origin time.Duration // on the callers' clock
	alive  bool          // a caller has said the time

	frame      Frame // next frame to simulate
	confirmed  Frame // newest frame of which every present player's input is known
	firstWrong Frame // oldest simulated frame whose input or presence was not the truth; NoFrame = none
	logs       []inputLog
	owner      []int // of each seat: the index into peers, local = -1
	delay      []int // of each seat, frames; only local ones matter
	frozen     uint16
	sealed     uint16
	reason     []Reason // of each seat that ended or is about to

	peers         []endpoint
	watchers      []watcher // spectators, by number
	hist          history
	watch         spectate // of a spectator
	watched       Frame    // of a spectator: the first frame that it lacks
	byesSent      int
	watcherTokens uint64
	entries       []byte
	self          wire.Record // what others are told of this endpoint, as last sent
	matchID       [16]byte
	seed          uint64
	isReady       bool // this endpoint may start
	loaded        bool // the caller has said that its game is loaded

	lastPoll  time.Duration
	leaveTill time.Duration
	farewell  Reason
	sums      sumHistory
	events    eventQueue
	stats     Stats
	pause     pauses
	adapt     adapter
	feed      Frame // next frame of the confirmed feed
	feedLost  bool  // frames before it were overwritten unread

	// what does not fit in a packet
	parcels      [wire.Whats]parcel
	parcelEra    uint32 // as of the state to come in with
	parcelSealed uint16
	parcelsHeld  bool // some may be here
	exchangeDue  bool // the next Advance has something to make or to take in
	noStates     bool // states of this type cannot travel
	saveNext     bool // somebody waits for a state, and none is saved otherwise

	// who comes back
	era         uint32   // returns so far
	returnedIn  []uint32 // of each seat: the era that its last return began
	returned    Frame    // of the last return
	invited     Frame    // the frame in which one was last to be written
	guestTokens uint64
	away        bool          // the own players are not back yet
	knocked     time.Duration // when it last began again
	sponsor     *endpoint     // who gave us the state to come in with
	entering    *endpoint     // whose state is to be loaded

	resyncs    resyncs
	explain    explaining
	haltAt     time.Duration // 0 = never
	mendBy     time.Duration // when a resync begins at the latest, 0 = none is to
	mendFrom   time.Duration // since when one is overdue
	lastDesync *DesyncError

	in      wire.Game // of the packet being read
	walk    wire.Inputs
	out     wire.Game // of the packet being written
	buf     []byte
	scratch [wire.MaxInput + 1]byte
}

const local = -1

func newCore(set *settings) *core {
	c := &core{
		set: set, confirmed: NoFrame, firstWrong: NoFrame,
		logs: make([]inputLog, set.players), owner: make([]int, set.players), delay: make([]int, set.players),
		reason: make([]Reason, set.players), peers: make([]endpoint, len(set.peerSeats)),
		matchID: set.matchID, seed: set.seed, buf: make([]byte, 0, wire.MaxPacket),
		events: newEventQueue(len(set.peerSeats), set.players),
		sums:   newSumHistory(),
		pause:  newPauses(set.players, set.logCapacity()),
		hist:   newHistory(set), watch: newSpectate(set), watchers: make([]watcher, set.spectators),
		entries: make([]byte, 0, wire.MaxPacket),
		parcels: newParcels(), returnedIn: make([]uint32, set.players), returned: NoFrame, invited: NoFrame,
		away: set.rejoin, resyncs: newResyncs(),
	}
	for p := range c.logs {
		c.logs[p] = newInputLog(set.inputBytes+1, set.logCapacity(), set.window)
		c.owner[p], c.delay[p] = local, set.delay-set.runAhead
	}
	for i, seats := range set.peerSeats {
		c.peers[i] = newEndpoint(Peer(i), seats, set)
		c.peers[i].host = set.host
		for p := range c.logs {
			if seats>>p&1 == 1 || set.host {
				c.owner[p] = i
			}
		}
	}
	c.self.Origin = lowest(set.own)
	c.adoptIdentity()
	c.startIfReady()
	return c
}

// at sets the time. It never goes back, whatever the caller's clock does, and
// begins longAgo after zero, whatever that clock shows: a time that was never set
// is long past.
func (c *core) at(now time.Duration) {
	if !c.alive {
		c.alive, c.origin = true, now-longAgo
		c.birth, c.now, c.lastPoll = longAgo, longAgo, longAgo
		for i := range c.peers {
			c.peers[i].begin(c.now)
		}
	}
	c.now = max(c.now, now-c.origin)
}

const longAgo = time.Hour

// life is a counter that rises while this endpoint lives.
func (c *core) life() uint32 { return uint32((c.now-c.birth)/(10*time.Millisecond)) + 1 }

// confirm recomputes the newest frame of which every present player's input is
// known. It rests on this endpoint's receipts alone: to wait for what others
// report would cost two one-way delays of the window. It never falls: logs only
// grow, and players only leave.
func (c *core) confirm() {
	least := Frame(1 << 62)
	for p := range c.logs {
		if !c.logs[p].sealed {
			least = min(least, c.logs[p].have)
		}
	}
	if least == 1<<62 { // everybody is absent for ever
		least = max(c.confirmed, c.frame-1, c.watched-1)
	}
	if c.resyncs.pending {
		least = min(least, c.resyncs.frame-1) // what follows is somebody else's to say
	}
	c.confirmed = max(c.confirmed, least)
}

// stalled tells which players' inputs the window waits for, if frame f may not
// be simulated.
func (c *core) stalled(f Frame) (on uint16) {
	if f-c.confirmed <= Frame(c.set.window) {
		return 0
	}
	for p := range c.logs {
		if l := &c.logs[p]; !l.sealed && f-l.have > Frame(c.set.window) {
			on |= 1 << p
		}
	}
	if on == 0 && c.resyncs.pending {
		on = 1 << c.resyncs.seat
	}
	return on
}

// blocked tells whose acknowledgements are missing when a local log is full: the
// frame waits then, so that no sample is lost.
func (c *core) blocked() (on uint16) {
	for _, p := range c.set.seats {
		l := &c.logs[p]
		if target := c.frame + Frame(c.delay[p]); target <= l.have || target-l.floor < l.reach {
			continue
		}
		for i := range c.peers {
			if e := &c.peers[i]; !e.lost && e.theirs[p] <= l.floor {
				on |= e.seats
			}
		}
		on |= 1 << p
	}
	return on
}

// wrong notes that frame f was simulated with something untrue.
func (c *core) wrong(f Frame) {
	if f < c.frame && (c.firstWrong == NoFrame || f < c.firstWrong) {
		c.firstWrong = f
	}
}

// settledFrame is the newest frame that no later rollback can touch.
func (c *core) settledFrame() Frame {
	f := min(c.confirmed, c.frame-1)
	if c.firstWrong != NoFrame {
		f = min(f, c.firstWrong-1)
	}
	return f
}

// trim moves each log's floor up to the oldest frame that a rollback, a peer or
// the feed may still ask for.
func (c *core) trim() {
	keep := c.settledFrame() + 1
	if keep-c.feed > maxFeedLag {
		c.feed, c.feedLost = keep-maxFeedLag, true
	}
	keep = c.needed()
	for p := range c.logs {
		floor := keep
		for i := range c.peers {
			if e := &c.peers[i]; !e.lost && !c.away && c.owner[p] != i { // nobody asks one who is away
				floor = min(floor, e.theirs[p])
			}
		}
		c.logs[p].floor = max(c.logs[p].floor, floor)
	}
}

// needed is the oldest frame that this endpoint itself may still ask the logs for.
func (c *core) needed() Frame {
	keep := min(c.settledFrame()+1, c.feed)
	if c.set.spectators > 0 {
		keep = min(keep, c.hist.next)
	}
	return keep
}

// tell queues an event. EventClosed is the last one but for a gap in the feed,
// which may still be read after it.
func (c *core) tell(e Event) {
	if c.state != Closed {
		c.events.add(e)
	}
}

// turn is the time between two packets of a healthy link.
func (c *core) turn() time.Duration { return c.set.frameTime * time.Duration(c.set.sendEvery) }

// close ends the session.
func (c *core) close(r Reason, err error) {
	if c.state == Closed {
		return
	}
	c.tell(Event{Kind: EventClosed, Peer: -1, Player: -1, Frame: c.frame - 1, Reason: r, Err: err})
	c.state, c.err = Closed, err
	for i := range c.watchers {
		if w := &c.watchers[i]; w.used && !w.lost {
			w.lost, w.reason, w.byes = true, max(r, ReasonLeft), kickCopies
		}
	}
	if l := c.set.log; l != nil {
		l.Info("session closed", "reason", r.String(), "err", err, "frame", int64(c.frame))
	}
}

// saves tells whether the state of frame f is to be kept. The first one that is
// not confirmed always is: no rollback goes behind it.
func (c *core) saves(f Frame) bool {
	switch {
	case c.saveNext || f == c.resyncs.frame:
		return true
	case c.set.host:
		return c.checks(f)
	case !c.expectsRollback():
		return c.set.explain && len(c.peers) > 0
	case c.set.window == 0:
		return c.checks(f) || c.set.explain
	}
	return c.set.saveEvery == 1 || f%Frame(c.set.saveEvery) == 0 || f == c.confirmed+1 || c.checks(f)
}

// refreshLinks notes that there is news for every peer, if it is time to tell.
func (c *core) refreshLinks() {
	if c.set.sendEvery > 1 && c.frame%Frame(c.set.sendEvery) != 0 && c.set.window > 0 {
		return
	}
	for i := range c.peers {
		c.peers[i].fresh = true
	}
}

// source is the core as the wire sees it: the logs that packets are made of.
type source core

func (c *source) Log(seat int) wire.Log {
	l := &c.logs[seat]
	return wire.Log{Ring: l.ring, Mask: int64(l.mask), Size: l.size, Same: int64(l.same)}
}

// expectsRollback tells whether some player's input may still be predicted.
func (c *core) expectsRollback() bool {
	for p := range c.logs {
		if (c.owner[p] != local || c.delay[p] < 0) && !c.logs[p].sealed {
			return true
		}
	}
	return false
}

// lowest is the number of the lowest bit set: the seat that names an endpoint.
func lowest(seats uint16) int {
	for p := range wire.MaxSeats {
		if seats>>p&1 == 1 {
			return p
		}
	}
	return wire.MaxSeats
}
