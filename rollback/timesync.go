package rollback

import (
	"math"
	"time"
)

// clock is the part of an endpoint that is about time: round trips, and how
// much further one side has to predict than the other.
//
// The aim is equal prediction depth (local frame minus the newest frame known
// of the other), not equal clocks: an asymmetric path and a clock offset look
// the same from here, and only the depth is what players feel. Each side
// measures its own depth when it sends, and reads the other's, taken at the
// same moment of its cycle, from the packet.
type clock struct {
	rtt      time.Duration // smoothed, 0 until the first sample
	jitter   time.Duration
	minRTT   time.Duration
	samples  int
	pingID   uint8
	pingSent [8]time.Duration // by id
	nextPing time.Duration
	owesPong bool
	pong     uint8
	pongAt   time.Duration // when the ping arrived
	started  time.Duration

	mine, theirs average // prediction depths, frames
}

const (
	firstPings   = 4 // quick ones, for an early estimate
	quickPing    = 100 * time.Millisecond
	pingEvery    = 500 * time.Millisecond
	maxHold      = 16383 * time.Millisecond
	holdUnit     = 250 * time.Microsecond
	noPing       = time.Duration(math.MinInt64)
	depthSamples = 16 // packets that a depth is averaged over
)

// average is an exponential mean that starts with its first sample.
type average struct {
	mean float64
	n    int
}

func (a *average) add(x float64) {
	if a.n == depthSamples {
		a.mean += (x - a.mean) * (1 / float64(depthSamples))
		return
	}
	a.n++
	a.mean += (x - a.mean) / float64(a.n)
}

func (k *clock) begin(now time.Duration, seed uint32) {
	k.started, k.nextPing, k.pingID = now, now, uint8(seed)
	for i := range k.pingSent {
		k.pingSent[i] = noPing
	}
}

func (k *clock) pingDue(now time.Duration) bool { return now >= k.nextPing }

func (k *clock) sendPing(now time.Duration) uint8 {
	k.pingID++
	k.pingSent[k.pingID%8] = now
	k.nextPing = now + pingEvery
	if k.samples < firstPings {
		k.nextPing = now + quickPing
	}
	return k.pingID
}

// hold is how long the ping has waited here for its answer, in wire units.
func (k *clock) hold(now time.Duration) uint16 {
	return uint16(min(now-k.pongAt, maxHold) / holdUnit)
}

// heardPong takes a round-trip sample. Only the id of an open ping counts, once,
// and a hold longer than the round trip is cut: a lying peer can shorten its
// sample, and nothing else.
func (k *clock) heardPong(now time.Duration, id uint8, hold uint16) {
	sent := k.pingSent[id%8]
	if sent == noPing || k.pingID-id >= 8 {
		return
	}
	k.pingSent[id%8] = noPing
	k.sample(max(now-sent-time.Duration(hold)*holdUnit, 0))
}

// sample takes in one round trip.
func (k *clock) sample(rtt time.Duration) {
	k.samples++
	if k.samples == 1 {
		k.rtt, k.minRTT, k.jitter = rtt, rtt, 0
		return
	}
	k.jitter += ((rtt - k.rtt).Abs() - k.jitter) / 8
	k.rtt += (rtt - k.rtt) / 8
	k.minRTT = min(k.minRTT, rtt)
}

// offset is how many frames this side is ahead of an even share of the
// prediction, positive = ahead.
func (k *clock) offset() float64 {
	if k.mine.n == 0 || k.theirs.n == 0 {
		return 0
	}
	return (k.mine.mean - k.theirs.mean) / 2
}

// maxPace is the most by which a frame is stretched or shortened.
const maxPace = 0.02

// deadBand is the offset that is left alone. Depths are whole frames, so two
// sides that are half a frame apart in phase see 0 or 1, never the half: a band
// of half a frame would leave one of them predicting a whole frame further for
// ever.
const deadBand = 0.15

// pace turns an offset into the share by which the next frame is longer: none
// in the dead band, the most from one frame on, even in between.
func pace(offset float64) float64 {
	switch {
	case offset > -deadBand && offset < deadBand:
		return 0
	case offset >= 1:
		return maxPace
	case offset <= -1:
		return -maxPace
	}
	return offset * maxPace
}

// offset is the mean over the links: what this side is ahead of the others.
func (c *core) offset() float64 {
	sum, n := 0.0, 0
	for i := range c.peers {
		if e := &c.peers[i]; !e.lost && e.clock.theirs.n > 0 {
			sum += e.clock.offset()
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// depthOn is how many frames this side predicts on e's account.
func (c *core) depthOn(e *endpoint) float64 {
	least := c.frame - 1
	first := true
	for p := range c.logs {
		if e.seats>>p&1 == 1 && !c.logs[p].sealed && (first || c.logs[p].have < least) {
			least, first = c.logs[p].have, false
		}
	}
	return float64(c.frame - 1 - least)
}
