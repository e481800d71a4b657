package rollback

import (
	"fmt"
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// handshake is the part of an endpoint that is about getting to know it. Both
// sides send hellos until each has heard its own token echoed; then the link
// is locked. Either side may be first, or minutes late. The session starts
// once everybody is ready; a game packet proves that.
type handshake struct {
	in, out   uint32 // token that its packets carry, token that ours must carry
	locked    bool
	returns   bool // it comes back as well
	theyLock  bool
	ready     bool
	blob      []byte
	owesHello bool
	next      time.Duration // when the next hello is due
	every     time.Duration
	tries     int
	refusal   wire.Refusal // what to answer, Field 0 = nothing
	refusals  int          // how often still
}

const (
	firstHello = 100 * time.Millisecond
	maxHello   = 500 * time.Millisecond
	// waitingHello bounds the traffic to a peer that is not there yet.
	waitingHelloTries = 50
	waitingHello      = time.Second
	// refusalCopies is how often a refusal is sent without being asked again.
	refusalCopies = 3
)

func (h *handshake) begin(now time.Duration) { h.next, h.every = now, firstHello }

// adoptIdentity fills in the match id and seed if this endpoint is to choose.
func (c *core) adoptIdentity() {
	if c.set.own&1 == 0 || c.set.rejoin {
		return
	}
	if c.matchID == [16]byte{} {
		a, b := derive64(&c.set.entropy, 1<<32), derive64(&c.set.entropy, 2<<32)
		for i := range 8 {
			c.matchID[i], c.matchID[8+i] = byte(a>>(8*i)), byte(b>>(8*i))
		}
	}
	if c.seed == 0 {
		c.seed = derive64(&c.set.entropy, 3<<32)
	}
}

func (c *core) hello(e *endpoint) wire.Hello {
	return wire.Hello{
		Version: wire.Version, Token: e.in, Echo: e.out, Locked: e.locked, Ready: c.isReady, Return: c.away,
		MatchID: c.matchID, Game: c.set.game, Build: c.set.build, State: c.set.state,
		Players: uint8(c.set.players), Seats: c.set.own, To: e.seats, InputBytes: uint8(c.set.inputBytes),
		Rate: uint16(c.set.rate), Seed: c.seed, Blob: c.set.blob,
	}
}

// heardHello takes in a hello. One of another match is dropped; one that does
// not fit ends the handshake, but only once it echoes our token, so that a
// stranger cannot end it.
func (c *core) heardHello(e *endpoint, b []byte) {
	h, err := wire.DecodeHello(b)
	if err != nil {
		c.stats.Malformed++
		return
	}
	if e.seats != 0 && h.Version == wire.Version && h.Seats == e.seats && h.To != c.set.own {
		c.stats.Foreign++ // meant for another of its peers
		return
	}
	if e.locked && h.Token != e.out {
		if !c.greetsAnew(e, &h) {
			c.stats.Foreign++
			return
		}
		e.locked = false
	}
	if h.MatchID != [16]byte{} && c.matchID != [16]byte{} && h.MatchID != c.matchID {
		c.stats.Foreign++
		return
	}
	// One that runs sends a hello only to answer, always ready: no echo of echoes.
	// Nobody is answered who has neither heard us nor sent as much as we would.
	if h.Echo == e.in || len(b) == wire.MaxPacket {
		e.out, e.returns = h.Token, h.Return
		e.owesHello = e.owesHello || !h.Locked || c.state != Synchronizing && !h.Ready
	}
	if h.Echo != e.in {
		return
	}
	if field, ours, theirs := c.compare(e, &h); field != wire.FieldNone {
		c.refuseHello(e, field, ours, theirs)
		return
	}
	if !e.locked {
		c.lock(e, &h)
	}
	e.theyLock, e.ready = e.theyLock || h.Locked, e.ready || h.Ready
	if c.state == Synchronizing || c.away && c.sponsor == nil {
		e.heard, e.lived = c.now, c.now // once frames run, a hello says nothing new
	}
	c.startIfReady()
}

// greetsAnew tells whether a peer that is back is another process than the one that
// we met: both may have been away, and have met whoever was there before. It knows
// our token, or the link brings nothing anyway.
func (c *core) greetsAnew(e *endpoint, h *wire.Hello) bool {
	plays := c.state == Running && !c.away
	asks := c.away && c.sponsor == nil // the one who answered before may be another process by now
	return (plays || asks) && !e.host && e.seats != 0 && h.Ready && !h.Return && h.Seats == e.seats &&
		(h.Echo == e.in || c.now-e.heard > guestPatience)
}

// lock ends the link's handshake.
func (c *core) lock(e *endpoint, h *wire.Hello) {
	if h.MatchID != [16]byte{} && (e.seats&1 == 1 || e.host || c.away) { // another who comes back may not know it yet
		c.matchID = h.MatchID
		if c.seed == 0 {
			c.seed = h.Seed
		}
	}
	e.locked, e.owesHello, e.next, e.every = true, true, c.now, firstHello
	e.blob = append([]byte(nil), h.Blob...)
	kind := EventSynchronized
	if e.seats == 0 && !e.host {
		kind = EventSpectatorJoined
	}
	if c.state == Synchronizing || kind == EventSpectatorJoined {
		c.tell(Event{Kind: kind, Peer: e.id, Player: -1, Frame: NoFrame, Blob: e.blob})
	}
}

// compare finds the first field on which the two sides disagree.
func (c *core) compare(e *endpoint, h *wire.Hello) (f wire.Field, ours, theirs string) {
	for _, x := range [...]struct {
		field        wire.Field
		ours, theirs uint64
		optional     bool // 0 = leaves it to the other
		format       string
	}{
		{wire.FieldVersion, wire.Version, uint64(h.Version), false, "%d"},
		{wire.FieldBuild, c.set.build, h.Build, false, "%#x"},
		{wire.FieldState, c.set.state, h.State, true, "%#x"},
		{wire.FieldPlayers, uint64(c.set.players), uint64(h.Players), false, "%d"},
		{wire.FieldSeats, uint64(e.seats), uint64(h.Seats), e.host, "%#b"},
		{wire.FieldInputBytes, uint64(c.set.inputBytes), uint64(h.InputBytes), false, "%d bytes"},
		{wire.FieldRate, uint64(c.set.rate), uint64(h.Rate), false, "%d"},
		{wire.FieldSeed, c.set.seed, h.Seed, true, "%#x"},
	} {
		if x.field == wire.FieldBuild && c.set.game != h.Game {
			return wire.FieldGame, fmt.Sprintf("%q", c.set.game), fmt.Sprintf("%q", h.Game)
		}
		if x.ours != x.theirs && !(x.optional && (x.ours == 0 || x.theirs == 0)) {
			return x.field, fmt.Sprintf(x.format, x.ours), fmt.Sprintf(x.format, x.theirs)
		}
	}
	return wire.FieldNone, "", ""
}

// refuseHello tells both the peer and the caller what does not fit. The
// session closes after it has sent the refusal a few times.
func (c *core) refuseHello(e *endpoint, f wire.Field, ours, theirs string) {
	e.refusal = wire.Refusal{Token: e.out, Field: f, Ours: ours, Theirs: theirs}
	e.refusals, e.next = refusalCopies, c.now
	c.endHandshake(e, &HandshakeError{Peer: e.id, Field: f.String(), Ours: ours, Theirs: theirs})
}

func (c *core) heardRefusal(e *endpoint, b []byte) {
	r, err := wire.DecodeRefusal(b)
	if err != nil {
		c.stats.Malformed++
		return
	}
	if r.Token != e.in || c.state != Synchronizing {
		c.stats.Foreign++
		return
	}
	c.endHandshake(e, &HandshakeError{Peer: e.id, Field: r.Field.String(), Ours: r.Theirs, Theirs: r.Ours})
}

func (c *core) endHandshake(e *endpoint, err *HandshakeError) {
	if c.state != Synchronizing {
		return
	}
	e.reason = ReasonVersion
	if err.Field == wire.FieldReturn.String() {
		e.reason = ReasonKicked
	}
	c.close(e.reason, err)
}

// startIfReady starts the match once every link is locked and every peer says
// the same of its own.
func (c *core) startIfReady() {
	if c.state != Synchronizing || c.set.rejoin {
		return
	}
	all := true
	for i := range c.peers {
		all = all && (c.peers[i].locked || c.peers[i].lost)
	}
	if c.set.barrier && !c.loaded {
		return
	}
	if all && !c.isReady {
		c.isReady = true
		for i := range c.peers {
			c.peers[i].next = c.now // they wait for this
		}
	}
	for i := range c.peers {
		e := &c.peers[i]
		all = all && (e.lost || e.ready && !e.host || e.host && e.theyLock)
	}
	if all {
		c.start()
	}
}

func (c *core) start() {
	c.state = Running
	for i := range c.peers {
		e := &c.peers[i]
		e.lived, e.heard = c.now, c.now
	}
	c.tell(Event{Kind: EventRunning, Peer: -1, Player: -1, Frame: 0})
}

// helloDue tells whether to send a hello now.
func (c *core) helloDue(e *endpoint) bool {
	if c.state == Closed || e.lost && !e.guest {
		return false
	}
	begins := c.state == Synchronizing || c.away && c.sponsor == nil && c.entering == nil || c.state == Running && !e.locked && (!e.lost || e.out != 0)
	return e.owesHello || begins && c.now >= e.next
}

// refusalDue tells whether to send a refusal now; it outlives the session, or
// the other side would never learn why.
func (c *core) refusalDue(e *endpoint) bool { return e.refusals > 0 && c.now >= e.next }

func (c *core) packRefusal(e *endpoint, dst []byte) []byte {
	e.refusals--
	e.next = c.now + firstHello
	return wire.AppendRefusal(dst, &e.refusal)
}

func (c *core) packHello(e *endpoint, dst []byte) []byte {
	h := c.hello(e)
	e.owesHello = false
	e.tries++
	// Jitter from the token: two peers that started together do not stay in step.
	e.next = c.now + e.every + time.Duration(e.in>>(e.tries&15)&31)*time.Millisecond
	e.every = min(e.every*5/4, maxHello)
	if e.tries > waitingHelloTries && e.out == 0 {
		e.every = waitingHello
	}
	return wire.AppendHello(dst, &h)
}

// judgeHandshake ends a handshake that takes too long. Behind a barrier, a peer
// that has answered may load for as long as it shows life, and be silent for as
// long as a whole handshake may take.
func (c *core) judgeHandshake() {
	if c.away {
		c.askToJoin()
	}
	for i := range c.peers {
		e := &c.peers[i]
		patience := c.set.timeout
		if !e.ready && c.set.handshakeTimeout != 0 {
			patience = max(patience, c.set.handshakeTimeout) // a game that loads may not speak meanwhile
		}
		if e.locked && !e.lost && !c.away && patience > 0 && (e.gone || c.now-e.lived > patience) {
			c.close(e.silence(), &HandshakeError{Peer: e.id, After: patience})
			return
		}
	}
	if c.set.handshakeTimeout == 0 || c.now-c.birth < c.set.handshakeTimeout {
		return
	}
	if c.away {
		c.close(ReasonTimeout, &HandshakeError{Peer: -1, After: c.set.handshakeTimeout})
		return
	}
	for i := range c.peers {
		if e := &c.peers[i]; !e.lost && (!e.locked || !c.set.barrier && !e.ready && !e.host) {
			c.close(ReasonTimeout, &HandshakeError{Peer: e.id, After: c.set.handshakeTimeout})
			return
		}
	}
}
