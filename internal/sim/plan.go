package sim

import (
	"fmt"
	"strings"
	"time"

	"example.com/backstep/transport/memnet"
)

// Plan is one run, spelled out. Draw makes one from a seed; a test may write or
// change one by hand. Times count from the start of the run.
type Plan struct {
	Seed          uint64
	Players       int
	Window        int // frames; 0 = lockstep
	Rate          int // frames per second
	InputBytes    int // 1 to 8
	Predictor     Predictor
	ChecksumEvery int // frames; 0 = none
	Timeout       time.Duration
	Notify        time.Duration

	Hosts  []Host
	Seats  []Seat
	Links  []Link
	Faults []Fault

	Heal time.Duration // every fault is over, what is under way is lost
	Calm memnet.Policy // of all links from then on

	// Hostile plans also inject datagrams that bear the right token and lie.
	Hostile bool
}

// Host is one endpoint.
type Host struct {
	Seats   []int         // in the order in which inputs are given
	Start   time.Duration // its first call into the session
	Origin  time.Duration // what its clock shows then
	PPM     int           // how much faster than true its clock runs
	Stretch int           // thousandths by which its frames last longer than asked for
	Paced   bool          // follows Session.Pace
	Hurries bool          // after a stall, runs the missed frames at once
}

// Seat is how one player plays.
type Seat struct {
	Delay  int // input delay at the start, frames
	Habit  Habit
	Period int // frames, for habits that need one
}

// Link is the first policy of one directed link.
type Link struct {
	From, To int
	Policy   memnet.Policy
}

// Habit is how a player's input changes.
type Habit uint8

// The habits.
const (
	Constant Habit = iota // one value for ever
	Regular               // another value every Period frames
	Random                // another value with a chance of 1 in Period
	Mashing               // a button up and down, now and then pausing
	habits
)

func (h Habit) String() string {
	return [habits]string{"constant", "regular", "random", "mashing"}[h]
}

// Predictor is how missing inputs are guessed.
type Predictor uint8

// The predictors.
const (
	RepeatLast Predictor = iota // the engine's own
	Nothing                     // always zero
	Drifting                    // depends on how far ahead: hardly ever right
	predictors
)

func (p Predictor) String() string {
	return [predictors]string{"repeat last", "zero", "drifting"}[p]
}

// owner is the host of a player.
func (p *Plan) owner(player int) int {
	for h := range p.Hosts {
		for _, s := range p.Hosts[h].Seats {
			if s == player {
				return h
			}
		}
	}
	return -1
}

// String spells the plan out, one thing a line.
func (p *Plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d: %d players, window %d, %d fps, inputs of %d bytes, predictor %v, checksum every %d, timeout %v, notify %v, heal at %v (%s)\n",
		p.Seed, p.Players, p.Window, p.Rate, p.InputBytes, p.Predictor, p.ChecksumEvery, p.Timeout, p.Notify, p.Heal, describe(p.Calm))
	for i, h := range p.Hosts {
		fmt.Fprintf(&b, "  host %d: seats %v, start %v, origin %v, %+d ppm, stretch %+d‰, paced %v, hurries %v\n",
			i, h.Seats, h.Start, h.Origin, h.PPM, h.Stretch, h.Paced, h.Hurries)
	}
	for i, s := range p.Seats {
		fmt.Fprintf(&b, "  player %d: delay %d, %v, period %d\n", i, s.Delay, s.Habit, s.Period)
	}
	for _, l := range p.Links {
		fmt.Fprintf(&b, "  link %d->%d: %s\n", l.From, l.To, describe(l.Policy))
	}
	for _, f := range p.Faults {
		fmt.Fprintf(&b, "  %v\n", f)
	}
	return b.String()
}

// describe lists what a policy does, leaving out what it does not.
func describe(p memnet.Policy) string {
	var parts []string
	add := func(on bool, format string, args ...any) {
		if on {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(p.Delay > 0, "delay %v", p.Delay)
	add(p.Jitter > 0, "jitter %v", p.Jitter)
	add(p.Loss > 0, "loss %.1f%%", 100*p.Loss)
	add(p.Duplicate > 0, "duplicate %.1f%%", 100*p.Duplicate)
	add(p.Reorder > 0, "reorder %.1f%%", 100*p.Reorder)
	add(p.Burst.GoodToBad > 0, "bursts %v", p.Burst)
	add(p.HeadOfLine > 0, "head of line %v", p.HeadOfLine)
	add(p.BytesPerSecond > 0, "%d bytes/s, queue %d", p.BytesPerSecond, p.QueueBytes)
	if parts == nil {
		return "perfect"
	}
	return strings.Join(parts, ", ")
}
