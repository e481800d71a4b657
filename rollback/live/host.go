package live

import (
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
)

// maxDrain is how many packets one Update reads from one link. The rest waits
// in the link's own queue.
const maxDrain = 256

// Host is a session in real time. It belongs to one goroutine.
type Host[S, I any] struct {
	session *rollback.Session[S, I]
	former  *former[S, I] // of the match before, nil when nobody needs it
	cfg     rollback.Config[I]
	players int
	links   []transport.Link // by rollback.Peer; nil for a spectator's number without one
	down    []bool           // of each link: it ended, and the session knows
	gone    []bool           // of each link: it led to a spectator who has left
	opts    Options
	pacer   pacer
	now     time.Duration // the latest that the clock said
	buf     []byte
	inputs  []I    // for the frame that is due
	sampled bool   // they were asked for and not used up
	waiting uint16 // players that the last stall waits for
	closed  bool
	end     error // what Update returns once the session has ended
}

// Report tells what one Update did.
type Report struct {
	Frames      int           // simulated for the first time: 0 to Options.MaxCatchUp, more when who watches or comes back catches up
	Resimulated int           // simulated again by rollbacks
	WaitingFor  uint16        // players (one bit each) whose input the frame that is due waits for; 0 when it waits for its time
	Received    int           // packets
	Forgiven    time.Duration // late time let go
}

// New prepares a match: links[p] leads to cfg.Peers[p]. The links may still be
// connecting. A zero cfg.Entropy is filled with random bytes. After an error the
// links are still the caller's, else Close closes them.
func New[S, I any](game rollback.Game[S, I], cfg rollback.Config[I], links []transport.Link, opts Options) (*Host[S, I], error) {
	opts, err := opts.resolve()
	if err != nil {
		return nil, err
	}
	if len(links) != len(cfg.Peers) {
		return nil, fmt.Errorf("live: %d links for %d peers", len(links), len(cfg.Peers))
	}
	for p, l := range links {
		if l == nil {
			return nil, fmt.Errorf("live: the link to peer %d is nil", p)
		}
	}
	if cfg.Entropy == [32]byte{} {
		_, _ = rand.Read(cfg.Entropy[:]) // never returns an error
	}
	s, err := rollback.NewSession(game, cfg)
	if err != nil {
		return nil, err
	}
	return &Host[S, I]{
		session: s, cfg: own(cfg), players: seats(&cfg), links: append([]transport.Link(nil), links...), down: make([]bool, len(links)), gone: make([]bool, len(links)),
		opts: opts, now: opts.Now(), buf: make([]byte, transport.MaxPacket), inputs: make([]I, len(cfg.Local)),
	}, nil
}

// own is a copy of cfg that shares no memory with the caller's.
func own[I any](cfg rollback.Config[I]) rollback.Config[I] {
	cfg.Local, cfg.Peers, cfg.Blob = slices.Clone(cfg.Local), slices.Clone(cfg.Peers), slices.Clone(cfg.Blob)
	for i := range cfg.Peers {
		cfg.Peers[i].Seats = slices.Clone(cfg.Peers[i].Seats)
	}
	return cfg
}

// seats is how many players there are: by default, those with an owner.
func seats[I any](cfg *rollback.Config[I]) int {
	n := len(cfg.Local)
	for _, p := range cfg.Peers {
		n += len(p.Seats)
	}
	return max(n, cfg.Players)
}

// Session is the session of the match that is on, to ask it things and to change what it lets change.
// Time, packets and inputs are given to it by the Host alone; a method that wants
// to know the time, such as Drop, gets Now.
func (h *Host[S, I]) Session() *rollback.Session[S, I] { return h.session }

// Now is the Host's time.
func (h *Host[S, I]) Now() time.Duration { return h.tick() }

// AddSpectator lets one more watch over the link, which the Host then owns. It
// may come and go at any time; see rollback.Session.AddSpectator. A Host that is a
// spectator itself takes others in once it runs: before, it does not know which
// match it would show.
func (h *Host[S, I]) AddSpectator(link transport.Link) (rollback.Peer, error) {
	if link == nil {
		return 0, errors.New("live: the link to a spectator is nil")
	}
	p, err := h.session.AddSpectator(h.tick())
	if err != nil {
		return 0, err
	}
	for int(p) >= len(h.links) {
		h.links, h.down, h.gone = append(h.links, nil), append(h.down, true), append(h.gone, false)
	}
	if former := h.links[p]; former != nil {
		_ = former.Close() // of one who has gone
	}
	h.links[p], h.down[p], h.gone[p] = link, false, false
	return p, nil
}

// Events yields and removes what happened; see rollback.Session.Events.
func (h *Host[S, I]) Events() iter.Seq[rollback.Event] {
	return func(yield func(rollback.Event) bool) {
		for e := range h.session.Events() {
			if e.Kind == rollback.EventSpectatorLeft {
				h.gone[e.Peer] = true
			}
			if !yield(e) {
				return
			}
		}
	}
}

