package rollback

import (
	"fmt"
	"iter"
	"time"
)

// Session is one endpoint's part in a match: it predicts, saves, rolls back and
// re-simulates a Game so that every peer confirms the same inputs for every
// frame. It does nothing by itself: time, packets and inputs are given to it,
// packets and events are taken from it. Not safe for concurrent use.
type Session[S, I any] struct {
	core
	sim resim[S, I]
}

// NewSession checks the configuration and prepares a session at frame 0. Errors
// are *ConfigError, or name the type that cannot be an input or a state.
func NewSession[S, I any](g Game[S, I], cfg Config[I]) (*Session[S, I], error) {
	if g == nil {
		return nil, ErrNoGame
	}
	if e, ok := g.(interface{ SetupError() error }); ok && e.SetupError() != nil {
		return nil, e.SetupError()
	}
	codec, err := cfg.codec()
	if err != nil {
		return nil, err
	}
	set, err := cfg.validate(codec.Size())
	if err != nil {
		return nil, err
	}
	if p, ok := g.(interface{ PlanSignature() uint64 }); ok {
		set.state = p.PlanSignature()
	}
	s := &Session[S, I]{core: *newCore(set), sim: newResim(g, codec, cfg.Predict, set)}
	if set.explain || set.rejoin || set.fromNow || set.onDesync == ResyncOnDesync {
		if err := s.sim.needPlan(); err != nil {
			return nil, fmt.Errorf("rollback: this state cannot travel, as Config.Explain, OnDesync, Rejoin and FromNow need: %w", err)
		}
	}
	return s, nil
}

// Receive takes in a packet that came from a peer. Bad packets are counted in
// Stats and dropped. It panics when from is not an index into Config.Peers.
// The packet is not kept.
func (s *Session[S, I]) Receive(now time.Duration, from Peer, packet []byte) {
	s.at(now)
	if w := s.watcher(from); w != nil {
		s.receiveWatcher(w, packet)
		return
	}
	if int(from) >= len(s.peers) && int(from) < len(s.peers)+len(s.watchers) {
		s.stats.PacketsIn++
		s.stats.BytesIn += uint64(len(packet))
		s.stats.Foreign++ // of a spectator that has gone
		return
	}
	s.receive(s.peer(from), packet)
}

// Poll runs the timers: resends, keep-alives, silence. Call it every frame,
// after all waiting packets were received: a peer is judged by what was read.
func (s *Session[S, I]) Poll(now time.Duration) {
	s.at(now)
	switch s.state {
	case Synchronizing:
		s.judgeHandshake()
	case Running:
		switch {
		case s.set.host:
			s.judgeHost()
		case s.away:
			s.judgeAway()
		default:
			s.judge()
			s.adaptDelay()
		}
	case Leaving:
		s.finishLeaving()
	}
	s.judgeWatchers()
}

// Step tells what one Advance did.
type Step struct {
	Advanced    bool   // Frame was simulated; else the call only repaired and waits
	Frame       Frame  // the frame simulated, or the one that waits
	Ran         int    // frames that were run for the first time: 1, of a spectator that catches up more
	WaitingFor  uint16 // players (one bit each) whose input the prediction window waits for; 0 when synchronizing
	Resimulated int    // frames that a rollback ran again in this call
	RolledBack  Frame  // the frame that it went back to, NoFrame if none
}

// Advance first repairs what was predicted wrongly (this happens also while
// stalled), then runs one frame with the given input of each local player, in
// the order of Config.Local. A stall is no error: Step.Advanced says whether
// the frame ran, and the inputs of a call that did not advance are forgotten
// (in lockstep without delay the first ones offered for a frame count). The
// errors are ErrClosed and ErrInputCount.
func (s *Session[S, I]) Advance(now time.Duration, inputs ...I) (Step, error) {
	s.at(now)
	step := Step{Frame: s.frame, RolledBack: NoFrame}
	if s.state >= Leaving {
		return step, ErrClosed
	}
	if len(inputs) != s.set.local {
		return step, fmt.Errorf("%w: got %d, want %d", ErrInputCount, len(inputs), s.set.local)
	}
	if s.state != Running {
		return step, nil
	}
	if s.exchangeDue {
		s.sim.exchange(&s.core)
		step.Frame = s.frame
	}
	if s.set.host {
		return s.sim.show(&s.core), nil
	}
	if s.away {
		return s.sim.follow(&s.core, step), nil
	}
	if s.set.runAhead > 0 {
		s.sim.offer(&s.core, inputs) // what it corrects is repaired before this frame is shown
	}
	if s.firstWrong != NoFrame {
		step.Resimulated = s.sim.repair(&s.core)
		step.RolledBack = s.frame - Frame(step.Resimulated)
	}
	s.sim.check(&s.core)
	s.tellPauses()
	if s.set.window == 0 {
		s.sim.offer(&s.core, inputs)
	}
	if step.WaitingFor = s.stalled(s.frame) | s.blocked(); step.WaitingFor != 0 {
		s.stats.Stalls++
		return step, nil
	}
	s.sim.offer(&s.core, inputs)
	s.sim.simulate(&s.core)
	s.refreshLinks()
	step.Advanced, step.Ran = true, 1
	return step, nil
}

