package rtc

import "time"

const (
	// calmBytes may always wait unacknowledged: half a second of small packets.
	calmBytes = 1024
	// mostBytes may wait while the peer acknowledges: the burst of a snapshot.
	mostBytes = 32 << 10
	// stall without an acknowledgement says that the path is cut.
	stall = 150 * time.Millisecond
)

// A gate decides whether a packet may be handed to SCTP. SCTP queues during an
// outage even on an unreliable channel, and delivers the stale packets before
// the fresh ones when the path comes back. So nothing is added once more than a
// little waits and nothing of it moves. What is refused is dropped: the next
// packet carries the same inputs.
type gate struct {
	last  int       // bytes that waited at the last look, with what was added then
	since time.Time // when the queue last was empty or became shorter
	added int       // packets admitted since then
}

// admit reports whether size bytes may join the buffered ones now.
func (g *gate) admit(now time.Time, buffered, size int) bool {
	if buffered == 0 || buffered < g.last {
		g.since, g.added = now, 0
	}
	g.last = buffered
	// A browser may report a packet as buffered until the next one is sent,
	// however long ago it arrived: a single one, of any size, stops nothing.
	ok := buffered <= calmBytes || g.added <= 1 || now.Sub(g.since) < stall && buffered+size <= mostBytes
	if ok {
		g.last += size
		g.added++
	}
	return ok
}
