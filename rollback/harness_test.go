package rollback_test

import (
	"fmt"
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// world is a game in which every input and every absence changes everything
// after it, and a trace of what the session asked of it.
type world struct {
	Frame  int64
	Digest uint64
}

type tracer struct {
	world
	trace   []string
	traced  bool
	flipAt  int64 // a bit goes wrong in every run of this frame, 0 = never
	session *rollback.Session[world, uint16]
	digests map[int64]uint64 // by frame, newest pass
}

func (g *tracer) Save(dst *world) {
	*dst = g.world
	g.note("save", g.Frame)
}

func (g *tracer) Load(src *world) {
	g.world = *src
	g.note("load", g.Frame)
}

func (g *tracer) Checksum(s *world) uint64 { return s.Digest }

func (g *tracer) Advance(in []rollback.Input[uint16]) {
	g.note("advance", g.Frame)
	for p, i := range in {
		v := uint64(i.Value) + 1
		if !i.Present {
			v = 0xabcdef
		}
		g.Digest = (g.Digest^v<<(8*uint(p)&31))*0x100000001b3 + uint64(p)
	}
	if g.Frame == g.flipAt && g.flipAt > 0 {
		g.Digest ^= 1 << 17
	}
	g.Frame++
	if g.digests != nil {
		g.digests[g.Frame] = g.Digest
	}
}

const tick = time.Second / 60

// match steps n sessions, one seat each, over links that deliver after a fixed
// number of ticks unless lose says otherwise. All of it is deterministic.
type match struct {
	t         testing.TB
	now       time.Duration
	tick      int
	peers     []*tracer
	wires     map[[2]int]*[]flight
	lag       int // ticks of one way
	lose      func(from, to, tick int) bool
	input     func(peer, tick int) uint16
	steps     []rollback.Step
	events    [][]rollback.Event
	feeds     [][]uint64       // per peer, one number a frame
	feedFrom  int              // first frame of the feeds
	feedsFrom []rollback.Frame // of one peer's, after it came in with a state
	change    func(peer int, c *rollback.Config[uint16])
	lives     int
	gone      []bool                                    // no longer stepped
	extra     func(from int, p rollback.Peer, b []byte) // packets for spectators
}

type flight struct {
	due    int
	packet []byte
}

func newMatch(t testing.TB, n int, change func(peer int, c *rollback.Config[uint16])) *match {
	t.Helper()
	m := &match{t: t, wires: map[[2]int]*[]flight{}, lag: 3, steps: make([]rollback.Step, n),
		events: make([][]rollback.Event, n), feeds: make([][]uint64, n), gone: make([]bool, n),
		lose:  func(int, int, int) bool { return false },
		input: func(p, tick int) uint16 { return uint16(tick/7*(p+3)) & 0xff },
	}
	m.change, m.feedsFrom = change, make([]rollback.Frame, n)
	for i := range n {
		m.peers = append(m.peers, m.open(i, n, nil))
	}
	return m
}

// open makes peer i of n.
func (m *match) open(i, n int, more func(*rollback.Config[uint16])) *tracer {
	m.t.Helper()
	cfg := rollback.Config[uint16]{Local: []int{i}, GameID: "trace"}
	cfg.Entropy[0] = byte(i + 1)
	for j := range n {
		if j != i {
			cfg.Peers = append(cfg.Peers, rollback.PeerConfig{Seats: []int{j}})
		}
	}
	if m.change != nil {
		m.change(i, &cfg)
	}
	if more != nil {
		more(&cfg)
	}
	g := &tracer{digests: map[int64]uint64{}}
	s, err := rollback.NewSession(g, cfg)
	if err != nil {
		m.t.Fatal(err)
	}
	g.session = s
	return g
}

// restart is peer i's process killed and started again: it knows nothing but the
// configuration, and wants its seat back.
func (m *match) restart(i int) {
	m.t.Helper()
	m.lives++
	m.peers[i] = m.open(i, len(m.peers), func(c *rollback.Config[uint16]) {
		c.Rejoin = true
		c.Entropy[1] = byte(m.lives)
	})
	m.gone[i], m.events[i], m.feeds[i] = false, nil, nil
}

func (g *tracer) note(what string, f int64) {
	if g.traced {
		g.trace = append(g.trace, what+" "+itoa(f))
	}
}

// peerIndex turns session i's peer number into a match-wide index.
func peerIndex(i int, p rollback.Peer) int {
	if int(p) >= i {
		return int(p) + 1
	}
	return int(p)
}

func (m *match) wire(from, to int) *[]flight {
	w := m.wires[[2]int{from, to}]
	if w == nil {
		w = new([]flight)
		m.wires[[2]int{from, to}] = w
	}
	return w
}

// step runs one tick of everybody.
func (m *match) step() {
	m.t.Helper()
	for i, g := range m.peers {
		if m.gone[i] {
			continue
		}
		m.deliver(i)
		s := g.session
		s.Poll(m.now)
		step, err := s.Advance(m.now, m.input(i, m.tick))
		if err != nil && s.State() < rollback.Leaving {
			m.t.Fatalf("peer %d: %v", i, err)
		}
		m.steps[i] = step
		for p, b := range s.Packets() {
			if int(p) >= len(m.peers)-1 {
				m.extra(i, p, b)
				continue
			}
			to := peerIndex(i, p)
			if len(b) > rollback.MaxPacket {
				m.t.Fatalf("packet of %d bytes", len(b))
			}
			if !m.lose(i, to, m.tick) {
				w := m.wire(i, to)
				*w = append(*w, flight{m.tick + m.lag, append([]byte(nil), b...)})
			}
		}
		for e := range s.Events() {
			m.events[i] = append(m.events[i], e)
			if e.Kind == rollback.EventEntered {
				m.feeds[i], m.feedsFrom[i] = nil, e.Frame
			}
		}
		for f, in := range s.Confirmed() {
			if want := len(m.feeds[i]) + m.feedFrom + int(m.feedsFrom[i]); int(f) != want {
				m.t.Fatalf("peer %d: feed gives frame %d, want %d", i, f, want)
			}
			v := uint64(0)
			for _, x := range in {
				v = v*65537 + uint64(x.Value)
				if x.Present {
					v++
				}
			}
			m.feeds[i] = append(m.feeds[i], v)
		}
	}
	m.tick++
	m.now += tick
}

func (m *match) deliver(i int) {
	for j := range m.peers {
		w := m.wire(j, i)
		kept := (*w)[:0]
		for _, f := range *w {
			if f.due > m.tick {
				kept = append(kept, f)
				continue
			}
			from := j
			if j > i {
				from--
			}
			m.peers[i].session.Receive(m.now, rollback.Peer(from), f.packet)
		}
		*w = kept
	}
}

func (m *match) run(ticks int) {
	m.t.Helper()
	for range ticks {
		m.step()
	}
}

// start runs until everybody plays.
func (m *match) start() {
	m.t.Helper()
	for range 600 {
		m.step()
		all := true
		for i, g := range m.peers {
			all = all && (m.gone[i] || g.session.Frame() > 0)
		}
		if all {
			return
		}
	}
	m.t.Fatalf("not running after 600 ticks: events %v", m.events)
}

// agree checks that all peers still stepped have equal feeds and states as far
// as they are confirmed.
func (m *match) agree() {
	m.t.Helper()
	if problem := m.disagreement(); problem != "" {
		m.t.Fatal(problem)
	}
}

// disagreement says how the first two peers that do not agree differ, "" if all do.
func (m *match) disagreement() string {
	first := -1
	for i := range m.peers {
		switch {
		case m.gone[i]:
		case first < 0:
			first = i
		default:
			if problem := m.differ(first, i, 0); problem != "" {
				return problem
			}
		}
	}
	return ""
}

// differ compares two peers: the inputs that both feeds have, and the states after
// these frames, from frame low on.
func (m *match) differ(i, j int, low rollback.Frame) string {
	a, b := m.peers[i], m.peers[j]
	n := min(a.session.ConfirmedFrame(), b.session.ConfirmedFrame())
	for f := max(m.feedsFrom[i], m.feedsFrom[j]); f <= n; f++ {
		if m.feeds[i][f-m.feedsFrom[i]] != m.feeds[j][f-m.feedsFrom[j]] {
			return fmt.Sprintf("confirmed inputs of frame %d differ between %d and %d", f, i, j)
		}
		if x, y := a.digests[int64(f)+1], b.digests[int64(f)+1]; f >= low && x != y {
			return fmt.Sprintf("states after frame %d differ between %d and %d: %x, %x", f, i, j, x, y)
		}
	}
	return ""
}

func itoa(n int64) string {
	if n < 0 {
		return "-" + itoa(-n)
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func hasEvent(events []rollback.Event, k rollback.EventKind) bool {
	for _, e := range events {
		if e.Kind == k {
			return true
		}
	}
	return false
}
