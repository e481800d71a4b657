package twin

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"example.com/backstep/demo/pegs"
	"example.com/backstep/transport"
	"example.com/backstep/transport/memnet"
)

// pair is a Caller and a Peer on a network in memory, moved on by the clock's tick.
type pair struct {
	caller *Caller
	peer   *Peer
	net    *memnet.Net
	now    time.Duration
}

const tick = 16 * time.Millisecond

func newPair(start Ball, p memnet.Policy) *pair {
	net := memnet.New(1, 2)
	net.SetPolicy(0, 1, p)
	net.SetPolicy(1, 0, p)
	return &pair{caller: NewCaller(start), peer: NewPeer("test/test"), net: net}
}

func (p *pair) tick(t *testing.T) {
	t.Helper()
	p.now += tick
	p.net.SetNow(p.now)
	there, back := p.net.Link(0, 1), p.net.Link(1, 0)
	each(t, there, p.caller.Receive)
	send(t, there, p.caller.Poll(p.now, nil))
	each(t, back, func(packet []byte) { send(t, back, p.peer.Answer(nil, packet)) })
}

func each(t *testing.T, l transport.Link, f func(packet []byte)) {
	t.Helper()
	var buf [transport.MaxPacket]byte
	for {
		n, err := l.Recv(buf[:])
		if errors.Is(err, transport.ErrEmpty) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		f(buf[:n])
	}
}

func send(t *testing.T, l transport.Link, packet []byte) {
	t.Helper()
	if len(packet) == 0 {
		return
	}
	if err := l.Send(packet); err != nil {
		t.Fatal(err)
	}
}

// follow holds the states that come in against those computed here.
func (p *pair) follow(t *testing.T, ball Ball, states int) Ball {
	t.Helper()
	sums := NewSums()
	for ticks := 0; states > 0; ticks++ {
		if ticks == 100_000 {
			t.Fatalf("%d states are missing after %d ticks", states, ticks)
		}
		p.tick(t)
		for st, ok := p.caller.Next(); ok && states > 0; st, ok = p.caller.Next() {
			ball = ball.Step()
			states--
			if want := sums.Of(ball); st != want {
				t.Fatalf("%d states before the end: %+v, want %+v", states, st, want)
			}
		}
	}
	return ball
}

// Lost, doubled, late and overtaken packets change when states come, not which.
func TestStatesAreThoseOfTheBall(t *testing.T) {
	for name, policy := range map[string]memnet.Policy{
		"good network": {},
		"bad network":  {Delay: 40 * time.Millisecond, Jitter: 60 * time.Millisecond, Loss: 0.2, Duplicate: 0.2, Reorder: 0.2},
	} {
		for _, k := range []Kind{Float64, Q16} {
			t.Run(name+" "+k.String(), func(t *testing.T) {
				start := Start(k, 5)
				p := newPair(start, policy)
				p.follow(t, start, 2000)
				if c, q := p.caller.Stats(), p.peer.Stats(); c.Bad+q.Bad != 0 || c.Good == 0 {
					t.Errorf("counts %+v and %+v, want none bad", c, q)
				}
				if p.caller.Target() != "test/test" {
					t.Errorf("target %q, want what the peer was told", p.caller.Target())
				}
			})
		}
	}
}

// A run that begins amid another one, whose answers are still under way, has the
// states of its own ball.
func TestRunsFollowEachOther(t *testing.T) {
	p := newPair(Start(Q16, 6), memnet.Policy{Delay: 50 * time.Millisecond, Duplicate: 0.3, Reorder: 0.3})
	ball := p.follow(t, Start(Q16, 6), 100)
	for range 20 {
		ball = ball.Nudge(1)
		p.caller.Begin(ball)
		ball = p.follow(t, ball, 70)
	}
	if p.caller.Stats().Stale == 0 || p.peer.Stats().Stale == 0 {
		t.Errorf("counts %+v and %+v, want stale ones", p.caller.Stats(), p.peer.Stats())
	}
	if p.caller.Stats().Bad+p.peer.Stats().Bad != 0 {
		t.Errorf("counts %+v and %+v, want none bad", p.caller.Stats(), p.peer.Stats())
	}
}