// Confirmed yields the inputs of each frame that became final, once and in
// order; see rollback.Session.Confirmed.
func (h *Host[S, I]) Confirmed() iter.Seq2[rollback.Frame, []rollback.Input[I]] {
	return h.session.Confirmed()
}

// Update reads the links, runs the frames that are due with these inputs, one
// for each local player in the order of Config.Local, and sends. Call it at any
// rate; what is due does not depend on it. Several frames in one call get the
// same inputs: where an input means "pressed on this very frame", use UpdateFunc.
//
// The errors are rollback.ErrInputCount, and rollback.ErrClosed once the session
// has ended, wrapped with the reason where it is an error: the session's own,
// such as a *rollback.HandshakeError, or that of a link that never connected.
func (h *Host[S, I]) Update(inputs ...I) (Report, error) {
	if len(inputs) != len(h.inputs) {
		return Report{}, fmt.Errorf("%w: got %d, want %d", rollback.ErrInputCount, len(inputs), len(h.inputs))
	}
	copy(h.inputs, inputs)
	return h.update(nil)
}

// UpdateFunc is Update for inputs made one frame at a time: sample fills in the
// inputs of the local players, in the order of Config.Local, and is called once
// for each frame that is simulated. While a frame waits for others its inputs
// are kept and not asked for again. dst is valid only during the call.
func (h *Host[S, I]) UpdateFunc(sample func(dst []I)) (Report, error) { return h.update(sample) }

func (h *Host[S, I]) update(sample func([]I)) (Report, error) {
	if h.closed {
		return Report{}, h.ended()
	}
	now := h.tick()
	r := Report{Received: h.read(now)}
	h.advance(now, sample, &r)
	h.send()
	if h.session.State() == rollback.Closed {
		return r, h.ended()
	}
	return r, nil
}

// tick reads the clock, once for all that an Update does.
func (h *Host[S, I]) tick() time.Duration {
	h.now = max(h.now, h.opts.Now())
	return h.now
}

// read takes in what waits in the links, then judges silence: a process that
// was asleep finds out who is there before it misses anybody.
func (h *Host[S, I]) read(now time.Duration) (received int) {
	for p := range h.links {
		if !h.down[p] {
			received += h.drain(now, rollback.Peer(p))
		}
	}
	h.session.Poll(now)
	h.pollFormer(now)
	return received
}

func (h *Host[S, I]) drain(now time.Duration, p rollback.Peer) int {
	for received := range maxDrain {
		n, err := h.links[p].Recv(h.buf)
		switch {
		case err == nil:
			h.take(now, p, h.buf[:n])
		case errors.Is(err, transport.ErrShortBuffer): // dropped: no packet of a session
		case errors.Is(err, transport.ErrClosed):
			h.down[p] = true
			_ = h.session.LinkLost(now, p) // p is a peer
			h.former.moved(p)
			return received
		default:
			return received
		}
	}
	return maxDrain
}

// advance runs the frames that are due.
func (h *Host[S, I]) advance(now time.Duration, sample func([]I), r *Report) {
	if h.session.State() != rollback.Running {
		return
	}
	h.pacer.start(now)
	r.Forgiven = h.pacer.forgive(now, h.opts.MaxLag)
	for range h.opts.MaxCatchUp {
		if !h.pacer.due(now, r.Received > 0) {
			break
		}
		if sample != nil && !h.sampled && !h.session.Rejoining() {
			sample(h.inputs)
			h.sampled = true
		}
		step, err := h.session.Advance(now, h.inputs...)
		if err != nil {
			return // the session ended meanwhile
		}
		r.Resimulated += step.Resimulated
		if h.waiting = step.WaitingFor; !step.Advanced {
			h.pacer.stall(now, h.session.Pace())
			break
		}
		h.sampled = false
		r.Frames += step.Ran
		h.pacer.ran(h.session.Pace())
	}
	r.WaitingFor = h.waiting
}

// send sends what is due: after several frames still one packet a peer. An error
// is of no interest here, since a link that ended is found out by read.
func (h *Host[S, I]) send() {
	for p, packet := range h.session.Packets() {
		_ = h.links[p].Send(packet)
	}
	h.sendFormer()
}

// Alpha is how much of the current frame has passed, from 0 to 1, to draw
// between its state and the one before.
func (h *Host[S, I]) Alpha() float64 { return h.pacer.alpha(max(h.now, h.opts.Now())) }

// Wait is how long a loop may sleep until Update has something to do. Calls that
// come earlier or later do no harm.
func (h *Host[S, I]) Wait() time.Duration {
	if h.session.State() != rollback.Running || !h.pacer.running {
		return idleEvery
	}
	return h.pacer.wait(max(h.now, h.opts.Now()))
}
