package rollback

import (
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// endpoint is what this session knows of one remote endpoint and of the link
// to it.
type endpoint struct {
	id     Peer
	seats  uint16
	origin int // its lowest seat: its name in gossip
	shape  wire.Shape

	handshake
	frames Frame // newest Frames heard
	life   uint32
	theirs [wire.MaxSeats]Frame // how far it says it holds each log
	sealed uint16               // seats it says it holds to their end

	host        bool  // this endpoint is its spectator
	guest       bool  // lost, but here again, and not back in its seats yet
	guestFrames Frame // how many frames it has simulated, NoFrame until it says so
	coming      bool  // back by a record of player comingBy beside frame comingAt, which it may not hold yet
	comingBy    int
	comingAt    Frame
	unheard     bool   // back, but what it holds of the logs is not known yet
	given       Frame  // the state of which frame it was last given to come in with
	badJoins    int    // states of it that could not be read
	askLife     uint32 // of its newest ask
	lost        bool   // frozen: nothing it sends is used any more
	heardBye    bool   // it has answered our goodbye
	reason      Reason
	frozenAt    time.Duration
	interrupted bool
	forgiven    bool          // a pause of ours was taken off its silence; once between two signs of life
	gone        bool          // the transport says that the link is gone
	byes        int           // goodbyes still to send to one that was removed
	heard       time.Duration // last fresh packet over the direct link
	lived       time.Duration // last sign of life by any path
	record      wire.Record   // newest heard of it, Version 0 = none

	// what to send, and when
	fresh      bool // new inputs of ours since the last packet
	owed       bool // it sent something that wants an acknowledgement
	owesGossip bool
	lastSent   time.Duration
	lastGossip time.Duration
	sentFrames Frame // Frames in the last packet
	resends    int   // packets since it last acknowledged something new
	forward    [wire.MaxSeats]forwarding

	clock
	sums peerSums
	PeerStats
	giving giving
	taking taking
}

// forwarding decides whether a third player's inputs are passed on to a peer:
// only when it lags for longer than its own copy could be in flight.
type forwarding struct {
	since   time.Duration // when the lag last did not shrink
	mark    Frame         // what the peer had then
	on      bool
	sent    Frame         // newest frame passed on
	probe   Frame         // a frame that was passed on, NoFrame = none is watched
	probeAt time.Duration // when it first was
}

const (
	keepAlive      = 200 * time.Millisecond // longest silence of a healthy link
	gossipEvery    = 50 * time.Millisecond
	resendsAtOnce  = 30 // unanswered packets before the resend interval grows
	maxResendEvery = 200 * time.Millisecond
	deafAfter      = 300 * time.Millisecond // silence of a link until others are asked
	minForwardLag  = 150 * time.Millisecond
)

func newEndpoint(id Peer, seats uint16, set *settings) endpoint {
	e := endpoint{id: id, seats: seats, origin: lowest(seats),
		shape: wire.Shape{Players: set.players, InputBytes: set.inputBytes, Owned: seats}}
	e.forgetTheirs()
	for p := range e.forward {
		e.forward[p].sent, e.forward[p].probe = NoFrame, NoFrame
	}
	e.record.Origin = e.origin
	e.sums = newPeerSums()
	// Named by both ends: even sessions with equal entropy do not mix.
	e.handshake.in = token(&set.entropy, uint64(set.own)<<32|uint64(id)+1)
	return e
}

// forgetTheirs forgets what it was known to hold of the logs.
func (e *endpoint) forgetTheirs() {
	for p := range e.theirs {
		e.theirs[p] = NoFrame
	}
}

// begin starts the timers.
func (e *endpoint) begin(now time.Duration) {
	e.lived, e.heard = now, now
	e.lastSent, e.lastGossip = now-time.Hour, now-time.Hour
	e.handshake.begin(now)
	e.clock.begin(now, uint32(e.handshake.in))
}

// token derives an unguessable 32-bit number, never 0, from the entropy
// (splitmix64's finalizer over each word in turn).
func token(entropy *[32]byte, n uint64) uint32 { return max(uint32(derive64(entropy, n)), 1) }

func derive64(entropy *[32]byte, n uint64) uint64 {
	x := mix64(n + 0x9e3779b97f4a7c15)
	for i, b := range entropy {
		x ^= uint64(b) << (8 * (i & 7))
		if i&7 == 7 {
			x = mix64(x + 0x9e3779b97f4a7c15)
		}
	}
	return x
}

func mix64(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// acknowledge raises what the peer is known to hold of seat p's log.
func (c *core) acknowledge(e *endpoint, p int, have Frame) {
	if e.unheard {
		return
	}
	limit := c.logs[p].have
	if c.owner[p] != local {
		limit = max(limit, e.frames, c.frame) + Frame(c.set.window+MaxInputDelay+128)
	}
	if have <= e.theirs[p] || have > limit {
		return
	}
	e.theirs[p] = have
	if c.owner[p] == local {
		e.resends = 0
	}
}

// unacked tells whether the peer lacks some input that is ours to send.
func (c *core) unacked(e *endpoint) bool {
	for _, p := range c.set.seats {
		if e.theirs[p] < c.logs[p].have {
			return true
		}
	}
	return false
}

// resendEvery is the time between packets that nobody answers.
func (c *core) resendEvery(e *endpoint) time.Duration {
	if e.resends <= resendsAtOnce {
		return c.set.frameTime
	}
	return min(c.set.frameTime<<min(e.resends-resendsAtOnce, 8), max(maxResendEvery, c.set.frameTime))
}

// forwards decides whether to pass seat p on to e.
func (c *core) forwards(e *endpoint, p int) bool {
	f, l := &e.forward[p], &c.logs[p]
	if e.theirs[p] >= l.have {
		f.since, f.mark = c.now, e.theirs[p]
		if e.theirs[p] > f.sent {
			f.on = false
		}
		return false
	}
	owner := &c.peers[c.owner[p]]
	// A frame that was passed on and is acknowledged faster than the way there and
	// back takes came by another path: the peer does not need us.
	direct := f.probe != NoFrame && e.theirs[p] >= f.probe && c.now-f.probeAt < e.minRTT*3/4
	if f.probe != NoFrame && e.theirs[p] >= f.probe {
		f.probe = NoFrame
	}
	switch {
	case owner.lost || e.record.Deaf&owner.seats != 0:
		f.on = true
	case e.theirs[p] != f.mark:
		if direct || e.theirs[p] > f.sent { // it moved by somebody else's doing
			f.on = false
		}
		f.since, f.mark = c.now, e.theirs[p]
	case c.now-f.since > c.forwardAfter(e, owner):
		f.on = true
	}
	return f.on
}

// forwardAfter lets the endpoint with the lowest seat start, and each further
// one only if that did not help.
func (c *core) forwardAfter(e, owner *endpoint) time.Duration {
	margin, rank := max(minForwardLag, 2*e.rtt, 2*c.turn()), 1
	if e.samples == 0 {
		margin = max(margin, time.Second) // how long its own copy may take is not known yet
	}
	mine := lowest(c.set.own)
	for i := range c.peers {
		if o := &c.peers[i]; o != e && o != owner && !o.lost && o.origin < mine {
			rank++
		}
	}
	return margin * time.Duration(rank)
}
