package sim

import (
	"errors"
	"fmt"
	"time"

	"example.com/backstep/rollback"
)

// viewer is one endpoint without seats. It comes and goes, each time with a new
// session; whoever it watches gives it a number.
type viewer struct {
	party
	id      int
	plan    *Watcher
	on      *party        // whom it watches, nil while it does not
	peer    rollback.Peer // its number there
	asks    bool          // wants to be let in
	asksAt  time.Duration
	joined  int
	refused int
	behind  bool // it was told that it lags too far: a match that it can never see
	ends    map[int]rollback.Frame
	closed  bool
	shown   int // frames, over all its sessions
	states  int // that it came in with, likewise
}

// rejoinAfter is how long one waits who was turned away.
const rejoinAfter = 300 * time.Millisecond

func newViewer(p *Plan, id int) *viewer {
	return &viewer{id: id, plan: &p.Watchers[id], asks: true, asksAt: p.Watchers[id].Join}
}

func (v *viewer) name() string { return fmt.Sprint("watcher ", v.id) }

func (v *viewer) due() (time.Duration, bool) { return v.next, v.on != nil }

func (v *viewer) clock(now time.Duration) time.Duration {
	return now - time.Hour + now*time.Duration(v.plan.PPM)/1_000_000
}

// goAway ends a viewer's session without a word.
func (v *viewer) goAway(back time.Duration) {
	v.on, v.asks, v.asksAt = nil, true, back
}

// admit lets in whoever asks a party for the match. It happens in that party's
// turn, so that it hears the time no sooner than it would have.
func (w *world) admit(host *party, now time.Duration) {
	for _, v := range w.viewers {
		if !v.asks || v.asksAt > w.now || w.partyOf(v.plan.Of) != host || v.behind {
			continue
		}
		peer, err := host.AddSpectator(now)
		if err != nil {
			v.refused++
			v.asksAt = w.now + rejoinAfter
			continue
		}
		w.begin(v, host, peer)
	}
}

// partyOf is whom a watcher's plan names, nil if that is nobody just now.
func (w *world) partyOf(of int) *party {
	if of < len(w.hosts) {
		return &w.hosts[of].party
	}
	if v := w.viewers[of-len(w.hosts)]; v.on != nil {
		return &v.party
	}
	return nil
}

// begin opens a viewer's session.
func (w *world) begin(v *viewer, host *party, peer rollback.Peer) {
	s := common(w.plan, uint64(100+v.id), round{number: uint64(v.joined + 1)})
	s.Seed, s.Spectators, s.CatchUp, s.HandshakeTimeout = 0, places(w.plan), v.plan.CatchUp, 5*time.Second
	s.Peers, s.FromNow = []rollback.PeerConfig{{Host: true}}, v.plan.FromNow
	d, g, err := byInput(w.plan, s, host.ledger.seed)
	if err != nil {
		panic(err) // the hosts' sessions took the same
	}
	v.party = newParty(w.plan, len(w.hosts)+v.id, d, g, host.ledger)
	v.next, v.on, v.peer, v.asks, v.closed = w.now, host, peer, false, false
	v.ends = map[int]rollback.Frame{}
	v.joined++
	host.guests[peer] = v
}

func (v *viewer) turn(w *world) error {
	now := v.clock(w.now)
	w.admit(&v.party, now)
	v.receive(w, now, 0, w.net.Link(v.net, v.on.net))
	v.receiveMore(w, now)
	v.Poll(now)
	if err := v.show(now); err != nil {
		return err
	}
	for peer, b := range v.Packets() {
		to := v.on.net
		if peer > 0 {
			to = v.guests[peer].net
		}
		if err := v.post(w, to, b); err != nil {
			return err
		}
	}
	if err := v.drain(w); err != nil {
		return err
	}
	v.schedule(w)
	if err := v.counted(); err != nil {
		return err
	}
	if v.State() == rollback.Closed {
		v.goAway(w.now + rejoinAfter)
	}
	return nil
}

