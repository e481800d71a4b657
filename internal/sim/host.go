package sim

import (
	"fmt"
	"math"
	"time"

	"example.com/backstep/rollback"
)

// host is one endpoint with seats: its session, its clock and its program.
type host struct {
	party
	id     int
	plan   *Host
	inputs []uint64
	delays []int     // of the local players, by place in plan.Seats
	wants  []control // likewise: what goes with the next input
	habits []habit

	stretch  int  // thousandths
	killed   bool // never runs again
	lastWait uint16
	left     bool // said goodbye
	life     int  // 0 = it was there from the start; else no two are the same
	away     bool // its players were not back in the turn before
	loaded   bool

	events    eventLog
	ticks     int
	trace     uint64 // of all that it went through, turn by turn
	mostAgain int    // frames run again in one call

	ranAt    time.Duration // true time of its newest frame
	mostWait time.Duration // between two frames, while it plays

	advanced, stalls, rollbacks, resimulated uint64
	confirmed                                rollback.Frame
}

func newHost(p *Plan, id, life int, l *ledger, r round) (*host, error) {
	s, g, err := newDriver(p, id, life, r)
	if err != nil {
		return nil, fmt.Errorf("host %d: %w", id, err)
	}
	h := &host{party: newParty(p, id, s, g, l), id: id, plan: &p.Hosts[id], stretch: p.Hosts[id].Stretch,
		confirmed: rollback.NoFrame, events: newEventLog(p, id), life: life, away: life > 0}
	if h.away {
		h.feed.branch = nil
	}
	h.next = h.plan.Start
	for _, player := range h.plan.Seats {
		seat := &p.Seats[player]
		if err := s.SetInputDelay(player, seat.Delay); err != nil {
			return nil, err
		}
		h.delays = append(h.delays, seat.Delay)
		h.habits = append(h.habits, newHabit(p, player))
	}
	h.inputs, h.wants = make([]uint64, len(h.plan.Seats)), make([]control, len(h.plan.Seats))
	return h, nil
}

// clock is what the host believes the time to be.
func (h *host) clock(now time.Duration) time.Duration {
	run := now - h.plan.Start
	return h.plan.Origin + run + run*time.Duration(h.plan.PPM)/1_000_000
}

func (h *host) name() string { return fmt.Sprint("host ", h.id) }

func (h *host) due() (time.Duration, bool) { return h.next, !h.killed }

// turn is one pass of the host's game loop.
func (h *host) turn(w *world) error {
	now := h.clock(w.now)
	h.ticks++
	w.admit(&h.party, now)
	if !h.loaded && w.now >= h.plan.Start+h.plan.Load {
		h.loaded = true
		h.Ready(now)
	}
	for peer := range len(w.hosts) - 1 {
		from := w.plan.hostOf(h.id, rollback.Peer(peer))
		h.receive(w, now, rollback.Peer(peer), w.net.Link(h.id, from))
	}
	h.receiveMore(w, now)
	h.Poll(now)
	if err := h.comesHome(w); err != nil {
		return err
	}
	if err := h.play(w, now); err != nil {
		return err
	}
	if err := h.send(w); err != nil {
		return err
	}
	if err := h.drain(w); err != nil {
		return err
	}
	h.schedule(w)
	return h.inspect()
}

// play offers this frame's inputs and checks what the session does with them.
func (h *host) play(w *world, now time.Duration) error {
	before, away := h.State(), h.Rejoining()
	if before >= rollback.Leaving {
		return nil
	}
	frame, window := h.Frame(), rollback.Frame(w.plan.Window)
	for i := range h.inputs {
		h.inputs[i] = h.habits[i].at(h.ticks)
	}
	h.game.expect(away)
	// Lockstep takes the first inputs offered for a frame, even if it must wait.
	if before == rollback.Running && window == 0 && !away {
		h.press(w, frame)
	}
	step, err := h.advance(now, h.inputs)
	if err != nil {
		return fmt.Errorf("advance of frame %d: %w", frame, err)
	}
	h.game.judge(step)
	h.lastWait = step.WaitingFor
	if step.Advanced && window > 0 && !away {
		h.press(w, frame)
	}
	h.count(w, before, away, step)
	switch confirmed := h.ConfirmedFrame(); {
	case h.game.fault != nil:
		return h.game.fault
	case away:
		return h.follows(step, window)
	case step.Frame != frame || step.Advanced != (h.Frame() == frame+1):
		return fmt.Errorf("at frame %d, then %d: step %+v", frame, h.Frame(), step)
	case step.Advanced && frame-confirmed > window:
		return fmt.Errorf("frame %d simulated, confirmed %d, window %d", frame, confirmed, window)
	case !step.Advanced && before == rollback.Running && step.WaitingFor == 0:
		return fmt.Errorf("frame %d waits for nobody: %+v", frame, step)
	}
	return nil
}