// A Lab and a pair with the same nudge see the same split and distance.
func TestPairSeesWhatALabSees(t *testing.T) {
	lab := pegs.NewLab(pegs.Start(1).Float, 1)
	a, r := Start(Float64, 1), pegs.NewReport()
	p, sums := newPair(a.Nudge(1), memnet.Policy{}), NewSums()
	r.See(0, sums.Of(a).Sum, sums.Of(a.Nudge(1)).Sum, a.ApartSq(a.Nudge(1)))
	for r.Apart == pegs.Never {
		p.tick(t)
		for b, ok := p.caller.Next(); ok && r.Apart == pegs.Never; b, ok = p.caller.Next() {
			a = a.Step()
			lab.Advance()
			r.See(r.Step+1, sums.Of(a).Sum, b.Sum, a.ApartSq(b.Ball))
		}
	}
	if r != lab.Report() {
		t.Errorf("report %+v, want that of the lab, %+v", r, lab.Report())
	}
}

// A Caller keeps no more than Room states, however long nobody takes them, and asks
// no more often than Repeat while nothing comes.
func TestCallerIsBounded(t *testing.T) {
	p := newPair(Start(Float64, 7), memnet.Policy{})
	for range 100 {
		p.tick(t)
	}
	n := 0
	for _, ok := p.caller.Next(); ok; _, ok = p.caller.Next() {
		n++
	}
	if n != Room {
		t.Errorf("%d states wait, want %d", n, Room)
	}
	p.net.Cut(0, 1)
	before := p.net.Link(0, 1).Stats().Sent
	for range 100 {
		p.tick(t)
	}
	asked := p.net.Link(0, 1).Stats().Sent - before
	if most := uint64(100 * tick / Repeat); asked == 0 || asked > most+1 || p.caller.Vain() != int(asked)-1 {
		t.Errorf("asked %d times, %d in vain; want up to %d, all but the first in vain", asked, p.caller.Vain(), most+1)
	}
	p.net.HealAll()
	if p.follow(t, skip(Start(Float64, 7), Room), 1); p.caller.Vain() != 0 {
		t.Errorf("%d questions in vain after an answer, want none", p.caller.Vain())
	}
}

func skip(b Ball, steps int) Ball {
	for range steps {
		b = b.Step()
	}
	return b
}

func TestPeerRefusesContradictions(t *testing.T) {
	start := Start(Float64, 8)
	good := Ask{Run: 3, Start: start, Want: 2}
	for name, c := range map[string]struct {
		ask        Ask
		bad, stale uint64
	}{
		"again":               {good, 0, 0},
		"older run":           {Ask{Run: 2, Start: start, Want: 2}, 0, 1},
		"another start":       {Ask{Run: 3, Start: start.Nudge(1), Want: 2}, 1, 0},
		"later than answered": {Ask{Run: 3, Start: start, Have: MaxStates + 1, Want: 1}, 1, 0},
		"a run from amid":     {Ask{Run: 4, Start: start, Have: 1, Want: 1}, 1, 0},
	} {
		p := NewPeer("")
		first := p.Answer(nil, good.Append(nil))
		got := p.Answer(nil, c.ask.Append(nil))
		if s := p.Stats(); s.Bad != c.bad || s.Stale != c.stale || (len(got) == 0) != (c.bad+c.stale > 0) {
			t.Errorf("%s: %d bytes, counts %+v, want %d bad and %d stale", name, len(got), s, c.bad, c.stale)
		}
		if again := p.Answer(nil, good.Append(nil)); !bytes.Equal(again, first) {
			t.Errorf("%s: the question before it is answered by %x, want %x again", name, again, first)
		}
	}
}

