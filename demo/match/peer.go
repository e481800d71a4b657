package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
	"example.com/backstep/rollback/live"
	"example.com/backstep/transport"
)

const (
	// GameID and Build go into the handshake. Build counts changes of the
	// simulation, so that programs that would compute different worlds refuse
	// each other.
	GameID = "backstep/duel"
	// Build is of the simulation.
	Build = 2
	// Window is how many frames may be predicted.
	Window = 10
	// MaxName is the most bytes of a player's name.
	MaxName = 12
)

// ErrUnfed says that confirmed frames were lost before they were recorded.
var ErrUnfed = errors.New("match: confirmed frames were lost")

// Setup says which part of a match a Peer has.
type Setup struct {
	Players int
	Seat    int
	Links   []transport.Link // to the other seats in ascending order
	Seed    uint64           // the match's; 0 leaves it to seat 0
	ID      [16]byte         // likewise
	Name    string           // shown to the others; what exceeds MaxName bytes is cut
	Build   uint64           // default Build; another one is for tests
	Options live.Options
}

// Status is where a match stands.
type Status uint8

// The states of a match. Left and Broken are final.
const (
	Connecting Status = iota
	Playing
	Interrupted // nothing heard for a while; it may go on
	Left        // nobody else is here any more
	Broken      // it cannot go on: see Peer.Why
)

func (s Status) String() string {
	return [...]string{"connecting", "playing", "interrupted", "left", "broken"}[min(s, Broken)]
}

// Peer is one seat's part of a match. It belongs to one goroutine.
type Peer struct {
	Host   *live.Host[duel.World, duel.Buttons]
	World  duel.World // as this side predicts it
	Record Record
	Seat   int
	Names  [duel.MaxFighters]string // as the players call themselves, empty until known

	players int
	gone    uint16 // seats whose players left
	silent  uint16 // peers that are interrupted, a bit each
	status  Status
	reason  rollback.Reason
	why     error
}

// NewPeer joins a match over links that may still be connecting.
func NewPeer(s Setup) (*Peer, error) {
	cfg, err := config(s)
	if err != nil {
		return nil, err
	}
	p := &Peer{Seat: s.Seat, players: s.Players, World: duel.New(s.Seed, s.Players)}
	p.Host, err = live.New(rollback.Plain(&p.World, p.step), cfg, s.Links, s.Options)
	if err != nil {
		return nil, err
	}
	p.Record = newRecord(s.Players)
	p.Names[s.Seat] = name([]byte(s.Name))
	return p, nil
}

func config(s Setup) (rollback.Config[duel.Buttons], error) {
	cfg := rollback.Config[duel.Buttons]{
		Players: s.Players, Window: Window, FrameRate: duel.FPS,
		GameID: GameID, Build: s.Build, Seed: s.Seed, MatchID: s.ID,
		Blob: []byte(name([]byte(s.Name))),
	}
	if s.Players < 2 || s.Players > duel.MaxFighters || s.Seat < 0 || s.Seat >= s.Players {
		return cfg, fmt.Errorf("match: seat %d of %d players, want 2 to %d players", s.Seat, s.Players, duel.MaxFighters)
	}
	if cfg.Build == 0 {
		cfg.Build = Build
	}
	cfg.Local = []int{s.Seat}
	for seat := range s.Players {
		if seat != s.Seat {
			cfg.Peers = append(cfg.Peers, rollback.PeerConfig{Seats: []int{seat}})
		}
	}
	return cfg, nil
}

// step moves the predicted world on. The seed is agreed only in the handshake,
// after the world was made, so frame 0 starts it anew.
func (p *Peer) step(w *duel.World, in []rollback.Input[duel.Buttons]) {
	step(w, in, p.Host.Session().Seed(), p.players)
}

func step(w *duel.World, in []rollback.Input[duel.Buttons], seed uint64, players int) {
	if w.Frame == 0 {
		*w = duel.New(seed, players)
	}
	duel.Step(w, in)
}

// Update runs what is due; press is asked once a frame for this seat's buttons.
// After a final status it does nothing more for the match.
func (p *Peer) Update(press func() duel.Buttons) live.Report {
	report, err := p.Host.UpdateFunc(func(dst []duel.Buttons) { dst[0] = press() })
	p.Observe(err)
	return report
}

// Observe takes in what the last Update of the Host, of which err is the error,
// has confirmed and reported.
func (p *Peer) Observe(err error) {
	for frame, in := range p.Host.Confirmed() {
		if err := p.Record.add(frame, in, p.Host.Session().Seed()); err != nil {
			p.broke(err)
		}
	}
	for e := range p.Host.Events() {
		p.heard(e)
	}
	if err != nil && p.status < Left {
		p.ended(err)
	}
}

// ended: the session is over. It is a goodbye unless something went wrong.
func (p *Peer) ended(err error) {
	if err == rollback.ErrClosed {
		p.status = Left
		return
	}
	p.broke(err)
}

func (p *Peer) broke(err error) {
	if p.status < Left {
		p.status, p.why = Broken, err
	}
}

func (p *Peer) heard(e rollback.Event) {
	switch e.Kind {
	case rollback.EventSynchronized:
		p.Names[p.seatOf(e.Peer)] = name(e.Blob)
	case rollback.EventRunning:
		p.status = Playing
	case rollback.EventInterrupted:
		p.silent |= 1 << e.Peer
	case rollback.EventResumed:
		p.silent &^= 1 << e.Peer
	case rollback.EventDisconnected:
		p.gone |= 1 << e.Player
		p.reason = e.Reason
		p.silent &^= 1 << e.Peer
		if p.gone|1<<p.Seat == 1<<p.players-1 && p.status < Left {
			p.status = Left
		}
	case rollback.EventDesync:
		p.broke(e.Err)
	case rollback.EventFeedLost:
		p.broke(ErrUnfed)
	}
}

// seatOf is the seat of a remote peer: they are in ascending order, without ours.
func (p *Peer) seatOf(peer rollback.Peer) int {
	if int(peer) >= p.Seat {
		return int(peer) + 1
	}
	return int(peer)
}

// name makes a name of what somebody sent: printable ASCII, not too long.
func name(b []byte) string {
	out := make([]byte, 0, MaxName)
	for _, c := range b[:min(len(b), MaxName)] {
		if c >= ' ' && c <= '~' {
			out = append(out, c)
		}
	}
	return string(out)
}

// Status tells where the match stands.
func (p *Peer) Status() Status {
	if p.status == Playing && p.silent != 0 {
		return Interrupted
	}
	return p.status
}

// Reason tells how the player who went last did.
func (p *Peer) Reason() rollback.Reason { return p.reason }

// Why tells what went wrong in a Broken match.
func (p *Peer) Why() error { return p.why }

// Bot plays the match with a bot at the buttons until it ends or ctx does, and
// tells watch, if it is not nil, after each update. The error is that of watch or
// of ctx, or nil.
func (p *Peer) Bot(ctx context.Context, bot duel.Bot, watch func(live.Report) error) error {
	over := errors.New("match: over")
	press := func(dst []duel.Buttons) { dst[0] = bot.Press(&p.World, p.Seat) }
	err := p.Host.Run(ctx, press, func(r live.Report) error {
		p.Observe(nil)
		if watch != nil {
			if err := watch(r); err != nil {
				return err
			}
		}
		if p.Status() >= Left {
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