// follows checks a step of one that is not back yet: it predicts no further than
// those who play.
func (h *host) follows(step rollback.Step, window rollback.Frame) error {
	if f, c := h.Frame()-1, h.ConfirmedFrame(); step.Advanced && f-c > window || step.Advanced != (step.Ran > 0) {
		return fmt.Errorf("away, frame %d simulated, confirmed %d: %+v", f, c, step)
	}
	return nil
}

func (h *host) press(w *world, frame rollback.Frame) {
	for i, player := range h.plan.Seats {
		h.ledger.press(player, frame, h.delays[i], h.inputs[i], &h.wants[i])
	}
}

func (h *host) count(w *world, before rollback.State, away bool, step rollback.Step) {
	h.trace = mix(h.trace ^ uint64(w.now) ^ uint64(step.Frame)<<32 ^ uint64(step.RolledBack)<<48 ^ uint64(h.ConfirmedFrame())<<16)
	switch {
	case step.Advanced:
		h.advanced += uint64(step.Ran)
		if !away && h.ranAt > 0 {
			h.mostWait = max(h.mostWait, w.now-h.ranAt)
		}
		h.ranAt = w.now
	case before == rollback.Running && !away:
		h.stalls++
	}
	if step.RolledBack != rollback.NoFrame {
		h.rollbacks++
		h.resimulated += uint64(step.Resimulated)
		h.mostAgain = max(h.mostAgain, step.Resimulated)
	}
}

func (h *host) send(w *world) error {
	for peer, b := range h.Packets() {
		to := 0
		if int(peer) < len(w.hosts)-1 {
			to = w.plan.hostOf(h.id, peer)
		} else {
			to = h.guests[peer].net
		}
		if err := h.post(w, to, b); err != nil {
			return err
		}
	}
	return nil
}

func (h *host) drain(w *world) error {
	deaf := h.muted(MuteEvents, w.now)
	if !deaf {
		if err := h.events.drain(h.Events(), w); err != nil {
			return err
		}
	}
	// What a feed shows after a change of states is explained by events.
	if h.muted(MuteFeed, w.now) || deaf && w.plan.renews() {
		return nil
	}
	return h.feed.drain(&h.party)
}

// schedule sets the time of the next turn: a frame later, by this host's clock
// and habits.
func (h *host) schedule(w *world) {
	length := time.Second / time.Duration(w.plan.Rate)
	if h.plan.Paced {
		length = h.Pace()
	}
	length += length * time.Duration(h.stretch) / 1000
	length -= length * time.Duration(h.plan.PPM) / 1_000_000
	h.next += length
	if h.next < w.now { // it was stalled
		if h.plan.Hurries && h.next > w.now-time.Second {
			return
		}
		h.next = w.now + length
	}
}

// inspect compares the session's counters with what was seen from outside.
func (h *host) inspect() error {
	s, c := h.Stats(), h.ConfirmedFrame()
	switch {
	case c < h.confirmed:
		return fmt.Errorf("confirmed frame fell from %d to %d", h.confirmed, c)
	case c >= h.Frame():
		return fmt.Errorf("confirmed frame %d, simulated only up to %d", c, h.Frame()-1)
	case s.Frames != h.advanced || s.Stalls != h.stalls || s.Rollbacks != h.rollbacks || s.Resimulated != h.resimulated:
		return fmt.Errorf("stats say %d frames, %d stalls, %d rollbacks of %d frames, it was %d, %d, %d of %d",
			s.Frames, s.Stalls, s.Rollbacks, s.Resimulated, h.advanced, h.stalls, h.rollbacks, h.resimulated)
	case s.Mispredicted > s.Predicted:
		return fmt.Errorf("stats say %d mispredicted of %d predicted", s.Mispredicted, s.Predicted)
	}
	h.confirmed = c
	if err := h.sane(&s); err != nil {
		return err
	}
	return h.counted()
}

// sane checks that all figures mean something, from the first frame on.
func (h *host) sane(s *rollback.Stats) error {
	if h.ticks > 3 && h.ticks%16 != 0 {
		return nil
	}
	var rollbacks uint64
	for _, n := range s.Depths {
		rollbacks += n
	}
	if mean := s.MeanDepth(); rollbacks != s.Rollbacks || !(mean >= 0 && mean <= 61) || !(math.Abs(h.FramesAhead()) < 1e6) {
		return fmt.Errorf("%d rollbacks of mean depth %v, by depth %d; %v frames ahead", s.Rollbacks, mean, rollbacks, h.FramesAhead())
	}
	for peer := range len(h.events.synchronized) {
		p := h.PeerStats(rollback.Peer(peer))
		depths := p.PredictionDepth >= -1000 && p.PredictionDepth < 1000 && p.PeerDepth >= -1000 && p.PeerDepth < 1e6
		if !depths || !(math.Abs(p.FramesAhead) < 1e6) || p.RTT < 0 || p.MinRTT > p.RTT || p.Jitter < 0 ||
			p.Unacknowledged < 0 || p.PeerFrame < rollback.NoFrame || p.PacketsIn > s.PacketsIn || p.BytesOut > s.BytesOut {
			return fmt.Errorf("stats of peer %d: %+v", peer, p)
		}
	}
	return nil
}
