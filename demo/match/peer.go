package match

import (
	"cmp"
	"context"
	"errors"
	"time"

	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
)

// Peer is one endpoint's part of a match, and of those that follow it over the
// same links. It belongs to one goroutine.
type Peer struct {
	Host   *live.Host[duel.World, duel.Buttons]
	World  duel.World // as this side predicts it
	Record Record
	Tape   *Tape
	Desync *Desync // the newest one of the match, nil without any
	// Returned is the frame with which the newest return into the match counts, that
	// of seat Back; 0 without any.
	Returned rollback.Frame
	Back     int
	Seat     int                      // or Watcher
	Names    [duel.MaxFighters]string // as the players call themselves, empty until known
	Match    int                      // from 1; one more with each rematch

	setup    Setup
	sounds   speaker
	lobby    []transport.Link // to those who are let in once it runs
	gone     uint16           // seats whose players left
	silent   uint16           // peers that are interrupted, a bit each
	paused   bool
	pausedBy int
	status   Status
	leftAt   time.Duration  // by Host.Now, when nobody else was left
	closed   bool           // the session is over
	corrupt  uint32         // frame of the world in whose state a bit is wrong, 0 = none
	replaced rollback.Frame // whose state a resync has replaced and the Record has not, NoFrame = none
	reason   rollback.Reason
	why      error
}

// NewPeer joins a match over links that may still be connecting.
func NewPeer(s Setup) (*Peer, error) {
	cfg, err := s.config()
	if err != nil {
		return nil, err
	}
	p := &Peer{Seat: s.Seat, Match: 1, setup: s, sounds: newSpeaker(), World: duel.New(0, s.Players), Tape: newTape(s.Scrub),
		replaced: rollback.NoFrame}
	p.Host, err = live.New(p.game(), cfg, s.Links, s.Options)
	if err != nil {
		return nil, err
	}
	p.Record = newRecord(s.Players)
	if !s.watches() {
		p.Names[s.Seat] = name([]byte(s.Name))
	}
	return p, nil
}

func (p *Peer) game() rollback.Game[duel.World, duel.Buttons] {
	return rollback.Plain(&p.World, p.step)
}

// step moves the predicted world on and notes what is to be heard.
func (p *Peer) step(w *duel.World, in []rollback.Input[duel.Buttons]) {
	step(w, in, p.Host.Session().Seed(), p.setup.Players)
	p.flip(w)
	p.sounds.ran(w, p.Record.played())
}

// step moves a world on. The seed is agreed only in the handshake, after the
// world was made, so all begin with that of seed 0, and frame 0 starts it anew.
func step(w *duel.World, in []rollback.Input[duel.Buttons], seed uint64, players int) {
	if w.Frame == 0 {
		*w = duel.New(seed, players)
	}
	duel.Step(w, in)
}

// Admit lets one more watch over the link, which the Peer then owns. One who
// watches must know the match before it can pass it on, so its spectators wait
// until it does.
func (p *Peer) Admit(link transport.Link) error {
	if p.setup.watches() && p.status == Connecting {
		if len(p.lobby) >= p.setup.Spectators {
			return rollback.ErrSpectators
		}
		p.lobby = append(p.lobby, link)
		return nil
	}
	_, err := p.Host.AddSpectator(link)
	return err
}

func (p *Peer) letIn() {
	for _, link := range p.lobby {
		if _, err := p.Host.AddSpectator(link); err != nil {
			_ = link.Close()
		}
	}
	p.lobby = nil
}

// TogglePause pauses the match for everybody, or ends the pause.
func (p *Peer) TogglePause() error {
	s := p.Host.Session()
	if s.Paused(s.Frame() - 1) {
		return s.Resume(p.Seat)
	}
	return s.Pause(p.Seat)
}

// Update runs what is due; press is asked once a frame for this seat's buttons.
// After a final status it does nothing more for the match.
func (p *Peer) Update(press func() duel.Buttons) live.Report {
	report, err := p.Host.UpdateFunc(func(dst []duel.Buttons) {
		if len(dst) > 0 {
			dst[0] = press()
		}
	})
	p.Observe(err)
	return report
}

