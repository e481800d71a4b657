package sim

import (
	"fmt"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
)

// host is one endpoint: a session, its game, its clock and its program.
type host struct {
	id   int
	plan *Host
	session
	inputs []uint64
	delays []int // of the local players, by place in plan.Seats
	habits []habit

	next     time.Duration // true time of its next turn
	until    [Kinds]time.Duration
	injected []injection
	killed   bool // never runs again
	largest  int  // packet, bytes
	lastWait uint16
	left     bool // said goodbye

	feed   feed
	events eventLog
	sent   traffic
	got    traffic
	ticks  int

	advanced, stalls, rollbacks, resimulated uint64
	confirmed                                rollback.Frame
}

type session struct {
	driver
	game *watcher
}

type traffic struct{ packets, bytes uint64 }

func (t *traffic) add(b []byte) {
	t.packets++
	t.bytes += uint64(len(b))
}

// injection is a datagram that no session sent just now.
type injection struct {
	from rollback.Peer
	data []byte
}

func newHost(p *Plan, id int, l *ledger) (*host, error) {
	s, g, err := newDriver(p, id)
	if err != nil {
		return nil, fmt.Errorf("host %d: %w", id, err)
	}
	h := &host{id: id, plan: &p.Hosts[id], session: session{s, g}, next: p.Hosts[id].Start,
		confirmed: rollback.NoFrame, feed: feed{branch: l.root, present: 1<<p.Players - 1, blind: p.Hostile},
		events: newEventLog(p, id),
	}
	for _, player := range h.plan.Seats {
		seat := &p.Seats[player]
		if err := s.SetInputDelay(player, seat.Delay); err != nil {
			return nil, err
		}
		h.delays = append(h.delays, seat.Delay)
		h.habits = append(h.habits, newHabit(p, player))
	}
	h.inputs = make([]uint64, len(h.plan.Seats))
	return h, nil
}

// clock is what the host believes the time to be.
func (h *host) clock(now time.Duration) time.Duration {
	run := now - h.plan.Start
	return h.plan.Origin + run + run*time.Duration(h.plan.PPM)/1_000_000
}

func (h *host) muted(k Kind, now time.Duration) bool { return now < h.until[k] }

// turn is one pass of the host's game loop.
func (h *host) turn(w *world) error {
	now := h.clock(w.now)
	h.ticks++
	h.receive(w, now)
	h.Poll(now)
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

func (h *host) receive(w *world, now time.Duration) {
	for peer, link := range w.links[h.id] {
		for {
			n, err := link.Recv(w.buf[:])
			if err == transport.ErrEmpty {
				break
			}
			h.got.add(w.buf[:n])
			h.Receive(now, rollback.Peer(peer), w.buf[:n])
		}
	}
	for _, i := range h.injected {
		h.got.add(i.data)
		h.Receive(now, i.from, i.data)
	}
	h.injected = h.injected[:0]
}

// play offers this frame's inputs and checks what the session does with them.
func (h *host) play(w *world, now time.Duration) error {
	before := h.State()
	if before >= rollback.Leaving {
		return nil
	}
	frame, window := h.Frame(), rollback.Frame(w.plan.Window)
	for i := range h.inputs {
		h.inputs[i] = h.habits[i].at(h.ticks)
	}
	h.game.expect(h.ConfirmedFrame())
	// Lockstep takes the first inputs offered for a frame, even if it must wait.
	if before == rollback.Running && window == 0 {
		h.press(w, frame)
	}
	step, err := h.advance(now, h.inputs)
	if err != nil {
		return fmt.Errorf("advance of frame %d: %w", frame, err)
	}
	h.game.judge(step)
	h.lastWait = step.WaitingFor
	if step.Advanced && window > 0 {
		h.press(w, frame)
	}
	h.count(before, step)
	switch confirmed := h.ConfirmedFrame(); {
	case h.game.fault != nil:
		return h.game.fault
	case step.Frame != frame || step.Advanced != (h.Frame() == frame+1):
		return fmt.Errorf("at frame %d, then %d: step %+v", frame, h.Frame(), step)
	case step.Advanced && frame-confirmed > window:
		return fmt.Errorf("frame %d simulated, confirmed %d, window %d", frame, confirmed, window)
	case !step.Advanced && before == rollback.Running && step.WaitingFor == 0:
		return fmt.Errorf("frame %d waits for nobody: %+v", frame, step)
	}
	return nil
}

func (h *host) press(w *world, frame rollback.Frame) {
	for i, player := range h.plan.Seats {
		w.ledger.press(player, frame, h.delays[i], h.inputs[i])
	}
}

func (h *host) count(before rollback.State, step rollback.Step) {
	switch {
	case step.Advanced:
		h.advanced++
	case before == rollback.Running:
		h.stalls++
	}
	if step.RolledBack != rollback.NoFrame {
		h.rollbacks++
		h.resimulated += uint64(step.Resimulated)
	}
}

func (h *host) send(w *world) error {
	for peer, b := range h.Packets() {
		if len(b) == 0 || len(b) > rollback.MaxPacket {
			return fmt.Errorf("packet of %d bytes to peer %d", len(b), peer)
		}
		h.sent.add(b)
		h.largest = max(h.largest, len(b))
		to := w.plan.hostOf(h.id, peer)
		w.record(h.id, to, b)
		if w.alter != nil {
			if b = w.alter(h.id, to, b); b == nil {
				continue
			}
		}
		if err := w.links[h.id][peer].Send(b); err != nil {
			return err
		}
	}
	return nil
}

func (h *host) drain(w *world) error {
	if !h.muted(MuteEvents, w.now) {
		if err := h.events.drain(h.Events(), w); err != nil {
			return err
		}
	}
	if h.muted(MuteFeed, w.now) {
		return nil
	}
	return h.feed.drain(h, w.ledger)
}

// schedule sets the time of the next turn: a frame later, by this host's clock
// and habits.
func (h *host) schedule(w *world) {
	length := time.Second / time.Duration(w.plan.Rate)
	if h.plan.Paced {
		length = h.Pace()
	}
	length += length * time.Duration(h.plan.Stretch) / 1000
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
	case s.PacketsOut != h.sent.packets || s.BytesOut != h.sent.bytes:
		return fmt.Errorf("stats say %d packets of %d bytes out, it was %+v", s.PacketsOut, s.BytesOut, h.sent)
	case s.PacketsIn != h.got.packets || s.BytesIn != h.got.bytes:
		return fmt.Errorf("stats say %d packets of %d bytes in, it was %+v", s.PacketsIn, s.BytesIn, h.got)
	case s.Frames != h.advanced || s.Stalls != h.stalls || s.Rollbacks != h.rollbacks || s.Resimulated != h.resimulated:
		return fmt.Errorf("stats say %d frames, %d stalls, %d rollbacks of %d frames, it was %d, %d, %d of %d",
			s.Frames, s.Stalls, s.Rollbacks, s.Resimulated, h.advanced, h.stalls, h.rollbacks, h.resimulated)
	case int(s.Saves) != h.game.saves || int(s.Loads) != h.game.allLoads:
		return fmt.Errorf("stats say %d saves, %d loads, it was %d, %d", s.Saves, s.Loads, h.game.saves, h.game.allLoads)
	case s.Mispredicted > s.Predicted:
		return fmt.Errorf("stats say %d mispredicted of %d predicted", s.Mispredicted, s.Predicted)
	}
	h.confirmed = c
	return nil
}
