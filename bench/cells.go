package main

import (
	"fmt"
	"time"

	"example.com/backstep/transport/memnet"
)

// sweepStep is the step of the published sweep: 62.5 a second.
const sweepStep = 16 * time.Millisecond

// cell is one line of the sweep that another engine has published: a network, a
// number of players, a size of input, and what that engine did.
type cell struct {
	network       string
	players       int
	delay, jitter time.Duration // as labelled
	loss          float64
	inputBytes    int
	published     figures
}

func (c cell) String() string {
	return fmt.Sprintf("%dp %s %d B", c.players, c.network, c.inputBytes)
}

// Parts of the labels.
const (
	ms     = time.Millisecond
	wifi   = "Wi-Fi 50±20 ms 1 %"
	mobile = "mobile 100±20 ms 5 %"
)

// cells are the published ones. Of a cell with two sizes of input the figures
// but the bytes were published once.
var cells = []cell{
	{"LAN 10 ms 0 %", 2, 10 * ms, 0, 0, 4, published(4843, 135.8, 0.1, 1, 1, 1.00, 0)},
	{wifi, 2, 50 * ms, 20 * ms, 0.01, 4, published(5363, 132.5, 66.6, 2, 4, 2.62, 0)},
	{wifi, 2, 50 * ms, 20 * ms, 0.01, 32, published(13777, 132.5, 66.6, 2, 4, 2.62, 0)},
	{mobile, 2, 100 * ms, 20 * ms, 0.05, 4, published(6001, 127, 71.1, 5, 7, 4.33, 15)},
	{mobile, 2, 100 * ms, 20 * ms, 0.05, 32, published(20208, 127, 71.1, 5, 7, 4.33, 15)},
	{wifi, 4, 50 * ms, 20 * ms, 0.01, 4, published(18212, 388.6, 97.2, 2, 4, 6.12, 69.4)},
	{wifi, 4, 50 * ms, 20 * ms, 0.01, 32, published(42906, 388.6, 97.2, 2, 4, 6.12, 69.4)},
	{"200 ms 15 %", 4, 200 * ms, 0, 0.15, 4, published(7119, 142.3, 119.5, 2, 6, 6.69, 2064)},
	{"100±20 ms 1 %", 16, 100 * ms, 20 * ms, 0.01, 4, published(117.09*1024, unknown, 144.9, unknown, 4, 7.39, 1218)},
}

// unknown is a figure that was not published.
const unknown = -1

// figures are the columns of the sweep, a player.
type figures struct {
	bytes, packets float64 // a second
	rollbacks      float64 // per 100 frames
	p50, p99       int     // depth of the rollbacks, frames
	lag            float64 // mean frames simulated and not confirmed
	stalls         float64 // a minute
	frame          perFrame
}

// perFrame is the cost of one confirmed frame, a player.
type perFrame struct{ bytes, packets, resimulated, stalls float64 }

// published completes figures by those of a confirmed frame. The stalls are taken
// as a player's, and each other step as one that confirms a frame; the mean depth
// was not published, so the median stands for it.
func published(bytes, packets, rollbacks float64, p50, p99 int, lag, stalls float64) figures {
	f := figures{bytes: bytes, packets: packets, rollbacks: rollbacks, p50: p50, p99: p99, lag: lag, stalls: stalls}
	perSecond := float64(time.Second)/float64(sweepStep) - stalls/60
	f.frame = perFrame{bytes / perSecond, unknown, unknown, stalls / 60 / perSecond}
	if packets != unknown {
		f.frame.packets = packets / perSecond
	}
	if p50 != unknown {
		f.frame.resimulated = rollbacks / 100 * float64(p50)
	}
	return f
}

// measured are the figures of what was counted.
func measured(t tally, step time.Duration) figures {
	seconds := float64(t.turns) * step.Seconds()
	frames, confirmed := float64(t.frames), float64(t.confirmed)
	return figures{
		bytes: float64(t.bytes) / seconds, packets: float64(t.sent) / seconds,
		rollbacks: 100 * float64(t.rollbacks) / frames, p50: t.depth(0.50), p99: t.depth(0.99),
		lag: float64(t.lag) / float64(t.turns), stalls: 60 * float64(t.stalls) / seconds,
		frame: perFrame{float64(t.bytes) / confirmed, float64(t.sent) / confirmed,
			float64(t.resimulated) / confirmed, float64(t.stalls) / confirmed},
	}
}

// reading is what a cell's label means. It was not published with the figures.
type reading uint8

const (
	// roundTrip reads a label as a round trip: half of it one way, and 0 to jitter
	// more. Mean lags and the bytes of inputs under way agree with it.
	roundTrip reading = iota
	// oneWay reads it as one way, plus or minus the jitter.
	oneWay
)

func (c cell) setup(r reading) lossySetup {
	s := lossySetup{name: c.String(), players: c.players, step: sweepStep}
	s.policy = memnet.Policy{Delay: c.delay, Jitter: c.jitter, Loss: c.loss}
	if r == roundTrip {
		s.policy.Delay, s.policy.Jitter = (c.delay+c.jitter)/2, c.jitter/2
	}
	return s
}
