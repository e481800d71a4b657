package lab

import (
	"errors"
	"math"
	"time"

	"example.com/backstep/demo/pegs"
	"example.com/backstep/demo/pegs/twin"
	"example.com/backstep/transport"
)

const (
	// MaxSteps is how many steps a Tick makes up for. What is owed beyond is dropped.
	MaxSteps = 64
	// Patience is how many questions in vain say that the other end is gone.
	Patience = int(4 * time.Second / twin.Repeat)

	maxPackets = 256 // taken from the link at a time
)

// ErrSilent says that the other end does not answer.
var ErrSilent = errors.New("lab: the peer does not answer")

// Setup is what an experiment begins with.
type Setup struct {
	Kind twin.Kind
	Seed uint64
	Ulps int32 // copy B starts that many units in the last place from copy A, along x
}

// Experiment is two copies of one ball. It belongs to one goroutine.
type Experiment struct {
	History History

	sums   *twin.Sums
	a, b   twin.State
	report pegs.Report
	equal  int64 // states with equal checksums

	last time.Duration
	due  float64 // steps

	link   transport.Link // nil while copy B runs here
	caller *twin.Caller
	lost   error
	lostAt int64
	packet [transport.MaxPacket]byte
}

// NewExperiment returns an experiment whose copies both run here.
func NewExperiment(s Setup) *Experiment {
	e := &Experiment{sums: twin.NewSums()}
	e.Restart(s)
	return e
}

// Restart begins anew, with copy B where it was.
func (e *Experiment) Restart(s Setup) {
	start := twin.Start(s.Kind, s.Seed)
	e.a, e.b = e.sums.Of(start), e.sums.Of(start.Nudge(s.Ulps))
	e.History, e.report, e.equal, e.due = History{}, pegs.NewReport(), 0, 0
	e.see(0)
	e.begin()
}

// begin lets the other end go on from the state that copy B is in.
func (e *Experiment) begin() {
	if e.caller != nil {
		e.caller.Begin(e.b.Ball)
	}
}

// see compares the copies at a step.
func (e *Experiment) see(step int64) {
	square := e.a.Ball.ApartSq(e.b.Ball)
	e.report.See(step, e.a.Sum, e.b.Sum, square)
	if e.a.Sum == e.b.Sum {
		e.equal++
	}
	m := Moment{Step: step, SumA: e.a.Sum, SumB: e.b.Sum, Distance: math.Sqrt(square)}
	m.AX, m.AY = e.a.Ball.At()
	m.BX, m.BY = e.b.Ball.At()
	e.History.Add(m)
}

// Nudge moves copy B by n units in the last place, in the state of the present step.
func (e *Experiment) Nudge(n int32) {
	if e.a.Sum == e.b.Sum {
		e.equal-- // which see counts again, if it is still so
	}
	e.b = e.sums.Of(e.b.Ball.Nudge(n))
	e.see(e.report.Step)
	e.begin()
}

// Tick does what is due since the last one, at rate steps a second; 0 pauses. now is
// a time from any origin.
func (e *Experiment) Tick(now time.Duration, rate float64) {
	e.hear()
	e.due = min(e.due+(now-e.last).Seconds()*rate, MaxSteps)
	e.last = now
	for ; e.due >= 1; e.due-- {
		b, ok := e.next()
		if !ok {
			e.due = 0 // what is late is not made up for
			break
		}
		e.a, e.b = e.sums.Of(e.a.Ball.Step()), b
		e.see(e.report.Step + 1)
	}
	e.ask(now)
}

// next is copy B one step on, if it is known.
func (e *Experiment) next() (twin.State, bool) {
	if e.caller != nil {
		return e.caller.Next()
	}
	return e.sums.Of(e.b.Ball.Step()), true
}

// Attach has copy B go on at the other end of a link, from the present step. The link
// is the experiment's from now on.
func (e *Experiment) Attach(link transport.Link) {
	e.Detach()
	e.link, e.caller = link, twin.NewCaller(e.b.Ball)
}

// Detach has copy B go on here, and forgets why it may have been before.
func (e *Experiment) Detach() { e.drop(nil) }

// drop prefers the reason that the link itself gives: that it is closed says little.
func (e *Experiment) drop(why error) {
	if l, ok := e.link.(interface{ Err() error }); ok && why != nil && l.Err() != nil {
		why = l.Err()
	}
	if e.link != nil {
		_ = e.link.Close()
	}
	e.link, e.caller, e.lost, e.lostAt = nil, nil, why, e.report.Step
}

// hear takes in what has come over the link.
func (e *Experiment) hear() {
	for range maxPackets {
		if e.link == nil {
			return
		}
		n, err := e.link.Recv(e.packet[:])
		switch {
		case err == nil:
			e.caller.Receive(e.packet[:n])
		case errors.Is(err, transport.ErrEmpty):
			return
		case !errors.Is(err, transport.ErrShortBuffer): // one of those is gone, and was no answer
			e.drop(err)
		}
	}
}

// ask wants more of copy B, or gives the other end up.
func (e *Experiment) ask(now time.Duration) {
	switch {
	case e.caller == nil:
		return
	case e.caller.Err() != nil:
		e.drop(e.caller.Err())
		return
	case e.caller.Vain() >= Patience:
		e.drop(ErrSilent)
		return
	}
	if ask := e.caller.Poll(now, e.packet[:0]); len(ask) > 0 {
		if err := e.link.Send(ask); err != nil {
			e.drop(err)
		}
	}
}

// Report returns what has been seen.
func (e *Experiment) Report() pegs.Report { return e.report }

// Sums returns the checksums of both copies.
func (e *Experiment) Sums() (a, b uint64) { return e.a.Sum, e.b.Sum }

// Distance returns how far the copies are apart, in units.
func (e *Experiment) Distance() float64 { return math.Sqrt(e.a.Ball.ApartSq(e.b.Ball)) }

// Equal returns at how many of the Report's steps, the first included, the checksums
// were equal.
func (e *Experiment) Equal() int64 { return e.equal }

// Remote tells whether copy B runs at the other end of a link, what that says it runs
// on (empty until it has answered), and how often the present question was asked in
// vain.
func (e *Experiment) Remote() (target string, vain int, ok bool) {
	if e.caller == nil {
		return "", 0, false
	}
	return e.caller.Target(), e.caller.Vain(), true
}

// Lost returns why copy B no longer runs at the other end, and since which step. The
// error is nil if it does, or if that was asked for.
func (e *Experiment) Lost() (why error, step int64) { return e.lost, e.lostAt }
