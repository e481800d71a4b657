package rollback_test

import (
	"testing"
	"time"

	"example.com/backstep/rollback"
)

// A spectator falls behind the history between Poll and Packets.
func TestHistorySlidesPastASpectator(t *testing.T) {
	for at := range 40 {
		a := &audience{match: newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.Spectators, c.FeedMemory = 1, 1 })}
		a.input = func(p, tick int) uint16 { return uint16(uint32(tick)*2654435761>>7) + uint16(p) }
		a.start()
		v := a.join(a.peers[0].session, nil)
		a.show(100 + at)
		v.asleep = true
		a.show(290)
	}
}

// A short NotifyAfter or a slow frame rate: a dead peer is never dropped.
func TestShortNotifyStillTimesOut(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.NotifyAfter = 30 * time.Millisecond })
	m.start()
	m.run(60)
	m.gone[1] = true
	m.run(60 * 60)
	if _, n := m.left(0, 1); n != 1 {
		t.Errorf("NotifyAfter 30 ms: a minute after its death the peer was not dropped; stalls %d", m.peers[0].session.Stats().Stalls)
	}
}

func TestSlowRateStillTimesOut(t *testing.T) {
	g := &tracer{}
	mk := func(i int) *rollback.Session[world, uint16] {
		cfg := rollback.Config[uint16]{Local: []int{i}, Peers: []rollback.PeerConfig{{Seats: []int{1 - i}}}, FrameRate: 2}
		cfg.Entropy[0] = byte(i + 1)
		s, err := rollback.NewSession(g, cfg)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a, b := mk(0), mk(1)
	var now time.Duration
	dropped := false
	for n := range 400 { // 200 s
		for _, s := range []*rollback.Session[world, uint16]{a, b} {
			if s == b && n > 50 {
				continue
			}
			s.Poll(now)
			s.Advance(now, 0)
			o := b
			if s == b {
				o = a
			}
			for _, p := range s.Packets() {
				o.Receive(now, 0, p)
			}
			for e := range s.Events() {
				dropped = dropped || e.Kind == rollback.EventDisconnected
			}
		}
		now += time.Second / 2
	}
	if !dropped {
		t.Errorf("2 frames a second: 175 s after its death the peer is not dropped; frame %d of state %v", a.Frame(), a.State())
	}
}

// A third in a hidden tab (stepped once a second) holds up everybody's verdict.
func TestThrottledThirdHoldsUpNoDrop(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.run(60)
	m.gone[2] = true
	for n := range 60 * 60 {
		m.gone[1] = n%60 != 0 // stepped once a second
		m.step()
	}
	if _, n := m.left(0, 2); n != 1 {
		t.Errorf("a minute after its death player 2 was not dropped: %v", m.events[0])
	}
}

// Losses that come in two polls.
func TestPartitionInTwoSteps(t *testing.T) {
	m := newMatch(t, 4, func(_ int, c *rollback.Config[uint16]) { c.StopWithoutMajority = true })
	m.start()
	m.run(60)
	at := m.tick
	side := func(p int) bool { return p >= 2 }
	m.lose = func(from, to, tick int) bool {
		if side(from) == side(to) || tick < at {
			return false
		}
		return from == 2 || to == 2 || tick >= at+10
	}
	m.run(900)
	on := 0
	for i, g := range m.peers {
		if g.session.State() == rollback.Running {
			on++
			t.Errorf("peer %d plays on with half of the players: frame %d, %v", i, g.session.Frame(), m.events[i])
		}
	}
}

// A kick spreads to an innocent.
func TestRemovalTakesNoInnocent(t *testing.T) {
	m := newMatch(t, 4, nil)
	m.start()
	m.run(60)
	at := m.tick
	m.lose = func(from, to, tick int) bool {
		if tick < at || tick > at+30 {
			return false
		}
		return from == 0 && (to == 1 || to == 3) || from == 2 && to == 3
	}
	m.peers[0].session.Drop(m.now, 0) // player 1
	m.run(600)
	for _, i := range []int{0, 2, 3} {
		for _, p := range []int{0, 2, 3} {
			if e, n := m.left(i, p); n > 0 && i != p {
				t.Errorf("player 0 removed player 1; peer %d lost player %d too: %v", i, p, e)
			}
		}
	}
	for _, i := range []int{0, 2, 3} {
		t.Log(i, m.peers[i].session.State(), m.peers[i].session.Frame(), m.events[i])
	}
}

// A link that was cut for longer than the epoch never heals.
func TestLongCutHeals(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.run(60)
	at := m.tick
	m.lose = func(from, to, tick int) bool { return from+to == 1 && tick >= at && tick < at+9500 }
	m.run(9500)
	before := m.peers[0].session.PeerStats(1).Forwarded
	foreign := m.peers[0].session.Stats().Foreign
	m.run(600)
	st := m.peers[0].session.Stats()
	t.Logf("frame %d", m.peers[0].session.Frame())
	if st.Foreign-foreign > 100 {
		t.Errorf("after the cut healed %d packets of the peer were taken for foreign ones", st.Foreign-foreign)
	}
	_ = before
}

// With fewer packets than checksums nothing is compared any more.
func TestChecksumsWithRarePackets(t *testing.T) {
	m := newMatch(t, 2, func(_ int, c *rollback.Config[uint16]) { c.SendEvery, c.ChecksumEvery = 2, 1 })
	m.peers[1].flipAt = 400
	m.start()
	m.run(900)
	if !hasEvent(m.events[0], rollback.EventDesync) {
		t.Errorf("no desync: compared %d checksums in %d frames", m.peers[0].session.PeerStats(0).SumsCompared, m.peers[0].session.Frame())
	}
}

// A call inside the events loop.
func TestNoEventIsLostInTheLoop(t *testing.T) {
	m := newMatch(t, 2, nil)
	for range 60 {
		for i, g := range m.peers {
			m.deliver(i)
			g.session.Poll(m.now)
			for p, b := range g.session.Packets() {
				w := m.wire(i, peerIndex(i, p))
				*w = append(*w, flight{m.tick + 1, append([]byte(nil), b...)})
			}
		}
		if m.tick == 0 {
			m.peers[0].session.SetInputDelay(0, 2)
		}
		m.tick++
		m.now += tick
	}
	var kinds []rollback.EventKind
	s := m.peers[0].session
	first := true
	for e := range s.Events() {
		kinds = append(kinds, e.Kind)
		if first && e.Kind == rollback.EventDelayChanged {
			first = false
			s.SetInputDelay(0, 3)
		}
	}
	for e := range s.Events() {
		kinds = append(kinds, e.Kind)
	}
	found := false
	for _, k := range kinds {
		found = found || k == rollback.EventSynchronized
	}
	if !found {
		t.Errorf("EventSynchronized was lost: %v", kinds)
	}
}

func TestNestedEventLoops(t *testing.T) {
	m := newMatch(t, 2, nil)
	s := m.peers[0].session
	s.Poll(0)
	s.SetInputDelay(0, 1)
	s.Leave(0, rollback.ReasonLeft)
	for range s.Events() {
		for range s.Events() {
		}
	}
}

// Leave with ReasonKicked ends everybody.
func TestRemovalInTheHandshakeEndsNobodyElse(t *testing.T) {
	m := newMatch(t, 3, func(_ int, c *rollback.Config[uint16]) { c.Barrier = true })
	m.run(60)
	m.peers[0].session.Drop(m.now, 1) // player 2
	m.run(60)
	m.peers[1].session.Ready(m.now)
	m.peers[2].session.Ready(m.now)
	m.run(60)
	if s := m.peers[1].session; s.State() == rollback.Closed {
		t.Errorf("player 0 removed player 2 while loading; player 1's session ended: %v", m.events[1])
	}
}

func TestNobodyRemovesItself(t *testing.T) {
	m := newMatch(t, 3, nil)
	m.start()
	m.run(60)
	m.peers[0].session.Leave(m.now, rollback.ReasonKicked)
	m.run(120)
	if s := m.peers[1].session; s.State() == rollback.Closed {
		t.Errorf("player 0 left; player 1's session ended: %v", m.events[1])
	}
}

// A spectator that never greets holds its place for ever.
func TestSpectatorThatNeverComes(t *testing.T) {
	m := newMatch(t, 2, spectators(1))
	m.extra = func(int, rollback.Peer, []byte) {}
	m.start()
	if _, err := m.peers[0].session.AddSpectator(m.now); err != nil {
		t.Fatal(err)
	}
	m.run(60 * 120)
	if _, err := m.peers[0].session.AddSpectator(m.now); err != nil {
		t.Errorf("two minutes after a spectator that never came: %v", err)
	}
}

// Leave without a reason does not tell spectators.
func TestLeavingTellsSpectators(t *testing.T) {
	a := &audience{match: newMatch(t, 2, spectators(1))}
	a.start()
	v := a.join(a.peers[0].session, nil)
	a.show(120)
	a.peers[0].session.Leave(a.now, rollback.ReasonNone)
	a.show(120)
	if v.session.State() == rollback.Running {
		t.Errorf("two seconds after the host's goodbye the spectator is %v: %v", v.session.State(), v.events)
	}
}

// A host that was removed (or stops for a partition) does not tell its spectators.
func TestRemovedHostTellsSpectators(t *testing.T) {
	a := &audience{match: newMatch(t, 2, spectators(1))}
	a.start()
	v := a.join(a.peers[0].session, nil)
	a.show(120)
	a.peers[1].session.Drop(a.now, 0)
	a.show(60)
	if a.peers[0].session.State() != rollback.Closed {
		t.Fatal("not closed")
	}
	if v.session.State() == rollback.Running {
		t.Errorf("a second after the host was removed its spectator is %v: %v", v.session.State(), v.events)
	}
}