func TestCallerRefusesContradictions(t *testing.T) {
	start := Start(Float64, 9)
	answer := func(run uint32, first uint64, k Kind, n int) []byte {
		s := Steps{Run: run, First: first, States: make([]State, n)}
		for i := range s.States {
			s.States[i] = State{Ball: Start(k, 9)}
		}
		return s.Append(nil)
	}
	for name, packet := range map[string][]byte{
		"later run": answer(2, 1, Float64, 1), "gap": answer(1, 2, Float64, 1), "other kind": answer(1, 1, Q16, 1),
		"far": answer(1, 1<<63, Float64, 1), "garbage": []byte("PEG\x01\x02"), "nothing": nil,
	} {
		c := NewCaller(start)
		c.Poll(0, nil)
		c.Receive(packet)
		if _, ok := c.Next(); ok || c.Stats() != (Stats{Bad: 1}) {
			t.Errorf("%s: counts %+v, a state waits: %v", name, c.Stats(), ok)
		}
	}
	c := NewCaller(start)
	c.Receive(answer(1, 1, Float64, 1))
	c.Poll(0, nil)
	c.Receive(answer(1, 1, Float64, 1))
	c.Receive(answer(1, 2, Float64, 1))
	if c.Stats() != (Stats{Good: 1, Bad: 2}) {
		t.Errorf("answers before and after the one that was asked for: counts %+v, want them bad", c.Stats())
	}
}

// Versions that differ are told, once in each direction.
func TestForeignVersionIsTold(t *testing.T) {
	c, p := NewCaller(Start(Q16, 1)), NewPeer("")
	foreign := changed(c.Poll(0, nil), 3, 2)
	head := p.Answer(nil, foreign)
	if want := appendHead(nil, typeOther); !bytes.Equal(head, want) {
		t.Fatalf("a question of version 2 is answered by %x, want the bare head %x", head, want)
	}
	head[3] = 2 // as a peer of version 2 would
	if again := p.Answer(nil, head); len(again) != 0 {
		t.Errorf("a bare head is answered by %x", again)
	}
	c.Receive(head)
	if e := new(VersionError); !errors.As(c.Err(), &e) || e.Theirs != 2 {
		t.Errorf("error %v, want that of version 2", c.Err())
	}
}

func TestAnswerDoesNotAllocate(t *testing.T) {
	p, c := NewPeer("linux/amd64"), NewCaller(Start(Float64, 2))
	var there, back [MaxPacket]byte
	var now time.Duration
	if n := testing.AllocsPerRun(100, func() {
		now += Repeat
		c.Receive(p.Answer(back[:0], c.Poll(now, there[:0])))
		for _, ok := c.Next(); ok; _, ok = c.Next() {
		}
	}); n != 0 {
		t.Errorf("%v allocations for a question and its answer, want 0", n)
	}
	if c.Stats().Good < 100 {
		t.Errorf("counts %+v, want an answer each time", c.Stats())
	}
}

// Whatever comes in, an end answers within a packet and goes on.
func FuzzPeer(f *testing.F) {
	f.Add(ask(Float64).Append(nil), ask(Q16).Append(nil))
	f.Add(changed(ask(Q16).Append(nil), 3, 2), steps(Q16, 1).Append(nil))
	f.Fuzz(func(t *testing.T, one, two []byte) {
		p, c := NewPeer("fuzz"), NewCaller(Start(Float64, 1))
		for _, packet := range [][]byte{one, two, one} {
			c.Receive(p.Answer(nil, packet))
			c.Receive(packet)
		}
		if s := p.Stats(); s.Good+s.Stale+s.Bad != 3 {
			t.Errorf("counts %+v of 3 packets", s)
		}
		if again := p.Answer(nil, Ask{Run: 1<<32 - 1, Start: Start(Q16, 1), Want: MaxStates}.Append(nil)); p.run != 1<<32-1 || len(again) > MaxPacket {
			t.Errorf("a good question then gets %d bytes", len(again))
		}
	})
}
