package rollback_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"example.com/backstep/rollback"
)

var (
	firstSeed = flag.Uint64("seed", 0, "first seed of TestRandomReturns")
	seeds     = flag.Uint64("seeds", 24, "number of seeds of TestRandomReturns")
)

// storm is a match of random shape in which processes die, leave, start again and
// go wrong at random moments. Then the network heals, and all is to be well.
type storm struct {
	*match
	r     *rand.Rand
	what  string // the options, and what happened when
	loss  int    // percent
	mends bool   // desyncs are, and bits flip
	wrong bool   // one has flipped
}

func newStorm(t *testing.T, seed uint64) *storm {
	r := rand.New(rand.NewPCG(seed, 77))
	pick := func(of ...int) int { return of[r.IntN(len(of))] }
	n, window, save, send := 2+r.IntN(4), pick(-1, 0, 0, 0, 2, 20), 1, 1
	if r.IntN(3) == 0 {
		save = 1 + r.IntN(9)
	}
	if r.IntN(3) == 0 && window != -1 {
		send = 1 + r.IntN(2)
	}
	delay, every, explain := r.IntN(5), pick(1, 10, 0, 7), r.IntN(2) == 0
	policy := rollback.DesyncPolicy(pick(int(rollback.ReportDesync), int(rollback.ResyncOnDesync)))
	s := &storm{r: r, loss: pick(0, 10, 20), mends: policy == rollback.ResyncOnDesync}
	s.what = fmt.Sprintf("seed %d: %d players, window %d, save %d, send %d, delay %d, check %d, explain %v, %v, loss %d%%:",
		seed, n, window, save, send, delay, every, explain, policy, s.loss)
	s.match = newMatch(t, n, func(_ int, c *rollback.Config[uint16]) {
		c.Window, c.SaveEvery, c.SendEvery, c.InputDelay, c.ChecksumEvery, c.Explain, c.OnDesync = window, save, send, delay, every, explain, policy
	})
	s.lag = 1 + r.IntN(4)
	s.lossy(true)
	s.start()
	return s
}

func (s *storm) lossy(on bool) {
	s.lose = func(int, int, int) bool { return on && s.r.IntN(100) < s.loss }
}

func (s *storm) note(format string, args ...any) {
	s.what += fmt.Sprintf(" "+format+"@%d", append(args, s.tick)...)
}

// plays tells whether endpoint j is one that others can come back to.
func (s *storm) plays(j int) bool {
	return !s.gone[j] && !s.peers[j].session.Rejoining() && s.peers[j].session.State() == rollback.Running
}

// others is how many but i play.
func (s *storm) others(i int) (n int) {
	for j := range s.peers {
		if j != i && s.plays(j) {
			n++
		}
	}
	return n
}

// strike does something to a random endpoint.
func (s *storm) strike() {
	s.run(s.r.IntN(120))
	i := s.r.IntN(len(s.peers))
	switch s.r.IntN(6) {
	case 0, 1:
		if !s.gone[i] && s.others(i) > 0 {
			s.kill(i, s.r.IntN(2) == 0)
		}
	case 2:
		if !s.gone[i] && s.others(i) > 1 {
			s.note("leave(%d)", i)
			s.peers[i].session.Leave(s.now, rollback.ReasonLeft)
			for k := 0; k < 70 && s.peers[i].session.State() != rollback.Closed; k++ {
				s.run(1)
			}
			s.gone[i] = true
		}
	case 3, 4:
		s.begin(i)
	case 5:
		if s.mends && !s.gone[i] {
			s.note("flip(%d)", i)
			s.peers[i].flipAt, s.wrong = int64(s.peers[i].session.Frame())+3, true
		}
	}
}

// kill stops i's process; the transports of the others may notice at once.
func (s *storm) kill(i int, noticed bool) {
	s.note("die(%d,%v)", i, noticed)
	s.gone[i] = true
	for j := range s.peers {
		if noticed && j != i && s.plays(j) {
			_ = s.peers[j].session.LinkLost(s.now, peerOf(j, i))
		}
	}
}

// begin starts i's process again, if there is a match to come back to.
func (s *storm) begin(i int) {
	if s.others(i) > 0 {
		s.note("restart(%d)", i)
		s.restart(i)
	}
}

// heal brings everybody back and lets the network rest.
func (s *storm) heal() {
	s.run(900)
	for i := range s.peers {
		if s.gone[i] || s.peers[i].session.State() == rollback.Closed {
			s.begin(i)
			s.run(s.r.IntN(30))
		}
	}
	s.lossy(false)
	s.run(1500)
	if s.wrong {
		s.run(900) // a second resync waits for its time
	}
	s.lossy(true)
}

// check says what is not as it should be, "" if nothing.
func (s *storm) check() string {
	at := make([]rollback.Frame, len(s.peers))
	for i, p := range s.peers {
		at[i] = p.session.ConfirmedFrame()
	}
	s.run(120)
	for i, p := range s.peers {
		if !s.plays(i) || p.session.ConfirmedFrame() < at[i]+10 {
			return fmt.Sprintf("peer %d: %v, rejoining %v, confirmed %d and then %d", i, p.session.State(), p.session.Rejoining(), at[i], p.session.ConfirmedFrame())
		}
		for j := range s.peers {
			if !p.session.Present(j) {
				return fmt.Sprintf("to peer %d player %d is gone", i, j)
			}
		}
		if !s.wrong && hasEvent(s.events[i], rollback.EventDesync) {
			return fmt.Sprintf("a false alarm at peer %d", i)
		}
		if i > 0 {
			low := rollback.Frame(0)
			if s.wrong { // before that the states may well differ
				top := min(s.peers[0].session.ConfirmedFrame(), p.session.ConfirmedFrame())
				low = max(top-30, begin(s.events[0]), begin(s.events[i]))
			}
			if problem := s.differ(0, i, low); problem != "" {
				return problem
			}
		}
	}
	return ""
}

// Whatever dies, leaves, starts again or goes wrong, when it is over everybody is
// back and agrees.
func TestRandomReturns(t *testing.T) {
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		s := newStorm(t, seed)
		for range 4 {
			for range 1 + s.r.IntN(3) {
				s.strike()
			}
			s.heal()
			if problem := s.check(); problem != "" {
				for i := range s.peers {
					t.Logf("%d: %v", i, s.events[i])
				}
				t.Fatalf("%s\n%s", s.what, problem)
			}
		}
	}
}
