package match

import (
	"errors"
	"fmt"

	"example.com/backstep/demo/duel"
	"example.com/backstep/rollback"
)

// Desync is what is known of the newest desync of a match.
type Desync struct {
	Err       *rollback.DesyncError
	Report    *rollback.DesyncReport // nil until the other side's state is here
	Resynced  rollback.Frame         // whose state all took over, NoFrame until then
	Authority int                    // seat whose state that was
}

// flippedBit is the bit of a fighter's health that Corrupt flips: one that is seen.
const flippedBit = 1 << 8

// Corrupt makes one bit of the state wrong on this side alone: of the health of
// the own fighter, in the state of the world's frame, every time it is computed.
func (p *Peer) Corrupt(frame uint32) { p.corrupt = frame }

// flip does so.
func (p *Peer) flip(w *duel.World) {
	if p.corrupt != 0 && w.Frame == p.corrupt {
		w.Fighters[max(p.Seat, 0)].Health ^= flippedBit
	}
}

// split takes in what is told of a desync.
func (p *Peer) split(e rollback.Event) {
	switch e.Kind {
	case rollback.EventDesync:
		d := &Desync{Resynced: rollback.NoFrame}
		errors.As(e.Err, &d.Err)
		p.Desync = d
	case rollback.EventDesyncReport:
		if p.Desync != nil {
			p.Desync.Report = e.Report
		}
	case rollback.EventResynced:
		if p.Desync != nil { // else only the others have told each other
			p.Desync.Resynced, p.Desync.Authority = e.Frame, e.Player
		}
		p.replaced = e.Frame
	}
}

// Game is a duel on its own, as every side computes it, to run a bundle's step.
func Game(seed uint64, players int) rollback.Game[duel.World, duel.Buttons] {
	return rollback.Plain(new(duel.World), func(w *duel.World, in []rollback.Input[duel.Buttons]) { step(w, in, seed, players) })
}

// OnDesync is the policy of the match.
func (p *Peer) OnDesync() rollback.DesyncPolicy { return p.setup.OnDesync }

// Policy is the desync policy with that name.
func Policy(name string) (rollback.DesyncPolicy, error) {
	for p := rollback.ReportDesync; p <= rollback.ResyncOnDesync; p++ {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("match: no policy %.20q, want report, halt or resync", name)
}