// show runs what there is to see.
func (v *viewer) show(now time.Duration) error {
	if v.State() >= rollback.Leaving {
		return nil
	}
	before := v.Frame()
	v.game.expect(true)
	step, err := v.advance(now, nil)
	if err != nil {
		return err
	}
	v.game.judge(step)
	if len(v.game.loads) > 0 {
		before = v.Frame() - rollback.Frame(step.Ran) // it came in with a state
	}
	v.shown += step.Ran
	most := max(v.plan.CatchUp, 1)
	if v.plan.CatchUp == 0 {
		most = 4
	}
	switch {
	case v.game.fault != nil:
		return v.game.fault
	case step.RolledBack != rollback.NoFrame || step.Advanced != (step.Ran > 0):
		return fmt.Errorf("shown %+v", step)
	case step.Ran > most || v.Frame() != before+rollback.Frame(step.Ran):
		return fmt.Errorf("shown %d frames at a time, frame %d to %d", step.Ran, before, v.Frame())
	case v.ConfirmedFrame() != v.Frame()-1:
		return fmt.Errorf("shown frame %d, settled only %d", v.Frame()-1, v.ConfirmedFrame())
	case v.Behind() < 0:
		return fmt.Errorf("%d frames behind", v.Behind())
	}
	return nil
}

// entered: its feed begins anew, with the state of whom it watches.
func (v *viewer) entered(e rollback.Event) {
	v.feed.begin(e.Frame, &v.on.feed)
	v.game.wrong = v.on.game.wrong
	v.game.wrong.flaw = nil
	v.states++
	clear(v.ends)
	for p := range v.ledger.players {
		if !v.Present(p) {
			v.ends[p] = unknown
		}
	}
}

func (v *viewer) drain(w *world) error {
	for e := range v.Events() {
		switch _, twice := v.ends[e.Player]; {
		case v.closed:
			return fmt.Errorf("event %q: after the session was closed", e)
		case e.Kind == rollback.EventDesync && !v.feed.blind && !w.plan.has(Corrupt):
			return fmt.Errorf("event %q", e)
		case e.Kind == rollback.EventDisconnected && twice && v.ends[e.Player] != unknown:
			return fmt.Errorf("event %q: twice", e)
		case e.Kind == rollback.EventDisconnected:
			v.ends[e.Player] = e.Frame
		case e.Kind == rollback.EventEntered:
			v.entered(e)
		case e.Kind == rollback.EventReturned && !twice && !v.feed.blind:
			return fmt.Errorf("event %q: it was not away", e)
		case e.Kind == rollback.EventReturned:
			delete(v.ends, e.Player)
		case e.Kind == rollback.EventClosed:
			v.closed, v.behind = true, v.behind || e.Reason == rollback.ReasonBehind
			if he := new(rollback.HandshakeError); errors.As(e.Err, &he) && he.Field != "" {
				return fmt.Errorf("event %q", e)
			}
		}
	}
	if err := v.feed.drain(&v.party); err != nil {
		return err
	}
	for p, end := range v.ends {
		if err := v.feed.endsAt(p, end); err != nil && !v.feed.blind {
			return err
		}
	}
	return nil
}

func (v *viewer) schedule(w *world) {
	length := time.Second / time.Duration(w.plan.Rate)
	length += length * time.Duration(v.plan.Stretch) / 1000
	v.next = max(v.next+length, w.now)
}

// sees checks a viewer's history against those of all who may contradict it:
// what it was shown, everybody who was present for its host had acknowledged.
func (w *world) sees(v *viewer) error {
	if v.on == nil || v.feed.branch == nil || v.feed.blind || v.ledger != w.ledgers[len(w.ledgers)-1] {
		return nil
	}
	root := w.hosts[w.plan.root(v.id)]
	for _, h := range w.hosts {
		b := h.feed.branch
		if h.killed || root.gaveUp(h) || b == nil || h.ledger != v.ledger {
			continue
		}
		if x := v.feed.branch; !x.leadsTo(b, v.feed.next) && !b.leadsTo(x, h.feed.next) {
			return fmt.Errorf("was shown another history than host %d's: %v there, %v here", h.id, b, x)
		}
	}
	return nil
}
