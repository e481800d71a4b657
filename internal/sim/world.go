package sim

import (
	"fmt"
	"time"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// handshakeTimeout is longer than any plan's faults last.
const handshakeTimeout = 20 * time.Second

// world is one run under way.
type world struct {
	plan   *Plan
	now    time.Duration // true time
	net    *memnet.Net
	hosts  []*host
	links  [][]*memnet.Link // by host and its peer number
	ledger *ledger
	agenda []action // not yet done, by time
	cuts   []int    // of each directed link (from*hosts + to), faults that cut it now
	holds  []int
	dice   dice // of what is injected
	tapes  []tape
	taped  bool // somebody will want old datagrams
	buf    [transport.MaxPacket]byte
	watch  func(at time.Duration, host int, e rollback.Event) // set by a test: sees every event
	alter  func(from, to int, packet []byte) []byte           // set by a test: a link that lies, or loses by returning nil
}

func newWorld(p *Plan) (*world, error) {
	n := len(p.Hosts)
	w := &world{plan: p, net: memnet.New(p.Seed, n), ledger: newLedger(p), dice: newDice(p.Seed, 2),
		cuts: make([]int, n*n), holds: make([]int, n*n), tapes: make([]tape, n*n)}
	for _, l := range p.Links {
		if err := w.net.SetPolicy(l.From, l.To, l.Policy); err != nil {
			return nil, err
		}
	}
	for i := range p.Hosts {
		h, err := newHost(p, i, w.ledger)
		if err != nil {
			return nil, err
		}
		w.hosts = append(w.hosts, h)
		links := make([]*memnet.Link, n-1)
		for peer := range links {
			links[peer] = w.net.Link(i, (i+1+peer)%n)
		}
		w.links = append(w.links, links)
	}
	w.agenda = w.plot()
	return w, nil
}

// advanceTo runs every turn and action up to a time.
func (w *world) advanceTo(end time.Duration) error {
	for {
		h := w.nextHost()
		at := end
		if h != nil {
			at = min(at, h.next)
		}
		for len(w.agenda) > 0 && w.agenda[0].at <= at {
			w.setNow(w.agenda[0].at)
			act := w.agenda[0]
			w.agenda = w.agenda[1:]
			if err := act.do(); err != nil {
				return fmt.Errorf("%v: %w", w.now, err)
			}
			h = w.nextHost()
			at = end
			if h != nil {
				at = min(at, h.next)
			}
		}
		if h == nil || h.next > end {
			w.setNow(end)
			return nil
		}
		w.setNow(h.next)
		if err := h.turn(w); err != nil {
			return fmt.Errorf("%v, host %d: %w", w.now, h.id, err)
		}
	}
}

func (w *world) setNow(t time.Duration) {
	w.now = max(w.now, t)
	w.net.SetNow(w.now)
}

// nextHost is the one whose turn comes first.
func (w *world) nextHost() (first *host) {
	for _, h := range w.hosts {
		if !h.killed && (first == nil || h.next < first.next) {
			first = h
		}
	}
	return first
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
		w.tapes[w.pair(from, to)].add(b)
	}
}

func (w *world) pair(from, to int) int { return from*len(w.hosts) + to }