// Packets yields what is to be sent now: at most one packet a peer, and, while a
// state travels, a few more. Each is valid until the next is yielded. Range over it
// where you get it.
func (s *Session[S, I]) Packets() iter.Seq2[Peer, []byte] {
	return func(yield func(Peer, []byte) bool) { s.emit(yield) }
}

// Events yields and removes what happened since the last call, oldest first.
func (s *Session[S, I]) Events() iter.Seq[Event] {
	return func(yield func(Event) bool) { s.events.drain(yield) }
}

// Confirmed yields the inputs of every frame that can never change again: each
// frame once, in order. The slice is valid only during the iteration. Drain it
// every frame: with more than 128 frames waiting the oldest are lost, and an
// EventFeedLost says so.
func (s *Session[S, I]) Confirmed() iter.Seq2[Frame, []Input[I]] {
	return func(yield func(Frame, []Input[I]) bool) { s.sim.confirmedInputs(&s.core, yield) }
}

// Frame is the next frame to simulate, which is also how many were.
func (s *Session[S, I]) Frame() Frame { return s.frame }

// ConfirmedFrame is the newest simulated frame that can never change again.
func (s *Session[S, I]) ConfirmedFrame() Frame { return s.settledFrame() }

// Resimulating tells, inside Game.Advance, whether this frame was shown before:
// its sounds and sparks were started already.
func (s *Session[S, I]) Resimulating() bool { return s.sim.resimulating }

// State tells where the session stands, Err why it ended.
func (s *Session[S, I]) State() State { return s.state }

// Err is nil until the session has ended, and after an ordinary goodbye.
func (s *Session[S, I]) Err() error { return s.err }

// Seed is the match's, agreed in the handshake; MatchID likewise.
func (s *Session[S, I]) Seed() uint64 { return s.seed }

// MatchID: see Seed.
func (s *Session[S, I]) MatchID() [16]byte { return s.matchID }

// Present tells whether a player has not left, as far as is agreed.
func (s *Session[S, I]) Present(player int) bool {
	return player >= 0 && player < s.set.players && !s.logs[player].sealed
}

// Pace is how long the next frame should last, so that all sides predict
// equally far: a frame's time, up to 2 % longer or shorter.
func (s *Session[S, I]) Pace() time.Duration {
	return s.set.frameTime + time.Duration(pace(s.offset())*float64(s.set.frameTime))
}

// FramesAhead is how far this side is ahead of an even share of the
// prediction, in frames; negative when behind.
func (s *Session[S, I]) FramesAhead() float64 { return s.offset() }

// Stats counts what happened since the session began.
func (s *Session[S, I]) Stats() Stats {
	st := s.stats
	st.EventsCoalesced = s.events.lost
	return st
}

// PeerStats tells how the link to a peer does. It panics when p is not an index
// into Config.Peers nor a spectator's number.
func (s *Session[S, I]) PeerStats(p Peer) PeerStats {
	if w := s.watcher(p); w != nil {
		return s.peerStats(&w.endpoint)
	}
	if int(p) >= len(s.peers) && int(p) < len(s.peers)+len(s.watchers) {
		return PeerStats{Disconnected: true} // a spectator that has gone
	}
	return s.peerStats(s.peer(p))
}

