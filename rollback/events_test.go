package rollback_test

import (
	"strings"
	"testing"

	"example.com/backstep/rollback"
)

// Undrained events stay bounded; what must not be lost is there in the end, in
// order, once.
func TestUndrainedEvents(t *testing.T) {
	m := newMatch(t, 4, nil)
	m.start()
	s := m.peers[0].session
	for round := range 40 { // interruptions without end
		from := m.tick
		m.lose = func(a, b, tick int) bool { return (a == 0 || b == 0) && tick < from+60 }
		m.runUndrained(90)
		s.SetInputDelay(0, round%5)
	}
	m.lose = func(int, int, int) bool { return false }
	m.gone[3] = true
	m.runUndrained(600)
	s.Leave(m.now, rollback.ReasonLeft)
	m.runUndrained(90)
	var kinds []rollback.EventKind
	for e := range s.Events() {
		kinds = append(kinds, e.Kind)
	}
	count := func(k rollback.EventKind) (n int) {
		for _, x := range kinds {
			if x == k {
				n++
			}
		}
		return n
	}
	if count(rollback.EventDisconnected) != 1 || count(rollback.EventClosed) != 1 || kinds[len(kinds)-1] != rollback.EventClosed {
		t.Errorf("durable events: %v", kinds)
	}
	if len(kinds) > 20 || s.Stats().EventsCoalesced == 0 {
		t.Errorf("%d events waited, %d coalesced", len(kinds), s.Stats().EventsCoalesced)
	}
	for range s.Events() {
		t.Error("an event came twice")
	}
}

// runUndrained is run, but nobody reads events or the feed of peer 0.
func (m *match) runUndrained(ticks int) {
	for range ticks {
		for i, g := range m.peers {
			if m.gone[i] {
				continue
			}
			m.deliver(i)
			g.session.Poll(m.now)
			g.session.Advance(m.now, m.input(i, m.tick))
			for p, b := range g.session.Packets() {
				if to := peerIndex(i, p); !m.lose(i, to, m.tick) {
					w := m.wire(i, to)
					*w = append(*w, flight{m.tick + m.lag, append([]byte(nil), b...)})
				}
			}
		}
		m.tick++
		m.now += tick
	}
}

// A feed that nobody reads holds nobody up; whoever reads it then is told from
// which frame it goes on, and gets every frame from there once.
func TestUndrainedFeed(t *testing.T) {
	m := newMatch(t, 2, nil)
	m.start()
	m.runUndrained(500)
	s := m.peers[0].session
	if s.ConfirmedFrame() < 450 {
		t.Fatalf("held up at %d", s.ConfirmedFrame())
	}
	var next rollback.Frame = -1
	for f := range s.Confirmed() {
		if next >= 0 && f != next {
			t.Fatalf("frame %d after %d", f, next-1)
		}
		next = f + 1
	}
	if next != s.ConfirmedFrame()+1 {
		t.Errorf("the feed ends at %d, confirmed %d", next-1, s.ConfirmedFrame())
	}
	lost := 0
	for e := range s.Events() {
		if e.Kind == rollback.EventFeedLost {
			lost++
		}
	}
	if lost != 1 {
		t.Errorf("told %d times that frames were lost", lost)
	}
}

func TestEveryKindHasAName(t *testing.T) {
	for k := rollback.EventSynchronized; k <= rollback.EventClosed; k++ {
		if s := (rollback.Event{Kind: k}).String(); s == "" || strings.Contains(s, "event(") {
			t.Errorf("kind %d: %q", k, s)
		}
	}
	for r := rollback.ReasonNone; r <= rollback.ReasonPartition; r++ {
		if strings.Contains(r.String(), "reason(") {
			t.Errorf("reason %d: %v", r, r)
		}
	}
	if s := rollback.EventKind(99).String(); s != "event(99)" {
		t.Error(s)
	}
}

// Whoever handles an event may call into the session: nothing is skipped.
func TestEventsAddedWhileDraining(t *testing.T) {
	m := newMatch(t, 4, nil)
	m.start()
	s := m.peers[0].session
	for d := range 5 {
		s.SetInputDelay(0, d)
		for range s.Events() {
			s.SetInputDelay(0, d+1)
		}
	}
	n := 0
	for e := range s.Events() {
		n++
		if e.Kind != rollback.EventDelayChanged || e.Delay != 5 {
			t.Errorf("%v", e)
		}
	}
	if n != 1 {
		t.Errorf("%d events", n)
	}
}
