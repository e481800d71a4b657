package sim

import (
	"fmt"
	"slices"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// handshakeTimeout is longer than any plan's faults last.
const handshakeTimeout = 20 * time.Second

// world is one run under way.
type world struct {
	plan     *Plan
	now      time.Duration // true time
	net      *memnet.Net   // hosts first, then viewers
	hosts    []*host
	viewers  []*viewer
	actors   []actor   // both
	ledgers  []*ledger // one a match
	past     Report    // of the matches before the last
	agenda   []action  // not yet done, by time
	cuts     []int     // of each directed link (from*hosts + to), faults that cut it now
	holds    []int
	dice     dice // of what is injected
	restarts int
	tapes    []tape
	taped    bool // somebody will want old datagrams
	buf      [transport.MaxPacket]byte
	watch    func(at time.Duration, host int, e rollback.Event) // set by a test: sees every event
	alter    func(from, to int, packet []byte) []byte           // set by a test: a link that lies, or loses by returning nil
}

// actor is whoever has turns.
type actor interface {
	name() string
	due() (time.Duration, bool)
	turn(*world) error
}

func newWorld(p *Plan) (*world, error) {
	n, all := len(p.Hosts), len(p.Hosts)+len(p.Watchers)
	w := &world{plan: p, net: memnet.New(p.Seed, all), ledgers: []*ledger{newLedger(p, p.Seed)}, dice: newDice(p.Seed, 2),
		cuts: make([]int, n*n), holds: make([]int, n*n), tapes: make([]tape, all*all)}
	if err := w.net.SetAll(p.Calm); err != nil {
		return nil, err
	}
	for _, l := range p.Links {
		if err := w.net.SetPolicy(l.From, l.To, l.Policy); err != nil {
			return nil, err
		}
	}
	for i := range p.Watchers {
		of := p.Watchers[i].Of
		if err := w.net.SetPolicy(n+i, of, p.Watchers[i].Policy); err != nil {
			return nil, err
		}
		if err := w.net.SetPolicy(of, n+i, p.Watchers[i].Policy); err != nil {
			return nil, err
		}
		w.viewers = append(w.viewers, newViewer(p, i))
	}
	for i := range p.Hosts {
		h, err := newHost(p, i, 0, w.ledgers[0], round{seed: p.Seed})
		if err != nil {
			return nil, err
		}
		w.hosts = append(w.hosts, h)
	}
	w.cast()
	w.agenda = w.plot()
	return w, nil
}

// cast lists who has turns.
func (w *world) cast() {
	w.actors = w.actors[:0]
	for _, h := range w.hosts {
		w.actors = append(w.actors, h)
	}
	for _, v := range w.viewers {
		w.actors = append(w.actors, v)
	}
}

// advanceTo runs every turn and action up to a time.
func (w *world) advanceTo(end time.Duration) error {
	for {
		next, at := w.nextActor()
		if len(w.agenda) > 0 && w.agenda[0].at <= min(at, end) {
			act := w.agenda[0]
			w.agenda = w.agenda[1:]
			w.setNow(act.at)
			if err := act.do(); err != nil {
				return fmt.Errorf("%v: %w", w.now, err)
			}
			continue
		}
		if next == nil || at > end {
			w.setNow(end)
			return nil
		}
		w.setNow(at)
		if err := next.turn(w); err != nil {
			return fmt.Errorf("%v, %s: %w", w.now, next.name(), err)
		}
	}
}

// later puts something on the agenda.
func (w *world) later(at time.Duration, do func() error) {
	i, _ := slices.BinarySearchFunc(w.agenda, at, func(a action, at time.Duration) int {
		if a.at <= at {
			return -1
		}
		return 1
	})
	w.agenda = slices.Insert(w.agenda, i, action{at, do})
}

func (w *world) setNow(t time.Duration) {
	w.now = max(w.now, t)
	w.net.SetNow(w.now)
}

// nextActor is the one whose turn comes first, and when that is.
func (w *world) nextActor() (first actor, at time.Duration) {
	at = 1 << 62
	for _, a := range w.actors {
		if t, ok := a.due(); ok && t < at {
			first, at = a, t
		}
	}
	return first, at
}

// tape keeps the newest datagrams of a directed link.
type tape struct {
	packets [16][]byte
	n       int
}

func (t *tape) add(b []byte) {
	slot := &t.packets[t.n%len(t.packets)]
	*slot = append((*slot)[:0], b...)
	t.n++
}

// any draws one of the datagrams kept, nil if there is none.
func (t *tape) any(d dice) []byte {
	if t.n == 0 {
		return nil
	}
	return t.packets[d.IntN(min(t.n, len(t.packets)))]
}

func (w *world) record(from, to int, b []byte) {
	if w.taped {
		w.tapes[from*w.net.Hosts()+to].add(b)
	}
}

func (w *world) pair(from, to int) int { return from*len(w.hosts) + to }