// InputDelay is local player's delay in frames.
func (s *Session[S, I]) InputDelay(player int) (int, error) {
	if !s.isLocal(player) {
		return 0, fmt.Errorf("%w: player %d is not local", ErrUnknownPlayer, player)
	}
	return s.delay[player] + s.set.runAhead, nil
}

// SetInputDelay changes a local player's delay from the next frame on. Raising
// it repeats the last input meanwhile; lowering it drops the samples of as
// many frames. Nobody else need agree.
func (s *Session[S, I]) SetInputDelay(player, frames int) error {
	switch {
	case !s.isLocal(player):
		return fmt.Errorf("%w: player %d is not local", ErrUnknownPlayer, player)
	case frames < 0 || frames > MaxInputDelay:
		return fmt.Errorf("%w: %d frames, want 0 to %d", ErrDelayRange, frames, MaxInputDelay)
	case s.state >= Leaving:
		return ErrClosed
	}
	s.delay[player] = frames - s.set.runAhead
	s.tell(Event{Kind: EventDelayChanged, Peer: -1, Player: player, Frame: s.frame, Delay: frames})
	return nil
}

// Drop removes a peer for good, for everybody: its players are absent from a
// frame that the others agree on, and its own session ends with ReasonKicked.
func (s *Session[S, I]) Drop(now time.Duration, p Peer) error {
	s.at(now)
	switch {
	case p < 0 || int(p) >= len(s.peers):
		return fmt.Errorf("%w: %d of %d", ErrUnknownPeer, p, len(s.peers))
	case s.state == Synchronizing:
		s.Leave(now, ReasonLeft)
	case s.state == Running && !s.peers[p].lost:
		s.freeze(&s.peers[p], ReasonKicked)
		s.peers[p].byes = kickCopies
		s.settle()
	}
	return nil
}

// LinkLost tells that the transport to a peer is gone and cannot come back by
// itself, as when a browser tab was closed: no timeout is waited for. With
// more than two endpoints the peer is lost only if nobody else hears it.
func (s *Session[S, I]) LinkLost(now time.Duration, p Peer) error {
	s.at(now)
	if w := s.watcher(p); w != nil {
		w.gone = true
		s.judgeWatchers()
		return nil
	}
	switch {
	case p < 0 || int(p) >= len(s.peers):
		return fmt.Errorf("%w: %d of %d", ErrUnknownPeer, p, len(s.peers))
	case s.state == Synchronizing && s.away:
		s.knockAgain(&s.peers[p]) // others may take us back, and so may this one
	case s.state == Synchronizing:
		s.close(ReasonLink, nil)
	case s.state == Running && s.set.host:
		s.peers[p].gone = true
		s.judgeHost()
	case s.state == Running:
		s.peers[p].gone, s.peers[p].guest = true, false
		if !s.away {
			s.judge()
		}
	}
	return nil
}

// Ready tells, where Config.Barrier is set, that the game is loaded here.
// Frame 0 runs once everybody has said so.
func (s *Session[S, I]) Ready(now time.Duration) {
	s.at(now)
	s.loaded = true
	s.startIfReady()
}

// Leave says goodbye: the local players are absent for the others after their
// last input. Go on calling Poll, Receive and Packets until State is Closed,
// at most a second later. Idempotent.
func (s *Session[S, I]) Leave(now time.Duration, why Reason) {
	s.at(now)
	s.leave(why)
	s.finishLeaving()
}

func (s *Session[S, I]) isLocal(player int) bool {
	return player >= 0 && player < s.set.players && s.owner[player] == local
}

func (s *Session[S, I]) peer(p Peer) *endpoint {
	if p < 0 || int(p) >= len(s.peers) {
		panic(fmt.Sprintf("rollback: peer %d of %d", p, len(s.peers)))
	}
	return &s.peers[p]
}

// NextMatch is the match id and seed of a rematch: the same on every endpoint,
// new for every match. Give them to the next session's Config.
func (s *Session[S, I]) NextMatch() (id [16]byte, seed uint64) {
	var from [32]byte
	copy(from[:], s.matchID[:])
	for i := range 8 {
		from[16+i] = byte(s.seed >> (8 * i))
	}
	a, b := derive64(&from, 1), derive64(&from, 2)
	for i := range 8 {
		id[i], id[8+i] = byte(a>>(8*i)), byte(b>>(8*i))
	}
	return id, derive64(&from, 3)
}