// Observe takes in what the last Update of the Host, of which err is the error,
// has confirmed and reported. When everybody has asked for a rematch it begins.
func (p *Peer) Observe(err error) {
	for e := range p.Host.Events() {
		p.heard(e)
	}
	agreed := p.follow()
	p.Tape.follow(p.Host.Session())
	p.sounds.collect(p.Record.played())
	if err != nil {
		p.ended(err)
	}
	if agreed && p.status < Left {
		p.rematch()
	}
}

// follow records the confirmed frames, up to one on which a rematch is agreed.
func (p *Peer) follow() (agreed bool) {
	s := p.Host.Session()
	for frame, in := range p.Host.Confirmed() {
		p.replace(frame)
		if p.setup.Confirmed != nil {
			p.setup.Confirmed(frame, in)
		}
		if err := p.Record.add(frame, in, s.Seed(), s.Paused(frame)); err != nil {
			p.broke(err)
			return false
		}
		if w := &p.Record.World; w.Phase == duel.Rematch && w.PhaseFrame == 0 && !s.Paused(frame) {
			return true
		}
	}
	return false
}

// replace has the record take over the state of frame f, if all have.
func (p *Peer) replace(f rollback.Frame) {
	if p.replaced != f {
		return
	}
	p.replaced = rollback.NoFrame
	if w, ok := p.Host.Session().Saved(f); ok {
		p.Record.enter(f, w)
	}
}

// entered begins the record with the state that this side came in with.
func (p *Peer) entered(f rollback.Frame) {
	if w, ok := p.Host.Session().Saved(f); ok {
		p.Record.enter(f, w)
	}
}

// Relink makes link the way to another seat: see live.Host.Relink.
func (p *Peer) Relink(seat int, link transport.Link) error {
	peer := seat
	if seat > p.Seat && !p.setup.watches() {
		peer--
	}
	return p.Host.Relink(rollback.Peer(peer), link)
}

// rematch begins the next match over the same links. All do on the same frame,
// for it is the confirmed world that asks for it. If somebody has left meanwhile,
// this one goes on.
func (p *Peer) rematch() {
	if err := p.Host.Rematch(p.game()); err != nil {
		return
	}
	p.Match++
	p.World = duel.New(p.Host.Session().Seed(), p.setup.Players)
	p.Record, p.Tape, p.Desync, p.Returned = newRecord(p.setup.Players), newTape(p.setup.Scrub), nil, 0
	p.sounds.restart()
	p.status, p.silent, p.paused, p.corrupt, p.replaced = Connecting, 0, false, 0, rollback.NoFrame
}

// Over tells whether the match can go on no more: it is broken, or everybody else
// has left and nobody came back while Setup.Wait lasted.
func (p *Peer) Over() bool {
	switch {
	case p.closed || p.status == Broken:
		return true
	case p.status == Left:
		return p.Host.Now()-p.leftAt >= p.setup.Wait
	}
	return false
}

// Bot plays the match with a bot at the buttons until it is over or ctx is done, and
// tells watch, if it is not nil, after each update. Who watches needs no bot. The
// error is that of watch or of ctx, or nil.
func (p *Peer) Bot(ctx context.Context, bot duel.Bot, watch func(live.Report) error) error {
	over := errors.New("match: over")
	press := func(dst []duel.Buttons) {
		for i := range dst {
			dst[i] = bot.Press(&p.World, p.Seat)
		}
	}
	err := p.Host.Run(ctx, press, func(r live.Report) error {
		p.Observe(nil)
		if watch != nil {
			if err := watch(r); err != nil {
				return err
			}
		}
		if p.Over() {
			return over
		}
		return nil
	})
	switch {
	case err == over:
		return nil
	case err == nil || errors.Is(err, rollback.ErrClosed):
		p.Observe(cmp.Or(err, rollback.ErrClosed))
		return nil
	}
	return err
}
