package sim

import (
	"slices"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport/memnet"
)

// Plan is one run, spelled out. Draw makes one from a seed; a test may write or
// change one by hand; Parse reads one from a file, and String is such a file.
// Times count from the start of the run.
type Plan struct {
	Seed          uint64 // of what a file cannot spell out: inputs, and which packet is lost
	Players       int
	Window        int // frames; 0 = lockstep
	Rate          int // frames per second
	InputBytes    int // 1 to 8
	Predictor     Predictor
	ChecksumEvery int // frames; 0 = none
	SaveEvery     int // frames; 0 = 1
	SendEvery     int // frames; 0 = 1
	Timeout       time.Duration
	Notify        time.Duration
	Barrier       bool // nobody starts before everybody is loaded
	Majority      bool // the lesser part of a partition stops
	FeedMemory    int  // bytes kept for viewers; 0 = the engine's default
	FeedLag       int  // frames by which viewers are held back
	StateBytes    int  // of a state's body; 0 = none
	Explain       bool // desyncs are explained
	OnDesync      Policy

	Hosts    []Host
	Seats    []Seat
	Links    []Link
	Watchers []Watcher
	Faults   []Fault

	Heal time.Duration // every fault is over, what is under way is lost
	Calm memnet.Policy // of all links from then on, and of those not listed from the start

	// Hostile plans also inject datagrams that bear the right token and lie.
	Hostile bool
}

// Host is one endpoint with seats.
type Host struct {
	Seats   []int         // in the order in which inputs are given
	Start   time.Duration // its first call into the session
	Load    time.Duration // after that, until it is ready, behind a barrier
	Origin  time.Duration // what its clock shows then
	PPM     int           // how much faster than true its clock runs
	Stretch int           // thousandths by which its frames last longer than asked for
	Paced   bool          // follows Session.Pace
	Hurries bool          // after a stall, runs the missed frames at once
}

// Watcher is an endpoint without seats.
type Watcher struct {
	Of      int           // whom it watches: a host, or from len(Hosts) on another watcher
	Join    time.Duration // when it asks for the match
	CatchUp int           // frames it runs at a time while it is behind; 0 = the engine's default
	PPM     int
	Stretch int
	FromNow bool          // begins with the newest state
	Policy  memnet.Policy // of its link, both ways
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

var habitNames = []string{"constant", "regular", "random", "mashing"}

func (h Habit) String() string { return habitNames[h] }

// UnmarshalText reads what String writes.
func (h *Habit) UnmarshalText(b []byte) error { return named(h, habitNames, b) }

// Predictor is how missing inputs are guessed.
type Predictor uint8

// The predictors.
const (
	RepeatLast Predictor = iota // the engine's own
	Nothing                     // always zero
	Drifting                    // depends on how far ahead: hardly ever right
	predictors
)

var predictorNames = []string{"repeat-last", "zero", "drifting"}

func (p Predictor) String() string { return predictorNames[p] }

// UnmarshalText reads what String writes.
func (p *Predictor) UnmarshalText(b []byte) error { return named(p, predictorNames, b) }

// Policy is what sessions do about a desync: the engine's, by its name.
type Policy rollback.DesyncPolicy

// The policies.
const (
	Tell   = Policy(rollback.ReportDesync)
	Halt   = Policy(rollback.HaltOnDesync)
	Resync = Policy(rollback.ResyncOnDesync)
)

var policyNames = []string{"report", "halt", "resync"}

func (p Policy) String() string { return policyNames[p] }

// UnmarshalText reads what String writes.
func (p *Policy) UnmarshalText(b []byte) error { return named(p, policyNames, b) }

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

// root is the host whose match watcher i gets in the end.
func (p *Plan) root(i int) int {
	of := p.Watchers[i].Of
	for of >= len(p.Hosts) {
		of = p.Watchers[of-len(p.Hosts)].Of
	}
	return of
}

// pauses tells whether anybody may pause the match, or seem to.
func (p *Plan) pauses() bool { return p.Hostile || p.has(Pause) || p.has(Resume) }

// mends tells whether a state may be taken over by all.
func (p *Plan) mends() bool { return p.Hostile || p.OnDesync == Resync && p.has(Corrupt) }

// renews tells whether anybody goes on with another's state.
func (p *Plan) renews() bool { return p.mends() || p.has(Restart) }

func (p *Plan) has(k Kind) bool {
	return slices.ContainsFunc(p.Faults, func(f Fault) bool { return f.Kind == k })
}

// inOrder sorts the faults by time.
func (p *Plan) inOrder() {
	slices.SortStableFunc(p.Faults, func(a, b Fault) int { return int(a.At - b.At) })
}
